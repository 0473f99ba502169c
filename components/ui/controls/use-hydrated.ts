/** Whether the page's scripts hear what is done to this control. What is done before is lost, and not undone on the screen. */
import { useSyncExternalStore } from "react";

export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

const never = () => () => {};
