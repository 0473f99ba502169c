/** A moment: in words, or as a date; exact, in UTC and in the reader's own time, on hover, focus and touch (`TipLayer`). */
import clsx from "clsx";
import type { ReactNode } from "react";
import { exactTime, relativeTime } from "./relative-time";

type MomentProps = { at: Date; className?: string | undefined };

/** `now`: of the request, so that server and browser write the same words. */
export function RelativeTime({ at, now, className }: MomentProps & { now: Date }) {
  return (
    <Moment at={at} className={className}>
      <time dateTime={at.toISOString()}>{relativeTime(at, now)}</time>
      <span className="sr-only">, {exactTime(at)}</span>
    </Moment>
  );
}

export function ExactTime({ at, className }: MomentProps) {
  return (
    <Moment at={at} className={className}>
      <time dateTime={at.toISOString()}>{exactTime(at)}</time>
    </Moment>
  );
}

/** Breaks where it is not a cell of a table. */
function Moment({ at, className, children }: MomentProps & { children: ReactNode }) {
  const look = clsx("min-h-6 cursor-default rounded-sm text-left @3xl:whitespace-nowrap", className);
  return (
    <button type="button" data-exact-time={at.toISOString()} className={look}>
      {children}
    </button>
  );
}
