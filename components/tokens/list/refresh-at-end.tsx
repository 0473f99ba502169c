"use client";
import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Timers cannot wait longer, and no page is left open for weeks. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;
/** A margin, so that the server is certainly past the moment. */
const AFTER_MS = 1000;

/** Reloads the list at its `end`, when the next token expires; Infinity: none does. Both times are the server's. */
export function RefreshAtEnd({ end, now }: { end: number; now: number }) {
  const router = useRouter();
  const waitMs = end - now + AFTER_MS;
  // biome-ignore lint/correctness/useExhaustiveDependencies: waits again after each time the page is served.
  useEffect(() => {
    if (waitMs > LONGEST_WAIT_MS) return;
    const timer = setTimeout(() => router.refresh(), waitMs);
    return () => clearTimeout(timer);
  }, [router, waitMs, now]);
  return null;
}
