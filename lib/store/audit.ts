/**
 * The organisation's diary: who did what to its configuration, members and tokens. Events are written in the transaction
 * of what they tell of, so that neither happens without the other.
 */
import { v7 as uuidv7 } from "uuid";
import { Prisma } from "../../generated/prisma/client";
import type { Actor, AuditAction, JsonObject } from "../model";

/** `subject`: a token's id, a member's address, a version. `details` are shown to administrators: nothing secret. */
export type AuditEvent = Omit<Actor, "now"> & {
  organizationId: string;
  action: AuditAction;
  subject: string;
  details?: JsonObject;
};

/** The actor of events that the command line leaves. */
export const COMMAND_LINE = "command line";

export function auditEventSql({ organizationId, action, subject, details = {}, ...by }: AuditEvent): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO audit_events (id, organization_id, actor, action, subject, details, address, request_id)
    VALUES (${uuidv7()}::uuid, ${organizationId}::uuid, ${by.actor}, ${action}, ${subject}, ${JSON.stringify(details)}::jsonb,
      ${by.address ?? null}, ${by.requestId ?? null})`;
}
