"use client";
/**
 * Says that a token has stopped, from a place that stays: the page may be rendered again, without the button that stopped it,
 * before the answer to that button is there.
 */
import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext, useState } from "react";
import { useAction } from "@/components/session/use-action";
import { lazyWhenUsed } from "@/components/ui/dialog/load-when-used";
import type { ActionRefusal } from "@/lib/session/action";
import type { PageMember } from "@/lib/session/visitor";
import type { Stopped } from "./stopped-dialog";

const StoppedDialog = lazyWhenUsed(async () => (await import("./stopped-dialog")).StoppedDialog);

const Show = createContext<(stopped: Stopped) => void>(() => {});

function useShowStopped(): (stopped: Stopped) => void {
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

type Stop = { stopped: Date } | { failed: string };
export type StopResult = ActionRefusal | Stop;

type StoppingOptions = { tokenId: string; page: PageMember; stop: () => Promise<StopResult> };

const TEXTS = { noAnswer: "There was no response. Try again: doing it twice does no harm." };

/** `asking`: what the dialog that asks is given; null while nothing is asked. Render `dialog` anywhere but in a form. */
type Stopping = {
  ask: () => void;
  asking: { busy: boolean; error: string | null; onConfirm: () => void; onCancel: () => void } | null;
  dialog: ReactNode;
};

export function useStopping({ tokenId, page, stop }: StoppingOptions): Stopping {
  const showStopped = useShowStopped();
  const { run, busy, dialog } = useAction(page, TEXTS);
  const [asking, setAsking] = useState<{ error: string | null } | null>(null);
  const ask = (error: string | null = null) => setAsking({ error });

  const onConfirm = () => {
    ask();
    run<Stop>(
      stop,
      (outcome) => {
        if ("failed" in outcome) return ask(outcome.failed);
        setAsking(null);
        showStopped({ page, tokenId, at: outcome.stopped });
      },
      ask,
    );
  };
  return {
    ask: () => ask(),
    asking: asking && { ...asking, busy, onConfirm, onCancel: () => setAsking(null) },
    dialog,
  };
}
