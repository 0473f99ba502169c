/** True if a token is in use, so that stopping it has an effect. */
import { DAY_MS } from "@/lib/time/durations";

export function isRecentlyUsed(lastUsed: Date | null, now: Date): boolean {
  return lastUsed !== null && now.getTime() - lastUsed.getTime() < DAY_MS;
}

/** Requests are admitted until the revocation is committed, a little after the moment stored in the row. */
const COMMIT_MS = 1000;

/** The moment from which on certainly no request was accepted, given the moment stored with a revoked token. */
export function surelyStopped(revoked: Date): Date {
  return new Date(revoked.getTime() + COMMIT_MS);
}
