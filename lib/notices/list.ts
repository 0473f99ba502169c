/** Each member has their own read state. */
import type { Member } from "../model";
import { momentPage, parseMomentCursor } from "../moment-page";
import { log } from "../process/log";
import { isUuid } from "../query/columns";
import { countUnreadRows, listNoticeRows, markRowsRead, markTokenRowsRead, type NoticeRow } from "../store/notices";
import { type NoticeEvent, toNoticeEvent } from "./event";

const NOTICES_PAGE_SIZE = 50;

export type Notice = NoticeEvent & { isRead: boolean };

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

function toNotice(row: NoticeRow): Notice {
  return { ...toNoticeEvent(row), isRead: row.isRead };
}
