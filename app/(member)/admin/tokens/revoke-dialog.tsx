"use client";
/** Asks before several tokens are revoked: names each, whose it is and when it was last used. */
import { useRef, useState, useTransition } from "react";
import { useIdentity } from "@/components/session/use-identity";
import { ConfirmDialog } from "@/components/ui/dialog/dialog";
import type { PageMember } from "@/lib/session/visitor";
import { typedProofFor } from "../../tokens/[id]/revoke/typed-proof";
import { useTypedProof } from "../../tokens/[id]/revoke/use-typed-proof";
import { type RevokedSeveral, revokeSeveral } from "./actions";
import type { ChosenToken } from "./chosen-tokens";
import { tokensInWords } from "./outcome-words";
import { TokensToRevoke, whatRevokingSeveralDoes } from "./revoke/tokens-to-revoke";
import { NOTHING_REVOKED, PART_SIZE, revokeInParts } from "./revoke-in-parts";
import type { Outcome } from "./selection";

type RevokeDialogProps = {
  tokens: readonly ChosenToken[];
  now: Date;
  page: PageMember;
  onRevoked: (outcome: Outcome) => void;
  onCancel: () => void;
};

const NO_ADMINISTRATOR = "Only administrators can revoke the tokens of others. You are no longer one.";

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
  const what = tokensInWords(tokens.length);
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
        <p>{whatRevokingSeveralDoes(tokens.length)}</p>
        {field}
        <p role="status" className="text-sm empty:hidden">
          {busy &&
            tokens.length > PART_SIZE &&
            `${answered} of ${tokens.length} done. Cancel leaves the rest as it is.`}
        </p>
        <TokensToRevoke tokens={tokens} now={now} />
      </ConfirmDialog>
      {identity.dialog}
    </>
  );
}

/** What was stopped before has been told from the list already by then, so that to try again goes on with the others. */
function noAnswer({ revoked }: RevokedSeveral): string {
  if (revoked === 0) return "There was no response, and some of them may still be accepted. Try again.";
  return `${revoked} were stopped, then no answer came: the others may still be accepted. Try again with those.`;
}
