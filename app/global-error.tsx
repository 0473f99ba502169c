"use client";
/** What is shown where even the frame of all pages could not be rendered: a document of its own. */
import { FailedPage } from "@/components/shell/failed-page";
import "./globals.css";

type GlobalErrorProps = { error: Error & { digest?: string }; retry: () => void };

export default function GlobalError(failure: GlobalErrorProps) {
  return (
    <html lang="en">
      <body className="min-h-dvh font-sans">
        <title>This page could not be shown · Public Records API</title>
        <main>
          <FailedPage {...failure} />
        </main>
      </body>
    </html>
  );
}
