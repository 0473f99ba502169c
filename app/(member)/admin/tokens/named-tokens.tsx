/** The tokens that are about to be revoked, each with its owner and its last use. */
import type { TokenItem } from "@/components/tokens/list/token-item";
import { relativeTime } from "@/components/ui/relative-time";

export function NamedTokens({ tokens, now }: { tokens: readonly TokenItem[]; now: Date }) {
  return (
    <ul className="rounded-control bg-sunken px-3 py-1.5 text-sm">
      {tokens.map((token) => (
        <li key={token.id} className="py-1.5">
          <span className="block font-medium [overflow-wrap:anywhere]">
            <bdi>{token.name}</bdi>
          </span>
          <span className="font-mono text-[0.8125rem]">{token.hint}</span>
          <span className="text-quiet [overflow-wrap:anywhere]">
            {" "}
            · <bdi>{token.owner.name}</bdi> · {lastUse(token, now)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function lastUse({ lastUsed, lastUsedAddress }: TokenItem, now: Date): string {
  if (lastUsed === null) return "never used";
  return `used ${relativeTime(lastUsed, now)}${lastUsedAddress === null ? "" : ` from ${lastUsedAddress}`}`;
}
