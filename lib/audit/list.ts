/** The audit log, page by page, for administrators; and of it the history of one token, for its owner too. */
import { type AuditFilter, type AuditPosition, type AuditRow, listAuditRows } from "../store/audit";
import type { VisibleToken } from "../tokens/read/visible-token";

export type { AuditFilter };
export type AuditEntry = AuditRow;

export const AUDIT_PAGE_SIZE = 50;

export type AuditPage = { entries: AuditEntry[]; nextCursor: string | null };

/** Newest first. A cursor that is none begins at the newest: it stands in an address, which people edit. */
export async function listAuditEvents(
  filter: AuditFilter,
  { cursor = null, limit = AUDIT_PAGE_SIZE }: { cursor?: string | null; limit?: number } = {},
): Promise<AuditPage> {
  const rows = await listAuditRows(filter, { after: parseCursor(cursor), limit: limit + 1 });
  const entries = rows.slice(0, limit);
  const last = entries.at(-1);
  return { entries, nextCursor: rows.length > limit && last !== undefined ? formatCursor(last) : null };
}

/** More of them than one token ever has. */
const MAX_HISTORY = 200;

/** What was done to a token, newest first. From where others than its owner did it is shown to administrators only. */
export async function listTokenHistory({ token, owner, viewer }: VisibleToken): Promise<AuditEntry[]> {
  const { organizationId, email } = owner;
  const rows = await listAuditRows({ organizationId, subject: token.id }, { after: null, limit: MAX_HISTORY });
  if (viewer.admin) return rows;
  return rows.map((row) => (row.actor === email ? row : { ...row, address: null, requestId: null }));
}

/** It carries no authority: what may be seen is decided by the filter. */
function formatCursor({ at, id }: AuditPosition): string {
  return `${at.getTime()}.${id}`;
}

const CURSOR = /^(\d{1,13})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

function parseCursor(cursor: string | null): AuditPosition | null {
  const parts = CURSOR.exec(cursor ?? "");
  return parts === null ? null : { at: new Date(Number(parts[1])), id: parts[2] ?? "" };
}

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
