/** The last requests with a token one by one, and what the newest errors came from. */
import { CircleCheck, CircleSlash, Gauge, OctagonAlert } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { EmptyLine } from "@/components/ui/empty";
import { Prose } from "@/components/ui/prose";
import { Cell, ColumnHeader, Row, Table } from "@/components/ui/table";
import { RelativeTime } from "@/components/ui/time";
import type { ListedCall } from "@/lib/call-log/usage";
import type { ExplainedRefusal } from "@/lib/explanation/explain";
import { KEPT_ACCEPTED } from "@/lib/limits";

const SHOWN_AT_FIRST = 10;

type CallsSectionProps = { calls: ListedCall[]; shown: "first" | "all"; allHref: string };

export function RequestsSection({ calls, shown, allHref }: CallsSectionProps) {
  const visible = shown === "all" ? calls : calls.slice(0, SHOWN_AT_FIRST);
  return (
    <section aria-labelledby="requests">
      <h2 id="requests" className="font-semibold text-base">
        Last requests
      </h2>
      <p className="mb-3 text-quiet text-sm">
        The newest {KEPT_ACCEPTED} at most, times in UTC. Query strings, bodies and record ids are not kept.
      </p>
      {calls.length === 0 ? (
        <EmptyLine>No requests yet.</EmptyLine>
      ) : (
        <Table
          caption="Last requests, newest first"
          columns={["Time (UTC)", "Request", "Response", "Request id", "Address"].map((name) => (
            <ColumnHeader key={name}>{name}</ColumnHeader>
          ))}
        >
          {visible.map((call, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two requests can be alike in everything.
            <CallRow key={index} call={call} />
          ))}
        </Table>
      )}
      {visible.length < calls.length && (
        <Link href={allHref} scroll={false} className="mt-3 inline-block min-h-6 text-accent text-sm hover:underline">
          Show all {calls.length}
        </Link>
      )}
    </section>
  );
}

function CallRow({ call }: { call: ListedCall }) {
  return (
    <Row>
      <Cell label="Time" className="whitespace-nowrap">
        <time dateTime={call.at.toISOString()}>{timeInUtc(call.at)}</time>
      </Cell>
      <Cell label="Request">
        <Mono>
          {call.method} {call.pathTemplate}
        </Mono>
      </Cell>
      <Cell label="Response">
        <StatusText status={call.status} code={call.code} />
      </Cell>
      <Cell label="Request id">
        <Link
          href={`/explain?request=${encodeURIComponent(call.requestId)}`}
          className="inline-block min-h-6 text-accent hover:underline"
        >
          <span className="sr-only">Explain </span>
          <Mono>{call.requestId}</Mono>
        </Link>
      </Cell>
      <Cell label="Address">
        <Mono>{call.address}</Mono>
      </Cell>
    </Row>
  );
}

function Mono({ children }: { children: ReactNode }) {
  return <span className="font-mono text-xs [overflow-wrap:anywhere]">{children}</span>;
}

/** "21 Nov, 10:31:26": the year is this one, or the last. */
function timeInUtc(at: Date): string {
  const day = at.toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
  return `${day}, ${at.toISOString().slice(11, 19)}`;
}

/** The status and the code of an answer; its icon says what its colour repeats. */
export function StatusText({ status, code }: { status: number; code: string | null }) {
  const { icon: Icon, look } = looksOf(status);
  return (
    <span className={`inline-flex items-center gap-1.5 ${look}`}>
      <Icon aria-hidden className="size-4 shrink-0" />
      <span>
        {status} {code && <span className="font-mono text-xs [overflow-wrap:anywhere]">{code}</span>}
      </span>
    </span>
  );
}

function looksOf(status: number) {
  if (status < 400) return { icon: CircleCheck, look: "text-good" };
  if (status === 429) return { icon: Gauge, look: "text-quiet" };
  return status < 500 ? { icon: CircleSlash, look: "text-warn" } : { icon: OctagonAlert, look: "text-bad" };
}

export function RefusalsSection({ refusals, now }: { refusals: ExplainedRefusal[]; now: Date }) {
  if (refusals.length === 0) return null;
  return (
    <Card title="Recent errors" description="The newest of each cause">
      <ul className="divide-y divide-line">
        {refusals.map((refusal) => (
          <li key={refusal.requestId} className="grid gap-1 py-3 first:pt-0 last:pb-0">
            <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
              <StatusText status={refusal.status} code={refusal.code} />
              <code className="text-xs [overflow-wrap:anywhere]">
                {refusal.method} {refusal.pathTemplate}
              </code>
              <span className="text-quiet text-sm">
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
