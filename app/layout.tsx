import "./globals.css";
import type { Metadata } from "next";
import localFont from "next/font/local";
import { chosenTheme } from "@/components/theme/chosen-theme";
import { TipLayer } from "@/components/ui/tips/tip-layer";
import { readZone } from "@/lib/session/reader-zone";

export const metadata: Metadata = { title: { default: "Public Records API", template: "%s · Public Records API" } };

export default async function RootLayout({ children }: LayoutProps<"/">) {
  return (
    <html lang="en" className={fontClass} data-theme={await chosenTheme()} data-time-zone={await readZone()}>
      <body className="min-h-dvh font-sans">
        {children}
        <TipLayer />
      </body>
    </html>
  );
}

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

const fontClass = `${inter.variable} ${interExtended.variable} ${geistMono.variable}`;
