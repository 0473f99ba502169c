"use client";
/** Revokes a token, after a dialog that names it and says how much it is used. */
import { OctagonX } from "lucide-react";
import { useEffect } from "react";
import { Button } from "@/components/ui/controls/button";
import { lazyWhenUsed } from "@/components/ui/dialog/load-when-used";
import type { PageMember } from "@/lib/session/visitor";
import { revokeAction } from "../actions";
import type { RevokeDialogProps } from "./revoke-dialog";
import { type StopResult, useStopping } from "./stopped-provider";

export type RevocableToken = RevokeDialogProps["token"] & { id: string };

const RevokeDialog = lazyWhenUsed(async () => (await import("./revoke-dialog")).RevokeDialog);

export function RevokeButton({ token, page }: { token: RevocableToken; page: PageMember }) {
  const { ask, asking, dialog } = useStopping({ tokenId: token.id, page, stop: () => revoke(page, token.id) });
  useFocusAfterRemoval();
  return (
    <>
      <Button look="risky" onClick={ask}>
        <OctagonX aria-hidden />
        Revoke
      </Button>
      {asking && <RevokeDialog token={token} {...asking} />}
      {dialog}
    </>
  );
}

async function revoke(page: PageMember, tokenId: string): Promise<StopResult> {
  const answer = await revokeAction(page, tokenId);
  if ("refused" in answer) return answer;
  if (answer.kind === "unknown") return { failed: "There is no such token any more. Load the page again." };
  return { stopped: answer.stopped };
}

/** The page of a revoked token has no such button: focus then goes to the page's content instead of nowhere. */
function useFocusAfterRemoval(): void {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById("content")?.focus();
    },
    [],
  );
}
