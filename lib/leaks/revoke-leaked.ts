/**
 * Tokens that somebody has found in public are revoked, whoever reports them: a secret that others have seen protects nothing any
 * more. Nobody is told what became of a report. Who may send one, and how often, is asked before.
 */
import { setTimeout as pause } from "node:timers/promises";
import { TOKEN_WITHIN } from "../authentication/token-form";
import { type PresentedToken, parseToken, secretMatches } from "../authentication/token-secret";
import type { Actor } from "../events";
import { log } from "../process/log";
import { findToken } from "../store/authentication";
import { revokeToken } from "../tokens/change/revoke";

/** As the audit log and the owner's notice name whoever it was. */
const LEAK_REPORT = "leak report";

/** Of one report by hand. */
export const MAX_REPORTED_BY_HAND = 20;
/** Of a text that is pasted. In whatever script, no more than a request of a page can have (next.config.ts). */
export const MAX_PASTED_LENGTH = 20_000;
/** Of a signed report: all that it can have room for. */
export const MAX_REPORTED = 10_000;

/** No report is over sooner, so that a stopwatch does not tell a live token from others. */
const LEAST_MS = 400;

type Origin = { address: string; requestId: string };

/**
 * `texts`: whatever was pasted or sent; whole tokens of a right checksum are looked for in it. Returns how many were left out, being
 * more than `maximum`: a number that can be counted without us.
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

/** One that fails keeps no other from being revoked. */
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

/** The secret is what counts: with an id alone anybody could revoke anything. */
async function revokeIfLive({ id, secretHash }: PresentedToken, by: Actor): Promise<void> {
  const found = await findToken(id);
  const matches = secretMatches(secretHash, found?.secretHash ?? null);
  if (found === null || !matches || found.revoked || found.expired) return;
  await revokeToken({ tokenId: id, visibility: null }, by, "token.leaked");
  log().warn({ tokenId: id, requestId: by.requestId }, "a leaked token was revoked");
}
