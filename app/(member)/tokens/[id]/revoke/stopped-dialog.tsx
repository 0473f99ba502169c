"use client";
/** That a token has stopped, since when, and how many requests were accepted since: none, as can be watched. */
import { CircleCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { readAs } from "@/components/session/read-as";
import { Button } from "@/components/ui/controls/button";
import { Dialog } from "@/components/ui/dialog/dialog";
import type { PageMember } from "@/lib/session/visitor";

export type Stopped = { page: PageMember; tokenId: string; at: Date };

const CHECK_MS = 2_000;

export function StoppedDialog({ stopped, onClose }: { stopped: Stopped; onClose: () => void }) {
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
