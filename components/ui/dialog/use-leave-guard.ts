"use client";
/** Guards a secret that is not copied yet against what would take it off the screen: Back, reload, closing the tab. */
import { useEffect, useEffectEvent, useLayoutEffect } from "react";
import { flushSync } from "react-dom";

type LeaveGuard = {
  armed: boolean;
  onAttempt: () => void;
  /** The page is being unloaded, perhaps into the back/forward cache: discard its secrets. */
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

  // Before the secret is painted: otherwise Back, pressed in between, would leave the page while it asks.
  useLayoutEffect(() => {
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

/** Adds a history entry with the same address for Back to consume. The router's own state in it is kept. */
function enterGuard(): void {
  if (window.history.state?.secretShown === true) return;
  window.history.pushState({ ...window.history.state, ...GUARD }, "");
}

/** A page from the back/forward cache is as it was left: without the secret, and with a form that was sent. */
function reloadWhenRestored(event: PageTransitionEvent): void {
  if (event.persisted) window.location.reload();
}
