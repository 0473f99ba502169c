/**
 * Revokes tokens that were found in public, regardless of who reports them: their secrets no longer protect anything. The sender
 * never learns the outcome. Who can report, and how often, is checked before this.
 */
import { setTimeout as pause } from "node:timers/promises";
import { TOKEN_WITHIN } from "../authentication/token-form";
import { type PresentedToken, parseToken, secretMatches } from "../authentication/token-secret";
import type { Actor } from "../events";
import { log } from "../process/log";
import { findToken } from "../store/authentication";
import { revokeToken } from "../tokens/change/revoke";

/** The actor in the audit log and in notices. */
const LEAK_REPORT = "leak report";

/** The most tokens in one report by hand. */
export const MAX_REPORTED_BY_HAND = 20;
/** The longest pasted text. In any script it fits into a request of a page (next.config.ts). */
export const MAX_PASTED_LENGTH = 20_000;
/** As many as a signed report can contain. */
export const MAX_REPORTED = 10_000;

/** Every report takes at least this long, so that its duration does not reveal whether a token was live. */
const LEAST_MS = 400;

type Origin = { address: string; requestId: string };

/**
 * Searches `texts` for whole tokens with a valid checksum. Returns how many were left out beyond `maximum`, which the sender can
 * count as well.
 */
export async function revokeLeaked(texts: readonly string[], maximum: number, from: Origin): Promise<number> {
  const presented = tokensIn(texts);
  const by = { actor: LEAK_REPORT, ...from };
  await Promise.all([revokeAll(presented.slice(0, maximum), by), pause(LEAST_MS)]);
  return Math.max(0, presented.length - maximum);
}

function tokensIn(texts: readonly string[]): PresentedToken[] {
  const found = new Set(texts.flatMap((text) => text.match(new RegExp(TOKEN_WITHIN, "g")) ?? []));
  return [...found].map(parseToken).filter((token) => token !== null);
}

/** If a token cannot be revoked, the others still are. */
async function revokeAll(presented: PresentedToken[], by: Actor): Promise<void> {
  for (const token of presented) {
    try {
      await revokeIfLive(token, by);
    } catch (error) {
      log().error(
        { error: String(error), tokenId: token.id },
        "a token that was reported as leaked could not be revoked",
      );
    }
  }
}

/** The secret must match: with an id alone, anyone could revoke any token. */
async function revokeIfLive({ id, secretHash }: PresentedToken, by: Actor): Promise<void> {
  const found = await findToken(id);
  const matches = secretMatches(secretHash, found?.secretHash ?? null);
  if (found === null || !matches || found.revoked || found.expired) return;
  await revokeToken({ tokenId: id, visibility: null }, by, "token.leaked");
  log().warn({ tokenId: id, requestId: by.requestId }, "a leaked token was revoked");
}
