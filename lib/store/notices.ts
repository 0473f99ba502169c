/**
 * Notices about tokens, written with their event: to the owner, or to the administrators for a service account that cannot
 * sign in. The person who caused the event gets none.
 */
import type { Actor, NoticeKind } from "../events";
import type { JsonObject } from "../model";
import type { MomentPosition } from "../moment-page";
import { read, readOne, write } from "../postgres/query";
import { type Sql, sql } from "../query/sql";

type NewNotice = { kind: NoticeKind; tokenId: string; by: Actor; details: JsonObject };

export function noticeSql({ kind, tokenId, by, details }: NewNotice): Sql {
  return sql`
    INSERT INTO notices (organization_id, member_id, token_id, kind, details)
    SELECT t.organization_id, hearer.id, t.id, ${kind}, ${JSON.stringify(details)}::jsonb
    FROM tokens t ${hearersSql(kind)}
    WHERE t.id = ${tokenId} AND hearer.email <> ALL (${[by.actor, by.runBy ?? by.actor]}::text[])`;
}

/** Joins the recipients for `tokens t`, as `hearer`. A new token is also reported to the keepers of its account. */
export function hearersSql(kind: NoticeKind): Sql {
  const alsoKeepers = kind === "token.created" ? sql`OR hearer.email = ANY (owner.keepers)` : sql``;
  return sql`
    JOIN members owner ON owner.id = t.member_id
    JOIN members hearer ON hearer.organization_id = t.organization_id AND hearer.active AND hearer.kind = 'person'
      AND (CASE WHEN owner.kind = 'person' THEN hearer.id = owner.id ELSE hearer.admin ${alsoKeepers} END)`;
}

export type NoticeRow = {
  id: string;
  kind: NoticeKind;
  at: Date;
  details: JsonObject;
  isRead: boolean;
  /** null if the notice is not about a token. */
  token: { id: string; name: string; ownerId: string; ownerName: string } | null;
};

type ListedNotices = { which?: "all" | "unread"; after?: MomentPosition | null; limit: number };

/** Newest first. */
export async function listNoticeRows(
  memberId: string,
  { which = "all", after = null, limit }: ListedNotices,
): Promise<NoticeRow[]> {
  const older = after === null ? sql`` : sql`AND (n.at, n.id) < (${after.at}::timestamptz, ${after.id}::uuid)`;
  const unread = which === "all" ? sql`` : sql`AND n.read IS NULL`;
  return read<NoticeRow>(sql`
    SELECT n.id, n.kind, n.at, n.details, n.read IS NOT NULL AS "isRead", CASE WHEN t.id IS NOT NULL THEN
        json_build_object('id', t.id, 'name', t.name, 'ownerId', m.id, 'ownerName', m.name) END AS token
    FROM notices n LEFT JOIN tokens t ON t.id = n.token_id LEFT JOIN members m ON m.id = t.member_id
    WHERE n.member_id = ${memberId}::uuid ${unread} ${older}
    ORDER BY n.at DESC, n.id DESC LIMIT ${limit}`);
}

/** Counts up to `most`. */
export async function countUnreadRows(memberId: string, most: number): Promise<number> {
  const { unread } = await readOne<{ unread: number }>(sql`
    SELECT count(*)::int AS unread FROM (
      SELECT FROM notices WHERE member_id = ${memberId}::uuid AND read IS NULL LIMIT ${most}) unread`);
  return unread;
}

/** `id` null marks all up to `until`, the newest one that the member has seen. */
export async function markRowsRead(memberId: string, { id, until }: { id: string | null; until: Date }): Promise<void> {
  await write(sql`
    UPDATE notices SET read = now()
    WHERE member_id = ${memberId}::uuid AND read IS NULL AND at <= ${until}::timestamptz AND (${id}::uuid IS NULL OR id = ${id}::uuid)`);
}

export async function markTokenRowsRead(memberId: string, tokenId: string): Promise<void> {
  await write(sql`
    UPDATE notices SET read = now() WHERE member_id = ${memberId}::uuid AND token_id = ${tokenId} AND read IS NULL`);
}
