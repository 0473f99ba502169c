/** Active tokens that a policy would not allow; that they go on working, and where to revoke them. */
import { CalendarX2, Infinity as Endless, type LucideIcon, MessageCircleQuestionMark } from "lucide-react";
import Link from "next/link";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import type { TokenPolicy } from "@/lib/model";
import { type Excess, findPolicyExcess } from "@/lib/tokens/policy";

export type JudgedToken = {
  id: string;
  name: string;
  hint: string;
  owner: string;
  created: Date;
  expires: Date | null;
  purpose: string;
};

const MAX_SHOWN = 25;

const BADGES: Record<Excess, { icon: LucideIcon; label: string }> = {
  "never expires": { icon: Endless, label: "Never expires" },
  "lifetime too long": { icon: CalendarX2, label: "Lifetime too long" },
  "has no purpose": { icon: MessageCircleQuestionMark, label: "No purpose" },
};

export function ExceedingTokens({ active, policy }: { active: JudgedToken[]; policy: TokenPolicy }) {
  const beyond = active
    .map((token) => ({ token, excess: findPolicyExcess(token, policy) }))
    .filter(({ excess }) => excess.length > 0);
  return (
    <Card
      title={`Tokens that this policy would refuse: ${beyond.length}`}
      description={describe(beyond.length, active.length)}
    >
      {beyond.length > 0 && (
        <ul className="divide-y divide-line border-line border-t">
          {beyond.slice(0, MAX_SHOWN).map(({ token, excess }) => (
            <li key={token.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 py-2.5">
              <span className="min-w-0">
                <Link
                  href={`/tokens/${token.id}`}
                  prefetch={false}
                  className="font-medium underline decoration-line underline-offset-4 [overflow-wrap:anywhere] hover:decoration-current"
                >
                  <bdi>{token.name}</bdi>
                </Link>
                <span className="block text-quiet text-sm">
                  <span className="font-mono text-[0.8125rem]">{token.hint}</span> · <bdi>{token.owner}</bdi>
                </span>
              </span>
              <span className="flex flex-wrap gap-1.5">
                {excess.map((each) => (
                  <Badge key={each} tone="warn" icon={BADGES[each].icon}>
                    {BADGES[each].label}
                  </Badge>
                ))}
              </span>
            </li>
          ))}
        </ul>
      )}
      {beyond.length > MAX_SHOWN && (
        <p className="border-line border-t pt-2.5 text-quiet text-sm">And {beyond.length - MAX_SHOWN} more.</p>
      )}
    </Card>
  );
}

function describe(beyond: number, active: number): string {
  if (active === 0) return "There is no active token yet.";
  if (beyond === 0) return "Every active token would be allowed.";
  return "They stay as they are and go on working until they expire or are revoked. Rotated ones expire as the policy says.";
}
