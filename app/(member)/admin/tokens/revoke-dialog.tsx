"use client";
/** Asks before several tokens are revoked: names each, whose it is and when it was last used. */
import { useState, useTransition } from "react";
import { useIdentity } from "@/components/session/use-identity";
import type { TokenItem } from "@/components/tokens/list/token-item";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { relativeTime } from "@/components/ui/relative-time";
import { type RevokedSeveral, revokeSeveral } from "./actions";

type RevokeDialogProps = {
  open: boolean;
  tokens: readonly TokenItem[];
  now: Date;
  /** The administrator's. */
  email: string;
  onRevoked: (outcome: RevokedSeveral) => void;
  onCancel: () => void;
};

const FAILED = "That did not work, and some of them may still be accepted. Try again.";
const NO_ADMINISTRATOR = "Only administrators can revoke the tokens of others. You are none any more.";

export function RevokeDialog({ open, tokens, now, email, onRevoked, onCancel }: RevokeDialogProps) {
  const [error, setError] = useState<string | null>(null);
  const identity = useIdentity(email, NO_ADMINISTRATOR);
  const [busy, start] = useTransition();

  const revoke = () =>
    start(async () => {
      setError(null);
      const answer = await revokeSeveral({ tokenIds: tokens.map(({ id }) => id) }).catch(() => null);
      if (answer === null) return setError(FAILED);
      if ("refused" in answer) return setError(identity.ask(answer, revoke));
      onRevoked(answer);
    });
  const what = tokens.length === 1 ? "1 token" : `${tokens.length} tokens`;
  return (
    <>
      <ConfirmDialog
        open={open}
        title={`Revoke ${what}?`}
        confirmLabel={`Revoke ${what}`}
        busy={busy}
        error={error}
        onConfirm={revoke}
        onCancel={() => {
          setError(null);
          onCancel();
        }}
      >
        <p>What uses {tokens.length === 1 ? "it" : "them"} is refused from the next call on. This cannot be undone.</p>
        <ul className="rounded-control bg-sunken px-3 py-1.5 text-sm">
          {tokens.map((token) => (
            <li key={token.id} className="py-1.5">
              <span className="block font-medium [overflow-wrap:anywhere]">
                <bdi>{token.name}</bdi>
              </span>
              <span className="font-mono text-[0.8125rem]">{token.hint}</span>
              <span className="text-quiet [overflow-wrap:anywhere]">
                {" "}
                · <bdi>{token.owner.name}</bdi> · {lastUse(token, now)}
              </span>
            </li>
          ))}
        </ul>
      </ConfirmDialog>
      {identity.dialog}
    </>
  );
}

function lastUse({ lastUsed, lastUsedAddress }: TokenItem, now: Date): string {
  if (lastUsed === null) return "never used";
  return `used ${relativeTime(lastUsed, now)}${lastUsedAddress === null ? "" : ` from ${lastUsedAddress}`}`;
}
