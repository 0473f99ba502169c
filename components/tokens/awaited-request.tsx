"use client";
/** Waits for the first request with a new token, and says when it has arrived. */
import { CircleCheck } from "lucide-react";
import type { PageMember } from "@/lib/session/visitor";
import { useAccepted } from "./use-accepted";

export function AwaitedRequest(token: { page: PageMember; tokenId: string }) {
  return <Awaited hasArrived={useAccepted(token)} />;
}

export function Awaited({ hasArrived }: { hasArrived: boolean }) {
  return (
    <p
      role="status"
      className={hasArrived ? "flex items-center gap-2 text-good" : "flex items-center gap-2 text-quiet"}
    >
      {hasArrived ? (
        <CircleCheck aria-hidden className="size-5 shrink-0" />
      ) : (
        <span aria-hidden className="grid size-5 shrink-0 place-items-center">
          <span className="size-2 rounded-full bg-current motion-safe:animate-pulse" />
        </span>
      )}
      {hasArrived ? "Your first request has arrived." : "Waiting for your first request …"}
    </p>
  );
}
