/** The calls of thirty days in a glance: accepted ones grow upwards, denied ones downwards. Its text says the sums. */
import type { Sparkline as Days } from "@/lib/tokens/usage";

const STEP = 3;
const BAR = 2;
const UP = 16;
const DOWN = 8;

export function Sparkline({ days }: { days: Days }) {
  const width = days.ok.length * STEP;
  const text = describeDays(days);
  const most = Math.max(1, ...days.ok, ...days.denied);
  return (
    <svg
      role="img"
      aria-label={text}
      data-tip={text}
      viewBox={`0 0 ${width} ${UP + DOWN + 1}`}
      className="h-6 w-23 overflow-visible"
    >
      <path d={`M0 ${UP + 0.5}H${width}`} className="stroke-line" />
      <path d={bars(days.ok, (size) => [UP - scale(size, most, UP), UP])} className="fill-accent" />
      <path d={bars(days.denied, (size) => [UP + 1, UP + 1 + scale(size, most, DOWN)])} className="fill-bad" />
    </svg>
  );
}

/** "30 days: 1,204 calls accepted, 12 denied". */
export function describeDays({ ok, denied }: Days): string {
  const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0).toLocaleString("en");
  return `${ok.length} days: ${sum(ok)} calls accepted, ${sum(denied)} denied`;
}

/** By the root, so that a single call beside thousands can still be seen; never less than can be drawn. */
function scale(size: number, most: number, height: number): number {
  return Math.max(1.5, Math.round(Math.sqrt(size / most) * height * 10) / 10);
}

function bars(sizes: number[], edges: (size: number) => [number, number]): string {
  return sizes
    .map((size, day) => {
      if (size === 0) return "";
      const [top, bottom] = edges(size);
      return `M${day * STEP} ${top}h${BAR}V${bottom}h-${BAR}z`;
    })
    .join("");
}
