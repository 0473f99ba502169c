"use client";
/** Asks before the selected tokens are revoked, and says what became of it. */
import { useState, useTransition } from "react";
import { useIdentity } from "@/components/session/use-identity";
import { NamedTokens } from "@/components/tokens/named-tokens";
import { ConfirmDialog } from "@/components/ui/dialog/dialog";
import { Notice } from "@/components/ui/notice";
import { relativeTime } from "@/components/ui/time/relative-time";
import type { PageMember } from "@/lib/session/visitor";
import type { ExceedingToken } from "@/lib/tokens/read/list-exceeding";
import { revokeExceeding } from "./actions";

type RevokeExceedingProps = {
  open: boolean;
  tokens: readonly ExceedingToken[];
  page: PageMember;
  now: Date;
  onClose: () => void;
};

const NO_ANSWER = "No answer came, and some of them may still be accepted. Try again.";
const NO_ADMINISTRATOR = "Only administrators can revoke the tokens of others. You are none any more.";

export function RevokeExceeding({ open, tokens, page, now, onClose }: RevokeExceedingProps) {
  const [error, setError] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const [busy, start] = useTransition();
  const identity = useIdentity(page, NO_ADMINISTRATOR);
  const what = tokens.length === 1 ? "1 token" : `${tokens.length} tokens`;
  const revoke = () =>
    start(async () => {
      const answer = await revokeExceeding(page, { tokenIds: tokens.map(({ id }) => id) }).catch(() => null);
      if (answer === null) return setError(NO_ANSWER);
      if ("refused" in answer) return setError(identity.ask(answer, revoke));
      if (answer.failed > 0) return setError(`${answer.failed} could not be stopped. Try again.`);
      setDone(answer.revoked === 1 ? "1 token was revoked." : `${answer.revoked} tokens were revoked.`);
      close();
    });
  const close = () => {
    setError(null);
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
        error={error}
        onConfirm={revoke}
        onCancel={close}
      >
        <p>Every request with {tokens.length === 1 ? "it" : "them"} is refused immediately. This cannot be undone.</p>
        <NamedTokens tokens={tokens}>
          {({ owner, lastUsed }) => (
            <>
              <bdi>{owner}</bdi> · {lastUsed === null ? "never used" : `used ${relativeTime(new Date(lastUsed), now)}`}
            </>
          )}
        </NamedTokens>
      </ConfirmDialog>
      {identity.dialog}
    </>
  );
}
