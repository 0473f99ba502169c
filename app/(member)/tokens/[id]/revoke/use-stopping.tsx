"use client";
/** The course that revoking a token and ending an overlap share: asking first, waiting, and saying when it stopped. */
import { type ReactNode, useState } from "react";
import { useIdentity } from "@/components/session/use-identity";
import type { ActionRefusal } from "@/lib/session/action";
import type { PageMember } from "@/lib/session/visitor";
import { useShowStopped } from "./stopped-provider";

/** `failed`: why nothing was stopped, in words. */
export type StopResult = ActionRefusal | { stopped: Date } | { failed: string };

/** null while nothing is asked. */
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
