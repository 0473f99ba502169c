"use client";
/** Asks before the selected tokens are revoked, and shows the outcome. */
import { useState } from "react";
import { useMemberAction } from "@/components/session/use-member-action";
import { NamedTokens } from "@/components/tokens/named-tokens";
import { ConfirmDialog } from "@/components/ui/dialog/dialog";
import { Notice } from "@/components/ui/notice";
import { relativeTime } from "@/components/ui/time/relative-time";
import type { PageMember } from "@/lib/session/visitor";
import type { ExceedingToken } from "@/lib/tokens/read/list-exceeding";
import { typedProofFor, USED_MEANWHILE } from "../../tokens/[id]/revoke/typed-proof";
import { useTypedProof } from "../../tokens/[id]/revoke/use-typed-proof";
import { revokeExceeding } from "./actions";

type RevokeExceedingProps = {
  open: boolean;
  tokens: readonly ExceedingToken[];
  page: PageMember;
  now: Date;
  onClose: () => void;
};

const TEXTS = {
  noAnswer: "There was no response, and some of them may still be accepted. Try again.",
  forbidden: "Only administrators can revoke the tokens of others. You are no longer one.",
};

export function RevokeExceeding({ open, tokens, page, now, onClose }: RevokeExceedingProps) {
  const [done, setDone] = useState<string | null>(null);
  const { run, message, tell, busy, dialog } = useMemberAction(page, TEXTS);
  const what = tokens.length === 1 ? "1 token" : `${tokens.length} tokens`;
  const revoke = (typed: string) =>
    run(
      () => revokeExceeding(page, { tokenIds: tokens.map(({ id }) => id), all: tokens.length, typed }),
      (outcome) => {
        if ("mismatch" in outcome) return tell(USED_MEANWHILE);
        const { revoked, failed } = outcome;
        if (failed > 0) return tell(`${failed} could not be stopped. Try again.`);
        setDone(revoked === 1 ? "1 token was revoked." : `${revoked} tokens were revoked.`);
        close();
      },
    );
  const used = tokens.map(({ name, lastUsed }) => ({ name, lastUsed: lastUsed === null ? null : new Date(lastUsed) }));
  const { confirm, field } = useTypedProof({ proof: typedProofFor(used, now), busy, onProven: revoke });
  const close = () => {
    tell(null);
    onClose();
  };
  return (
    <>
      <div role="status">
        {done !== null && (
          <Notice tone="good" className="mt-3">
            {done}
          </Notice>
        )}
      </div>
      <ConfirmDialog
        open={open}
        title={`Revoke ${what}?`}
        confirmLabel={`Revoke ${what}`}
        busy={busy}
        error={message}
        onConfirm={confirm}
        onCancel={close}
      >
        <p>Every request with {tokens.length === 1 ? "it" : "them"} is refused immediately. This cannot be undone.</p>
        {field}
        <NamedTokens tokens={tokens}>
          {({ owner, lastUsed }) => (
            <>
              <bdi>{owner}</bdi> · {lastUsed === null ? "never used" : `used ${relativeTime(new Date(lastUsed), now)}`}
            </>
          )}
        </NamedTokens>
      </ConfirmDialog>
      {dialog}
    </>
  );
}
