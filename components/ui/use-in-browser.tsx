"use client";
/** What only the browser knows, such as where the reader is; until it has said so, what the server wrote. */
import { useSyncExternalStore } from "react";
import { exactDay, localDay } from "./relative-time";

const never = () => () => {};

export function useInBrowser<Value>(read: () => Value, onServer: Value): Value {
  return useSyncExternalStore(never, read, () => onServer);
}

/** Whether the page's scripts hear what is done to this control. What is done before is lost, and not undone on the screen. */
export function useHydrated(): boolean {
  return useInBrowser(() => true, false);
}

/** A day as the reader's own calendar has it, as days in forms are picked by. */
export function LocalDay({ at }: { at: Date }) {
  return useInBrowser(() => localDay(at), exactDay(at));
}
