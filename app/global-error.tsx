"use client";
import { FailedPage } from "@/components/shell/failed-page";
import "./globals.css";

/** Where even the frame of all pages failed: without its typeface, and without the chosen theme. */
export default function GlobalError(failure: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <html lang="en">
      <body className="min-h-dvh px-4 font-sans">
        <title>This page could not be shown</title>
        <main>
          <FailedPage {...failure} />
        </main>
      </body>
    </html>
  );
}
