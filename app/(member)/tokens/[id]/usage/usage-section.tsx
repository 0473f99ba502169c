/** How much a token was used, and with what success: sums, a chart, and the table behind it. */
import { ChevronRight } from "lucide-react";
import { Card } from "@/components/ui/card";
import { Tabs } from "@/components/ui/tabs";
import { CALL_CLASSES } from "@/lib/call-log/batch";
import { USAGE_PERIODS, type Usage, type UsagePeriod } from "@/lib/call-log/usage";
import { UsageChart } from "./chart";
import { totalOf } from "./chart-layout";
import { CLASS_LABELS, countsInWords, inDigits, PERIOD_LABELS } from "./chart-words";
import { ClassPatterns, ClassSwatch } from "./class-pattern";
import { UsageTable } from "./usage-table";

/** Unique on the page, as ids have to be. */
const SCOPE = "usage";

type UsageSectionProps = { tokenId: string; usage: Usage; period: UsagePeriod };

export function UsageSection({ tokenId, usage, period }: UsageSectionProps) {
  const { long } = PERIOD_LABELS[period];
  const summary = `Requests in ${long}: ${countsInWords(usage.total)}`;
  return (
    <Card
      title="Use"
      description={`Requests in ${long}, by response`}
      actions={<Periods tokenId={tokenId} period={period} />}
    >
      <svg aria-hidden="true" className="absolute size-0">
        <ClassPatterns scope={SCOPE} />
      </svg>
      <Sums counts={usage.total} />
      <UsageChart usage={usage} period={period} label={`${summary}. The table below has the numbers.`} scope={SCOPE} />
      {totalOf(usage.total) === 0 && <p className="mt-2 text-quiet text-sm">No requests in {long}.</p>}
      <details className="group mt-3 text-sm">
        <summary className="inline-flex min-h-6 items-center gap-1 rounded text-accent hover:underline">
          <ChevronRight aria-hidden className="size-4 group-open:rotate-90" />
          The numbers as a table
        </summary>
        <UsageTable usage={usage} caption={`Requests in ${long}`} />
      </details>
    </Card>
  );
}

function Periods({ tokenId, period }: Pick<UsageSectionProps, "tokenId" | "period">) {
  const href = (each: UsagePeriod) => `/tokens/${tokenId}?period=${each}`;
  const tabs = USAGE_PERIODS.map((each) => ({ href: href(each), label: PERIOD_LABELS[each].short }));
  return <Tabs label="Period" tabs={tabs} current={href(period)} />;
}

function Sums({ counts }: { counts: Parameters<typeof totalOf>[0] }) {
  return (
    <dl className="mb-4 flex flex-wrap gap-x-8 gap-y-3">
      {CALL_CLASSES.map((callClass) => (
        <div key={callClass}>
          <dt className="flex items-center gap-1.5 text-quiet text-sm">
            <ClassSwatch callClass={callClass} scope={SCOPE} />
            {CLASS_LABELS[callClass].label}
            <span className="text-xs">{CLASS_LABELS[callClass].statuses}</span>
          </dt>
          <dd className="font-semibold text-lg">{inDigits(counts[callClass])}</dd>
        </div>
      ))}
    </dl>
  );
}
