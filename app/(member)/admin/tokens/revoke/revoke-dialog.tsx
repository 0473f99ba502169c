"use client";
/** Confirms the revocation of several tokens, and sends it in parts. */
import { useRef, useState } from "react";
import { ConfirmDialog } from "@/components/confirm/confirm-dialog";
import type { FormAction } from "@/lib/session/form-state";
import type { PageMember } from "@/lib/session/visitor";
import { USED_MEANWHILE } from "../../../tokens/[id]/revoke/typed-proof";
import { type RevokedSeveral, revokeSeveral } from "../actions";
import type { ChosenToken } from "../chosen-tokens";
import { NOTHING_REVOKED, PART_SIZE, revokeInParts } from "../revoke-in-parts";
import type { Outcome } from "../selection";
import { NO_RESPONSE, severalRevocationOf } from "./several-revocation";

type RevokeDialogProps = {
  tokens: readonly ChosenToken[];
  now: Date;
  page: PageMember;
  onRevoked: (outcome: Outcome) => void;
  onCancel: () => void;
};

export function RevokeDialog({ tokens, now, page, onRevoked, onCancel }: RevokeDialogProps) {
  const [answered, setAnswered] = useState<number | null>(null);
  const isCancelled = useRef(false);
  // Trying again continues with the tokens without a response.
  const former = useRef({ sum: NOTHING_REVOKED, rest: tokens.map(({ id }) => id) });
  const confirmation = severalRevocationOf(tokens, now);

  const revoke: FormAction<Outcome> = async (_, form) => {
    const typed = String(form.get("typed") ?? "");
    const before = tokens.length - former.current.rest.length;
    setAnswered(before);
    const sender = {
      send: (tokenIds: string[]) => revokeSeveral(page, { tokenIds, all: tokens.length, typed }),
      onProgress: (count: number) => setAnswered(before + count),
      isCancelled: () => isCancelled.current,
    };
    const { sum, rest, obstacle } = await revokeInParts(former.current.rest, sender, former.current.sum);
    former.current = { sum, rest };
    setAnswered(null);
    if (obstacle === null) return { ...sum, left: rest };
    if (obstacle === "no answer") return { message: noAnswer(sum) };
    return "mismatch" in obstacle ? { message: USED_MEANWHILE } : obstacle;
  };
  const cancel = () => {
    isCancelled.current = true;
    onCancel();
  };
  return (
    <ConfirmDialog
      {...confirmation}
      facts={
        <>
          {confirmation.facts}
          <p role="status" className="text-sm empty:hidden">
            {answered !== null &&
              tokens.length > PART_SIZE &&
              `${answered} of ${tokens.length} done. Cancel leaves the rest as it is.`}
          </p>
        </>
      }
      action={revoke}
      // More tokens than a form can have fields.
      fields={{}}
      page={page}
      onDone={onRevoked}
      onCancel={cancel}
    />
  );
}

function noAnswer({ revoked }: RevokedSeveral): string {
  if (revoked === 0) return NO_RESPONSE;
  return `${revoked} were stopped, then no answer came: the others may still be accepted. Try again with those.`;
}
