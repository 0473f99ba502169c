/** Where a member begins: what their tokens did, and how they stand. For administrators, those of the organisation. */
import type { Metadata } from "next";
import { LiveRefresh } from "@/components/live/live-refresh";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { Stat, Stats } from "@/components/ui/text/stat";
import { totalOf } from "@/components/usage/chart-layout";
import { inDigits, PERIOD_LABELS } from "@/components/usage/chart-words";
import { Periods, parsePeriod } from "@/components/usage/periods";
import { UsageFigures } from "@/components/usage/usage-figures";
import { publicOrigin } from "@/lib/http/origin";
import { requireMember } from "@/lib/session/visitor";
import { durationText } from "../requests/duration-text";
import { FirstSteps } from "./first-steps";
import { loadOverview, type OverviewData } from "./load-overview";
import { BusyTokens, EndingTokens, Refusals, TopEntities } from "./sections";

export const metadata: Metadata = { title: "Overview" };

const REFRESH_SECONDS = 30;

type OverviewPageProps = { searchParams: Promise<{ period?: string | string[] }> };

export default async function OverviewPage({ searchParams }: OverviewPageProps) {
  const { member, organization } = await requireMember();
  const period = parsePeriod((await searchParams).period) ?? "24h";
  const data = await loadOverview(member, period, new Date());
  const scope = member.admin ? "organization" : "own";
  return (
    <>
      <PageHeader
        title="Overview"
        description={member.admin ? `All tokens of ${organization.name}` : "Your tokens"}
        actions={data.isUsed && <Periods path="/overview" period={period} />}
      />
      <div className="grid grid-cols-1 gap-6">
        {!data.isUsed && <FirstSteps origin={publicOrigin()} tokens={data.tokens.live > 0 ? "some" : "none"} />}
        {data.isUsed && <Numbers data={data} />}
        {data.isUsed && (
          <Card title="Requests" description={`In ${PERIOD_LABELS[period].long}, by response`}>
            <UsageFigures usage={data.usage} period={period} />
          </Card>
        )}
        <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
          {data.isUsed && <BusyTokens tokens={data.busyTokens} scope={scope} />}
          {data.isUsed && <TopEntities entities={data.entities} period={period} />}
          {data.isUsed && <Refusals refusals={data.refusals} period={period} />}
          {(data.isUsed || data.ending.length > 0) && <EndingTokens tokens={data.ending} scope={scope} />}
        </div>
      </div>
      <LiveRefresh seconds={REFRESH_SECONDS} />
    </>
  );
}

function Numbers({ data: { usage, median, percentile95, tokens, headroom } }: { data: OverviewData }) {
  const all = totalOf(usage.total);
  const { busiest, limitPerMinute } = headroom;
  const perMinute = busiest === null ? 0 : Math.ceil(busiest.requests / 60);
  return (
    <Stats>
      <Stat name="Requests" value={inDigits(all)} note={`${shareOf(usage.total.ok, all)} accepted`} />
      <Stat name="Median" value={median === null ? "–" : durationText(median)} note="of accepted requests" />
      <Stat
        name="95th percentile"
        value={percentile95 === null ? "–" : durationText(percentile95)}
        note="of accepted requests"
      />
      <Stat name="Live tokens" value={inDigits(tokens.live)} note={`${inDigits(tokens.used)} used`} />
      <Stat
        name="Busiest hour of a token"
        value={`${inDigits(perMinute)} / min`}
        note={`limit ${inDigits(limitPerMinute)} / min`}
      />
    </Stats>
  );
}

/** Never "100 %" where one was not. */
function shareOf(part: number, all: number): string {
  if (all === 0) return "0 %";
  const percent = (part / all) * 100;
  return `${percent === 100 ? "100" : Math.min(99.9, percent).toFixed(1)} %`;
}
