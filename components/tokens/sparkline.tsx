/** The requests of thirty days at a glance: accepted ones grow upwards, denied ones downwards. Its text has the sums. */
import { inDigits } from "@/components/ui/text/digits";
import type { Sparkline as DailyCounts } from "@/lib/call-log/usage";

const STEP = 3;
const UP = 16;
const DOWN = 8;

export function Sparkline({ days: { ok, denied } }: { days: DailyCounts }) {
  const width = ok.length * STEP;
  const most = Math.max(1, ...ok, ...denied);
  const text = `${ok.length} days: ${sumOf(ok)} requests accepted, ${sumOf(denied)} denied`;
  return (
    <svg
      role="img"
      aria-label={text}
      data-tip={text}
      viewBox={`0 0 ${width} ${UP + DOWN + 1}`}
      className="h-6 w-23 overflow-visible stroke-2"
    >
      <path d={`M0 ${UP + 0.5}H${width}`} className="stroke-1 stroke-line" />
      <path d={lines(ok, most, UP, -UP)} className="stroke-accent" />
      <path d={lines(denied, most, UP + 1, DOWN)} className="stroke-bad" />
    </svg>
  );
}

function sumOf(counts: readonly number[]): string {
  return inDigits(counts.reduce((total, each) => total + each, 0));
}

const LEAST = 0.065;

/** Each bar is a line from `base`, at most `tallest` long, and upwards if that is negative. */
function lines(counts: readonly number[], most: number, base: number, tallest: number): string {
  return counts
    .map((count, day) => {
      if (count === 0) return "";
      // A square root scale, so that a single request beside thousands is still visible.
      const height = Math.max(LEAST, Math.sqrt(count / most));
      return `M${day * STEP + 1} ${base}v${Math.round(height * tallest * 10) / 10}`;
    })
    .join("");
}
