"use client";
/** Asks for the list again when the next of the tokens that it shows ends: then it would say something else. */
import { useRefreshAt } from "../../live/refresh-at";

/** `end`: null where none of them will. */
export function RefreshAtEnd({ end, now }: { end: Date | null; now: Date }) {
  useRefreshAt(end, now);
  return null;
}
