/** A token's requests over time as bars, drawn on the server. The table behind it is for those who cannot see it. */
import { inDigits } from "@/components/ui/text/digits";
import type { CallClass } from "@/lib/call-log/finished-call";
import type { Usage, UsagePeriod } from "@/lib/call-log/usage";
import { readerZone } from "@/lib/session/reader-zone";
import { type ChartLayout, type ChartSize, layOutChart, placeLabel } from "./chart-layout";
import { axisLabel, formatBar } from "./chart-words";

type UsageChartProps = { usage: Usage; period: UsagePeriod; label: string };

const WIDE: ChartSize = { width: 840, height: 200, left: 40, bottom: 22, top: 10 };
/** As wide as a card on a phone, so that its text has the intended size. */
const NARROW: ChartSize = { width: 296, height: 180, left: 36, bottom: 22, top: 10 };
/** Half of the widest label, "21 Nov" or "Sat 21". */
const LABEL_ROOM = 20;

/** Two sizes, because text that shrinks with its picture cannot be read on a phone. */
export function UsageChart(props: UsageChartProps) {
  return (
    <div className="@container">
      <ChartOf {...props} size={WIDE} labelEvery={1} className="@2xl:block hidden" />
      <ChartOf {...props} size={NARROW} labelEvery={2} className="@2xl:hidden block" />
    </div>
  );
}

type ChartOfProps = UsageChartProps & { size: ChartSize; labelEvery: number; className: string };

function ChartOf({ usage, period, label, size, labelEvery, className }: ChartOfProps) {
  const layout = layOutChart(usage.buckets, size);
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size.width} ${size.height}`} className={`w-full ${className}`}>
      <Scale layout={layout} size={size} />
      {layout.bars.map(({ bucket, x, width, segments }) => (
        <g
          key={bucket.from.getTime()}
          data-tip={formatBar(bucket, usage, readerZone())}
          className="hover:brightness-90 data-read:brightness-90"
        >
          <title>{formatBar(bucket, usage, readerZone())}</title>
          {/* The whole column reacts to the pointer, even where the bar is low. It is visible only for the bar being read. */}
          <rect
            x={x}
            y={size.top}
            width={width}
            height={layout.baseline - size.top}
            className="fill-transparent in-data-read:fill-sunken"
          />
          {segments.map(({ callClass, y, height }) => (
            <rect
              key={callClass}
              x={x}
              y={y}
              width={width}
              height={height}
              fill={fillOf(callClass)}
              className="stroke-[0.5] stroke-edge"
            />
          ))}
        </g>
      ))}
      <TimeAxis layout={layout} size={size} period={period} labelEvery={labelEvery} />
    </svg>
  );
}

function Scale({ layout, size }: { layout: ChartLayout; size: ChartSize }) {
  return layout.ticks.map(({ value, y }) => (
    <g key={value}>
      <line x1={size.left} x2={size.width} y1={y} y2={y} className={value === 0 ? "stroke-edge" : "stroke-line"} />
      <text x={size.left - 6} y={y + 3.5} textAnchor="end" className="fill-quiet text-[10px]">
        {inDigits(value)}
      </text>
    </g>
  ));
}

type TimeAxisProps = { layout: ChartLayout; size: ChartSize; period: UsagePeriod; labelEvery: number };

function TimeAxis({ layout, size, period, labelEvery }: TimeAxisProps) {
  const buckets = layout.bars.map(({ bucket }) => bucket);
  const labeled = layout.bars
    .map((bar, index) => ({
      place: placeLabel(bar, size, LABEL_ROOM),
      text: axisLabel(buckets, index, period, readerZone()),
    }))
    .filter(({ text }) => text !== null)
    // Counted from the right, so that the newest keeps its label.
    .filter((_, index, all) => (all.length - 1 - index) % labelEvery === 0);
  return labeled.map(({ place, text }) => (
    <text key={place.x} x={place.x} y={size.height - 6} textAnchor={place.anchor} className="fill-quiet text-[10px]">
      {text}
    </text>
  ));
}

/** The fill of an SVG element: one of the `ClassPatterns`, which a page has once. */
function fillOf(callClass: CallClass): string {
  return `url(#usage-${callClass})`;
}

export function ClassPatterns() {
  return (
    <defs>
      <Pattern id="usage-ok" size={8}>
        <rect width="8" height="8" className="fill-accent" />
      </Pattern>
      <Pattern id="usage-refused" size={6}>
        <rect width="6" height="6" className="fill-warn-soft" />
        <path d="M-1.5 1.5l3-3M0 6l6-6M4.5 7.5l3-3" className="stroke-2 stroke-warn" />
      </Pattern>
      <Pattern id="usage-limited" size={5}>
        <rect width="5" height="5" className="fill-sunken" />
        <circle cx="2.5" cy="2.5" r="1.3" className="fill-ink" />
      </Pattern>
      <Pattern id="usage-failed" size={6}>
        <rect width="6" height="6" className="fill-bad-soft" />
        <path d="M0 0l6 6M6 0L0 6" className="stroke-[1.5] stroke-bad" />
      </Pattern>
    </defs>
  );
}

export function ClassSwatch({ callClass }: { callClass: CallClass }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 18 12" className="h-3 w-4.5 shrink-0">
      <rect x="0.5" y="0.5" width="17" height="11" rx="2" fill={fillOf(callClass)} className="stroke-edge" />
    </svg>
  );
}

function Pattern({ id, size, children }: { id: string; size: number; children: React.ReactNode }) {
  return (
    <pattern id={id} width={size} height={size} patternUnits="userSpaceOnUse">
      {children}
    </pattern>
  );
}
