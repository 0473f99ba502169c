"use client";
/** Outlives the button: the page may be rendered again without it before the response to it arrives. */
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
