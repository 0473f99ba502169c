"use client";
import { useRef, useState } from "react";
import { ConfirmDialog } from "@/components/confirm/confirm";
import { NamedTokens } from "@/components/tokens/named-tokens";
import { ScrollArea } from "@/components/ui/scroll-area";
import { counted, inDigits } from "@/components/ui/text/digits";
import { relativeTime } from "@/components/ui/time/relative-time";
import type { FormAction } from "@/lib/session/form-state";
import type { PageMember } from "@/lib/session/visitor";
import { typedProofFor, USED_MEANWHILE } from "../../../tokens/[id]/revoke/typed-proof";
import { type RevokedSeveral, revokeSeveral } from "../actions";
import { NO_LONGER_ADMINISTRATOR, type Outcome } from "../outcome-words";
import { NOTHING_REVOKED, PART_SIZE, revokeInParts } from "../revoke-in-parts";
import type { ChosenToken } from "./load-chosen";

type RevokeDialogProps = {
  tokens: readonly ChosenToken[];
  now: Date;
  page: PageMember;
  onRevoked: (outcome: Outcome) => void;
  onCancel: () => void;
};

const NO_RESPONSE = "There was no response, and some of them may still be accepted. Try again.";

const TEXTS = { noAnswer: NO_RESPONSE, forbidden: NO_LONGER_ADMINISTRATOR };

export function RevokeDialog({ tokens, now, page, onRevoked, onCancel }: RevokeDialogProps) {
  const [answered, setAnswered] = useState<number | null>(null);
  const isCanceled = useRef(false);
  // Trying again continues with the tokens without a response.
  const former = useRef({ sum: NOTHING_REVOKED, rest: tokens.map(({ id }) => id) });
  const what = `Revoke ${counted(tokens.length, "token")}`;

  const revoke: FormAction<Outcome> = async (_, form) => {
    const typed = String(form.get("typed") ?? "");
    const before = tokens.length - former.current.rest.length;
    setAnswered(before);
    const sender = {
      send: (tokenIds: string[]) => revokeSeveral(page, { tokenIds, all: tokens.length, typed }),
      onProgress: (count: number) => setAnswered(before + count),
      isCanceled: () => isCanceled.current,
    };
    const { sum, rest, obstacle } = await revokeInParts(former.current.rest, sender, former.current.sum);
    former.current = { sum, rest };
    setAnswered(null);
    if (obstacle === null) return { ...sum, left: rest };
    if (obstacle === "no answer") return { message: noAnswer(sum) };
    return "mismatch" in obstacle ? { message: USED_MEANWHILE } : obstacle;
  };
  const cancel = () => {
    isCanceled.current = true;
    onCancel();
  };
  return (
    <ConfirmDialog
      title={`${what}?`}
      description={`Every request with ${tokens.length === 1 ? "it" : "them"} is refused immediately. This cannot be undone.`}
      facts={
        <>
          <TokensToRevoke tokens={tokens} now={now} />
          <p role="status" className="text-sm empty:hidden">
            {answered !== null &&
              tokens.length > PART_SIZE &&
              `${answered} of ${tokens.length} done. Cancel leaves the rest as it is.`}
          </p>
        </>
      }
      proof={typedProofFor(tokens, now)}
      texts={TEXTS}
      confirmLabel={what}
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

/** How many are named; a longer list would not be read. */
const MAX_NAMED = 100;

/** Scrolls by itself, so that everything above it stays in sight. */
function TokensToRevoke({ tokens, now }: { tokens: readonly ChosenToken[]; now: Date }) {
  const more = tokens.length - MAX_NAMED;
  return (
    <ScrollArea
      label="What is revoked"
      className="overflow-y-auto overscroll-contain max-h-[min(16rem,30dvh)] rounded-control"
    >
      <NamedTokens tokens={tokens.slice(0, MAX_NAMED)}>
        {(token) => (
          <>
            <bdi>{token.ownerName}</bdi> · {lastUse(token, now)}
          </>
        )}
      </NamedTokens>
      {more > 0 && <p className="px-3 py-2 text-quiet text-sm">and {inDigits(more)} more</p>}
    </ScrollArea>
  );
}

function lastUse({ lastUsed, lastUsedAddress }: ChosenToken, now: Date): string {
  if (lastUsed === null) return "never used";
  return `used ${relativeTime(new Date(lastUsed), now)}${lastUsedAddress === null ? "" : ` from ${lastUsedAddress}`}`;
}
