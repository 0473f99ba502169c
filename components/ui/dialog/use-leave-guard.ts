"use client";
/**
 * Stands between a secret that nobody has copied yet and everything that would take it off the screen: Back, reload, closing
 * the tab. What lies behind an open dialog cannot be reached anyway.
 */
import { useEffect, useEffectEvent } from "react";
import { flushSync } from "react-dom";

type LeaveGuard = {
  armed: boolean;
  onAttempt: () => void;
  /** The page is going away, perhaps into the browser's memory of pages: forget what is on it. */
  onPageLeft: () => void;
};

const GUARD = { secretShown: true };

export function useLeaveGuard({ armed, onAttempt, onPageLeft }: LeaveGuard): void {
  useEffect(() => {
    if (!armed) return;
    // Browsers show a question of their own.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [armed]);

  const backPressed = useEffectEvent(() => {
    if (!armed) return window.history.back();
    enterGuard();
    onAttempt();
  });
  const pageLeft = useEffectEvent(() => flushSync(onPageLeft));

  useEffect(() => {
    enterGuard();
    const onPopState = () => backPressed();
    const onPageHide = () => pageLeft();
    window.addEventListener("popstate", onPopState);
    window.addEventListener("pagehide", onPageHide);
    window.addEventListener("pageshow", reloadWhenRestored);
    return () => {
      window.removeEventListener("popstate", onPopState);
      window.removeEventListener("pagehide", onPageHide);
      window.removeEventListener("pageshow", reloadWhenRestored);
    };
  }, []);
}

/** An entry of the history for Back to take, at the same address. What the router keeps in it stays. */
function enterGuard(): void {
  if (window.history.state?.secretShown === true) return;
  window.history.pushState({ ...window.history.state, ...GUARD }, "");
}

/** A page from the browser's memory is as it was left: without the secret, and with a form that was sent. */
function reloadWhenRestored(event: PageTransitionEvent): void {
  if (event.persisted) window.location.reload();
}
