/** The requests of a period in figures: sums by class, a chart, and the table behind it. */
import { ChevronRight } from "lucide-react";
import { ScrollArea } from "@/components/ui/scroll-area";
import { inDigits } from "@/components/ui/text/digits";
import { CALL_CLASSES } from "@/lib/call-log/finished-call";
import type { Usage, UsagePeriod } from "@/lib/call-log/usage";
import { readerZone } from "@/lib/session/reader-zone";
import { zoneName } from "../ui/time/relative-time";
import { ClassPatterns, ClassSwatch, UsageChart } from "./chart";
import { totalOf } from "./chart-layout";
import { ChartReader } from "./chart-reader";
import { bucketLabel, CLASS_LABELS, formatBar, formatCounts, PERIOD_LABELS, zoneOfBuckets } from "./chart-words";

export function UsageFigures({ usage, period }: { usage: Usage; period: UsagePeriod }) {
  const { long } = PERIOD_LABELS[period];
  const latest = usage.buckets.at(-1);
  const summary = `Requests in ${long}: ${formatCounts(usage.total)}`;
  return (
    <>
      <svg aria-hidden="true" className="absolute size-0">
        <ClassPatterns />
      </svg>
      <Sums counts={usage.total} />
      <ChartReader
        count={usage.buckets.length}
        latest={latest === undefined ? "" : formatBar(latest, usage, readerZone())}
      >
        <UsageChart {...{ usage, period }} label={`${summary}. The table below has the numbers.`} />
      </ChartReader>
      {totalOf(usage.total) === 0 && <p className="mt-2 text-quiet text-sm">No requests in {long}.</p>}
      <details className="group mt-3 text-sm">
        <summary className="inline-flex min-h-6 items-center gap-1 rounded text-accent hover:underline">
          <ChevronRight aria-hidden className="size-4 group-open:rotate-90" />
          The numbers as a table
        </summary>
        <UsageTable usage={usage} caption={`Requests in ${long}`} />
      </details>
    </>
  );
}

function Sums({ counts }: { counts: Parameters<typeof totalOf>[0] }) {
  return (
    <dl className="mb-4 flex flex-wrap gap-x-8 gap-y-3">
      {CALL_CLASSES.map((callClass) => (
        <div key={callClass}>
          <dt className="flex flex-wrap items-center gap-x-1.5 text-quiet text-sm">
            <ClassSwatch callClass={callClass} />
            {CLASS_LABELS[callClass].label}
            <span className="text-xs">{CLASS_LABELS[callClass].statuses}</span>
          </dt>
          <dd className="font-semibold text-lg">{inDigits(counts[callClass])}</dd>
        </div>
      ))}
    </dl>
  );
}

function UsageTable({ usage, caption }: { usage: Usage; caption: string }) {
  return (
    <ScrollArea label={caption} className="overflow-auto mt-3 max-h-96 rounded-control border border-line">
      <table className="w-full border-collapse text-right text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-sunken text-quiet text-xs">
          <tr>
            <th scope="col" className="px-3 py-2 text-left font-medium">
              Time ({zoneName(zoneOfBuckets(usage.bucketSeconds, readerZone()), new Date())})
            </th>
            {CALL_CLASSES.map((callClass) => (
              <th key={callClass} scope="col" className="px-3 py-2 font-medium">
                {CLASS_LABELS[callClass].label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...usage.buckets].reverse().map((bucket) => (
            <tr key={bucket.from.getTime()} className="border-line border-t">
              <th scope="row" className="px-3 py-1.5 text-left font-normal">
                {bucketLabel(bucket, usage.bucketSeconds, readerZone())}
              </th>
              {CALL_CLASSES.map((callClass) => (
                <td key={callClass} className={bucket[callClass] === 0 ? "px-3 py-1.5 text-quiet" : "px-3 py-1.5"}>
                  {inDigits(bucket[callClass])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}
