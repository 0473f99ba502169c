import { Check } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { LiveRefresh } from "@/components/live/live-refresh";
import { Awaited } from "@/components/tokens/awaited-request";
import { CheckRequest } from "@/components/tokens/request-to-copy";
import { Card } from "@/components/ui/card";
import { LinkButton } from "@/components/ui/controls/button";
import { PageHeader } from "@/components/ui/page-header";
import { counted, inDigits } from "@/components/ui/text/digits";
import { InlineLink } from "@/components/ui/text/inline-link";
import { totalOf } from "@/components/usage/chart-layout";
import { PERIOD_LABELS } from "@/components/usage/chart-words";
import { Periods, parsePeriod } from "@/components/usage/periods";
import { UsageFigures } from "@/components/usage/usage-figures";
import { publicOrigin } from "@/lib/http/origin";
import { type PageMember, pageMemberOf, requireMember } from "@/lib/session/visitor";
import { durationText } from "../requests/duration-text";
import { FirstToken } from "./first-token";
import { FIRST_TOKEN, type FirstTokenRequest, loadFirstToken } from "./load-first-token";
import { loadOverview, type OverviewData } from "./load-overview";
import { BusyTokens, EndingTokens, Errors, TopEntities } from "./sections";

export const metadata = { title: "Overview" };

const REFRESH_SECONDS = 30;
const FIRST_SECONDS = 3;

export default async function OverviewPage({ searchParams }: PageProps<"/overview">) {
  const { member, organization } = await requireMember();
  const period = parsePeriod((await searchParams).period);
  const now = new Date();
  const data = await loadOverview(member, period, now);
  const isAwaiting = !data.isUsed && data.tokens.live > 0;
  const scope = member.admin ? "organization" : "own";
  return (
    <>
      <PageHeader
        title="Overview"
        description={member.admin ? `All tokens of ${organization.name}` : "Your tokens"}
        actions={data.isUsed && <Periods path="/overview" period={period} />}
      />
      <div className="grid grid-cols-1 gap-6">
        {!data.isUsed && (
          <FirstSteps
            page={pageMemberOf({ member, organization })}
            first={await loadFirstToken(member, FIRST_TOKEN)}
            origin={publicOrigin()}
            hasToken={isAwaiting}
          />
        )}
        {data.isUsed && <Numbers data={data} />}
        {data.isUsed && (
          <Card title="Requests" description={`In ${PERIOD_LABELS[period].long}, by response`}>
            <UsageFigures usage={data.usage} period={period} />
          </Card>
        )}
        <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
          {data.isUsed && <BusyTokens tokens={data.busyTokens} scope={scope} period={period} />}
          {data.isUsed && <TopEntities entities={data.entities} period={period} />}
          {data.isUsed && <Errors errors={data.errors} {...{ period, now }} />}
          {(data.isUsed || data.ending.length > 0) && <EndingTokens tokens={data.ending} scope={scope} />}
        </div>
      </div>
      <LiveRefresh seconds={isAwaiting ? FIRST_SECONDS : REFRESH_SECONDS} />
    </>
  );
}

function Numbers({ data }: { data: OverviewData }) {
  const { usage, median, percentile95, tokens } = data;
  const all = totalOf(usage.total);
  return (
    // Hairlines between the numbers at any width; the numbers in the last line share its width.
    <dl className="flex flex-wrap gap-px overflow-hidden rounded-card border border-line bg-line">
      <Stat name="Requests" value={inDigits(all)} note={`${shareOf(usage.total.ok, all)} accepted`} />
      <Stat name="Median" value={median === null ? "–" : durationText(median)} note="of accepted requests" />
      <Stat
        name="95th percentile"
        value={percentile95 === null ? "–" : durationText(percentile95)}
        note="of accepted requests"
      />
      <Stat name="Live tokens" value={inDigits(tokens.live)} note={`${inDigits(tokens.used)} used`} />
      <PeakUsage data={data} />
    </dl>
  );
}

function PeakUsage({ data: { peak, limitedTokens, usage } }: { data: OverviewData }) {
  const { limited } = usage.total;
  const ofTokens = limitedTokens === 0 ? "" : `, ${counted(limitedTokens, "token")}`;
  return (
    <Stat
      name="Peak usage"
      value={peak === null ? "–" : `${Math.round((peak.requests / peak.limit) * 100)} %`}
      note={
        <>
          {peak !== null && (
            <span className="block">
              {inDigits(peak.requests)} of {inDigits(peak.limit)} per minute, by{" "}
              <Link href={`/tokens/${peak.id}`} prefetch={false} className="underline underline-offset-2">
                <bdi>{peak.name}</bdi>
              </Link>
            </span>
          )}
          {limited > 0 && <span className="block text-warn">{`${inDigits(limited)} rate-limited${ofTokens}`}</span>}
        </>
      }
    />
  );
}

/** Never "100 %" if one was not. */
function shareOf(part: number, all: number): string {
  if (all === 0) return "0 %";
  const percent = (part / all) * 100;
  return `${percent === 100 ? "100" : Math.min(99.9, percent).toFixed(1)} %`;
}

function Stat({ name, value, note }: { name: string; value: string; note: ReactNode }) {
  return (
    <div className="min-w-0 grow basis-36 bg-surface px-edge py-3">
      <dt className="text-quiet text-sm">{name}</dt>
      <dd className="mt-0.5 font-semibold text-2xl leading-tight tracking-tight">{value}</dd>
      <dd className="mt-0.5 text-quiet text-xs [overflow-wrap:anywhere]">{note}</dd>
    </div>
  );
}

type FirstStepsProps = {
  page: PageMember;
  first: FirstTokenRequest | null;
  origin: string;
  hasToken: boolean;
};

function FirstSteps({ page, first, origin, hasToken }: FirstStepsProps) {
  return (
    <Card title="Three steps to your first request">
      <ol className="grid gap-6">
        <Step number={1} title="Create a token" state={hasToken ? "done" : "next"}>
          <p className="text-quiet">Tokens let your programs act on your behalf, with the access you choose.</p>
          {first !== null && <FirstToken {...{ page, first, origin, hasToken }} />}
          {first === null && !hasToken && (
            <LinkButton href="/tokens/new" look="primary" className="mt-3">
              Create your first token
            </LinkButton>
          )}
        </Step>
        <Step number={2} title="Send a request" state={hasToken ? "next" : "later"}>
          <CheckRequest origin={origin} />
        </Step>
        <Step number={3} title="Watch it arrive" state="later">
          {hasToken && <Awaited hasArrived={false} />}
          <p className="text-quiet">
            It appears in the <InlineLink href="/requests">request log</InlineLink> within seconds. See the{" "}
            <InlineLink href="/reference">API reference</InlineLink> for all endpoints.
          </p>
        </Step>
      </ol>
    </Card>
  );
}

type StepProps = { number: number; title: string; state: "done" | "next" | "later"; children: ReactNode };

function Step({ number, title, state, children }: StepProps) {
  const look = state === "later" ? "bg-sunken text-quiet" : "bg-accent-soft text-accent";
  return (
    <li className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3">
      <span aria-hidden className={`grid size-7 place-items-center rounded-full font-medium text-sm ${look}`}>
        {state === "done" ? <Check className="size-4" /> : number}
      </span>
      <div>
        <h3 className="font-medium leading-7">
          {title}
          {state === "done" && <span className="sr-only">, done</span>}
        </h3>
        {children}
      </div>
    </li>
  );
}
