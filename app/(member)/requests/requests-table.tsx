import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { LinkButton } from "@/components/ui/controls/button";
import { CopyButton } from "@/components/ui/controls/copy-button";
import { Cell, NoValue, Row, Table } from "@/components/ui/table";
import { Breakable } from "@/components/ui/text/breakable";
import { inDigits } from "@/components/ui/text/digits";
import { ErrorCode } from "@/components/ui/text/error-code";
import { Fact } from "@/components/ui/text/fact";
import { InlineLink } from "@/components/ui/text/inline-link";
import { StatusText } from "@/components/ui/text/status-text";
import { ExactTime, LogTime, timeHeading } from "@/components/ui/time/time";
import { tokenHint } from "@/lib/authentication/token-form";
import type { LoggedRequest } from "@/lib/call-log/requests";
import { durationText } from "./duration-text";

/** How a row names the sender: the token, also its owner, one of several secrets, or nothing. */
type Who = "own" | "organization" | "secret" | "nothing";

type RequestsTableProps = {
  requests: readonly LoggedRequest[];
  who: Who;
  open: string | undefined;
  /** The address of the page with this row open, or with none: it needs no script. */
  hrefOf: (id: string | undefined) => string;
};

const COLUMNS = ["Response", "Request", "Duration", "Address", "Request ID"];

export function RequestsTable({ requests, who, open, hrefOf }: RequestsTableProps) {
  const whoColumn = who === "secret" ? ["Secret"] : who === "nothing" ? [] : ["Token"];
  const time = timeHeading();
  const columns = [time, ...COLUMNS.slice(0, 2), ...whoColumn, ...COLUMNS.slice(2)];
  return (
    <Table
      caption="Requests, newest first"
      columns={columns.map((name) => ({
        name,
        numeric: name === "Duration",
        className: `@table:px-2 ${name === time ? "@table:pl-9" : (HEADERS[name] ?? "")}`,
      }))}
    >
      {requests.flatMap((request) => {
        const isOpen = request.id === open;
        const href = hrefOf(isOpen ? undefined : request.id);
        const row = <RequestRow key={request.id} request={request} who={who} isOpen={isOpen} href={href} />;
        return isOpen ? [row, <DetailsRow key="open" request={request} columns={columns.length} />] : [row];
      })}
    </Table>
  );
}

const CELL = "@table:px-2 @table:py-1.5 @table:first:pl-3 @table:last:pr-4";
/** In a table it does not wrap; in a card it can. */
const UNBROKEN = "@table:whitespace-nowrap @table:[&_wbr]:hidden";
/** In a narrow table the path gets the space of these two. The details contain both. */
const ADDRESS = "hidden! @min-[61rem]:table-cell!";
const REQUEST_ID = "@table:hidden @min-[61rem]:table-cell";
const HEADERS: Record<string, string> = { Address: ADDRESS, "Request ID": REQUEST_ID };

type RequestRowProps = { request: LoggedRequest; who: Who; isOpen: boolean; href: string };

function RequestRow({ request, who, isOpen, href }: RequestRowProps) {
  const { at, method, pathTemplate, status, code, milliseconds, address, requestId, oneOf } = request;
  const path = `${method} ${pathTemplate}`;
  return (
    <Row
      className={`relative grid-cols-[minmax(0,1fr)_auto] gap-x-3 @min-[17rem]:grid hover:bg-canvas ${isOpen ? "bg-canvas" : ""}`}
    >
      <Cell className={`${CELL} @table:whitespace-nowrap [grid-area:4/1]`}>
        {/* It covers the row, except for other links, so its text contains the full path. */}
        <Link
          href={href}
          prefetch={false}
          replace
          scroll={false}
          aria-expanded={isOpen}
          title={path}
          className="inline-flex min-h-6 items-center gap-1.5 rounded-sm text-quiet before:absolute before:inset-0"
        >
          <ChevronRight aria-hidden className={`size-4 shrink-0 ${isOpen ? "rotate-90" : ""}`} />
          <LogTime at={at} />
          <span className="sr-only">, details</span>
        </Link>
      </Cell>
      <Cell className={`${CELL} ${UNBROKEN} [grid-area:1/1]`}>
        <StatusText status={status} code={code} />
        {oneOf > 1 && <span className="block text-quiet text-xs">1 of {oneOf.toLocaleString("en-GB")} kept</span>}
      </Cell>
      <Cell className={`${CELL} @table:w-full @table:max-w-0 [grid-area:2/1/auto/3]`}>
        <code title={path} className={`block text-xs leading-6 [overflow-wrap:anywhere] @table:truncate ${UNBROKEN}`}>
          <Breakable text={path} />
        </code>
      </Cell>
      <WhoCell request={request} who={who} />
      <Cell numeric className={`${CELL} @table:whitespace-nowrap justify-self-end text-quiet [grid-area:1/2]`}>
        {milliseconds === null ? <NoValue word="not measured" /> : durationText(milliseconds)}
      </Cell>
      <Cell className={`${CELL} ${ADDRESS}`}>
        <code className="block text-quiet text-xs leading-6 [overflow-wrap:anywhere] @table:min-w-28">{address}</code>
      </Cell>
      <Cell className={`${CELL} @table:whitespace-nowrap ${REQUEST_ID} [grid-area:4/2]`}>
        <code className="text-quiet text-xs">
          {requestId.length > 13 ? `${requestId.slice(0, 4)}…${requestId.slice(-8)}` : requestId}
        </code>
      </Cell>
    </Row>
  );
}

function WhoCell({ request: { token }, who }: { request: LoggedRequest; who: Who }) {
  if (who === "nothing") return null;
  if (who === "secret") {
    return (
      <Cell className={`${CELL} @table:whitespace-nowrap [grid-area:3/1/auto/3]`}>
        <code className="text-xs">{tokenHint(token.id)}</code>
      </Cell>
    );
  }
  return (
    <Cell className={`${CELL} [grid-area:3/1/auto/3]`}>
      <Link
        href={`/tokens/${token.id}`}
        prefetch={false}
        title={token.name}
        className="relative inline-block min-h-6 align-bottom [overflow-wrap:anywhere] @table:max-w-32 @table:truncate @min-[61rem]:max-w-44 hover:text-accent hover:underline"
      >
        <bdi>{token.name}</bdi>
      </Link>
      {who === "organization" && (
        <span
          title={token.ownerName}
          className="block text-quiet text-xs [overflow-wrap:anywhere] @table:max-w-32 @table:truncate @min-[61rem]:max-w-44"
        >
          <span className="sr-only">of </span>
          <bdi>{token.ownerName}</bdi>
        </span>
      )}
    </Cell>
  );
}

function DetailsRow({ request, columns }: { request: LoggedRequest; columns: number }) {
  return (
    <Row className="border-t-0 bg-canvas @table:border-t-0">
      <Cell colSpan={columns} className="@table:pl-9!">
        <RequestDetails request={request} />
      </Cell>
    </Row>
  );
}

function RequestDetails({ request }: { request: LoggedRequest }) {
  const { requestId, at, method, pathTemplate, status, code, token, milliseconds, address, userAgent } = request;
  return (
    <div className="grid gap-4 py-1">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] gap-x-6 gap-y-3">
        <Fact name="Request ID">
          <code className="mr-2 text-xs">{requestId}</code>
          <CopyButton text={requestId} />
        </Fact>
        <Fact name="Request">
          <code className="text-xs">
            <Breakable text={`${method} ${pathTemplate}`} />
          </code>
        </Fact>
        <Fact name="Response">
          {status} {code && <ErrorCode code={code} />}
          {milliseconds !== null && ` in ${durationText(milliseconds)}`}
        </Fact>
        <Fact name="Time">
          <ExactTime at={at} />
        </Fact>
        <Fact name="IP address">
          <code className="text-xs">{address}</code>
        </Fact>
        <Fact name="User agent">{userAgent ?? <span className="text-quiet">Not sent</span>}</Fact>
        <Fact name="Token">
          <InlineLink href={`/tokens/${token.id}`} prefetch={false}>
            <bdi>{token.name}</bdi>
          </InlineLink>{" "}
          <span className="text-quiet">
            of <bdi>{token.ownerName}</bdi>
          </span>
        </Fact>
        <Limit request={request} />
      </dl>
      <div>
        <LinkButton size="small" href={`/explain?request=${encodeURIComponent(requestId)}`} prefetch={false}>
          Explain<span className="sr-only"> the request {requestId}</span>
        </LinkButton>
      </div>
    </div>
  );
}

function Limit({ request: { limitPerMinute, oneOf } }: { request: LoggedRequest }) {
  return (
    <>
      {limitPerMinute !== null && (
        <Fact name="Rate limit at that time">{inDigits(limitPerMinute)} requests per minute</Fact>
      )}
      {oneOf > 1 && (
        <Fact name="Sampled">1 of {inDigits(oneOf)} requests of this kind was kept, because the hour was busy.</Fact>
      )}
    </>
  );
}
