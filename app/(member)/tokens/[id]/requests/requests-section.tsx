/** The last requests with a token one by one, each with the secret that it came with, where there were several. */
import Link from "next/link";
import type { ReactNode } from "react";
import { EmptyLine } from "@/components/ui/empty";
import { Cell, ColumnHeader, Row, Table } from "@/components/ui/table";
import { StatusText } from "@/components/ui/text/status-text";
import { UtcTime } from "@/components/ui/time/time";
import type { ListedCall } from "@/lib/call-log/usage";
import { KEPT_ACCEPTED } from "@/lib/limits";

const SHOWN_AT_FIRST = 10;

type SentCall = ListedCall & { secret: string };

type RequestsSectionProps = {
  calls: SentCall[];
  /** How many secrets the token has had. */
  secrets: number;
  shown: "first" | "all";
  allHref: string;
  logHref: string;
};

const COLUMNS = ["Time (UTC)", "Request", "Response", "Request id", "Address"];

export function RequestsSection({ calls, secrets, shown, allHref, logHref }: RequestsSectionProps) {
  const columns = secrets > 1 ? [...COLUMNS, "Secret"] : COLUMNS;
  const visible = shown === "all" ? calls : calls.slice(0, SHOWN_AT_FIRST);
  return (
    <section aria-labelledby="requests">
      <h2 id="requests" className="font-semibold text-base">
        Last requests
      </h2>
      <p className="mb-3 text-quiet text-sm">
        The newest {KEPT_ACCEPTED} at most{secrets > 1 && ", of each secret"}, times in UTC. Query strings, bodies and
        record ids are not kept.
      </p>
      {calls.length === 0 ? (
        <EmptyLine>No requests yet.</EmptyLine>
      ) : (
        <Table
          caption="Last requests, newest first"
          columns={columns.map((name) => <ColumnHeader key={name}>{name}</ColumnHeader>)}
        >
          {visible.map((call, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two requests can be alike in everything.
            <CallRow key={index} call={call} secrets={secrets} />
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

function CallRow({ call, secrets }: { call: SentCall; secrets: number }) {
  return (
    <Row>
      <Cell label="Time" className="@table:whitespace-nowrap">
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
      {secrets > 1 && (
        <Cell label="Secret">
          <Mono>{call.secret}</Mono>
        </Cell>
      )}
    </Row>
  );
}

function Mono({ children }: { children: ReactNode }) {
  return <span className="font-mono text-xs [overflow-wrap:anywhere]">{children}</span>;
}
