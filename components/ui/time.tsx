/** A moment: in words, or as a date; exact, in UTC and in the reader's own time, on hover, focus and touch (`TipLayer`). */
import clsx from "clsx";
import { exactTime, relativeTime } from "./relative-time";

/** Breaks where it is not a cell of a table. `now`: of the request, so that server and browser write the same words. */
export function RelativeTime({ at, now, className }: { at: Date; now: Date; className?: string }) {
  return (
    <button
      type="button"
      data-exact-time={at.toISOString()}
      className={clsx("min-h-6 cursor-default rounded-sm text-left @3xl:whitespace-nowrap", className)}
    >
      <time dateTime={at.toISOString()}>{relativeTime(at, now)}</time>
      <span className="sr-only">, {exactTime(at)}</span>
    </button>
  );
}

export function ExactTime({ at, className }: { at: Date; className?: string }) {
  return (
    <button
      type="button"
      data-exact-time={at.toISOString()}
      className={clsx("min-h-6 cursor-default rounded-sm text-left @3xl:whitespace-nowrap", className)}
    >
      <time dateTime={at.toISOString()}>{exactTime(at)}</time>
    </button>
  );
}
