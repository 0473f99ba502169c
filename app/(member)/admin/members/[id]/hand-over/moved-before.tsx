/**
 * The tokens that have already moved, for administrators who left before they had the new secrets. Names come from users and are
 * rendered as text.
 */
import Link from "next/link";
import { Card } from "@/components/ui/card";
import { ScrollArea } from "@/components/ui/scroll-area";

/** The tokens that replaced those handed over earlier. */
export type TokenBefore = { id: string; name: string; hint: string; owner: string };

export function MovedBefore({ tokens }: { tokens: readonly TokenBefore[] }) {
  if (tokens.length === 0) return null;
  return (
    <Card
      title={tokens.length === 1 ? "1 token has been handed over" : `${tokens.length} tokens have been handed over`}
      description="Their old secrets still work. If a new secret was lost, rotate its token to get another."
    >
      <ScrollArea
        label="Tokens that have moved"
        className="overflow-y-auto overscroll-contain max-h-80 rounded-control bg-sunken px-3 py-1.5 text-sm"
      >
        <ul>
          {tokens.map(({ id, name, hint, owner }) => (
            <li key={id} className="py-1.5 [overflow-wrap:anywhere]">
              <Link href={`/tokens/${id}`} prefetch={false} className="font-medium underline underline-offset-4">
                <bdi>{name}</bdi>
              </Link>{" "}
              <span className="text-quiet">
                of <bdi>{owner}</bdi>
              </span>
              <code className="block text-[0.8125rem]">{hint}</code>
            </li>
          ))}
        </ul>
      </ScrollArea>
    </Card>
  );
}
