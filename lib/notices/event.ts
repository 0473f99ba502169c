/** A notice as it is given out: to the pages today, to programs some day (docs/notices.md). */
import { tokenHint } from "../authentication/token-form";
import type { NoticeKind } from "../events";
import type { JsonObject } from "../model";
import type { NoticeRow } from "../store/notices";

/** `token`: null where the notice is about no token. `details`: by the kind. Moments are ISO 8601. Within a version, members are only added. */
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
