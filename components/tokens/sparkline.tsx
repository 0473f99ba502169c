/** The calls of thirty days in a glance: accepted ones grow upwards, denied ones downwards. Its text says the sums. */
import { type DrawnDays, heightsOf } from "./list/drawn-days";

const STEP = 3;
const UP = 16;
const DOWN = 8;

export function Sparkline({ days }: { days: DrawnDays }) {
  const width = days.days * STEP;
  const text = describeDays(days);
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

/** "30 days: 1,204 calls accepted, 12 denied". */
function describeDays({ days, ok, denied }: DrawnDays): string {
  return `${days} days: ${digits.format(ok)} requests accepted, ${digits.format(denied)} denied`;
}

/** Each bar as a line from `base`; `tallest` long at most, upwards where that is negative. */
function lines(bars: string, base: number, tallest: number): string {
  return heightsOf(bars)
    .map((height, day) => (height === 0 ? "" : `M${day * STEP + 1} ${base}v${Math.round(height * tallest * 10) / 10}`))
    .join("");
}
