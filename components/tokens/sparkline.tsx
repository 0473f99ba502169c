/** The requests of thirty days at a glance: accepted ones grow upwards, denied ones downwards. Its text has the sums. */
import type { Sparkline as DailyCounts } from "@/lib/call-log/usage";

const STEP = 3;
const UP = 16;
const DOWN = 8;

export function Sparkline({ days }: { days: DrawnDays }) {
  const width = days.days * STEP;
  const text = `${days.days} days: ${digits.format(days.ok)} requests accepted, ${digits.format(days.denied)} denied`;
  return (
    <svg
      role="img"
      aria-label={text}
      data-tip={text}
      viewBox={`0 0 ${width} ${UP + DOWN + 1}`}
      className="h-6 w-23 overflow-visible stroke-2"
    >
      <path d={`M0 ${UP + 0.5}H${width}`} className="stroke-1 stroke-line" />
      <path d={lines(days.okBars, UP, -UP)} className="stroke-accent" />
      <path d={lines(days.deniedBars, UP + 1, DOWN)} className="stroke-bad" />
    </svg>
  );
}

const digits = new Intl.NumberFormat("en");

/** Each bar is a line from `base`, at most `tallest` long, and upwards if that is negative. */
function lines(bars: string, base: number, tallest: number): string {
  return heightsOf(bars)
    .map((height, day) => (height === 0 ? "" : `M${day * STEP + 1} ${base}v${Math.round(height * tallest * 10) / 10}`))
    .join("");
}

/** Two short strings instead of sixty numbers, because a list has a thousand of them; empty if there is nothing to draw. */
type DrawnDays = { days: number; ok: number; denied: number; okBars: string; deniedBars: string };

const HEIGHTS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const TALLEST = HEIGHTS.length - 1;
const LEAST = 4;

export function drawDays({ ok, denied }: DailyCounts): DrawnDays {
  const most = Math.max(1, ...ok, ...denied);
  return {
    days: ok.length,
    ok: sumOf(ok),
    denied: sumOf(denied),
    okBars: toBars(ok, most),
    deniedBars: toBars(denied, most),
  };
}

export function heightsOf(bars: string): number[] {
  return Array.from(bars, (letter) => HEIGHTS.indexOf(letter) / TALLEST);
}

/** A square root scale, so that a single request beside thousands is still visible. */
function toBars(counts: readonly number[], most: number): string {
  if (counts.every((count) => count === 0)) return "";
  return counts.map((count) => HEIGHTS.charAt(toStep(count, most))).join("");
}

function toStep(count: number, most: number): number {
  return count === 0 ? 0 : Math.max(LEAST, Math.round(Math.sqrt(count / most) * TALLEST));
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((total, each) => total + each, 0);
}
