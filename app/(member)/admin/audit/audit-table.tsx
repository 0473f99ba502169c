import { ChevronRight, SquareTerminal } from "lucide-react";
import Link from "next/link";
import { Cell, NoValue, Row, RowHeader, Table } from "@/components/ui/table";
import { Fact } from "@/components/ui/text/fact";
import { ColumnTime, timeHeading } from "@/components/ui/time/time";
import type { AuditEntry } from "@/lib/audit/list";
import { tokenHint } from "@/lib/authentication/token-form";
import { COMMAND_LINE } from "@/lib/events";
import { readerZone } from "@/lib/session/reader-zone";
import { ACTION_LABELS } from "./action-labels";
import { describeDetails } from "./describe-event";

const CELL = "@table:px-2! @table:py-1! @table:first:pl-4! @table:last:pr-4!";
const ADDRESS = "@max-[66rem]:@table:pr-4!";
/** Shown where there is plenty of room. The details contain it, too. */
const REQUEST_ID = "hidden! @min-[66rem]:table-cell!";

const HEADERS: Record<string, string> = { "IP address": ADDRESS, "Request ID": REQUEST_ID };
const COLUMNS = ["Who", "What", "Token or subject", "IP address", "Request ID"];

export function AuditTable({ entries }: { entries: AuditEntry[] }) {
  return (
    <Table
      caption="Audit log, newest first"
      columns={[timeHeading(), ...COLUMNS].map((name) => ({
        name,
        className: `@table:px-2 @table:first:pl-4 @table:last:pr-4 ${HEADERS[name] ?? ""}`,
      }))}
    >
      {entries.map((entry) => (
        <EventRow key={entry.id} entry={entry} />
      ))}
    </Table>
  );
}

function EventRow({ entry }: { entry: AuditEntry }) {
  const { at, actor, address, requestId } = entry;
  return (
    <Row className="grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-2! @min-[17rem]:grid @table:py-0!">
      <Cell className={`${CELL} text-quiet [grid-area:4/1]`}>
        <ColumnTime at={at} className="text-[0.8125rem]" />
      </Cell>
      <Cell className={`${CELL} [grid-area:3/1/auto/3]`}>
        <Actor actor={actor} />
      </Cell>
      <RowHeader className={`${CELL} pb-0! @table:w-full @table:max-w-0 [grid-area:1/1/auto/3]`}>
        <EventDetails entry={entry} />
      </RowHeader>
      <Cell className={`${CELL} [grid-area:2/1/auto/3]`}>
        <Subject entry={entry} />
      </Cell>
      <Cell className={`${CELL} ${ADDRESS} @table:whitespace-nowrap [grid-area:4/2]`}>
        {address === null ? (
          <NoValue word="none" />
        ) : (
          <code className="text-xs [overflow-wrap:anywhere]">{address}</code>
        )}
      </Cell>
      <Cell className={`${CELL} ${REQUEST_ID} @table:whitespace-nowrap`}>
        {requestId === null ? (
          <NoValue word="none" />
        ) : (
          <code title={requestId} className="text-quiet text-xs">
            {requestId.length > 13 ? `${requestId.slice(0, 4)}…${requestId.slice(-8)}` : requestId}
          </code>
        )}
      </Cell>
    </Row>
  );
}

/** The operating system knows who used the command line; the log does not. */
function Actor({ actor }: { actor: string }) {
  if (actor === COMMAND_LINE) {
    return (
      <span className="inline-flex items-center gap-1.5 text-quiet @table:whitespace-nowrap">
        <SquareTerminal aria-hidden className="size-4 shrink-0" />
        via command line
      </span>
    );
  }
  return (
    <span title={actor} className={CLAMPED}>
      <bdi>{actor}</bdi>
    </span>
  );
}

const CLAMPED = "block [overflow-wrap:anywhere] @table:max-w-44 @table:truncate @min-[66rem]:max-w-52";

function Subject({ entry: { actor, subject, tokenName } }: { entry: AuditEntry }) {
  if (tokenName === null) {
    return (
      <span title={subject} className={`${CLAMPED} ${actor === subject ? "text-quiet" : ""}`}>
        <bdi>{subject}</bdi>
      </span>
    );
  }
  return (
    <Link
      href={`/tokens/${subject}`}
      prefetch={false}
      title={`${tokenName} (${tokenHint(subject)})`}
      className={`${CLAMPED} min-h-6 underline decoration-line underline-offset-4 hover:decoration-current`}
    >
      <bdi>{tokenName}</bdi>
    </Link>
  );
}

function EventDetails({ entry }: { entry: AuditEntry }) {
  const { action, subject, tokenName, requestId, details } = entry;
  const { webhookId } = details;
  const label = ACTION_LABELS[action] ?? action;
  const sentences = describeDetails(entry, readerZone());
  if (sentences.length === 0 && requestId === null && tokenName === null) {
    return <span className="flex min-h-6 items-center pl-5.5 font-medium [overflow-wrap:anywhere]">{label}</span>;
  }
  return (
    <details className="group/event">
      <summary className="flex min-h-6 list-none items-center gap-1.5 rounded-sm hover:text-accent [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 shrink-0 text-quiet group-open/event:rotate-90" />
        <span className="min-w-0 font-medium [overflow-wrap:anywhere] @table:shrink-0">{label}</span>
        <Gist sentences={sentences} />
      </summary>
      <div className="grid gap-2 py-2 pl-5.5 text-sm">
        {sentences.length > 0 && (
          <ul>
            {sentences.map((sentence) => (
              <li key={sentence} className="[overflow-wrap:anywhere]">
                {sentence}
              </li>
            ))}
          </ul>
        )}
        <dl className="grid gap-2 empty:hidden">
          {tokenName !== null && (
            <Fact name="Token">
              <code className="text-xs">{tokenHint(subject)}</code>
            </Fact>
          )}
          {typeof webhookId === "string" && (
            <Fact name="Webhook">
              {action === "webhook.delete" ? (
                <code className="text-xs">{webhookId}</code>
              ) : (
                <Link
                  href={`/webhooks/${webhookId}`}
                  prefetch={false}
                  className="inline-block min-h-6 underline decoration-line underline-offset-4 hover:decoration-current"
                >
                  <code className="text-xs">{webhookId}</code>
                </Link>
              )}
            </Fact>
          )}
          {requestId !== null && (
            <Fact name="Request ID">
              <code className="text-xs [overflow-wrap:anywhere]">{requestId}</code>
            </Fact>
          )}
        </dl>
      </div>
    </details>
  );
}

/** Cut off at the end of the line. The details contain the full text, so screen readers find it there. */
function Gist({ sentences }: { sentences: string[] }) {
  const [first] = sentences;
  if (first === undefined) return null;
  const text = sentences.length === 1 ? first : `${sentences.length} changes`;
  return (
    <span
      aria-hidden
      title={text}
      className="hidden min-w-0 truncate text-quiet group-open/event:invisible @table:block"
    >
      {text}
    </span>
  );
}
