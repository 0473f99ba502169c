/**
 * The organisation's diary: who did what to its configuration, members and tokens. Events are written in the transaction
 * of what they tell of, so that neither happens without the other.
 */
import { v7 as uuidv7 } from "uuid";
import { Prisma } from "../../generated/prisma/client";
import type { Actor, AuditAction } from "../events";
import type { JsonObject, Member } from "../model";
import type { MomentPosition } from "../moment-page";
import { postgres } from "../postgres/postgres";

/** `subject`: a token's id, a member's address, a version. `details` are shown to administrators: nothing secret. */
type AuditEvent = Omit<Actor, "now"> & {
  organizationId: string;
  action: AuditAction;
  subject: string;
  details?: JsonObject;
};

export function auditEventSql({ organizationId, action, subject, details = {}, ...by }: AuditEvent): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO audit_events (id, organization_id, actor, action, subject, details, address, request_id)
    VALUES (${uuidv7()}::uuid, ${organizationId}::uuid, ${by.actor}, ${action}, ${subject}, ${JSON.stringify(details)}::jsonb,
      ${by.address ?? null}, ${by.requestId ?? null})`;
}

/** What is done to a member, or by them: within the transaction of what it tells of. */
export async function noteOfMember(
  transaction: Prisma.TransactionClient,
  { organizationId, email }: Pick<Member, "organizationId" | "email">,
  action: AuditAction,
  by: Actor,
  details: JsonObject = {},
): Promise<void> {
  await transaction.$executeRaw(auditEventSql({ organizationId, ...by, action, subject: email, details }));
}

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

/** `actor`: some part of it, in any case. `subject`, `address`: exactly. `from` is included, `to` is not. */
export type AuditFilter = {
  organizationId: string;
  action?: AuditAction | undefined;
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
  return postgres().prisma.$queryRaw<AuditRow[]>`
    SELECT e.id, e.at, e.actor, e.action, e.subject, e.details, e.address, e.request_id AS "requestId", t.name AS "tokenName"
      FROM audit_events e
      LEFT JOIN tokens t ON t.id = e.subject AND t.organization_id = e.organization_id
     WHERE ${join(conditions(filter, after), " AND ")}
     ORDER BY e.at DESC, e.id DESC
     LIMIT ${limit}`;
}

function conditions(filter: AuditFilter, after: MomentPosition | null): Prisma.Sql[] {
  const { organizationId, action, actor, subject, address, from, to } = filter;
  return [
    sql`e.organization_id = ${organizationId}::uuid`,
    ...(action === undefined ? [] : [sql`e.action = ${action}`]),
    ...(actor === undefined ? [] : [sql`strpos(lower(e.actor), lower(${actor})) > 0`]),
    ...(subject === undefined ? [] : [sql`e.subject = ${subject}`]),
    ...(address === undefined ? [] : [sql`e.address = ${address}`]),
    ...(from === undefined ? [] : [sql`e.at >= ${from}`]),
    ...(to === undefined ? [] : [sql`e.at < ${to}`]),
    ...(after === null ? [] : [sql`(e.at, e.id) < (${after.at}, ${after.id}::uuid)`]),
  ];
}
