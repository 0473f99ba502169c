"use client";
/** Active tokens that a policy would not allow. They keep working; selected ones can be revoked here. */
import {
  Ban,
  CalendarX2,
  Clock,
  Infinity as Endless,
  Layers,
  type LucideIcon,
  MessageCircleQuestionMark,
} from "lucide-react";
import Link from "next/link";
import { useEffect, useState } from "react";
import { readAs } from "@/components/session/read-as";
import { Card } from "@/components/ui/card";
import { Button } from "@/components/ui/controls/button";
import { Checkbox, CheckboxBox } from "@/components/ui/controls/checkbox";
import { withItems } from "@/components/ui/controls/with-items";
import { lazyWhenUsed } from "@/components/ui/dialog/load-when-used";
import { Notice } from "@/components/ui/notice";
import { Badge } from "@/components/ui/text/badge";
import { pageZone } from "@/components/ui/time/relative-time";
import { TOLD_BEFORE_REVOKING_DAYS } from "@/lib/limits";
import type { OrganizationPolicy } from "@/lib/model";
import type { PageMember } from "@/lib/session/visitor";
import type { Exceeding, Excess } from "@/lib/tokens/read/exceeding";
import { formatOutcome, type Outcome, toneOf } from "../tokens/outcome-words";

const RevokeDialog = lazyWhenUsed(async () => (await import("../tokens/revoke/revoke-dialog")).RevokeDialog);

const BADGES: Record<Excess, { icon: LucideIcon; label: string }> = {
  "never expires": { icon: Endless, label: "Never expires" },
  "lifetime too long": { icon: CalendarX2, label: "Lifetime too long" },
  "has no purpose": { icon: MessageCircleQuestionMark, label: "No purpose" },
  unused: { icon: Clock, label: "Unused" },
  "too many": { icon: Layers, label: "Over the maximum" },
};

/** `policy`: as typed. `inForce`: the policy in force, and the tokens that exceed it. */
type ExceedingTokensProps = {
  policy: OrganizationPolicy;
  inForce: { policy: OrganizationPolicy; exceeding: Exceeding };
  page: PageMember;
  now: Date;
};

export function ExceedingTokens({ policy, inForce, page, now }: ExceedingTokensProps) {
  const { exceeding: told, isKnown } = useExceeding(page, { policy, inForce });
  const { shown, exceeding } = told;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isConfirming, setConfirming] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const chosen = shown.filter(({ id }) => selected.has(id));
  const conclude = (revoked: Outcome) => {
    setOutcome(revoked);
    setConfirming(false);
  };
  return (
    <Card
      title={`Non-compliant tokens: ${isKnown ? exceeding : "not known"}`}
      description={isKnown ? describe(told) : NO_ANSWER}
    >
      {shown.length > 0 && (
        <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <Checkbox
            className="text-sm"
            label={`Select all ${shown.length} shown`}
            checked={chosen.length === shown.length}
            onChange={(event) => setSelected(new Set(event.target.checked ? shown.map(({ id }) => id) : []))}
          />
          <Button
            icon={Ban}
            look="danger"
            size="small"
            disabled={chosen.length === 0}
            onClick={() => setConfirming(true)}
          >
            Revoke {chosen.length} …
          </Button>
        </div>
      )}
      {shown.length > 0 && (
        <ul className="divide-y divide-line border-line border-t">
          {shown.map(({ excess, ...token }) => (
            <li key={token.id} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2.5">
              <CheckboxBox
                aria-label={`Select ${token.name} of ${token.owner}`}
                checked={selected.has(token.id)}
                onChange={(event) => setSelected(withItems(selected, [token.id], event.target.checked))}
              />
              <span className="min-w-0 flex-1 basis-40">
                <Link
                  href={`/tokens/${token.id}`}
                  prefetch={false}
                  className="font-medium underline decoration-line underline-offset-4 [overflow-wrap:anywhere] hover:decoration-current"
                >
                  <bdi>{token.name}</bdi>
                </Link>
                <span className="block text-quiet text-sm [overflow-wrap:anywhere]">
                  <span className="font-mono text-[0.8125rem]">{token.hint}</span> · <bdi>{token.owner}</bdi>
                </span>
              </span>
              <span className="flex flex-wrap gap-1.5">
                {excess.map((each) => (
                  <Badge key={each} tone="warn" icon={BADGES[each].icon} text={BADGES[each].label} />
                ))}
              </span>
            </li>
          ))}
        </ul>
      )}
      {exceeding > shown.length && (
        <p className="border-line border-t pt-2.5 text-quiet text-sm">And {exceeding - shown.length} more.</p>
      )}
      <div role="status">
        {outcome && (
          <Notice tone={toneOf(outcome)} className="mt-3">
            {describeOutcome(outcome)}
          </Notice>
        )}
      </div>
      {isConfirming && (
        <RevokeDialog
          tokens={chosen.map(({ owner, ...token }) => ({ ...token, ownerName: owner, lastUsedAddress: null }))}
          now={now}
          page={page}
          onRevoked={conclude}
          onCancel={() => setConfirming(false)}
        />
      )}
    </Card>
  );
}

function describeOutcome(outcome: Outcome): string {
  if (outcome.failed.length + outcome.left.length > 0) return formatOutcome(outcome, pageZone());
  return outcome.revoked === 1 ? "1 token was revoked." : `${outcome.revoked} tokens were revoked.`;
}

const NO_ANSWER =
  "No response. Check your connection or reload the page. The tokens shown are those of the previous policy.";

function describe({ live, exceeding, unused }: Exceeding): string {
  if (live === 0) return "There are no active tokens yet.";
  if (exceeding === 0) return "All active tokens comply.";
  const rest = "They keep working until they expire or are revoked. Once rotated, they expire as the policy says.";
  if (!unused) return rest;
  return `${rest} Unused ones are revoked ${TOLD_BEFORE_REVOKING_DAYS} days after their owners are notified.`;
}

/** Long enough for the next key. */
const PAUSE_MS = 200;

/** `of`: the policy that this is about, in the format of `toQuery`. */
type Told = { of: string; exceeding: Exceeding };

/**
 * Asks the server what the typed policy would refuse, after a short pause in typing: there can be thousands of tokens. `isKnown`:
 * false if the shown result is about another policy and no response came.
 */
function useExceeding(
  page: PageMember,
  { policy, inForce }: Pick<ExceedingTokensProps, "policy" | "inForce">,
): { exceeding: Exceeding; isKnown: boolean } {
  const [told, setTold] = useState<Told>({ of: toQuery(inForce.policy), exceeding: inForce.exceeding });
  const [failed, setFailed] = useState<string | null>(null);
  const wanted = toQuery(policy);
  const now = toQuery(inForce.policy);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only for another policy and after a change of the tokens.
  useEffect(() => {
    setFailed(null);
    if (wanted === now) return setTold({ of: now, exceeding: inForce.exceeding });
    let isPast = false;
    const timer = setTimeout(async () => {
      const answer = await readAs<Exceeding>(page, "/admin/policy/exceeding", wanted).catch(() => null);
      if (isPast) return;
      if (answer === null || "refused" in answer) return setFailed(wanted);
      setTold({ of: wanted, exceeding: answer });
    }, PAUSE_MS);
    return () => {
      isPast = true;
      clearTimeout(timer);
    };
  }, [wanted, now, inForce.exceeding]);
  return { exceeding: told.exceeding, isKnown: failed !== wanted };
}

function toQuery(policy: OrganizationPolicy): string {
  const { maxLifetimeDays, allowNeverExpiring, requirePurpose, revokeUnusedAfterDays, maxLiveTokens } = policy;
  const asked = { maxLifetimeDays, allowNeverExpiring, requirePurpose, revokeUnusedAfterDays, maxLiveTokens };
  return new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, `${value ?? ""}`])).toString();
}
