"use client";
/** Reloads a visible page while the person is not busy in it. Never put it on a page that shows a secret. */
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
