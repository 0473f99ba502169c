import Link from "next/link";
import type { Confirmation } from "@/components/confirm/confirm-form";
import { type NamedToken, NamedTokens } from "@/components/tokens/named-tokens";
import { ScrollArea } from "@/components/ui/scroll-area";
import { withNames } from "@/components/ui/text/with-names";
import { relativeTime } from "@/components/ui/time/relative-time";
import type { ConfirmedMember } from "./[id]/open-member";
import { deactivate, type Said } from "./actions";
import { ADMINISTRATION } from "./administration";

export type StoppingToken = NamedToken & { lastUsed: Date | string | null };

/** `tokens` null: still loading. */
export function deactivationOf(
  { id, name, email }: ConfirmedMember,
  tokens: readonly StoppingToken[] | null,
): Confirmation<Said> {
  return {
    title: withNames`Deactivate ${name}?`,
    description: `${name} (${email}) is signed out and cannot sign in. This can be undone: the tokens work again once the member is activated.`,
    facts: <StoppingTokens tokens={tokens} handOverHref={`/admin/members/${id}/hand-over`} />,
    isLoading: tokens === null,
    action: deactivate,
    fields: { member: id },
    texts: ADMINISTRATION,
    confirmLabel: "Deactivate member",
  };
}

function StoppingTokens({ tokens, handOverHref }: { tokens: readonly StoppingToken[] | null; handOverHref: string }) {
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
