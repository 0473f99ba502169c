/** The last requests with a token one by one, and what the newest errors came from. */
import Link from "next/link";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { EmptyLine } from "@/components/ui/empty";
import { Prose } from "@/components/ui/prose";
import { StatusText } from "@/components/ui/status-text";
import { Cell, ColumnHeader, Row, Table } from "@/components/ui/table";
import { RelativeTime, UtcTime } from "@/components/ui/time";
import type { ListedCall } from "@/lib/call-log/usage";
import type { ExplainedRefusal } from "@/lib/explanation/explain";
import { KEPT_ACCEPTED } from "@/lib/limits";

const SHOWN_AT_FIRST = 10;

type CallsSectionProps = { calls: ListedCall[]; shown: "first" | "all"; allHref: string; logHref: string };

export function RequestsSection({ calls, shown, allHref, logHref }: CallsSectionProps) {
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
      <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {visible.length < calls.length && (
          <Link href={allHref} scroll={false} className="inline-block min-h-6 text-accent hover:underline">
            Show all {calls.length}
          </Link>
        )}
        <Link href={logHref} className="inline-block min-h-6 text-accent hover:underline">
          Open in the request log
        </Link>
      </p>
    </section>
  );
}

function CallRow({ call }: { call: ListedCall }) {
  return (
    <Row>
      <Cell label="Time" className="whitespace-nowrap">
        <UtcTime at={call.at} />
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
