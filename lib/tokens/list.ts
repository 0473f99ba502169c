/** The tokens of a member or of an organisation, as the pages and the command line list them; and what their owners should hear of them. */

import { tokenHint } from "../authentication/token-form";
import { listTokenIdsToNotice } from "../store/tokens/standing";
import { listTokenRows, type TokenRow, type TokenVisibility } from "../store/tokens/tokens";
import { DAY_MS } from "../time/durations";
import {
  EXPIRES_SOON_DAYS,
  SHOWN_AFTER_END_DAYS,
  stateOf,
  statusOf,
  type TokenState,
  type TokenStatus,
} from "./status";

/** `state`: what the API makes of it. `status`: that, and what else is to be said. */
export type ListedToken = TokenRow & { hint: string; state: TokenState; status: TokenStatus };

/** Newest first; those that ended are shown for 90 days. */
export async function listTokens(visibility: TokenVisibility, now = new Date()): Promise<ListedToken[]> {
  const rows = await listTokenRows(visibility, new Date(now.getTime() - SHOWN_AFTER_END_DAYS * DAY_MS));
  return rows.map((row) => toListedToken(row, now));
}

/** All there have ever been, newest first. */
export async function listAllTokens(visibility: TokenVisibility, now = new Date()): Promise<ListedToken[]> {
  return (await listTokenRows(visibility)).map((row) => toListedToken(row, now));
}

export function toListedToken(row: TokenRow, now: Date): ListedToken {
  // Not a spread with members after it, which takes Node 20 some microseconds, a thousand times in a list.
  return Object.assign(row, { hint: tokenHint(row.id), state: stateOf(row, now), status: statusOf(row, now) });
}

/** Long enough for somebody who looks in once a week. */
const REVOKED_NOTICE_DAYS = 7;

export type TokenNotices = {
  revoked: ListedToken[];
  /** Soonest first; not those that have been rotated. */
  expiring: ListedToken[];
};

/** More of them are not read. */
const MAX_NOTICED = 200;

/** `visibility`: of one owner. */
export async function loadNotices(visibility: TokenVisibility, now = new Date()): Promise<TokenNotices> {
  const tokenIds = await listTokenIdsToNotice(visibility, {
    revokedAfter: new Date(now.getTime() - REVOKED_NOTICE_DAYS * DAY_MS),
    expiresAfter: now,
    expiresBy: new Date(now.getTime() + EXPIRES_SOON_DAYS * DAY_MS),
    limit: MAX_NOTICED,
  });
  if (tokenIds.length === 0) return { revoked: [], expiring: [] };
  const rows = await listTokenRows({ ...visibility, tokenIds });
  return findNotices(
    rows.map((row) => toListedToken(row, now)),
    now,
  );
}

/** What an owner should hear of without looking for it. `tokens`: of one owner. Pure. */
export function findNotices(tokens: readonly ListedToken[], now: Date): TokenNotices {
  const since = new Date(now.getTime() - REVOKED_NOTICE_DAYS * DAY_MS);
  const isRevokedByOther = ({ revoked, revokedBy, owner }: ListedToken) =>
    revoked !== null && revoked >= since && revokedBy !== null && revokedBy !== owner.email;
  return {
    revoked: tokens.filter(isRevokedByOther).sort((a, b) => momentOf(b.revoked) - momentOf(a.revoked)),
    expiring: tokens
      .filter(({ status }) => status === "expires soon")
      .sort((a, b) => momentOf(a.expires) - momentOf(b.expires)),
  };
}

function momentOf(moment: Date | null): number {
  return moment?.getTime() ?? 0;
}
