/** The tokens that stop with their owner, by name, in the dialog that asks. */
import { type NamedToken, NamedTokens } from "@/components/tokens/named-tokens";
import { relativeTime } from "@/components/ui/relative-time";

/** `lastUsed`: a moment as JSON writes it. */
export type StoppingToken = NamedToken & { lastUsed: string | null };

/** As many as one reads before deciding. */
const MAX_SHOWN = 20;

/** `tokens` null: still being looked up. */
export function StoppingTokens({ tokens }: { tokens: StoppingToken[] | null }) {
  return (
    <div role="status" className="min-h-6">
      {tokens === null && <p className="text-quiet">Looking for tokens that would stop …</p>}
      {tokens?.length === 0 && <p>No token stops: none is in use.</p>}
      {tokens !== null && tokens.length > 0 && (
        <>
          <p className="mb-2 font-medium">
            {tokens.length === 1 ? "This token stops" : `These ${tokens.length} tokens stop`} with the next request:
          </p>
          <NamedTokens tokens={tokens.slice(0, MAX_SHOWN)}>
            {({ lastUsed }) =>
              lastUsed === null ? "never used" : `used ${relativeTime(new Date(lastUsed), new Date())}`
            }
          </NamedTokens>
          {tokens.length > MAX_SHOWN && (
            <p className="mt-1 text-quiet text-sm">And {tokens.length - MAX_SHOWN} more.</p>
          )}
        </>
      )}
    </div>
  );
}
