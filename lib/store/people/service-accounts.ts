/** Service accounts, as the members who manage their tokens see them. */
import type { Member } from "../../model";
import { read } from "../../postgres/query";
import { type Sql, sql } from "../../query/sql";

/** The service accounts that a member keeps: those that name their address. `keeper` null means all of the organization. */
export type Keeping = { organizationId: string; keeper: string | null };

/** Sorted by name. */
export async function listServiceAccountRows(keeping: Keeping): Promise<Member[]> {
  return selectAccounts(sql`${keptSql(keeping)} ORDER BY lower(m.name), m.email`);
}

export async function hasServiceAccount(keeping: Keeping): Promise<boolean> {
  const rows = await read(sql`SELECT 1 FROM members m WHERE ${keptSql(keeping)} LIMIT 1`);
  return rows.length > 0;
}

export async function findServiceAccountRow(accountId: string, keeping: Keeping): Promise<Member | null> {
  const rows = await selectAccounts(sql`${keptSql(keeping)} AND m.id = ${accountId}::uuid`);
  return rows[0] ?? null;
}

/** The owner of a token if it is a service account that the member keeps; otherwise null. */
export async function findKeptOwner(tokenId: string, keeping: Keeping): Promise<string | null> {
  const rows = await read<{ id: string }>(sql`
    SELECT m.id FROM tokens t JOIN members m ON m.id = t.member_id WHERE t.id = ${tokenId} AND ${keptSql(keeping)}`);
  return rows[0]?.id ?? null;
}

/** A condition on `members m`. */
function keptSql({ organizationId, keeper }: Keeping): Sql {
  const isAccount = sql`m.organization_id = ${organizationId}::uuid AND m.kind = 'service'`;
  return keeper === null ? isAccount : sql`${isAccount} AND ${keeper} = ANY (m.keepers)`;
}

function selectAccounts(condition: Sql): Promise<Member[]> {
  return read<Member>(sql`
    SELECT m.id, m.organization_id AS "organizationId", m.name, m.email, m.role_keys AS "roleKeys", m.active, m.admin
      FROM members m WHERE ${condition}`);
}
