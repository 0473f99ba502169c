/** The list's place while it is read: as high as a short list, so that little moves when it comes. */
import { Notice } from "../../ui/notice";
import { Skeleton } from "../../ui/skeleton";

const ROWS = ["a", "b", "c", "d", "e"];

export function ListSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        Loading tokens
      </p>
      <noscript>
        <Notice className="mb-4">
          The list of tokens needs JavaScript. Turn it on for this site, and load the page again.
        </Notice>
      </noscript>
      <div aria-hidden>
        <Skeleton className="mb-4 h-10 w-full" />
        <div className="flex flex-col gap-px overflow-hidden rounded-card border border-line">
          {ROWS.map((row) => (
            <div key={row} className="flex gap-6 bg-surface p-4">
              <div className="flex-1 space-y-2">
                <Skeleton className="h-4 w-2/5" />
                <Skeleton className="h-3 w-3/5" />
              </div>
              <Skeleton className="h-4 w-24" />
              <Skeleton className="h-4 w-20" />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
