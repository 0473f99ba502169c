"use client";
/**
 * Shows that a token has stopped, from a component that stays: the page may be rendered again, without the button, before the
 * response to that button arrives.
 */
import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext, useState } from "react";
import { useMemberAction } from "@/components/session/use-member-action";
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

const TEXTS = { noAnswer: "There was no response. Try again: it is safe to revoke a token twice." };

/** `asking`: the props of the confirm dialog; null while it is closed. Render `dialog` anywhere but in a form. */
type Stopping = {
  ask: () => void;
  asking: { busy: boolean; error: string | null; onConfirm: () => void; onCancel: () => void } | null;
  dialog: ReactNode;
};

export function useStopping({ tokenId, page, stop }: StoppingOptions): Stopping {
  const showStopped = useShowStopped();
  const { run, message, tell, busy, dialog } = useMemberAction(page, TEXTS);
  const [isAsking, setIsAsking] = useState(false);
  const ask = () => {
    tell(null);
    setIsAsking(true);
  };
  const onConfirm = () =>
    run<Stop>(stop, (outcome) => {
      if ("failed" in outcome) return tell(outcome.failed);
      setIsAsking(false);
      showStopped({ page, tokenId, at: outcome.stopped });
    });
  const asking = isAsking ? { busy, error: message, onConfirm, onCancel: () => setIsAsking(false) } : null;
  return { ask, asking, dialog };
}
