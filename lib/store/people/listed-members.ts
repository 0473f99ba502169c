/** Members as shown in lists: searched and filtered, sorted by name, a page at a time. Visibility is not decided here. */
import type { SecondFactorRule } from "../../model";
import { read, readOne } from "../../postgres/query";
import { join, type Sql, sql } from "../../query/sql";
import { escapeLike } from "../../query/text";
import { prisma } from "../prisma";
import type { MemberDetail } from "./managed-members";

/** Absent properties do not filter. */
export type MemberFilter = {
  organizationId: string;
  /** In lower case; each has to occur in the name or the address. */
  words?: readonly string[];
  /** Only service accounts; with `keeper`, only those that name this address. */
  accounts?: { keeper: string | null };
  /** Members who must have a second factor and have none. */
  lacking?: SecondFactorRule;
};

export async function countMembers(filter: MemberFilter): Promise<{ found: number; active: number }> {
  return readOne<{ found: number; active: number }>(sql`
    SELECT count(*)::int AS found, (count(*) FILTER (WHERE m.active))::int AS active FROM ${matchingSql(filter)}`);
}

export type Way = "on" | "back";
type MemberPosition = { name: string; email: string };
/** `from` is the last member of the previous page, or the first of the next page; null starts at the first member. */
type PageWanted = { from: { position: MemberPosition; way: Way } | null; limit: number };

/** `ids` are sorted by name, on the way back in reverse. `before` is how many of those found come before `from`. */
export async function listMemberIds(
  filter: MemberFilter,
  { from, limit }: PageWanted,
): Promise<{ ids: string[]; found: number; before: number }> {
  const way = from?.way ?? "on";
  const [sign, sorting] = way === "on" ? [sql`>`, sql`ASC`] : [sql`<`, sql`DESC`];
  const isAhead =
    from === null
      ? sql`true`
      : sql`(f.name, f.email) ${sign} (${from.position.name}::text, ${from.position.email}::text)`;
  const isBefore = way === "on" ? sql`NOT (${isAhead})` : isAhead;
  const row = await readOne<{ ids: string[] | null; found: number; before: number }>(sql`
    WITH found AS MATERIALIZED (
      SELECT m.id, m.name COLLATE names_in_order AS name, m.email FROM ${matchingSql(filter)})
    SELECT count(*)::int AS found, (count(*) FILTER (WHERE ${isBefore}))::int AS before,
      (SELECT array_agg(page.id) FROM (
        SELECT f.id FROM found f WHERE ${isAhead} ORDER BY f.name ${sorting}, f.email ${sorting} LIMIT ${limit}) page) AS ids
    FROM found f`);
  return { ...row, ids: row.ids ?? [] };
}

/** null if the member no longer exists. */
export async function findPosition(organizationId: string, memberId: string): Promise<MemberPosition | null> {
  return prisma().member.findFirst({
    where: { id: memberId, organizationId },
    select: { name: true, email: true },
  });
}

/**
 * `tokens`: neither revoked nor expired. `lastSeen`: the last sign-in or use of a token here; a sign-in does not count if the
 * person has other organizations too. `hasSecondFactor`: null if the person cannot sign in here.
 */
export type MemberRow = MemberDetail & {
  tokens: number;
  lastSeen: Date | null;
  hasSecondFactor: boolean | null;
};

/** Sorted by name. */
export async function listMemberRows(ids: readonly string[]): Promise<MemberRow[]> {
  return read<MemberRow>(sql`
    SELECT m.id, m.organization_id AS "organizationId", m.name, m.email, m.role_keys AS "roleKeys", m.active, m.admin, m.kind,
           m.managed_by AS "managedBy", m.keepers, m.invited, own.tokens,
           greatest(sign_ins.last_signed_in, own.last_used) AS "lastSeen",
           CASE WHEN ${SIGNS_IN} THEN u.second_factor_since IS NOT NULL END AS "hasSecondFactor"
      FROM members m ${ACCOUNT}
      CROSS JOIN LATERAL (
        SELECT max(uses.last_used) AS last_used,
               (count(*) FILTER (WHERE t.revoked IS NULL AND (t.expires IS NULL OR t.expires > now())))::int AS tokens
          FROM tokens t LEFT JOIN token_uses uses ON uses.token_id = t.id WHERE t.member_id = m.id) own
      LEFT JOIN LATERAL (
        SELECT max(s.created_at) AS last_signed_in FROM users signed_in JOIN sessions s ON s.user_id = signed_in.id
         WHERE signed_in.email = m.email
           AND NOT EXISTS (SELECT FROM members o WHERE o.email = m.email AND o.organization_id <> m.organization_id)
        ) sign_ins ON true
     WHERE m.id = ANY(${[...ids]}::uuid[])
     ORDER BY m.name COLLATE names_in_order, m.email`);
}

/** On `members m`: people who have accepted their invitation. */
const SIGNS_IN = sql`m.kind = 'person' AND m.invited IS NULL`;

const ACCOUNT = sql`
  LEFT JOIN users u ON u.email = m.email AND coalesce(u.only_organization_id, m.organization_id) = m.organization_id`;

function matchingSql({ organizationId, words = [], accounts, lacking }: MemberFilter): Sql {
  const conditions = [
    sql`m.organization_id = ${organizationId}::uuid`,
    ...words.map((word) => sql`${SEARCHED} LIKE lower(${`%${escapeLike(word)}%`}::text COLLATE "und-x-icu")`),
    accounts && sql`m.kind = 'service'`,
    accounts?.keeper == null ? undefined : sql`${accounts.keeper}::text = ANY (m.keepers)`,
    lacking && sql`${SIGNS_IN} AND u.second_factor_since IS NULL`,
    lacking === "administrators" ? sql`m.admin` : undefined,
  ].filter((condition) => condition !== undefined);
  return sql`members m ${lacking ? ACCOUNT : sql``} WHERE ${join(conditions, " AND ")}`;
}

/** On separate lines, so that a word cannot match across the two. */
const SEARCHED = sql`lower(concat_ws(E'\n', m.name, m.email) COLLATE "und-x-icu")`;
