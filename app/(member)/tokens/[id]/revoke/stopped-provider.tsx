"use client";
/**
 * Says that a token has stopped, from a place that stays: the page may be rendered again, without the button that stopped it,
 * before the answer to that button is there.
 */
import { CircleCheck } from "lucide-react";
import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { readAs } from "@/components/session/read-as";
import { useIdentity } from "@/components/session/use-identity";
import { Button } from "@/components/ui/controls/button";
import { Dialog } from "@/components/ui/dialog";
import type { ActionRefusal } from "@/lib/session/action";
import type { PageMember } from "@/lib/session/visitor";

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
      <StoppedDialog
        stopped={stopped}
        onClose={() => {
          setStopped(null);
          router.refresh();
        }}
      />
    </Show>
  );
}

type Stopped = { page: PageMember; tokenId: string; at: Date };

const CHECK_MS = 2_000;

function StoppedDialog({ stopped, onClose }: { stopped: Stopped | null; onClose: () => void }) {
  if (stopped === null) return null;
  return (
    <Dialog
      open
      size="small"
      title={`Stopped at ${stopped.at.toISOString().slice(11, 19)} UTC`}
      onDismiss={onClose}
      footer={
        <Button look="primary" data-autofocus onClick={onClose}>
          Done
        </Button>
      }
    >
      <AcceptedSince {...stopped} />
      <p className="text-quiet text-sm">Every request with this token is answered 401 TOKEN_REVOKED from now on.</p>
    </Dialog>
  );
}

type Accepted = { accepted: number | null };

function AcceptedSince({ page, tokenId, at }: Stopped) {
  const [count, setCount] = useState<number | null>(null);
  useEffect(() => {
    let isGone = false;
    const check = async () => {
      if (document.visibilityState !== "visible") return;
      const path = `/tokens/${tokenId}/accepted`;
      const answer = await readAs<Accepted>(page, path, { since: at.toISOString() }).catch(() => null);
      if (!isGone && answer !== null && "accepted" in answer) setCount(answer.accepted);
    };
    check();
    const timer = setInterval(check, CHECK_MS);
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, [page, tokenId, at]);
  return (
    <p role="status" className="flex items-center gap-2">
      <CircleCheck aria-hidden className="size-5 shrink-0 text-good" />
      <span>
        <strong className="font-semibold">{count ?? "…"}</strong> {count === 1 ? "request" : "requests"} accepted since
      </span>
    </p>
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
