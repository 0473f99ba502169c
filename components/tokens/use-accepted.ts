"use client";
/** Polls how many requests of a token were accepted, while the page is visible. */
import { useEffect, useState } from "react";
import type { PageMember } from "@/lib/session/visitor";
import { readAs } from "../session/read-as";

const CHECK_MS = 2_000;

/** `since` absent: from the beginning. */
type Asked = { page: PageMember; tokenId: string; since?: Date };

/** null: not known yet. `until`: stops polling once this many were accepted. */
export function useAccepted({ page, tokenId, since }: Asked, until = Number.POSITIVE_INFINITY): number | null {
  const [count, setCount] = useState<number | null>(null);
  const isOver = count !== null && count >= until;
  const from = since?.toISOString();
  useEffect(() => {
    if (isOver) return;
    let isGone = false;
    const check = async () => {
      if (document.visibilityState !== "visible") return;
      const query: Record<string, string> = from === undefined ? {} : { since: from };
      const path = `/tokens/${tokenId}/accepted`;
      const answer = await readAs<{ accepted: number | null }>(page, path, query).catch(() => null);
      if (!isGone && answer !== null && "accepted" in answer) setCount(answer.accepted);
    };
    check();
    const timer = setInterval(check, CHECK_MS);
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, [page, tokenId, from, isOver]);
  return count;
}
