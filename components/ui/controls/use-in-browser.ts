"use client";
/** What only the browser knows, such as where the reader is; until it has said so, what the server wrote. */
import { useSyncExternalStore } from "react";

const never = () => () => {};

export function useInBrowser<Value>(read: () => Value, onServer: Value): Value {
  return useSyncExternalStore(never, read, () => onServer);
}

/** Whether the page's scripts hear what is done to this control. What is done before is lost, and not undone on the screen. */
export function useHydrated(): boolean {
  return useInBrowser(() => true, false);
}
