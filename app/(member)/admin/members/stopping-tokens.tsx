/** What a deactivation does, and all tokens that stop with it, in an area that scrolls by itself. */

import Link from "next/link";
import { type NamedToken, NamedTokens } from "@/components/tokens/named-tokens";
import { ScrollArea } from "@/components/ui/scroll-area";
import { relativeTime } from "@/components/ui/time/relative-time";

export type StoppingToken = NamedToken & { lastUsed: string | null };

export function whatDeactivatingDoes(name: string, address: string): string {
  return `${name} (${address}) is signed out and cannot sign in. This can be undone: the tokens work again once the member is activated.`;
}

/** `tokens` null: still loading. */
export function StoppingTokens({ tokens, handOverHref }: { tokens: StoppingToken[] | null; handOverHref: string }) {
  return (
    <div role="status" className="min-h-6">
      {tokens === null && <p className="text-quiet">Checking which tokens would stop …</p>}
      {tokens?.length === 0 && <p>No tokens are in use.</p>}
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
