/** A moment: in words, or as a date; exact, in UTC and in the reader's own time, on hover, focus and touch (`TipLayer`). */
import clsx from "clsx";
import type { ReactNode } from "react";
import { exactDay, exactTime, relativeTime } from "./relative-time";

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

/** "22 Nov 2027", of UTC. */
export function ExactDay({ at, className }: MomentProps) {
  return (
    <Moment at={at} className={className}>
      <time dateTime={at.toISOString()}>{exactDay(at)}</time>
    </Moment>
  );
}

/** Breaks where it is not a cell of a table. */
function Moment({ at, className, children }: MomentProps & { children: ReactNode }) {
  const look = clsx("min-h-6 cursor-default rounded-sm text-left @table:whitespace-nowrap", className);
  return (
    <button type="button" data-exact-time={at.toISOString()} className={look}>
      {children}
    </button>
  );
}

/** For logs, whose columns are of one width: "21 Nov, 10:31:26". The year is this one, or the last. */
export function UtcTime({ at }: { at: Date }) {
  const day = at.toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
  return (
    <time dateTime={at.toISOString()}>
      {day}, {at.toISOString().slice(11, 19)}
    </time>
  );
}
