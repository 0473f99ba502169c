/** Requests of the log, newest first, a line each. Names of tokens are other people's text, and stay text. */
import Link from "next/link";
import { Cell, ColumnHeader, Row, Table } from "@/components/ui/table";
import { StatusText } from "@/components/ui/text/status-text";
import { UtcTime } from "@/components/ui/time/time";
import type { LoggedRequest } from "@/lib/call-log/requests";
import { durationText } from "./duration-text";

/** An administrator's log has the requests of everybody: it names the owners of tokens. */
type RequestsTableProps = { requests: readonly LoggedRequest[]; scope: "own" | "organization" };

const COLUMNS = ["Time (UTC)", "Response", "Request", "Token", "Duration", "Address", "Request id"];

export function RequestsTable({ requests, scope }: RequestsTableProps) {
  return (
    <Table
      caption="Requests, newest first"
      columns={COLUMNS.map((name) => (
        <ColumnHeader key={name} numeric={name === "Duration"} className={`@table:px-2 ${HEADERS[name] ?? ""}`}>
          {name}
        </ColumnHeader>
      ))}
    >
      {requests.map((request) => (
        <RequestRow key={request.id} request={request} scope={scope} />
      ))}
    </Table>
  );
}

const CELL = "@table:px-2 @table:py-1.5 @table:first:pl-4 @table:last:pr-4";
/** There is room for it where there is plenty. It is on the page that explains the request. */
const ADDRESS = "hidden! @min-[61rem]:table-cell!";
const HEADERS: Record<string, string> = { Address: ADDRESS };

function RequestRow({ request, scope }: { request: LoggedRequest; scope: RequestsTableProps["scope"] }) {
  const { at, method, pathTemplate, status, code, token, milliseconds, address, requestId } = request;
  return (
    <Row className="grid-cols-[minmax(0,1fr)_auto] gap-x-3 @min-[17rem]:grid @table:hover:bg-canvas">
      <Cell className={`${CELL} @table:whitespace-nowrap text-quiet [grid-area:4/1]`}>
        <UtcTime at={at} />
      </Cell>
      <Cell className={`${CELL} @min-[61rem]:whitespace-nowrap [grid-area:1/1]`}>
        <div className="@table:min-w-32">
          <StatusText status={status} code={code} />
        </div>
      </Cell>
      <Cell className={`${CELL} @table:w-full [grid-area:2/1/auto/3]`}>
        <code className="text-xs [overflow-wrap:anywhere]">
          {method} {pathTemplate}
        </code>
      </Cell>
      <Cell className={`${CELL} [grid-area:3/1/auto/3]`}>
        <Link
          href={`/tokens/${token.id}`}
          prefetch={false}
          title={token.name}
          className="inline-block min-h-6 align-bottom [overflow-wrap:anywhere] @table:max-w-32 @table:truncate @min-[61rem]:max-w-44 hover:text-accent hover:underline"
        >
          <bdi>{token.name}</bdi>
        </Link>
        {scope === "organization" && (
          <span
            title={token.ownerName}
            className="block text-quiet text-xs [overflow-wrap:anywhere] @table:max-w-32 @table:truncate @min-[61rem]:max-w-44"
          >
            <span className="sr-only">of </span>
            <bdi>{token.ownerName}</bdi>
          </span>
        )}
      </Cell>
      <Cell numeric className={`${CELL} @table:whitespace-nowrap text-quiet [grid-area:1/2]`}>
        {milliseconds === null ? <NotMeasured /> : durationText(milliseconds)}
      </Cell>
      <Cell className={`${CELL} ${ADDRESS}`}>
        <code className="block text-quiet text-xs leading-6 [overflow-wrap:anywhere] @table:min-w-28">{address}</code>
      </Cell>
      <Cell className={`${CELL} @table:whitespace-nowrap [grid-area:4/2]`}>
        <ExplainLink requestId={requestId} status={status} />
      </Cell>
    </Row>
  );
}

/** What was refused asks for a reason first; the whole id is in the tooltip, and on the page that it leads to. */
function ExplainLink({ requestId, status }: { requestId: string; status: number }) {
  return (
    <Link
      href={`/explain?request=${encodeURIComponent(requestId)}`}
      prefetch={false}
      data-tip={requestId}
      className="inline-block min-h-6 text-accent hover:underline"
    >
      {status < 400 ? (
        <>
          <span className="sr-only">Explain</span>
          <code aria-hidden className="text-xs">
            …{requestId.slice(-6)}
          </code>
        </>
      ) : (
        "Explain"
      )}
      <span className="sr-only"> the request {requestId}</span>
    </Link>
  );
}

function NotMeasured() {
  return (
    <>
      <span aria-hidden>–</span>
      <span className="sr-only">not measured</span>
    </>
  );
}
