"use client";
/** Asks before a token is revoked: names it, says how much it is used, and has its name typed where that is much. */
import { ConfirmDialog } from "@/components/ui/dialog/dialog";
import { Notice } from "@/components/ui/notice";
import { FactRow } from "@/components/ui/text/fact";
import { proofOfName } from "./typed-proof";
import { useTypedProof } from "./use-typed-proof";

export type RevokeDialogProps = {
  token: {
    name: string;
    hint: string;
    owner: string;
    /** "3 minutes ago from 10.0.0.8", or that it never was. */
    lastUsed: string;
    isRecentlyUsed: boolean;
    /** Where another secret of the same rotation goes on working. */
    otherHint: string | null;
  };
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
      <p>Every request with it is refused from the next one on. This cannot be undone.</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <FactRow name="Token">
          <code className="[overflow-wrap:anywhere]">{token.hint}</code>
        </FactRow>
        <FactRow name="Owner">{token.owner}</FactRow>
        <FactRow name="Last used">{token.lastUsed}</FactRow>
      </dl>
      {token.otherHint && (
        <Notice>The other secret of its rotation, {token.otherHint}, goes on working. Revoke it by itself.</Notice>
      )}
      {field}
    </ConfirmDialog>
  );
}
