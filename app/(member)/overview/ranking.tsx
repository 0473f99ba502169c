/** The first few of something by their number, each beside the others by the length of its bar. */
import type { ReactNode } from "react";
import { inDigits } from "@/components/usage/chart-words";

type Ranked = { key: string; name: ReactNode; note?: ReactNode; count: number };

export function Ranking({ ranked }: { ranked: readonly Ranked[] }) {
  const most = Math.max(1, ...ranked.map(({ count }) => count));
  return (
    <ol className="grid grid-cols-1 gap-3">
      {ranked.map(({ key, name, note, count }) => (
        <li key={key}>
          <div className="flex items-center justify-between gap-4 text-sm">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {name}
              {note && <span className="text-quiet"> · {note}</span>}
            </span>
            <span className="tabular-nums">{inDigits(count)}</span>
          </div>
          <svg
            aria-hidden="true"
            viewBox="0 0 100 1"
            preserveAspectRatio="none"
            className="mt-1 h-1 w-full rounded-full"
          >
            <rect width="100" height="1" className="fill-sunken" />
            <rect width={Math.max(1, (count / most) * 100)} height="1" className="fill-accent" />
          </svg>
        </li>
      ))}
    </ol>
  );
}
