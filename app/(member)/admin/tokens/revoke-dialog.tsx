"use client";
/** Asks before several tokens are revoked: names each with its owner and last use. */
import { useRef, useState } from "react";
import { useMemberAction } from "@/components/session/use-member-action";
import { ConfirmDialog } from "@/components/ui/dialog/dialog";
import type { PageMember } from "@/lib/session/visitor";
import { typedProofFor, USED_MEANWHILE } from "../../tokens/[id]/revoke/typed-proof";
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

const TEXTS = {
  noAnswer: "There was no response, and some of them may still be accepted. Try again.",
  forbidden: "Only administrators can revoke the tokens of others. You are no longer one.",
};

export default function RevokeDialog({ tokens, now, page, onRevoked, onCancel }: RevokeDialogProps) {
  const [answered, setAnswered] = useState(0);
  const isCancelled = useRef(false);
  const { run, ask, message, tell, busy, dialog } = useMemberAction(page, TEXTS);

  const revoke = (tokenIds: readonly string[], typed: string, before = NOTHING_REVOKED) => {
    setAnswered(0);
    isCancelled.current = false;
    const sender = {
      send: (part: string[]) => revokeSeveral(page, { tokenIds: part, all: tokens.length, typed }),
      onProgress: setAnswered,
      isCancelled: () => isCancelled.current,
    };
    run(
      () => revokeInParts(tokenIds, sender, before),
      ({ sum, rest, obstacle }) => {
        if (obstacle === null) return onRevoked({ ...sum, left: rest });
        if (obstacle === "no answer") return tell(noAnswer(sum));
        if ("mismatch" in obstacle) return tell(USED_MEANWHILE);
        tell(ask(obstacle, () => revoke(rest, typed, sum)));
      },
    );
  };
  const { confirm, field } = useTypedProof({
    proof: typedProofFor(tokens, now),
    busy,
    onProven: (typed) =>
      revoke(
        tokens.map(({ id }) => id),
        typed,
      ),
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
        error={message}
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
      {dialog}
    </>
  );
}

/** The tokens that were stopped are no longer in the list by then, so trying again continues with the others. */
function noAnswer({ revoked }: RevokedSeveral): string {
  if (revoked === 0) return TEXTS.noAnswer;
  return `${revoked} were stopped, then no answer came: the others may still be accepted. Try again with those.`;
}
