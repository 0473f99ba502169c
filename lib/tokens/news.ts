/** What owners should hear of their tokens without looking for it: which somebody else has revoked, and which end soon. Pure. */
import type { ListedToken } from "./manage";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Long enough for somebody who looks in once a week. */
export const REVOKED_NEWS_DAYS = 7;

export type TokenNews = {
  /** Newest first. */
  revoked: ListedToken[];
  /** Soonest first; not those that have been rotated. */
  expiring: ListedToken[];
};

/** `tokens`: of one owner. */
export function findNews(tokens: readonly ListedToken[], now: Date): TokenNews {
  const since = new Date(now.getTime() - REVOKED_NEWS_DAYS * DAY_MS);
  const isNews = ({ revoked, revokedBy, owner }: ListedToken) =>
    revoked !== null && revoked >= since && revokedBy !== null && revokedBy !== owner.email;
  return {
    revoked: tokens.filter(isNews).sort((a, b) => momentOf(b.revoked) - momentOf(a.revoked)),
    expiring: tokens
      .filter(({ status }) => status === "expires soon")
      .sort((a, b) => momentOf(a.expires) - momentOf(b.expires)),
  };
}

function momentOf(moment: Date | null): number {
  return moment?.getTime() ?? 0;
}
