/** The tokens that somebody may look at, as a condition on `tokens t`. */
import { Prisma } from "../../generated/prisma/client";
import { read } from "./statement";
import type { TokenRange } from "./token-rows";

const { sql } = Prisma;

export function inRangeSql({ organizationId, ownerId }: TokenRange): Prisma.Sql {
  const ofOrganization = sql`t.organization_id = ${organizationId}::uuid`;
  return ownerId === undefined ? ofOrganization : sql`${ofOrganization} AND t.member_id = ${ownerId}::uuid`;
}

export async function isInRange(tokenId: string, range: TokenRange): Promise<boolean> {
  const rows = await read(sql`SELECT 1 FROM tokens t WHERE t.id = ${tokenId} AND ${inRangeSql(range)}`);
  return rows.length > 0;
}
