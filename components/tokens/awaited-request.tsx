"use client";
/** Waits for the first request with a new token, and says when it has arrived. */
import { CircleCheck } from "lucide-react";
import { useEffect, useState } from "react";
import type { PageMember } from "@/lib/session/visitor";
import { readAs } from "../session/read-as";

export function AwaitedRequest(token: { page: PageMember; tokenId: string }) {
  return <Awaited hasArrived={useAccepted(token)} />;
}

export function Awaited({ hasArrived }: { hasArrived: boolean }) {
  return (
    <p role="status" className={`flex items-center gap-2 ${hasArrived ? "text-good" : "text-quiet"}`}>
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

const CHECK_MS = 2_000;

/** Asks, while the page is visible, until a request with the token was accepted. */
function useAccepted({ page, tokenId }: { page: PageMember; tokenId: string }): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (isOver) return;
    let isGone = false;
    const check = async () => {
      if (document.visibilityState !== "visible") return;
      const answer = await readAs<{ accepted: number | null }>(page, `/tokens/${tokenId}/accepted`, {}).catch(
        () => null,
      );
      if (!isGone && answer !== null && "accepted" in answer) setOver((answer.accepted ?? 0) > 0);
    };
    check();
    const timer = setInterval(check, CHECK_MS);
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, [page, tokenId, isOver]);
  return isOver;
}
