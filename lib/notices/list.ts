/** A member's notices, page by page, those that are unread, and marking them as read. Each member has their own. */
import type { Member } from "../model";
import { log } from "../process/log";
import {
  countUnreadRows,
  listNoticeRows,
  markRowsRead,
  markTokenRowsRead,
  type NoticePosition,
  type NoticeRow,
} from "../store/notices";
import { type NoticeEvent, toNoticeEvent } from "./event";

export const NOTICES_PAGE_SIZE = 50;

export type Notice = NoticeEvent & { isRead: boolean };

export type NoticePage = { notices: Notice[]; nextCursor: string | null };

/** Newest first. A cursor that is none begins at the newest: it stands in an address, which people edit. */
export async function listNotices({ id }: Member, cursor: string | null = null): Promise<NoticePage> {
  const rows = await listNoticeRows(id, { after: parseCursor(cursor), limit: NOTICES_PAGE_SIZE + 1 });
  const shown = rows.slice(0, NOTICES_PAGE_SIZE);
  const last = shown.at(-1);
  return {
    notices: shown.map(toNotice),
    nextCursor: rows.length > NOTICES_PAGE_SIZE && last !== undefined ? formatCursor(last) : null,
  };
}

/** The newest. */
export async function listUnread({ id }: Member, limit: number): Promise<Notice[]> {
  return (await listNoticeRows(id, { which: "unread", limit })).map(toNotice);
}

/** Nobody counts beyond a hundred: the frame says "99+". */
export const MOST_COUNTED = 100;

export async function countUnread({ id }: Member): Promise<number> {
  return countUnreadRows(id, MOST_COUNTED);
}

const NOTICE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** `noticeId` null: all up to `until`, the newest that the member has seen. Of others nothing changes. */
export async function markAsRead(
  { id: memberId }: Member,
  { noticeId, until }: { noticeId: string | null; until: Date },
): Promise<void> {
  if (noticeId !== null && !NOTICE_ID.test(noticeId)) return;
  await markRowsRead(memberId, { id: noticeId, until });
}

/** All of one token, for somebody who has rotated or revoked it: that has happened, whatever becomes of this. */
export async function markTokenRead({ id: memberId }: Member, tokenId: string): Promise<void> {
  await markTokenRowsRead(memberId, tokenId).catch((error: unknown) =>
    log().warn({ error: String(error), tokenId }, "notices of a token could not be marked as read"),
  );
}

function toNotice(row: NoticeRow): Notice {
  return { ...toNoticeEvent(row), isRead: row.isRead };
}

function formatCursor({ at, id }: NoticePosition): string {
  return `${at.getTime()}.${id}`;
}

function parseCursor(cursor: string | null): NoticePosition | null {
  const [moment = "", id = "", ...rest] = (cursor ?? "").split(".");
  const isCursor = rest.length === 0 && /^\d{1,13}$/.test(moment) && NOTICE_ID.test(id);
  return isCursor ? { at: new Date(Number(moment)), id } : null;
}
