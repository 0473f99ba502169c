"use client";
import { FailedPage } from "@/components/shell/failed-page";
import { fontClass } from "./fonts";
import "./globals.css";

/** Where even the frame of all pages failed: without the chosen theme, which that frame knows. */
export default function GlobalError(failure: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en" className={fontClass}>
      <body className="min-h-dvh px-4 font-sans">
        <title>This page could not be shown</title>
        <main>
          <FailedPage {...failure} />
        </main>
      </body>
    </html>
  );
}
