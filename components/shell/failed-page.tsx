"use client";
/** What stands where a page could not be made. Says nothing of why: that is in the service's log. */
import { Button } from "../ui/button";
import { DeadEnd } from "./dead-end";

type FailedPageProps = { error: Error & { digest?: string }; reset: () => void };

export function FailedPage({ error, reset }: FailedPageProps) {
  return (
    <div role="alert">
      <DeadEnd
        title="This page could not be shown"
        actions={
          <Button look="primary" onClick={reset}>
            Try again
          </Button>
        }
      >
        <p>
          Something went wrong on our side. Nothing was changed. Try again; if it stays like this, tell your operator.
        </p>
        {error.digest && <p className="mt-2 font-mono text-sm">Reference: {error.digest}</p>}
      </DeadEnd>
    </div>
  );
}
