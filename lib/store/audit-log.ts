/** Reading the audit log, newest first, from a position: the log is only ever added to, so positions stay where they are. */
import { Prisma } from "../../generated/prisma/client";
import type { AuditAction, JsonObject } from "../model";
import { prisma } from "./client";

const { sql, join } = Prisma;

export type AuditRow = {
  id: string;
  at: Date;
  actor: string;
  action: AuditAction;
  subject: string;
  details: JsonObject;
  address: string | null;
  requestId: string | null;
  /** Where the subject is a token. */
  tokenName: string | null;
};

/** `actor`: some part of it, in any case. `subject`: exactly. `from` is included, `to` is not. */
export type AuditFilter = {
  organizationId: string;
  action?: AuditAction;
  actor?: string;
  subject?: string;
  from?: Date;
  to?: Date;
};

export type AuditPosition = { at: Date; id: string };

/** `after`: the last row of the page before. */
export async function listAuditRows(
  filter: AuditFilter,
  { after, limit }: { after: AuditPosition | null; limit: number },
): Promise<AuditRow[]> {
  return prisma().$queryRaw<AuditRow[]>`
    SELECT e.id, e.at, e.actor, e.action, e.subject, e.details, e.address, e.request_id AS "requestId", t.name AS "tokenName"
      FROM audit_events e
      LEFT JOIN tokens t ON t.id = e.subject AND t.organization_id = e.organization_id
     WHERE ${join(conditions(filter, after), " AND ")}
     ORDER BY e.at DESC, e.id DESC
     LIMIT ${limit}`;
}

function conditions(filter: AuditFilter, after: AuditPosition | null): Prisma.Sql[] {
  const { organizationId, action, actor, subject, from, to } = filter;
  return [
    sql`e.organization_id = ${organizationId}::uuid`,
    ...(action === undefined ? [] : [sql`e.action = ${action}`]),
    ...(actor === undefined ? [] : [sql`strpos(lower(e.actor), lower(${actor})) > 0`]),
    ...(subject === undefined ? [] : [sql`e.subject = ${subject}`]),
    ...(from === undefined ? [] : [sql`e.at >= ${from}`]),
    ...(to === undefined ? [] : [sql`e.at < ${to}`]),
    ...(after === null ? [] : [sql`(e.at, e.id) < (${after.at}, ${after.id}::uuid)`]),
  ];
}
