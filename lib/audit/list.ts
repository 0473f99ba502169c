/** The audit log, page by page, for administrators; and of it the history of one token, for its owner too. */
import { type AuditFilter, type AuditPosition, type AuditRow, listAuditRows } from "../store/audit";
import type { VisibleToken } from "../tokens/visible-token";

export type { AuditFilter };
export type AuditEntry = AuditRow;

export const AUDIT_PAGE_SIZE = 50;

/** `nextCursor` null: this is the end. */
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
