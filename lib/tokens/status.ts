/** What is to be said of a token in a word: the badge of the pages, and the state in which the API finds it. Pure, for the browser too. */
import type { TokenRow } from "../store/tokens/tokens";
import { DAY_MS, daysAfter } from "../time/durations";

/** As the API answers it, in the precedence of its refusals (contract § 2). */
export type TokenState = "active" | "revoked" | "expired" | "owner inactive";

/** An active token may have something more to say. */
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

/** Time enough to rotate a token within working days. */
export const EXPIRES_SOON_DAYS = 7;
/** By then an integration has been set up, or been forgotten. */
export const NEVER_USED_DAYS = 30;
/** How long tokens stay in the list after their end, so that nobody looks for one in vain. */
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

/** Not before half of its life is over: whoever created a token for a week today need not be told to rotate it. */
function isSoon(expires: Date, created: Date, now: Date): boolean {
  const left = expires.getTime() - now.getTime();
  return left <= EXPIRES_SOON_DAYS * DAY_MS && left <= now.getTime() - created.getTime();
}

/** Over for good: nothing can be changed of it any more. */
export function hasEnded(status: TokenState | TokenStatus): boolean {
  return status === "revoked" || status === "expired";
}

/** A token is replaced once, while it works. */
export function isRotatable({ state, replacedBy }: { state: TokenState; replacedBy: string | null }): boolean {
  return state === "active" && replacedBy === null;
}

/** Whether the API still takes the token. */
export function isWorking(status: TokenStatus): boolean {
  return status !== "revoked" && status !== "expired" && status !== "owner inactive";
}
