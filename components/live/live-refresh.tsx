"use client";
/**
 * Keeps the numbers of a page fresh: asks the server for it again while somebody can see it, and while nobody types or has a
 * dialog open. Never put it on a page that shows a secret.
 */
import { useRouter } from "next/navigation";
import { useEffect } from "react";

export function LiveRefresh({ seconds }: { seconds: number }) {
  const router = useRouter();
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === "visible" && !isBusy()) router.refresh();
    };
    const timer = setInterval(refresh, seconds * 1000);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [router, seconds]);
  return null;
}

function isBusy(): boolean {
  return (
    document.querySelector("dialog[open]") !== null ||
    document.activeElement?.matches("input, textarea, select") === true
  );
}

/**
 * The server's time as a browser can know it: when the page was rendered, and what has passed since. Never ahead of the server;
 * the browser's own clock may be days off.
 */
export function startServerClock(servedAt: Date): () => Date {
  const started = performance.now();
  return () => new Date(servedAt.getTime() + performance.now() - started);
}

/** Timers cannot wait longer, and no page is left open for weeks. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;
/** So that the server is past the moment for sure. */
const AFTER_MS = 1000;

/** Asks for the page again once a moment has come after which it would say something else. Both times are the server's; what passes until then is counted, not read off the browser's clock. */
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
