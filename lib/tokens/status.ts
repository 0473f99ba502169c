/** A token's status, for the pages' badge and as the API treats it. Also used in the browser. */
import type { TokenRow } from "../store/tokens/tokens";
import { DAY_MS, daysAfter } from "../time/durations";

/** In the precedence of the API's refusals (contract § 2). */
export type TokenState = "active" | "revoked" | "expired" | "owner inactive";

export const TOKEN_STATUSES = [
  "active",
  "expires soon",
  "never used",
  "rotating",
  "owner inactive",
  "expired",
  "revoked",
] as const;
export type TokenStatus = (typeof TOKEN_STATUSES)[number];

type Dated = Pick<TokenRow, "revoked" | "expires"> & { owner: { active: boolean } };
type Described = Dated & Pick<TokenRow, "created" | "lastUsed" | "replacedBy">;

/** Enough working days to rotate a token. */
export const EXPIRES_SOON_DAYS = 7;
/** After this time, an integration is set up, or forgotten. */
export const NEVER_USED_DAYS = 30;
/** How long ended tokens stay in the list, so that people can still find them. */
export const SHOWN_AFTER_END_DAYS = 90;

export function stateOf({ revoked, expires, owner }: Dated, now: Date): TokenState {
  if (revoked !== null) return "revoked";
  if (expires !== null && expires <= now) return "expired";
  return owner.active ? "active" : "owner inactive";
}

export function statusOf(token: Described, now: Date): TokenStatus {
  const state = stateOf(token, now);
  if (state !== "active") return state;
  if (token.replacedBy !== null) return "rotating";
  if (token.expires !== null && isSoon(token.expires, token.created, now)) return "expires soon";
  return token.lastUsed === null && token.created < daysAfter(now, -NEVER_USED_DAYS) ? "never used" : "active";
}

/** Not in the first half of its life: a token created for a week needs no warning on its first day. */
function isSoon(expires: Date, created: Date, now: Date): boolean {
  const left = expires.getTime() - now.getTime();
  return left <= EXPIRES_SOON_DAYS * DAY_MS && left <= now.getTime() - created.getTime();
}

/** True if it can never work again. */
export function hasEnded(status: TokenState | TokenStatus): boolean {
  return status === "revoked" || status === "expired";
}

/** A token can be replaced once, while it works. */
export function isRotatable({ state, replacedBy }: { state: TokenState; replacedBy: string | null }): boolean {
  return state === "active" && replacedBy === null;
}

export function isWorking(status: TokenStatus): boolean {
  return status !== "revoked" && status !== "expired" && status !== "owner inactive";
}
