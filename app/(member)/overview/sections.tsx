/** What stands below the numbers of the overview: who asks for what, what was refused and why, and what ends. */
import Link from "next/link";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { Prose } from "@/components/ui/text/prose";
import { StatusText } from "@/components/ui/text/status-text";
import { ExactDay } from "@/components/ui/time/time";
import { inDigits } from "@/components/usage/chart-words";
import type { UsagePeriod } from "@/lib/call-log/usage";
import { addressOf } from "../requests/requests-address";
import type { OverviewData } from "./load-overview";
import { Ranking } from "./ranking";

const LINK = "inline-block max-w-full leading-6 [overflow-wrap:anywhere] hover:text-accent hover:underline";

/** An administrator sees the tokens of everybody: owners are named. */
type Scope = "own" | "organization";

export function BusyTokens({ tokens, scope }: { tokens: OverviewData["busyTokens"]; scope: Scope }) {
  if (tokens.length === 0) return <Section title="Busiest tokens" empty="No token was used." />;
  const ranked = tokens.map(({ id, name, ownerName, accepted, denied }) => ({
    key: id,
    name: (
      <Link href={`/tokens/${id}`} prefetch={false} className={LINK}>
        <bdi>{name}</bdi>
      </Link>
    ),
    note: scope === "organization" && <bdi>{ownerName}</bdi>,
    count: accepted + denied,
  }));
  return (
    <Section title="Busiest tokens">
      <Ranking ranked={ranked} />
    </Section>
  );
}

export function TopEntities({ entities, period }: { entities: OverviewData["entities"]; period: UsagePeriod }) {
  if (entities.length === 0) return <Section title="Entities" empty="No records were asked for." />;
  const ranked = entities.map(({ entityKey, label, count }) => ({
    key: entityKey,
    name: (
      <Link href={addressOf({ entityKey, period })} prefetch={false} className={LINK}>
        {label}
      </Link>
    ),
    count,
  }));
  return (
    <Section title="Entities" description="By accepted requests">
      <Ranking ranked={ranked} />
    </Section>
  );
}

type RefusalsProps = { refusals: OverviewData["refusals"]; period: UsagePeriod };

export function Refusals({ refusals, period }: RefusalsProps) {
  if (refusals.length === 0) return <Section title="Refused and failed" empty="No request was refused." />;
  return (
    <Section title="Refused and failed" description="By cause, as far as they are kept one by one">
      <ul className="divide-y divide-line">
        {refusals.map(({ status, code, count, requestId, summary }) => (
          <li key={`${status} ${code}`} className="py-2.5 first:pt-0 last:pb-0">
            <p className="flex flex-wrap items-center justify-between gap-x-4 text-sm">
              <StatusText status={status} code={code} />
              <Link
                href={addressOf({ code: code ?? undefined, period })}
                prefetch={false}
                className="inline-block min-h-6 text-accent hover:underline"
              >
                {count === 1 ? "1 request" : `${inDigits(count)} requests`}
                <span className="sr-only"> with {code ?? status}</span>
              </Link>
            </p>
            {summary && (
              <p className="text-sm [overflow-wrap:anywhere]">
                <span className="text-quiet">The newest: </span>
                <Prose text={summary} />{" "}
                <Link
                  href={`/explain?request=${encodeURIComponent(requestId)}`}
                  prefetch={false}
                  className="text-accent underline underline-offset-2"
                >
                  Explain<span className="sr-only"> the request {requestId}</span>
                </Link>
              </p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

const ENDS = { revoked: "Revoked", expired: "Expired", expires: "Expires" } as const;

export function EndingTokens({ tokens, scope }: { tokens: OverviewData["ending"]; scope: Scope }) {
  if (tokens.length === 0) return <Section title="Ending tokens" empty="None expires or stopped this week." />;
  return (
    <Section title="Ending tokens" description="In the last 7 days, or the next 7">
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
