/**
 * The condition that every write carries inside its own statement: the token still stands, its owner is active, and the
 * rights this request was admitted with are still the ones in force (contract § 2).
 */
import { Prisma } from "../../generated/prisma/client";

const { sql } = Prisma;

/** What a request was admitted with. */
export type Admission = {
  tokenId: string;
  memberId: string;
  roleKeys: string[];
  /** The token's scopes as JSON text; null for all. */
  scopes: string | null;
  organizationId: string;
  configurationVersion: number;
};

export function admissionSql(admission: Admission): Prisma.Sql {
  return sql`EXISTS (
    SELECT 1 FROM tokens t
    JOIN members m ON m.id = t.member_id
    JOIN organizations o ON o.id = t.organization_id
    WHERE t.id = ${admission.tokenId} AND t.revoked IS NULL AND (t.expires IS NULL OR t.expires > now())
      AND t.scopes IS NOT DISTINCT FROM ${admission.scopes}::jsonb
      AND m.active AND m.role_keys = ${admission.roleKeys}::text[]
      AND o.configuration_version = ${admission.configurationVersion}::int)`;
}
