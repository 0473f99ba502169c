/**
 * The condition that every write carries inside its own statement: the token still stands, its owner is active, and the
 * permissions this request was admitted with are still the ones in force (contract § 2).
 */
import { Prisma } from "../../../generated/prisma/client";

const { sql } = Prisma;

/** What a request was admitted with. */
export type Admission = {
  tokenId: string;
  roleKeys: string[];
  /** The token's scopes as JSON text; null for all. */
  scopes: string | null;
  configurationVersion: number;
};

/** Asked once per statement; the function is in prisma/migrations. */
export function admissionSql({ tokenId, scopes, roleKeys, configurationVersion }: Admission): Prisma.Sql {
  return sql`(SELECT admitted(${tokenId}::text, ${scopes}::jsonb, ${roleKeys}::text[], ${configurationVersion}::int))`;
}
