/**
 * The organisation's diary: who did what to its configuration, members and tokens. Events are written in the transaction
 * of what they tell of, so that neither happens without the other.
 */
import { v7 as uuidv7 } from "uuid";
import { Prisma } from "../../generated/prisma/client";
import type { JsonObject } from "../model";

export type AuditAction =
  | "configuration.apply"
  | "member.activate"
  | "member.deactivate"
  | "member.set-password"
  | "records.import"
  | "token.create"
  | "token.revoke";

/** `actor`: an e-mail address or `command line`. `details` are shown to administrators: nothing secret. */
export type AuditEvent = {
  organizationId: string;
  actor: string;
  action: AuditAction;
  subject: string;
  details?: JsonObject;
};

/** The actor of events that the command line leaves. */
export const COMMAND_LINE = "command line";

export function auditEventSql({ organizationId, actor, action, subject, details = {} }: AuditEvent): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO audit_events (id, organization_id, actor, action, subject, details)
    VALUES (${uuidv7()}::uuid, ${organizationId}::uuid, ${actor}, ${action}, ${subject}, ${JSON.stringify(details)}::jsonb)`;
}
