"use client";
/** Stops the old secret of a rotation before its time. */
import { Button } from "@/components/ui/controls/button";
import { ConfirmDialog } from "@/components/ui/dialog/confirm-dialog";
import type { PageMember } from "@/lib/session/visitor";
import { endOverlapAction } from "../actions";
import { type StopResult, useStopping } from "../revoke/stopped-provider";

type EndOverlapProps = { tokenId: string; hint: string; calls: string; page: PageMember };

export function EndOverlap({ tokenId, hint, calls, page }: EndOverlapProps) {
  const { ask, asking, dialog } = useStopping({ tokenId, page, stop: () => end(page, tokenId) });
  return (
    <>
      <Button onClick={ask}>End overlap now</Button>
      {asking && (
        <ConfirmDialog open title="End the overlap now?" confirmLabel="End overlap" {...asking}>
          <p>
            The old secret <code className="[overflow-wrap:anywhere]">{hint}</code> stops with the next request. This
            cannot be undone.
          </p>
          <p>{calls}</p>
        </ConfirmDialog>
      )}
      {dialog}
    </>
  );
}

async function end(page: PageMember, tokenId: string): Promise<StopResult> {
  const answer = await endOverlapAction(page, tokenId);
  if ("refused" in answer) return answer;
  if (answer.kind !== "ended") return { failed: "The overlap has ended already. Load the page again." };
  return { stopped: answer.stopped };
}
