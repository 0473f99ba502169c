"use client";
/** Stops the old secret of a rotation early. */
import { AskForm } from "@/components/asking/ask-form";
import { Button } from "@/components/ui/controls/button";
import { ConfirmDialog } from "@/components/ui/dialog/confirm-dialog";
import type { PageMember } from "@/lib/session/visitor";
import { endOverlapAction } from "../../actions";
import { type StopResult, useStopping } from "../../revoke/stopped-provider";
import { WhatEnds } from "./what-ends";

type EndOverlapProps = { tokenId: string; hint: string; calls: string; page: PageMember };

export function EndOverlap({ tokenId, hint, calls, page }: EndOverlapProps) {
  const { ask, asking, dialog } = useStopping({ tokenId, page, stop: () => end(page, tokenId) });
  return (
    <>
      <AskForm action={`/tokens/${tokenId}/rotation/end-overlap`} onAsk={ask}>
        <Button type="submit">End overlap now</Button>
      </AskForm>
      {asking && (
        <ConfirmDialog open title="End the overlap now?" confirmLabel="End overlap" {...asking}>
          <WhatEnds hint={hint} calls={calls} />
        </ConfirmDialog>
      )}
      {dialog}
    </>
  );
}

async function end(page: PageMember, tokenId: string): Promise<StopResult> {
  const answer = await endOverlapAction(page, tokenId);
  if ("refused" in answer) return answer;
  if (answer.kind !== "ended") return { failed: "The overlap has already ended. Reload the page." };
  return { stopped: answer.stopped };
}
