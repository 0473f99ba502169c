"use client";
/**
 * Says that a token has stopped, from a place that stays: the page may be made anew, without the button that stopped it,
 * before the answer to that button is there.
 */
import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { type Stopped, StoppedDialog } from "./stopped-dialog";

const Tell = createContext<(stopped: Stopped) => void>(() => {});

export function useTellStopped(): (stopped: Stopped) => void {
  return useContext(Tell);
}

export function StoppedTeller({ children }: { children: ReactNode }) {
  const router = useRouter();
  const [stopped, setStopped] = useState<Stopped | null>(null);
  useFocusAfter(stopped);
  return (
    <Tell value={setStopped}>
      {children}
      <StoppedDialog
        stopped={stopped}
        onClose={() => {
          setStopped(null);
          router.refresh();
        }}
      />
    </Tell>
  );
}

/** The button that was pressed may be gone: focus then goes to the page's content instead of nowhere. */
function useFocusAfter(stopped: Stopped | null): void {
  useEffect(() => {
    if (stopped === null) return;
    return () => {
      if (document.activeElement === document.body) document.getElementById("content")?.focus();
    };
  }, [stopped]);
}
