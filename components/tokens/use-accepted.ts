"use client";
/** Polls until the first request of a token has arrived, while the page is visible. */
import { useEffect, useState } from "react";
import type { PageMember } from "@/lib/session/visitor";
import { readAs } from "../session/read-as";

const CHECK_MS = 2_000;

/** Whether a request with the token was accepted. */
export function useAccepted({ page, tokenId }: { page: PageMember; tokenId: string }): boolean {
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
