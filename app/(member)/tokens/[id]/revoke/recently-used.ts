/** Whether a token is in use, so that stopping it will be noticed. Pure. */
import { DAY_MS } from "@/lib/time/durations";

export function isRecentlyUsed(lastUsed: Date | null, now: Date): boolean {
  return lastUsed !== null && now.getTime() - lastUsed.getTime() < DAY_MS;
}

/**
 * Names are typed as they are read: how a letter is put together does not show, nor how wide a space is, and keyboards have
 * one form of quotation marks and of dashes.
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

/** Requests are admitted until a revocation is committed, a little after the moment that the row carries. */
const COMMIT_MS = 1000;

/** From when on not one request can have been accepted, by the time that a revoked token carries. */
export function surelyStopped(revoked: Date): Date {
  return new Date(revoked.getTime() + COMMIT_MS);
}
