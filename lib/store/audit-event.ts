/** The statement that writes an event of the audit log, in its change's transaction, so that neither happens without the other. */
import { newId } from "../crypto/random-bytes";
import type { Actor, AuditAction } from "../events";
import type { JsonObject } from "../model";
import { type Sql, sql } from "../query/sql";

/** `subject` is a token's id, a member's address or a version. Administrators see `details`: put nothing secret in them. */
export type AuditEvent = Omit<Actor, "now"> & {
  organizationId: string;
  action: AuditAction;
  subject: string;
  details?: JsonObject;
};

export function auditEventSql({ organizationId, action, subject, details = {}, ...by }: AuditEvent): Sql {
  return sql`
    INSERT INTO audit_events (id, organization_id, actor, action, subject, details, address, request_id)
    VALUES (${newId()}::uuid, ${organizationId}::uuid, ${by.actor}, ${action}, ${subject}, ${JSON.stringify(details)}::jsonb,
      ${by.address ?? null}, ${by.requestId ?? null})`;
}
