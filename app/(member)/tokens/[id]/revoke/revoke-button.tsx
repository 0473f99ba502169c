"use client";
/** Revokes a token, after a dialog that names it and says how much it is used. */
import { OctagonX } from "lucide-react";
import { useEffect } from "react";
import { AskForm } from "@/components/asking/ask-form";
import { Button } from "@/components/ui/controls/button";
import { lazyWhenUsed } from "@/components/ui/dialog/load-when-used";
import type { PageMember } from "@/lib/session/visitor";
import { revokeAction } from "../actions";
import type { RevocableToken } from "./revocable-token";
import { type StopResult, useStopping } from "./stopped-provider";

const RevokeDialog = lazyWhenUsed(async () => (await import("./revoke-dialog")).RevokeDialog);

export function RevokeButton({ token, page }: { token: RevocableToken; page: PageMember }) {
  const { ask, asking, dialog } = useStopping({ tokenId: token.id, page, stop: () => revoke(page, token.id) });
  useFocusAfterRemoval();
  return (
    <>
      <AskForm action={`/tokens/${token.id}/revoke`} onAsk={ask}>
        <Button type="submit" look="risky">
          <OctagonX aria-hidden />
          Revoke
        </Button>
      </AskForm>
      {asking && <RevokeDialog token={token} {...asking} />}
      {dialog}
    </>
  );
}

async function revoke(page: PageMember, tokenId: string): Promise<StopResult> {
  const answer = await revokeAction(page, tokenId);
  if ("refused" in answer) return answer;
  if (answer.kind === "unknown") return { failed: "This token no longer exists. Reload the page." };
  return { stopped: answer.stopped };
}

/** The page of a revoked token has no such button, so the focus moves to the page's content instead of being lost. */
function useFocusAfterRemoval(): void {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById("content")?.focus();
    },
    [],
  );
}
