/** The frame of all pages: language, type, colours, and the theme that the reader has chosen. */
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { chosenTheme } from "@/components/theme/chosen-theme";
import { TipLayer } from "@/components/ui/tips/tip-layer";
import { readZone } from "@/lib/session/reader-zone";
import { fontClass } from "./fonts";
import "./globals.css";

export const metadata: Metadata = { title: { default: "Public Records API", template: "%s · Public Records API" } };

export default async function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" className={fontClass} data-theme={await chosenTheme()} data-time-zone={await readZone()}>
      <body className="min-h-dvh font-sans">
        {children}
        <TipLayer />
      </body>
    </html>
  );
}
