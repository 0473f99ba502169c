"use client";
/** A day in the reader's own time zone, as in date fields. */
import { useInBrowser } from "../controls/use-in-browser";
import { exactDay, localDay } from "./relative-time";

export function LocalDay({ at }: { at: Date }) {
  return <time dateTime={at.toISOString()}>{useInBrowser(() => localDay(at), exactDay(at))}</time>;
}
