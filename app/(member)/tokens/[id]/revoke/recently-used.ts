/** Whether a token is in use, so that stopping it would have an effect. Pure. */
import { DAY_MS } from "@/lib/time/durations";

export function isRecentlyUsed(lastUsed: Date | null, now: Date): boolean {
  return lastUsed !== null && now.getTime() - lastUsed.getTime() < DAY_MS;
}

/**
 * Compares names as they appear: ignores how letters are composed and how wide spaces are, and accepts the one form of quotation
 * marks and dashes that keyboards have.
 */
export function isSameName(typed: string, name: string): boolean {
  return asRead(typed) === asRead(name);
}

function asRead(name: string): string {
  return name
    .normalize("NFC")
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/[\u2018-\u201B\u2032\u02BC\uFF07`´]/g, "'")
    .replace(/[\u201C-\u201F\u2033\uFF02«»]/g, '"')
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .replace(/[\s\u2800]+/g, " ")
    .trim();
}

/** Requests are admitted until the revocation is committed, a little after the moment stored in the row. */
const COMMIT_MS = 1000;

/** The moment from which on certainly no request was accepted, given the moment stored with a revoked token. */
export function surelyStopped(revoked: Date): Date {
  return new Date(revoked.getTime() + COMMIT_MS);
}
