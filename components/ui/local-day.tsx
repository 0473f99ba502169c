"use client";
/** A day as the reader's own calendar has it, as days in forms are picked by. */
import { exactDay, localDay } from "./relative-time";
import { useInBrowser } from "./use-in-browser";

export function LocalDay({ at }: { at: Date }) {
  return <time dateTime={at.toISOString()}>{useInBrowser(() => localDay(at), exactDay(at))}</time>;
}
