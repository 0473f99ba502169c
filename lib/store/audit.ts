/** The organization's audit log. An event is written in its change's transaction, so that neither happens without the other. */
import { v7 as uuidv7 } from "uuid";
import type { Prisma } from "../../generated/prisma/client";
import type { Actor, AuditAction } from "../events";
import type { JsonObject, Member } from "../model";
import type { MomentPosition } from "../moment-page";
import { join, type Sql, sql } from "../query/sql";
import { prisma } from "./prisma";

/** `subject` is a token's id, a member's address or a version. Administrators see `details`: put nothing secret in them. */
type AuditEvent = Omit<Actor, "now"> & {
  organizationId: string;
  action: AuditAction;
  subject: string;
  details?: JsonObject;
};

export function auditEventSql({ organizationId, action, subject, details = {}, ...by }: AuditEvent): Sql {
  return sql`
    INSERT INTO audit_events (id, organization_id, actor, action, subject, details, address, request_id)
    VALUES (${uuidv7()}::uuid, ${organizationId}::uuid, ${by.actor}, ${action}, ${subject}, ${JSON.stringify(details)}::jsonb,
      ${by.address ?? null}, ${by.requestId ?? null})`;
}

/** Records an action on a member, or by one, in the transaction of the change. */
export async function noteOfMember(
  transaction: Prisma.TransactionClient,
  { organizationId, email }: Pick<Member, "organizationId" | "email">,
  action: AuditAction,
  by: Actor,
  details: JsonObject = {},
): Promise<void> {
  await transaction.$executeRaw(auditEventSql({ organizationId, ...by, action, subject: email, details }));
}

export async function recordEvent(event: AuditEvent): Promise<void> {
  await prisma().$executeRaw(auditEventSql(event));
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
  return prisma().$queryRaw<AuditRow[]>`
    SELECT e.id, e.at, e.actor, e.action, e.subject, e.details, e.address, e.request_id AS "requestId", t.name AS "tokenName"
      FROM audit_events e
      LEFT JOIN tokens t ON t.id = e.subject AND t.organization_id = e.organization_id
     WHERE ${join(conditions(filter, after), " AND ")}
     ORDER BY e.at DESC, e.id DESC
     LIMIT ${limit}`;
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
