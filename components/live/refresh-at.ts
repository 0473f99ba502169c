/** A page that is to be asked for again at a certain moment. */
import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Timers cannot wait longer, and no page is left open for weeks. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;
/** So that the server is past the moment for sure. */
const AFTER_MS = 1000;

/**
 * Asks for the page again once a moment has come after which it would say something else. Both times are the server's; what
 * passes until then is counted, not read off the browser's clock.
 */
export function useRefreshAt(moment: Date | null, servedAt: Date): void {
  const router = useRouter();
  const waitMs = moment === null ? null : moment.getTime() - servedAt.getTime() + AFTER_MS;
  const served = servedAt.getTime();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that was served again begins to wait again.
  useEffect(() => {
    if (waitMs === null || waitMs > LONGEST_WAIT_MS) return;
    const timer = setTimeout(() => router.refresh(), waitMs);
    return () => clearTimeout(timer);
  }, [router, waitMs, served]);
}
