"use client";
/**
 * Says that a token has stopped, from a place that stays: the page may be rendered again, without the button that stopped it,
 * before the answer to that button is there.
 */
import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext, useState } from "react";
import { useIdentity } from "@/components/session/use-identity";
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

export type StopResult = ActionRefusal | { stopped: Date } | { failed: string };

type Asking = { busy: boolean; error: string | null } | null;

type StoppingOptions = {
  tokenId: string;
  page: PageMember;
  stop: () => Promise<StopResult>;
};

/** `asking`: what the dialog that asks is given; null while nothing is asked. Render `dialog` anywhere but in a form. */
type Stopping = {
  ask: () => void;
  asking: { busy: boolean; error: string | null; onConfirm: () => void; onCancel: () => void } | null;
  dialog: ReactNode;
};

export function useStopping({ tokenId, page, stop }: StoppingOptions): Stopping {
  const showStopped = useShowStopped();
  const identity = useIdentity(page);
  const [asking, setAsking] = useState<Asking>(null);
  const askAgain = (error: string | null) => setAsking({ busy: false, error });

  const onConfirm = async () => {
    setAsking({ busy: true, error: null });
    const answer = await stop().catch(() => null);
    if (answer === null) return askAgain("No answer came back. Try again: doing it twice does no harm.");
    if ("refused" in answer) return askAgain(identity.ask(answer, onConfirm));
    if ("failed" in answer) return askAgain(answer.failed);
    setAsking(null);
    showStopped({ page, tokenId, at: answer.stopped });
  };
  return {
    ask: () => askAgain(null),
    asking: asking && { ...asking, onConfirm, onCancel: () => setAsking(null) },
    dialog: identity.dialog,
  };
}
