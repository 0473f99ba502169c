"use client";
/** Asks before a token is revoked. Focus begins on Cancel; of a token in use, the name has to be typed. */
import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { TextField } from "@/components/ui/controls/field";
import { Dialog } from "@/components/ui/dialog";
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

export function RevokeDialog({ token, busy, error, onConfirm, onCancel }: RevokeDialogProps) {
  const formId = useId();
  const [typed, setTyped] = useState("");
  const [mismatch, setMismatch] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (token.isRecentlyUsed && !isSameName(typed, token.name))
      return setMismatch(`Type the name as it is: ${token.name}`);
    setMismatch(null);
    onConfirm();
  };
  return (
    <Dialog
      open
      size="small"
      title={
        <>
          Revoke “<bdi>{token.name}</bdi>”?
        </>
      }
      description="Every request with it is refused from the next one on. This cannot be undone."
      onDismiss={onCancel}
      footer={
        <>
          <Button data-autofocus onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" form={formId} look="danger" busy={busy}>
            Revoke token
          </Button>
        </>
      }
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <Line name="Token">
          <code className="[overflow-wrap:anywhere]">{token.hint}</code>
        </Line>
        <Line name="Owner">{token.owner}</Line>
        <Line name="Last used">{token.lastUsed}</Line>
      </dl>
      {token.otherHint && (
        <Notice>The other secret of its rotation, {token.otherHint}, goes on working. Revoke it by itself.</Notice>
      )}
      <form id={formId} onSubmit={submit} noValidate>
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
      </form>
      {error && (
        <Notice tone="bad" role="alert">
          {error}
        </Notice>
      )}
    </Dialog>
  );
}

function Line({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-quiet">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </>
  );
}
