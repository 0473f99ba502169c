/** The condition of every write: token and owner are active, and permissions are still those of the admission (contract § 2). */
import type { Connection } from "../../postgres/connection";
import { readOne } from "../../postgres/query";
import { type Sql, sql } from "../../query/sql";

export type Admission = TokenAdmission | MemberAdmission | OperatorAdmission;

export type TokenAdmission = {
  tokenId: string;
  roleKeys: string[];
  /** The token's scopes as JSON text; null for all. */
  scopes: string | null;
  /** The token's limits as JSON text; null for none. */
  limits: string | null;
  configurationVersion: number;
};

/** A member who is signed in to the pages. Their writes are always dry runs (`public-api/reference`). */
type MemberAdmission = { memberId: string; roleKeys: string[]; configurationVersion: number };

/** An import, whose records were prepared for this version of the configuration. */
type OperatorAdmission = { organizationId: string; configurationVersion: number };

/** Evaluated once per statement; the function is in prisma/migrations. */
export function admissionSql(admission: Admission): Sql {
  if ("memberId" in admission) return memberSql(admission);
  if ("organizationId" in admission) return operatorSql(admission);
  const { tokenId, scopes, limits, roleKeys, configurationVersion } = admission;
  return sql`(SELECT admitted(${tokenId}::text, ${scopes}::jsonb, ${limits}::jsonb, ${roleKeys}::text[],
    ${configurationVersion}::int))`;
}

export async function isAdmitted(admission: Admission, on?: Connection): Promise<boolean> {
  const statement = sql`SELECT ${admissionSql(admission)} AS admitted`;
  const { admitted } = await readOne<{ admitted: boolean }>(statement, { on });
  return admitted;
}

/** The ids of the tokens whose admission is no longer valid, as JSON. */
export function lapsedSql(admissions: TokenAdmission[]): Sql {
  const distinct = [...new Set(admissions.map((admission) => JSON.stringify(admission)))];
  return sql`(
    SELECT coalesce(json_agg(a."tokenId"), '[]')
    FROM jsonb_to_recordset(${`[${distinct.join()}]`}::jsonb)
      AS a ("tokenId" text, scopes text, limits text, "roleKeys" text[], "configurationVersion" int)
    WHERE NOT admitted(a."tokenId", a.scopes::jsonb, a.limits::jsonb, a."roleKeys", a."configurationVersion"))`;
}

function memberSql({ memberId, roleKeys, configurationVersion }: MemberAdmission): Sql {
  return sql`EXISTS (
    SELECT FROM members m
    JOIN organizations o ON o.id = m.organization_id
    WHERE m.id = ${memberId}::uuid AND m.active AND m.role_keys = ${roleKeys}::text[]
      AND o.configuration_version = ${configurationVersion}::int)`;
}

function operatorSql({ organizationId, configurationVersion }: OperatorAdmission): Sql {
  return sql`EXISTS (
    SELECT FROM organizations WHERE id = ${organizationId}::uuid AND configuration_version = ${configurationVersion}::int)`;
}
