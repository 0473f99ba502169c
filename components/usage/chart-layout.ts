/** The positions of the usage chart's bars, stacked by the class of the response, in the units of an SVG's viewBox. */
import { CALL_CLASSES, type CallClass } from "@/lib/call-log/finished-call";
import type { CallCounts, UsageBucket } from "@/lib/call-log/usage";

export type ChartSize = { width: number; height: number; left: number; bottom: number; top: number };
type Segment = { callClass: CallClass; y: number; height: number };
type Bar = { bucket: UsageBucket; x: number; width: number; segments: Segment[] };
type Tick = { value: number; y: number };
export type ChartLayout = { bars: Bar[]; ticks: Tick[]; baseline: number };

const LEAST_HEIGHT = 3;
const GAP_SHARE = 0.25;
const ROUND_TOPS = [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8, 10];

export function layOutChart(buckets: readonly UsageBucket[], size: ChartSize): ChartLayout {
  const baseline = size.height - size.bottom;
  const plotHeight = baseline - size.top;
  const top = roundTop(Math.max(0, ...buckets.map(totalOf)));
  const step = (size.width - size.left) / Math.max(1, buckets.length);
  const width = step * (1 - GAP_SHARE);
  const bars = buckets.map((bucket, index) => ({
    bucket,
    x: round(size.left + index * step + (step - width) / 2),
    width: round(width),
    segments: stack(bucket, { baseline, plotHeight, top }),
  }));
  const values = top === 1 ? [0, 1] : [0, top / 2, top];
  const ticks = values.map((value) => ({ value, y: round(baseline - (value / top) * plotHeight) }));
  return { bars, ticks, baseline };
}

/** A label is centered below its bar, or ends at the chart's edge if it would be cut off. `room`: half a label. */
export function placeLabel(bar: Bar, { width }: ChartSize, room: number): { x: number; anchor: "middle" | "end" } {
  const center = round(bar.x + bar.width / 2);
  return center + room > width ? { x: width, anchor: "end" } : { x: center, anchor: "middle" };
}

export function totalOf(counts: CallCounts): number {
  return CALL_CLASSES.reduce((sum, callClass) => sum + counts[callClass], 0);
}

/** The lowest round number that is not below the highest bar, and whose half is a whole number too. */
function roundTop(highest: number): number {
  if (highest <= 1) return 1;
  const magnitude = 10 ** Math.floor(Math.log10(highest));
  const tops = ROUND_TOPS.map((factor) => Math.round(factor * magnitude * 10) / 10);
  return tops.find((top) => top >= highest && top % 2 === 0) ?? 10 * magnitude;
}

type Scale = { baseline: number; plotHeight: number; top: number };

/** Small parts get a minimum height, which is taken from the largest one, so that the whole bar matches its total. */
function stack(counts: CallCounts, { baseline, plotHeight, top }: Scale): Segment[] {
  const present = CALL_CLASSES.filter((callClass) => counts[callClass] > 0);
  const heightOf = (callClass: CallClass) => Math.max(LEAST_HEIGHT, (counts[callClass] / top) * plotHeight);
  const stacked = present.reduce((total, callClass) => total + heightOf(callClass), 0);
  const excess = Math.max(0, stacked - (totalOf(counts) / top) * plotHeight);
  const largest = present.toSorted((a, b) => counts[b] - counts[a])[0];
  let y = baseline;
  return present.map((callClass) => {
    const full = heightOf(callClass);
    const height = callClass === largest ? Math.max(LEAST_HEIGHT, full - excess) : full;
    y -= height;
    return { callClass, y: round(y), height: round(height) };
  });
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}
