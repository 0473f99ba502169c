/** A notice as everybody gets it who is told: the pages today, programs some day. docs/notices.md describes it. */
import { tokenHint } from "../authentication/token-form";
import type { JsonObject, NoticeKind } from "../model";
import type { NoticeRow } from "../store/notices";

/** `details`: by the kind. Moments are ISO 8601. Within a version, members are only added. */
export type NoticeEvent = {
  id: string;
  kind: NoticeKind;
  at: string;
  token: { id: string; name: string; hint: string; owner: { id: string; name: string } };
  details: JsonObject;
};

export function toNoticeEvent(row: NoticeRow): NoticeEvent {
  const { id, kind, at, tokenId, tokenName, ownerId, ownerName, details } = row;
  const owner = { id: ownerId, name: ownerName };
  return {
    id,
    kind,
    at: at.toISOString(),
    token: { id: tokenId, name: tokenName, hint: tokenHint(tokenId), owner },
    details,
  };
}
