"use client";
import { CircleCheck } from "lucide-react";
import { useAccepted } from "@/components/tokens/use-accepted";
import { Button } from "@/components/ui/controls/button";
import { Dialog } from "@/components/ui/dialog/dialog";
import { exactTime, pageZone } from "@/components/ui/time/relative-time";
import type { PageMember } from "@/lib/session/visitor";

export type Stopped = { page: PageMember; tokenId: string; at: Date };

export function StoppedDialog({ stopped, onClose }: { stopped: Stopped; onClose: () => void }) {
  return (
    <Dialog
      open
      size="small"
      title={`Stopped at ${exactTime(stopped.at, pageZone()).split(", ")[1]}`}
      onDismiss={onClose}
      footer={
        <Button look="primary" data-autofocus onClick={onClose}>
          Done
        </Button>
      }
    >
      <AcceptedSince {...stopped} />
      <p className="text-quiet text-sm">Requests with this token now get 401 TOKEN_REVOKED.</p>
    </Dialog>
  );
}

function AcceptedSince({ page, tokenId, at }: Stopped) {
  const count = useAccepted({ page, tokenId, since: at });
  return (
    <p role="status" className="flex items-center gap-2">
      <CircleCheck aria-hidden className="size-5 shrink-0 text-good" />
      <span>
        <strong className="font-semibold">{count ?? "…"}</strong> {count === 1 ? "request" : "requests"} accepted since
      </span>
    </p>
  );
}
