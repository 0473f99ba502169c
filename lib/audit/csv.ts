/** The audit log as a file for spreadsheets (RFC 4180), which reads names that people have chosen as text and nothing else. */
import { type AuditEntry, type AuditFilter, listAuditEvents } from "./list";

/** Read at a time, so that a long log is never in memory whole. */
const PAGE_SIZE = 1_000;
/** Without it, Excel takes UTF-8 for something else. */
const BYTE_ORDER_MARK = "\uFEFF";

const COLUMNS: readonly [title: string, cell: (entry: AuditEntry) => string][] = [
  ["time", ({ at }) => at.toISOString()],
  ["actor", ({ actor }) => actor],
  ["action", ({ action }) => action],
  ["subject", ({ subject }) => subject],
  ["token name", ({ tokenName }) => tokenName ?? ""],
  ["address", ({ address }) => address ?? ""],
  ["request id", ({ requestId }) => requestId ?? ""],
  ["details", ({ details }) => JSON.stringify(details)],
];

/** Everything that passes the filter, newest first, in pieces of many lines. */
export async function* toCsv(filter: AuditFilter): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + toLine(COLUMNS.map(([title]) => title));
  let cursor: string | null = null;
  do {
    const page = await listAuditEvents(filter, { cursor, limit: PAGE_SIZE });
    if (page.entries.length > 0)
      yield page.entries.map((entry) => toLine(COLUMNS.map(([, cell]) => cell(entry)))).join("");
    cursor = page.nextCursor;
  } while (cursor !== null);
}

function toLine(cells: string[]): string {
  return `${cells.map(toCell).join(",")}\r\n`;
}

/**
 * Where spreadsheets find a formula: at the beginning, in its full-width forms too, and behind what they strip before they
 * look or cannot show. Also behind a semicolon, a tab or a line's end: a reader that divides lines by those knows no
 * quotation marks in the middle of what it takes for a cell.
 */
const FORMULA = /^(?=[\t\r\n])|(?<=^|[;\t\r\n])(?=[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*[=+\-@＝＋－＠])/gu;

export function toCell(text: string): string {
  const inert = text.replace(FORMULA, "'");
  return /[",;\t\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
