/** The last requests with a token, one by one. */
import { CircleCheck, CircleSlash, Gauge, OctagonAlert } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { EmptyLine } from "@/components/ui/empty";
import { Cell, ColumnHeader, Row, Table } from "@/components/ui/table";
import type { ListedCall } from "@/lib/call-log/usage";
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
        <Table caption="Last requests, newest first" columns={<CallColumns />}>
          {visible.map((call, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two calls can be alike in everything.
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

function CallColumns() {
  return ["Time (UTC)", "Request", "Response", "Request id", "Address"].map((name) => (
    <ColumnHeader key={name}>{name}</ColumnHeader>
  ));
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
