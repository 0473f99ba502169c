/** Tokens about to be revoked together: the effect, and each token with its owner and its last use. */

import { NamedTokens } from "@/components/tokens/named-tokens";
import { ScrollArea } from "@/components/ui/scroll-area";
import { relativeTime } from "@/components/ui/time/relative-time";
import type { ChosenToken } from "../chosen-tokens";

/** How many are named; a longer list would not be read. */
const MAX_NAMED = 100;

export function whatRevokingSeveralDoes(count: number): string {
  return `Every request with ${count === 1 ? "it" : "them"} is refused immediately. This cannot be undone.`;
}

/** Scrolls by itself, so that everything above it stays in sight. */
export function TokensToRevoke({ tokens, now }: { tokens: readonly ChosenToken[]; now: Date }) {
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
