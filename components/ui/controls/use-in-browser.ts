"use client";
/** A value that only the browser knows, such as its time zone; until hydration, the server's value. */
import { useSyncExternalStore } from "react";

const never = () => () => {};

export function useInBrowser<Value>(read: () => Value, onServer: Value): Value {
  return useSyncExternalStore(never, read, () => onServer);
}

/** True once the page's scripts handle events. Earlier events are lost, though their effect stays on the screen. */
export function useHydrated(): boolean {
  return useInBrowser(() => true, false);
}
