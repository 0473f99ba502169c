/** Notices of a member, each with its read state. */
import { tokenHint } from "../authentication/token-form";
import type { NoticeKind } from "../events";
import type { JsonObject, Member } from "../model";
import { momentPage, parseMomentCursor } from "../moment-page";
import { log } from "../process/log";
import { isUuid } from "../query/columns";
import { countUnreadRows, listNoticeRows, markRowsRead, markTokenRowsRead, type NoticeRow } from "../store/notices";

const NOTICES_PAGE_SIZE = 50;

/** `token` is null if none is concerned; `details` depends on `kind`; moments are ISO 8601. A version only gains properties. */
export type Notice = {
  id: string;
  kind: NoticeKind;
  at: string;
  token: { id: string; name: string; hint: string; owner: { id: string; name: string } } | null;
  details: JsonObject;
  isRead: boolean;
};

type NoticePage = { notices: Notice[]; nextCursor: string | null };

/** Newest first. */
export async function listNotices({ id }: Member, cursor: string | null = null): Promise<NoticePage> {
  const after = parseMomentCursor(cursor, isUuid);
  const rows = await listNoticeRows(id, { after, limit: NOTICES_PAGE_SIZE + 1 });
  const { shown, nextCursor } = momentPage(rows, NOTICES_PAGE_SIZE);
  return { notices: shown.map(toNotice), nextCursor };
}

export async function findNewestUnread({ id }: Member): Promise<Notice | null> {
  const [newest] = await listNoticeRows(id, { which: "unread", limit: 1 });
  return newest === undefined ? null : toNotice(newest);
}

/** Pages show this number as "99+". */
export const MOST_COUNTED = 100;

export async function countUnread({ id }: Member): Promise<number> {
  return countUnreadRows(id, MOST_COUNTED);
}

/** `noticeId` null marks every notice up to `until`, the newest one that the member has seen. */
export async function markAsRead(
  { id: memberId }: Member,
  { noticeId, until }: { noticeId: string | null; until: Date },
): Promise<void> {
  if (noticeId !== null && !isUuid(noticeId)) return;
  await markRowsRead(memberId, { id: noticeId, until });
}

/** For a member who has rotated or revoked the token. A failure is only logged. */
export async function markTokenRead({ id: memberId }: Member, tokenId: string): Promise<void> {
  await markTokenRowsRead(memberId, tokenId).catch((error: unknown) =>
    log().warn({ error: String(error), tokenId }, "notices of a token could not be marked as read"),
  );
}

function toNotice({ id, kind, at, token, details, isRead }: NoticeRow): Notice {
  return { id, kind, at: at.toISOString(), token: token && toNoticeToken(token), details, isRead };
}

function toNoticeToken({ id, name, ownerId, ownerName }: NonNullable<NoticeRow["token"]>): Notice["token"] {
  return { id, name, hint: tokenHint(id), owner: { id: ownerId, name: ownerName } };
}
