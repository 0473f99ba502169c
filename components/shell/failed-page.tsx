"use client";
/** What stands where a page could not be made. Says nothing of why: that is in the service's log. */
import { buttonClass } from "../ui/button-look";
import { DeadEnd } from "./dead-end";

type FailedPageProps = { error: Error & { digest?: string }; retry: () => void };

/** Its code comes with every page, so that it is there when nothing else is: it uses as little as it can. */
export function FailedPage({ error, retry }: FailedPageProps) {
  return (
    <div role="alert">
      <DeadEnd
        title="This page could not be shown"
        actions={
          <button type="button" onClick={retry} className={buttonClass("primary", "normal")}>
            Try again
          </button>
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
