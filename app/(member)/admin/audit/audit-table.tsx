/** Events of the log, newest first. Names in it are other people's text, and stay text. */
import { ChevronRight, SquareTerminal } from "lucide-react";
import Link from "next/link";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@/components/ui/table";
import { ExactTime } from "@/components/ui/time/time";
import type { AuditEntry } from "@/lib/audit/list";
import { tokenHint } from "@/lib/authentication/token-form";
import { COMMAND_LINE } from "@/lib/events";
import { ACTION_LABELS, describeDetails } from "./describe-event";

export function AuditTable({ entries }: { entries: AuditEntry[] }) {
  return (
    <Table
      caption="Audit log, newest first"
      columns={
        <>
          <ColumnHeader>When</ColumnHeader>
          <ColumnHeader>What</ColumnHeader>
          <ColumnHeader>Who</ColumnHeader>
          <ColumnHeader>From, in request</ColumnHeader>
        </>
      }
    >
      {entries.map((entry) => (
        <EventRow key={entry.id} entry={entry} />
      ))}
    </Table>
  );
}

function EventRow({ entry }: { entry: AuditEntry }) {
  return (
    <Row>
      <Cell className="text-quiet @table:text-ink">
        <ExactTime at={entry.at} className="-my-0.5" />
      </Cell>
      <RowHeader className="@table:max-w-sm">
        <span className="font-medium">{ACTION_LABELS[entry.action] ?? entry.action}</span>
        <Subject entry={entry} />
        <Details sentences={describeDetails(entry)} />
      </RowHeader>
      <Cell label="Who" className="[overflow-wrap:anywhere]">
        <Actor actor={entry.actor} />
      </Cell>
      <Cell label="From">
        <Origin entry={entry} />
      </Cell>
    </Row>
  );
}

/** Whoever has the command line is known to the machine that it runs on. */
function Actor({ actor }: { actor: string }) {
  if (actor !== COMMAND_LINE) return <bdi>{actor}</bdi>;
  return (
    <span className="inline-flex items-center gap-1.5">
      <SquareTerminal aria-hidden className="size-4 shrink-0 text-quiet" />
      via command line
    </span>
  );
}

/** Commands leave neither an address nor a request. */
function Origin({ entry: { address, requestId } }: { entry: AuditEntry }) {
  if (address === null && requestId === null) {
    return (
      <>
        <span aria-hidden className="text-quiet">
          –
        </span>
        <span className="sr-only">unknown</span>
      </>
    );
  }
  return (
    <>
      <span className="font-mono text-[0.8125rem]">{address}</span>
      <span className="block font-mono text-quiet text-xs [overflow-wrap:anywhere]">{requestId}</span>
    </>
  );
}

/** One sentence stands there; several are for those who ask. */
function Details({ sentences }: { sentences: string[] }) {
  if (sentences.length === 0) return null;
  if (sentences.length === 1) return <span className="block text-quiet [overflow-wrap:anywhere]">{sentences[0]}</span>;
  return (
    <details>
      <summary className="inline-flex min-h-6 items-center gap-1 text-quiet hover:text-ink [details[open]>&>svg]:rotate-90">
        <ChevronRight aria-hidden className="size-3.5" />
        {sentences.length} changes
      </summary>
      <ul className="text-quiet">
        {sentences.map((sentence) => (
          <li key={sentence} className="py-0.5 [overflow-wrap:anywhere]">
            {sentence}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Subject({ entry: { action, subject, tokenName } }: { entry: AuditEntry }) {
  if (action.startsWith("configuration.")) return <span className="text-quiet"> · {subject}</span>;
  if (tokenName === null) return <span className="block [overflow-wrap:anywhere]">{subject}</span>;
  return (
    <span className="block [overflow-wrap:anywhere]">
      <Link
        href={`/tokens/${subject}`}
        prefetch={false}
        className="underline decoration-line underline-offset-4 hover:decoration-current"
      >
        <bdi>{tokenName}</bdi>
      </Link>{" "}
      <span className="font-mono text-[0.8125rem] text-quiet">{tokenHint(subject)}</span>
    </span>
  );
}
