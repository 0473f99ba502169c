/** The top few by number of requests. The length of each bar shows the share, and the bar links to the requests. */
import Link from "next/link";
import type { ReactNode } from "react";
import { inDigits } from "@/components/usage/chart-words";

/** `label`: what the requests belong to, for those who do not see the name beside the number. */
type Ranked = { key: string; name: ReactNode; note?: ReactNode; count: number; label: string; requestsHref: string };

export function Ranking({ ranked }: { ranked: readonly Ranked[] }) {
  const most = Math.max(1, ...ranked.map(({ count }) => count));
  return (
    <ol className="grid grid-cols-1 gap-3">
      {ranked.map(({ key, name, note, count, label, requestsHref }) => (
        <li key={key} className="relative">
          <div className="flex items-center justify-between gap-4 text-sm">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {name}
              {note && <span className="text-quiet"> · {note}</span>}
            </span>
            <Link
              href={requestsHref}
              prefetch={false}
              className="inline-block min-h-6 min-w-6 text-right tabular-nums before:absolute before:inset-x-0 before:-bottom-1 before:h-3 hover:text-accent hover:underline"
            >
              {inDigits(count)}
              <span className="sr-only">
                {" "}
                {count === 1 ? "request" : "requests"} of {label}
              </span>
            </Link>
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
