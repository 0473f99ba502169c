/**
 * The condition that every write carries inside its own statement: the token still stands, its owner is active, and the
 * permissions this request was admitted with are still the ones in force (contract § 2).
 */
import { Prisma } from "../../../generated/prisma/client";

const { sql } = Prisma;

/** Who writes, and what must not have changed since. */
export type Admission = TokenAdmission | MemberAdmission | OperatorAdmission;

/** What a request was admitted with, by its token. */
export type TokenAdmission = {
  tokenId: string;
  roleKeys: string[];
  /** The token's scopes as JSON text; null for all. */
  scopes: string | null;
  /** Likewise its limits; null for none. */
  limits: string | null;
  configurationVersion: number;
};

/** Of a member who is signed in to the pages, without a token. Their writes are only rehearsed (`public-api/reference`). */
type MemberAdmission = { memberId: string; roleKeys: string[]; configurationVersion: number };

/** Of an import: its records were made for this version of the configuration. */
type OperatorAdmission = { organizationId: string; configurationVersion: number };

/** Asked once per statement; the function is in prisma/migrations. */
export function admissionSql(admission: Admission): Prisma.Sql {
  if ("memberId" in admission) return memberSql(admission);
  if ("organizationId" in admission) return operatorSql(admission);
  const { tokenId, scopes, limits, roleKeys, configurationVersion } = admission;
  return sql`(SELECT admitted(${tokenId}::text, ${scopes}::jsonb, ${limits}::jsonb, ${roleKeys}::text[],
    ${configurationVersion}::int))`;
}

function memberSql({ memberId, roleKeys, configurationVersion }: MemberAdmission): Prisma.Sql {
  return sql`EXISTS (
    SELECT FROM members m
    JOIN organizations o ON o.id = m.organization_id
    WHERE m.id = ${memberId}::uuid AND m.active AND m.role_keys = ${roleKeys}::text[]
      AND o.configuration_version = ${configurationVersion}::int)`;
}

function operatorSql({ organizationId, configurationVersion }: OperatorAdmission): Prisma.Sql {
  return sql`EXISTS (
    SELECT FROM organizations WHERE id = ${organizationId}::uuid AND configuration_version = ${configurationVersion}::int)`;
}
