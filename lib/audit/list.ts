/** The audit log, page by page, for administrators; and the history of one token, for its owner too. */
import { BYTE_ORDER_MARK, toLine } from "../csv";
import type { Actor } from "../events";
import { momentPage, parseMomentCursor } from "../moment-page";
import { isUuid } from "../query/columns";
import { type AuditFilter, type AuditRow, listAuditRows, recordEvent } from "../store/audit";
import type { VisibleToken } from "../tokens/read/visibility";

export type { AuditFilter };
export type AuditEntry = AuditRow;

const AUDIT_PAGE_SIZE = 50;

type AuditPage = { entries: AuditEntry[]; nextCursor: string | null };

/** Newest first. */
export async function listAuditEvents(
  filter: AuditFilter,
  { cursor = null, limit = AUDIT_PAGE_SIZE }: { cursor?: string | null; limit?: number } = {},
): Promise<AuditPage> {
  const rows = await listAuditRows(filter, { after: parseMomentCursor(cursor, isUuid), limit: limit + 1 });
  const { shown, nextCursor } = momentPage(rows, limit);
  return { entries: shown, nextCursor };
}

/** More than any single token ever has. */
const MAX_HISTORY = 200;

/** What was done to a token, newest first. Only administrators see from which address others did it. */
export async function listTokenHistory({ token, owner, viewer }: VisibleToken): Promise<AuditEntry[]> {
  const { organizationId, email } = owner;
  const rows = await listAuditRows({ organizationId, subject: token.id }, { after: null, limit: MAX_HISTORY });
  if (viewer.admin) return rows;
  return rows.map((row) => (row.actor === email ? row : { ...row, address: null, requestId: null }));
}

/** Who exports the log, and which part of it: `search` is its filter, as the page shows it. */
export async function recordExport(
  by: Actor & Pick<AuditFilter, "organizationId">,
  search: Record<string, string>,
): Promise<void> {
  const details = Object.fromEntries(Object.entries(search).filter(([, value]) => value !== ""));
  await recordEvent({ ...by, action: "audit.export", subject: "audit log", details });
}

/** Rows read at a time, so that a long log is never in memory whole. */
const PAGE_SIZE = 1_000;

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

/** Everything that passes the filter, newest first, many lines at a time. */
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
