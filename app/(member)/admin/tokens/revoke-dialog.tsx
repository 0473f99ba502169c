"use client";
/** Asks before several tokens are revoked: names each, whose it is and when it was last used. */
import { useRef, useState, useTransition } from "react";
import { useIdentity } from "@/components/session/use-identity";
import { NamedTokens } from "@/components/tokens/named-tokens";
import { ConfirmDialog } from "@/components/ui/dialog/dialog";
import { relativeTime } from "@/components/ui/time/relative-time";
import type { PageMember } from "@/lib/session/visitor";
import { typedProofFor } from "../../tokens/[id]/revoke/typed-proof";
import { useTypedProof } from "../../tokens/[id]/revoke/use-typed-proof";
import { type RevokedSeveral, revokeSeveral } from "./actions";
import type { ChosenToken } from "./chosen-tokens";
import { NOTHING_REVOKED, PART_SIZE, revokeInParts } from "./revoke-in-parts";
import type { Outcome } from "./selection";

type RevokeDialogProps = {
  tokens: readonly ChosenToken[];
  now: Date;
  page: PageMember;
  onRevoked: (outcome: Outcome) => void;
  onCancel: () => void;
};

const NO_ADMINISTRATOR = "Only administrators can revoke the tokens of others. You are none any more.";

/** So many are named: nobody reads more of them. */
const MAX_NAMED = 100;

export default function RevokeDialog({ tokens, now, page, onRevoked, onCancel }: RevokeDialogProps) {
  const [error, setError] = useState<string | null>(null);
  const [answered, setAnswered] = useState(0);
  const isCancelled = useRef(false);
  const identity = useIdentity(page, NO_ADMINISTRATOR);
  const [busy, start] = useTransition();

  const revoke = (tokenIds: readonly string[], before = NOTHING_REVOKED) =>
    start(async () => {
      setError(null);
      setAnswered(0);
      isCancelled.current = false;
      const sender = {
        send: (part: string[]) => revokeSeveral(page, { tokenIds: part }),
        onProgress: setAnswered,
        isCancelled: () => isCancelled.current,
      };
      const { sum, rest, obstacle } = await revokeInParts(tokenIds, sender, before);
      if (obstacle === "no answer") return setError(noAnswer(sum));
      if (obstacle !== null) return setError(identity.ask(obstacle, () => revoke(rest, sum)));
      onRevoked({ ...sum, left: rest });
    });
  const { confirm, field } = useTypedProof({
    proof: typedProofFor(tokens, now),
    busy,
    onProven: () => revoke(tokens.map(({ id }) => id)),
  });
  const cancel = () => {
    isCancelled.current = true;
    onCancel();
  };
  const what = tokens.length === 1 ? "1 token" : `${tokens.length.toLocaleString("en")} tokens`;
  const more = tokens.length - MAX_NAMED;
  return (
    <>
      <ConfirmDialog
        open
        title={`Revoke ${what}?`}
        confirmLabel={`Revoke ${what}`}
        busy={busy}
        error={error}
        onConfirm={confirm}
        onCancel={cancel}
      >
        <p>
          What uses {tokens.length === 1 ? "it" : "them"} is refused from the next request on. This cannot be undone.
        </p>
        {field}
        <p role="status" className="text-sm empty:hidden">
          {busy &&
            tokens.length > PART_SIZE &&
            `${answered} of ${tokens.length} done. Cancel leaves the rest as it is.`}
        </p>
        {/* Scrolls by itself, so that all that is above it stays in sight. */}
        <section
          aria-label="What is revoked"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys.
          tabIndex={0}
          className="max-h-[min(16rem,30dvh)] overflow-y-auto overscroll-contain rounded-control"
        >
          <NamedTokens tokens={tokens.slice(0, MAX_NAMED)}>
            {(token) => (
              <>
                <bdi>{token.ownerName}</bdi> · {lastUse(token, now)}
              </>
            )}
          </NamedTokens>
          {more > 0 && <p className="px-3 py-2 text-quiet text-sm">and {more.toLocaleString("en")} more</p>}
        </section>
      </ConfirmDialog>
      {identity.dialog}
    </>
  );
}

/** What was stopped before has been told from the list already by then, so that to try again goes on with the others. */
function noAnswer({ revoked }: RevokedSeveral): string {
  if (revoked === 0) return "No answer came, and some of them may still be accepted. Try again.";
  return `${revoked} were stopped, then no answer came: the others may still be accepted. Try again with those.`;
}

function lastUse({ lastUsed, lastUsedAddress }: ChosenToken, now: Date): string {
  if (lastUsed === null) return "never used";
  return `used ${relativeTime(lastUsed, now)}${lastUsedAddress === null ? "" : ` from ${lastUsedAddress}`}`;
}
