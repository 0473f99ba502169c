/** The public form of a notice (docs/notices.md), for the pages and for programs. */
import { tokenHint } from "../authentication/token-form";
import type { NoticeKind } from "../events";
import type { JsonObject } from "../model";
import type { NoticeRow } from "../store/notices";

/** `token` is null if none is concerned; `details` depends on `kind`; moments are ISO 8601. A version only gains properties. */
export type NoticeEvent = {
  id: string;
  kind: NoticeKind;
  at: string;
  token: { id: string; name: string; hint: string; owner: { id: string; name: string } } | null;
  details: JsonObject;
};

export function toNoticeEvent({ id, kind, at, token, details }: NoticeRow): NoticeEvent {
  return { id, kind, at: at.toISOString(), token: token && toNoticeToken(token), details };
}

function toNoticeToken({ id, name, ownerId, ownerName }: NonNullable<NoticeRow["token"]>): NoticeEvent["token"] {
  return { id, name, hint: tokenHint(id), owner: { id: ownerId, name: ownerName } };
}
