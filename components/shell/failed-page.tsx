"use client";
/** Shown if a page could not be rendered. It does not say why: the service's log does. */

/** Its code comes with every page and imports nothing, so that it works when nothing else does. */
export function FailedPage({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-16 text-center">
      <h1 className="font-semibold text-2xl">This page could not be shown</h1>
      <p className="text-quiet">
        Something went wrong on our side, or no answer came from it. Try again; if it stays like this, tell your
        operator. If you were changing something, look first whether it was done.
      </p>
      {error.digest && <p className="font-mono text-quiet text-sm">Reference: {error.digest}</p>}
      <button
        type="button"
        onClick={retry}
        className="mt-3 min-h-9 rounded-control bg-accent px-3.5 font-medium text-accent-ink text-sm hover:bg-accent-hover"
      >
        Try again
      </button>
    </div>
  );
}
