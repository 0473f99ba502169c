/** The rules for tokens (contract § 8) and for rotations. The browser uses them, too; the server checks again. */
import { MAX_CURRENT_TOKENS } from "../limits";
import { capitalized, isLongerThan } from "../messages/cut-text";
import type { OrganizationPolicy, TokenLimits, TokenPolicy } from "../model";
import type { LiveTokens } from "../store/tokens/changes";
import type { TokenRow } from "../store/tokens/tokens";
import { daysAfter } from "../time/durations";
import { hasToken } from "./pasted";
import { hasUnseenInside } from "./unseen-text";

/** Absent limits do not restrict the token. */
export type TokenRequest = Pick<TokenRow, "name" | "purpose" | "expires" | "scopes"> & Partial<TokenLimits>;

/** Shown at the form field of `part`. */
export type TokenProblem = { part: keyof TokenRequest; message: string };

/** The message lists every problem. */
export class TokenRefused extends Error {
  constructor(readonly problems: TokenProblem[]) {
    super(problems.map(({ part, message }) => `${part}: ${message}`).join("\n"));
    this.name = "TokenRefused";
  }
}

/** For `catch`. Rethrows any other error. */
export function toProblems(error: unknown): { problems: TokenProblem[] } {
  if (error instanceof TokenRefused) return { problems: error.problems };
  throw error;
}

/** One sentence, or null if that part has no problem. */
export function problemOf(problems: readonly TokenProblem[], part: TokenProblem["part"]): string | null {
  const problem = problems.find((each) => each.part === part);
  return problem === undefined ? null : `${capitalized(problem.message)}.`;
}

/** Omits the addresses, which are for administrators only. */
export function ofNewTokens({ maxLifetimeDays, allowNeverExpiring, requirePurpose }: TokenPolicy): TokenPolicy {
  return { maxLifetimeDays, allowNeverExpiring, requirePurpose };
}

export const MAX_NAME_LENGTH = 100;
export const MAX_PURPOSE_LENGTH = 500;

/** Long enough to set up an integration, short enough for a forgotten token to expire. */
const DEFAULT_LIFETIME_DAYS = 30;

/** null means any. */
export function latestExpiry(policy: TokenPolicy, now: Date): Date | null {
  return policy.maxLifetimeDays === null ? null : daysAfter(now, policy.maxLifetimeDays);
}

/** 30 days, or less if the policy is stricter. */
export function defaultExpiry(policy: TokenPolicy, now: Date): Date {
  const usual = daysAfter(now, DEFAULT_LIFETIME_DAYS);
  const latest = latestExpiry(policy, now);
  return latest === null || usual <= latest ? usual : latest;
}

export function nameProblems(name: string): TokenProblem[] {
  if (name === "") return [{ part: "name", message: "say what the token is for, in a few words" }];
  return textProblems("name", name, MAX_NAME_LENGTH);
}

export function purposeProblems(
  purpose: string,
  { requirePurpose }: Pick<TokenPolicy, "requirePurpose">,
): TokenProblem[] {
  if (purpose === "" && requirePurpose) {
    return [{ part: "purpose", message: "the organization's policy requires a purpose" }];
  }
  return textProblems("purpose", purpose, MAX_PURPOSE_LENGTH);
}

export function expiryProblems(expires: Date | null, policy: TokenPolicy, now: Date): TokenProblem[] {
  // Comparisons with an invalid date are always false.
  const isFuture = expires === null || expires > now;
  const message = isFuture ? refusalOfExpiry(expires, policy, now) : "lies in the past";
  return message === null ? [] : [{ part: "expires", message }];
}

export function refusalOfExpiry(expires: Date | null, policy: TokenPolicy, now: Date): string | null {
  if (expires === null) return policy.allowNeverExpiring ? null : "the organization's policy requires an expiry";
  const latest = latestExpiry(policy, now);
  if (latest === null || expires <= latest) return null;
  return `the organization's policy allows ${policy.maxLifetimeDays} days at most`;
}

/** Throws TokenRefused if the owner cannot have another token. A rotation adds no lasting token and is not checked. */
export function requireRoom(
  { all, lasting }: LiveTokens,
  { maxLiveTokens }: Pick<OrganizationPolicy, "maxLiveTokens">,
): void {
  if (all >= MAX_CURRENT_TOKENS) {
    throw tooManyTokens(`the owner already has ${MAX_CURRENT_TOKENS} tokens: revoke those that are not needed`);
  }
  if (maxLiveTokens !== null && lasting >= maxLiveTokens) {
    const allowed = maxLiveTokens === 1 ? "1 live token" : `${maxLiveTokens} live tokens`;
    throw tooManyTokens(
      `the organization's policy allows a member ${allowed}, and the owner has ${lasting}: revoke one that is not needed, or rotate one`,
    );
  }
}

function tooManyTokens(message: string): TokenRefused {
  return new TokenRefused([{ part: "name", message }]);
}

function textProblems(part: "name" | "purpose", text: string, limit: number): TokenProblem[] {
  const message = refusalOfText(text, limit);
  return message === null ? [] : [{ part, message }];
}

export const NO_SCOPES: TokenProblem = { part: "scopes", message: "name at least one entity and verb" };

/** null if allowed. The audit log keeps it for good: it must be readable, not affect text around it, and contain no secret. */
export function refusalOfText(text: string, limit: number): string | null {
  // First, because such a text should also be removed from the form field.
  if (hasToken(text)) return HOLDS_TOKEN;
  if (isLongerThan(text, limit)) return `must have at most ${limit} characters`;
  // They would break lines in logs and lists, or cannot be stored.
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) || !text.isWellFormed()) return "must not contain control characters";
  if (TURNS_TEXT.test(text)) {
    return "must not contain invisible characters that turn the direction of text: type it instead of pasting it";
  }
  if (text !== "" && text.replace(UNSEEN, "") === "") return "needs at least one character that can be seen";
  if (hasUnseenInside(text)) return "must not contain invisible characters: type it instead of pasting it";
  return null;
}

const HOLDS_TOKEN =
  "must not contain a token, or a part of one: names and purposes are stored and shown in clear. Take it out; if others have seen it, revoke that token";

/** Embeddings, overrides and isolates. ZWJ, ZWNJ, LRM, RLM and ALM, which scripts and emoji need, reorder nothing. */
const TURNS_TEXT = /[\u202A-\u202E\u2066-\u2069]/;

/** Unicode classifies the blank Braille pattern as a symbol, but it looks like a space. */
const UNSEEN = /[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\p{M}\u2800]/gu;

/** In seconds: none, an hour, a day, a week. */
export const OVERLAPS = [0, 3_600, 86_400, 604_800] as const;
export type OverlapSeconds = (typeof OVERLAPS)[number];

/** `expires` is that of the old token, which an overlap never extends. */
export function overlapEnd(overlapSeconds: OverlapSeconds, expires: Date | null, moment: Date): Date {
  return earlier(new Date(moment.getTime() + overlapSeconds * 1000), expires);
}

/** A rotation never extends a token's life, and today's policy for new tokens applies to it. */
export function inheritedExpiry(expires: Date | null, policy: TokenPolicy, moment: Date): Date | null {
  if (expires === null && policy.allowNeverExpiring) return null;
  const latest = latestExpiry(policy, moment);
  if (expires === null) return latest ?? defaultExpiry(policy, moment);
  return latest === null ? expires : earlier(latest, expires);
}

function earlier(moment: Date, other: Date | null): Date {
  return other === null || moment <= other ? moment : other;
}
