"use client";
/**
 * Shows that a token has stopped, from a component that stays: the page may be rendered again, without the button, before the
 * response to that button arrives.
 */
import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext, useState } from "react";
import { lazyWhenUsed } from "@/components/ui/dialog/load-when-used";
import type { Stopped } from "./stopped-dialog";

const StoppedDialog = lazyWhenUsed(async () => (await import("./stopped-dialog")).StoppedDialog);

const Show = createContext<(stopped: Stopped) => void>(() => {});

export function useShowStopped(): (stopped: Stopped) => void {
  return useContext(Show);
}

export function StoppedProvider({ children }: { children: ReactNode }) {
  const router = useRouter();
  const [stopped, setStopped] = useState<Stopped | null>(null);
  return (
    <Show value={setStopped}>
      {children}
      {stopped && (
        <StoppedDialog
          stopped={stopped}
          onClose={() => {
            setStopped(null);
            router.refresh();
          }}
        />
      )}
    </Show>
  );
}
