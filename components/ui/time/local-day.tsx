"use client";
/** A day as the reader's own calendar has it, as days in forms are picked by. */
import { useInBrowser } from "../controls/use-in-browser";
import { exactDay, localDay } from "./relative-time";

export function LocalDay({ at }: { at: Date }) {
  return <time dateTime={at.toISOString()}>{useInBrowser(() => localDay(at), exactDay(at))}</time>;
}
