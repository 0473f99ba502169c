"use client";
/**
 * Hands over tokens part by part, and keeps the new secrets until the person leaves the page. Asks for proof of identity if
 * necessary.
 */
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { useMemberAction } from "@/components/session/use-member-action";
import type { HowClosed } from "@/components/ui/dialog/once-dialog";
import type { ActionRefusal } from "@/lib/session/action";
import type { PageMember } from "@/lib/session/visitor";
import type { OverlapSeconds } from "@/lib/tokens/policy";
import { ADMINISTRATION } from "../../administration";
import { handOver } from "./actions";
import { handOverInParts, type Move, NOTHING_MOVED } from "./in-parts";
import type { Moving } from "./moved-secrets";

/** `nextHref`: the page to go to once the person has the secrets. */
export function useHandOver(page: PageMember, memberId: string, nextHref: (moves: readonly Move[]) => string) {
  const router = useRouter();
  const { run, ask, message, tell, busy, dialog } = useMemberAction(page, TEXTS);
  const [moving, setMoving] = useState<Moving | null>(null);
  const [sent, setSent] = useState<readonly Move[]>([]);
  const isCancelled = useRef(false);

  const start = (moves: readonly Move[], overlapSeconds: OverlapSeconds) => {
    const total = moves.length;
    const move = () =>
      handOverInParts(moves, {
        send: (part) => handOver(page, { memberId, overlapSeconds, ...part }),
        onProgress: (now) => setMoving((former) => former && { ...former, ...now }),
        isCancelled: () => isCancelled.current,
      });
    isCancelled.current = false;
    setSent(moves);
    // Set before anything has moved: from the first secret on, leaving the page asks for confirmation.
    setMoving({ ...NOTHING_MOVED, isOn: true, total });
    run(move, ({ moved, stayed, rest, obstacle }) => {
      // The page shows what has moved meanwhile.
      if (isCancelled.current) return router.refresh();
      const hasMoved = obstacle === null || moved.length > 0 || stayed.length > 0;
      setMoving(hasMoved ? { moved, stayed, isOn: false, total } : null);
      if (obstacle === null) return;
      if (obstacle === "no answer") tell(TEXTS.noAnswer);
      else if ("said" in obstacle) tell(obstacle.said);
      // Show the secrets of tokens that have moved, whether the person continues or not.
      else tell(hasMoved ? stoppedBefore(obstacle, rest.length) : ask(obstacle, () => start(moves, overlapSeconds)));
    });
  };
  const close = (how: HowClosed) => {
    isCancelled.current = true;
    setMoving(null);
    if (how === "page left") return;
    if (!moving?.isOn) router.replace(nextHref(sent));
    router.refresh();
  };
  return { start, moving, message, busy, close, dialog };
}

const TEXTS = {
  ...ADMINISTRATION,
  noAnswer:
    "There was no response, so some of the remaining tokens may have moved. Reload this page to see which are left. To get a new secret for a token that has moved, rotate it.",
};

function stoppedBefore({ refused }: ActionRefusal, count: number): string {
  const rest = count === 1 ? "1 token has" : `${count} tokens have`;
  const why =
    refused === "another-organization"
      ? "You have switched to another organisation in another tab"
      : "You have to confirm your identity again";
  return `${why}, so ${rest} not moved yet. Reload this page to hand over the rest.`;
}
