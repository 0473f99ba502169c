"use client";
/** A day as the reader's own calendar has it, as days in forms are picked by. In UTC until the browser has said where that is. */
import { useSyncExternalStore } from "react";
import { exactDay, localDay } from "./relative-time";

export function LocalDay({ at }: { at: Date }) {
  return useSyncExternalStore(
    never,
    () => localDay(at),
    () => exactDay(at),
  );
}

const never = () => () => {};
