/** What went wrong with a token of late, by cause: how often, why, what to do, and the newest request to explain. */
import Link from "next/link";
import { Card } from "@/components/ui/card";
import { Prose } from "@/components/ui/text/prose";
import { StatusText } from "@/components/ui/text/status-text";
import { RelativeTime } from "@/components/ui/time/time";
import type { ExplainedRefusal } from "@/lib/explanation/explain";

export function RefusalsSection({ refusals, now }: { refusals: ExplainedRefusal[]; now: Date }) {
  if (refusals.length === 0) return null;
  return (
    <Card title="Recent errors" description="By cause, with the newest request of each">
      <ul className="divide-y divide-line">
        {refusals.map((refusal) => (
          <li key={refusal.requestId} className="grid gap-1 py-3 first:pt-0 last:pb-0">
            <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
              <StatusText status={refusal.status} code={refusal.code} />
              <code className="text-xs [overflow-wrap:anywhere]">
                {refusal.method} {refusal.pathTemplate}
              </code>
              <span className="text-quiet text-sm">
                {refusal.count > 1 && `${refusal.count} times, last `}
                <RelativeTime at={refusal.at} now={now} />
              </span>
              <Link
                href={`/explain?request=${encodeURIComponent(refusal.requestId)}`}
                className="ml-auto inline-block min-h-6 text-accent text-sm hover:underline"
              >
                Explain<span className="sr-only"> the request {refusal.requestId}</span>
              </Link>
            </p>
            <p>
              <Prose text={refusal.summary} />
            </p>
            <p className="text-quiet">
              <Prose text={refusal.advice} />
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
