import Link from "next/link";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { inDigits } from "@/components/ui/text/digits";
import { ExactDay } from "@/components/ui/time/time";
import type { UsagePeriod } from "@/lib/call-log/usage";
import { addressOf } from "@/lib/session/page-address";
import { ErrorsList } from "../explain/errors-list";
import { REQUEST_LOG } from "../requests/requests-address";
import type { OverviewData } from "./load-overview";

const LINK = "inline-block max-w-full leading-6 [overflow-wrap:anywhere] hover:text-accent hover:underline";

/** An administrator sees the tokens of all members, with their owners. */
type Scope = "own" | "organization";

type BusyTokensProps = { tokens: OverviewData["busyTokens"]; scope: Scope; period: UsagePeriod };

export function BusyTokens({ tokens, scope, period }: BusyTokensProps) {
  if (tokens.length === 0) return <Section title="Busiest tokens" empty="No tokens were used." />;
  const ranked = tokens.map(({ id, name, ownerName, accepted, denied }) => ({
    key: id,
    name: (
      <Link href={`/tokens/${id}`} prefetch={false} className={LINK}>
        <bdi>{name}</bdi>
      </Link>
    ),
    note: scope === "organization" && <bdi>{ownerName}</bdi>,
    count: accepted + denied,
    label: name,
    requestsHref: addressOf(REQUEST_LOG, { tokenId: id, period }),
  }));
  return (
    <Section title="Busiest tokens">
      <Ranking ranked={ranked} />
    </Section>
  );
}

export function TopEntities({ entities, period }: { entities: OverviewData["entities"]; period: UsagePeriod }) {
  if (entities.length === 0) return <Section title="Entities" empty="No records were requested." />;
  const ranked = entities.map(({ entityKey, label, count }) => ({
    key: entityKey,
    name: (
      <Link href={addressOf(REQUEST_LOG, { entityKey, period })} prefetch={false} className={LINK}>
        {label}
      </Link>
    ),
    count,
    label,
    requestsHref: addressOf(REQUEST_LOG, { entityKey, callClass: "ok", period }),
  }));
  return (
    <Section title="Entities" description="By accepted requests">
      <Ranking ranked={ranked} />
    </Section>
  );
}

type ErrorsProps = { errors: OverviewData["errors"]; period: UsagePeriod; now: Date };

export function Errors({ errors: { all, byCode }, period, now }: ErrorsProps) {
  if (all === 0) return <Section title="Errors by cause" empty="No requests were refused." />;
  return (
    <Section title="Errors by cause" description="With the most frequent reasons">
      <ErrorsList errors={byCode} {...{ all, now }} search={{ period }} />
    </Section>
  );
}

const ENDING = "Expired and expiring tokens";
const ENDS = { revoked: "Revoked", expired: "Expired", expires: "Expires" } as const;

export function EndingTokens({ tokens, scope }: { tokens: OverviewData["ending"]; scope: Scope }) {
  if (tokens.length === 0) return <Section title={ENDING} empty="No tokens expire this week or expired last week." />;
  return (
    <Section title={ENDING} description="Last and next 7 days">
      <ul className="divide-y divide-line">
        {tokens.map(({ id, name, ownerName, end, at }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 py-2 text-sm first:pt-0 last:pb-0"
          >
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <Link href={`/tokens/${id}`} prefetch={false} className={LINK}>
                <bdi>{name}</bdi>
              </Link>
              {scope === "organization" && (
                <span className="text-quiet">
                  {" "}
                  · <bdi>{ownerName}</bdi>
                </span>
              )}
            </span>
            <span className={end === "expires" ? "text-warn" : "text-quiet"}>
              {ENDS[end]} <ExactDay at={at} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

type SectionProps = { title: string; description?: string; empty?: string; children?: ReactNode };

function Section({ title, empty, children, ...rest }: SectionProps) {
  return (
    <Card title={title} {...rest}>
      {empty ? <p className="text-quiet text-sm">{empty}</p> : children}
    </Card>
  );
}

/** `label`: what the requests belong to, for those who do not see the name beside the number. */
type Ranked = { key: string; name: ReactNode; note?: ReactNode; count: number; label: string; requestsHref: string };

function Ranking({ ranked }: { ranked: readonly Ranked[] }) {
  const most = Math.max(1, ...ranked.map(({ count }) => count));
  return (
    <ol className="grid grid-cols-1 gap-3">
      {ranked.map(({ key, name, note, count, label, requestsHref }) => (
        <li key={key} className="relative">
          <div className="flex items-center justify-between gap-4 text-sm">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {name}
              {note && <span className="text-quiet"> · {note}</span>}
            </span>
            <Link
              href={requestsHref}
              prefetch={false}
              className="inline-block min-h-6 min-w-6 text-right tabular-nums before:absolute before:inset-x-0 before:-bottom-1 before:h-3 hover:text-accent hover:underline"
            >
              {inDigits(count)}
              <span className="sr-only">
                {" "}
                {count === 1 ? "request" : "requests"} of {label}
              </span>
            </Link>
          </div>
          <svg
            aria-hidden="true"
            viewBox="0 0 100 1"
            preserveAspectRatio="none"
            className="mt-1 h-1 w-full rounded-full"
          >
            <rect width="100" height="1" className="fill-sunken" />
            <rect width={Math.max(1, (count / most) * 100)} height="1" className="fill-accent" />
          </svg>
        </li>
      ))}
    </ol>
  );
}
