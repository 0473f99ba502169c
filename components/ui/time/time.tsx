/** A moment in the reader's time zone; on hover also in UTC and in the browser's zone (`TipLayer`). For server components. */
import clsx from "clsx";
import type { ReactNode } from "react";
import { readerZone } from "@/lib/session/reader-zone";
import { UTC } from "@/lib/time/time-zone";
import { exactDay, exactTime, formatIn, relativeTime, timeIn, zoneName } from "./relative-time";

type MomentProps = { at: Date; className?: string | undefined };

/** `now`: of the request, so that server and browser render the same words. */
export function RelativeTime({ now, ...moment }: MomentProps & { now: Date }) {
  return (
    <Moment {...moment} text={relativeTime(moment.at, now)}>
      <span className="sr-only">, {exactTime(moment.at, readerZone())}</span>
    </Moment>
  );
}

export function ExactTime(moment: MomentProps) {
  return <Moment {...moment} text={exactTime(moment.at, readerZone())} />;
}

/** "22 Nov 2027". */
export function ExactDay(moment: MomentProps) {
  return <Moment {...moment} text={exactDay(moment.at, readerZone())} />;
}

/** For a column whose heading is `timeHeading`. */
export function ColumnTime(moment: MomentProps) {
  return <Moment {...moment} text={timeIn(moment.at, readerZone())} />;
}

/** Wraps, except in a table cell. */
function Moment({ at, className, text, children }: MomentProps & { text: string; children?: ReactNode }) {
  const look = clsx("min-h-6 cursor-default rounded-sm text-left @table:whitespace-nowrap", className);
  return (
    <button type="button" data-exact-time={at.toISOString()} className={look}>
      <time dateTime={at.toISOString()}>{text}</time>
      {children}
    </button>
  );
}

/** For logs, whose columns have a fixed width: "21 Nov, 10:31:26". The year is this one or the last. */
export function LogTime({ at }: { at: Date }) {
  const zone = readerZone();
  const day = formatIn(zone, { day: "numeric", month: "short" }).format(at);
  return (
    <time dateTime={at.toISOString()} title={exactTime(at, UTC)}>
      {day}, {timeIn(at, zone).split(", ")[1]}
    </time>
  );
}

/** "Time (UTC)": the heading of a column whose moments do not name the zone. */
export function timeHeading(): string {
  return `Time (${zoneName(readerZone(), new Date())})`;
}
