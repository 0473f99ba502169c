/** What a deactivation does, and the tokens that stop with it: all of them, in a part that scrolls by itself. */

import Link from "next/link";
import { type NamedToken, NamedTokens } from "@/components/tokens/named-tokens";
import { ScrollArea } from "@/components/ui/scroll-area";
import { relativeTime } from "@/components/ui/time/relative-time";

export type StoppingToken = NamedToken & { lastUsed: string | null };

export function whatDeactivatingDoes(name: string, address: string): string {
  return `${name} (${address}) is signed out and cannot sign in again. This can be undone: what stops now works again once the member is active.`;
}

/** `tokens` null: still being looked up. */
export function StoppingTokens({ tokens, handOverHref }: { tokens: StoppingToken[] | null; handOverHref: string }) {
  return (
    <div role="status" className="min-h-6">
      {tokens === null && <p className="text-quiet">Looking for tokens that would stop …</p>}
      {tokens?.length === 0 && <p>No token stops: none is in use.</p>}
      {tokens !== null && tokens.length > 0 && (
        <>
          <p className="mb-2 font-medium">
            {tokens.length === 1 ? "This token stops" : `These ${tokens.length} tokens stop`} with the next request:
          </p>
          <ScrollArea
            label="Tokens that stop"
            className="overflow-y-auto overscroll-contain max-h-[35dvh] rounded-control"
          >
            <NamedTokens tokens={tokens}>
              {({ lastUsed }) =>
                lastUsed === null ? "never used" : `used ${relativeTime(new Date(lastUsed), new Date())}`
              }
            </NamedTokens>
          </ScrollArea>
          <p className="mt-2">
            <Link href={handOverHref} prefetch={false} className="inline-block min-h-6 text-accent underline">
              Hand {tokens.length === 1 ? "it" : "them"} over to a service account first
            </Link>
          </p>
        </>
      )}
    </div>
  );
}
