"use client";
/** Asks before a token is revoked: names it, says how much it is used, and requires its name to be typed if it is in use. */
import { ConfirmDialog } from "@/components/ui/dialog/dialog";
import type { RevocableToken } from "./revocable-token";
import { RevokeFacts, WHAT_REVOKING_DOES } from "./revoke-facts";
import { proofOfName } from "./typed-proof";
import { useTypedProof } from "./use-typed-proof";

export type RevokeDialogProps = {
  token: RevocableToken;
  busy: boolean;
  error: string | null;
  onConfirm: () => void;
  onCancel: () => void;
};

export function RevokeDialog({ token, onConfirm, ...dialog }: RevokeDialogProps) {
  const proof = token.isRecentlyUsed ? proofOfName(token.name) : null;
  const { confirm, field } = useTypedProof({ proof, busy: dialog.busy, onProven: onConfirm });
  return (
    <ConfirmDialog
      {...dialog}
      open
      title={
        <>
          Revoke “<bdi>{token.name}</bdi>”?
        </>
      }
      confirmLabel="Revoke token"
      onConfirm={confirm}
    >
      <p>{WHAT_REVOKING_DOES}</p>
      <RevokeFacts token={token} />
      {field}
    </ConfirmDialog>
  );
}
