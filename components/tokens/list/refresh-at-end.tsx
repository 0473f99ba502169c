"use client";
import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Timers cannot wait longer, and no page is left open for weeks. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;
/** So that the server is past the moment for sure. */
const AFTER_MS = 1000;

/**
 * Asks for the list again when the next of the tokens that it shows ends: then it would say something else. Both times are the
 * server's; what passes until then is counted, not read off the browser's clock. `end`: null where none of them will.
 */
export function RefreshAtEnd({ end, now }: { end: Date | null; now: Date }) {
  const router = useRouter();
  const waitMs = end === null ? null : end.getTime() - now.getTime() + AFTER_MS;
  const served = now.getTime();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that was served again begins to wait again.
  useEffect(() => {
    if (waitMs === null || waitMs > LONGEST_WAIT_MS) return;
    const timer = setTimeout(() => router.refresh(), waitMs);
    return () => clearTimeout(timer);
  }, [router, waitMs, served]);
  return null;
}
