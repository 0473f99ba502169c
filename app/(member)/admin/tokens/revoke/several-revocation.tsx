/** What is confirmed before tokens are revoked together: each token with its owner and its last use. */
import type { Confirmation } from "@/components/confirm/confirmation";
import { NamedTokens } from "@/components/tokens/named-tokens";
import { ScrollArea } from "@/components/ui/scroll-area";
import { relativeTime } from "@/components/ui/time/relative-time";
import { typedProofFor } from "../../../tokens/[id]/revoke/typed-proof";
import { type RevokedSeveral, revokeSeveralByForm } from "../actions";
import type { ChosenToken } from "../chosen-tokens";
import { formatTokenCount } from "../outcome-words";

/** How many are named; a longer list would not be read. */
const MAX_NAMED = 100;

export function severalRevocationOf(tokens: readonly ChosenToken[], now: Date): Confirmation<RevokedSeveral> {
  const what = `Revoke ${formatTokenCount(tokens.length)}`;
  return {
    title: `${what}?`,
    description: `Every request with ${tokens.length === 1 ? "it" : "them"} is refused immediately. This cannot be undone.`,
    facts: <TokensToRevoke tokens={tokens} now={now} />,
    proof: typedProofFor(tokens, now),
    action: revokeSeveralByForm,
    fields: { token: tokens.map(({ id }) => id) },
    texts: TEXTS,
    confirmLabel: what,
  };
}

export const NO_RESPONSE = "There was no response, and some of them may still be accepted. Try again.";

const TEXTS = {
  noAnswer: NO_RESPONSE,
  forbidden: "Only administrators can revoke the tokens of others. You are no longer one.",
};

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
      {more > 0 && <p className="px-3 py-2 text-quiet text-sm">and {more.toLocaleString("en")} more</p>}
    </ScrollArea>
  );
}

function lastUse({ lastUsed, lastUsedAddress }: ChosenToken, now: Date): string {
  if (lastUsed === null) return "never used";
  return `used ${relativeTime(lastUsed, now)}${lastUsedAddress === null ? "" : ` from ${lastUsedAddress}`}`;
}
