"use client";
/** Asks before a token is revoked: names it, says how much it is used, and has its name typed where that is much. */
import { type FormEvent, useState } from "react";
import { TextField } from "@/components/ui/controls/field";
import { ScriptForm } from "@/components/ui/controls/script-form";
import { ConfirmDialog } from "@/components/ui/dialog";
import { FactRow } from "@/components/ui/fact";
import { Notice } from "@/components/ui/notice";
import { isSameName } from "./recently-used";

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
  const [typed, setTyped] = useState("");
  const [mismatch, setMismatch] = useState<string | null>(null);
  const confirm = (event?: FormEvent) => {
    event?.preventDefault();
    if (dialog.busy) return;
    if (token.isRecentlyUsed && !isSameName(typed, token.name))
      return setMismatch(`Type the name as it is: ${token.name}`);
    setMismatch(null);
    onConfirm();
  };
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
      <ScriptForm onSubmit={confirm} noValidate>
        {token.isRecentlyUsed && (
          <TextField
            label={`It was used in the last 24 hours. Type its name to go on: ${token.name}`}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            error={mismatch}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </ScriptForm>
    </ConfirmDialog>
  );
}
