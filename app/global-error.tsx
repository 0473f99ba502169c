"use client";
/** Shown if even the root layout could not be rendered: a document of its own, in the theme that the reader has chosen. */
import { FailedPage } from "@/components/shell/failed-page";
import "./globals.css";

export default function GlobalError(failure: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    // Rendered in the browser, which has the cookie (`THEME_COOKIE`). Its code comes with every page, so it imports as little as
    // possible.
    <html lang="en" data-theme={/\btheme=(\w+)/.exec(globalThis.document?.cookie ?? "")?.[1]}>
      <body className="min-h-dvh font-sans">
        <title>This page could not be shown · Public Records API</title>
        <main>
          <FailedPage {...failure} />
        </main>
      </body>
    </html>
  );
}
