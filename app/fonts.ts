/** Inter and, for code, Geist Mono, served by the application. Other alphabets use the reader's system fonts. */
import localFont from "next/font/local";

const inter = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  weight: "100 900",
  variable: "--font-inter",
  fallback: [],
});

const interExtended = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2",
  weight: "100 900",
  variable: "--font-inter-extended",
  preload: false,
  adjustFontFallback: false,
});

const geistMono = localFont({
  src: "../node_modules/@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2",
  weight: "100 900",
  variable: "--font-geist-mono",
  preload: false,
  adjustFontFallback: false,
});

export const fontClass = `${inter.variable} ${interExtended.variable} ${geistMono.variable}`;
