/** The organization's audit log. */
import type { Prisma } from "../../generated/prisma/client";
import type { Actor, AuditAction } from "../events";
import type { JsonObject, Member } from "../model";
import type { MomentPosition } from "../moment-page";
import { read, write } from "../postgres/query";
import { join, type Sql, sql } from "../query/sql";
import { type AuditEvent, auditEventSql } from "./audit-event";
import { runIn } from "./prisma";

/** Records an action on a member, or by one, in the transaction of the change. */
export async function noteOfMember(
  transaction: Prisma.TransactionClient,
  { organizationId, email }: Pick<Member, "organizationId" | "email">,
  action: AuditAction,
  by: Actor,
  details: JsonObject = {},
): Promise<void> {
  await runIn(transaction, auditEventSql({ organizationId, ...by, action, subject: email, details }));
}

export async function recordEvent(event: AuditEvent): Promise<void> {
  await write(auditEventSql(event));
}

export type AuditRow = {
  id: string;
  at: Date;
  actor: string;
  action: AuditAction;
  subject: string;
  details: JsonObject;
  address: string | null;
  requestId: string | null;
  /** Set if the subject is a token. */
  tokenName: string | null;
};

/** `actor` matches any part, ignoring case. `subject` and `address` match exactly. `from` is included, `to` is not. */
export type AuditFilter = {
  organizationId: string;
  action?: AuditAction | undefined;
  exceptActions?: readonly AuditAction[] | undefined;
  actor?: string | undefined;
  subject?: string | undefined;
  address?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

export async function listAuditRows(
  filter: AuditFilter,
  { after, limit }: { after: MomentPosition | null; limit: number },
): Promise<AuditRow[]> {
  return read<AuditRow>(sql`
    SELECT e.id, e.at, e.actor, e.action, e.subject, e.details, e.address, e.request_id AS "requestId", t.name AS "tokenName"
      FROM audit_events e
      LEFT JOIN tokens t ON t.id = e.subject AND t.organization_id = e.organization_id
     WHERE ${join(conditions(filter, after), " AND ")}
     ORDER BY e.at DESC, e.id DESC
     LIMIT ${limit}`);
}

function conditions(filter: AuditFilter, after: MomentPosition | null): Sql[] {
  const { organizationId, action, exceptActions, actor, subject, address, from, to } = filter;
  return [
    sql`e.organization_id = ${organizationId}::uuid`,
    ...(action === undefined ? [] : [sql`e.action = ${action}`]),
    ...(exceptActions === undefined ? [] : [sql`e.action <> ALL(${exceptActions})`]),
    ...(actor === undefined ? [] : [sql`strpos(lower(e.actor), lower(${actor})) > 0`]),
    ...(subject === undefined ? [] : [sql`e.subject = ${subject}`]),
    ...(address === undefined ? [] : [sql`e.address = ${address}`]),
    ...(from === undefined ? [] : [sql`e.at >= ${from}`]),
    ...(to === undefined ? [] : [sql`e.at < ${to}`]),
    ...(after === null ? [] : [sql`(e.at, e.id) < (${after.at}, ${after.id}::uuid)`]),
  ];
}
