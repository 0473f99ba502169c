/**
 * What a token can be (contract § 8): the organisation's policy, the owner's permissions, and plain sense; and until when the two
 * tokens of a rotation work. Pure, for the browser too; the server asks again.
 */
import type { Access } from "../access/compile";
import { MAX_CURRENT_TOKENS } from "../limits";
import { capitalized, isLongerThan } from "../messages/cut-text";
import type { OrganizationPolicy, Scopes, TokenLimits, TokenPolicy } from "../model";
import type { LiveTokens } from "../store/tokens/changes";
import { daysAfter } from "../time/durations";
import { limitProblems, limitsOf } from "./limits";
import { hasToken } from "./pasted";
import { findExcess } from "./scopes";
import { hasUnseenInside } from "./unseen-text";

/** Of the limits, what is left out is not limited. */
export type TokenRequest = {
  name: string;
  purpose: string;
  expires: Date | null;
  scopes: Scopes;
} & Partial<TokenLimits>;

/** What is wrong with one part of the request, for the form field that has it. */
export type TokenProblem = { part: keyof TokenRequest; message: string };

/** A token that cannot be created. Its message lists every problem. */
export class TokenRefused extends Error {
  readonly problems: TokenProblem[];

  constructor(problems: TokenProblem[]) {
    super(problems.map(({ part, message }) => `${part}: ${message}`).join("\n"));
    this.name = "TokenRefused";
    this.problems = problems;
  }
}

/** For `catch`: what the owner is told. Any other error is thrown again. */
export function toProblems(error: unknown): { problems: TokenProblem[] } {
  if (error instanceof TokenRefused) return { problems: error.problems };
  throw error;
}

/** As a sentence, for the control that it belongs to; null where nothing is wrong with that part. */
export function problemOf(problems: readonly TokenProblem[], part: TokenProblem["part"]): string | null {
  const problem = problems.find((each) => each.part === part);
  return problem === undefined ? null : `${capitalized(problem.message)}.`;
}

/** What members are asked for when they create a token. The addresses of the organisation are for its administrators. */
export function ofNewTokens({ maxLifetimeDays, allowNeverExpiring, requirePurpose }: TokenPolicy): TokenPolicy {
  return { maxLifetimeDays, allowNeverExpiring, requirePurpose };
}

export const MAX_NAME_LENGTH = 100;
export const MAX_PURPOSE_LENGTH = 500;

/** Long enough to set an integration up, short enough that a forgotten one stops by itself. */
const DEFAULT_LIFETIME_DAYS = 30;

/** `owner`: what the owner can do, unscoped. */
export function findProblems(request: TokenRequest, policy: TokenPolicy, owner: Access, now: Date): TokenProblem[] {
  return [
    ...nameProblems(request.name),
    ...purposeProblems(request.purpose, policy),
    ...expiryProblems(request.expires, policy, now),
    ...scopeProblems(request.scopes, owner),
    ...limitProblems(limitsOf(request), owner),
  ];
}

/** The last moment at which a token created now can expire; null: there is none. */
export function latestExpiry(policy: TokenPolicy, now: Date): Date | null {
  return policy.maxLifetimeDays === null ? null : daysAfter(now, policy.maxLifetimeDays);
}

/** The expiry of a token for which nobody chose one: in 30 days, or sooner where the policy is stricter. */
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
    return [{ part: "purpose", message: "the organisation's policy asks what the token is for" }];
  }
  return textProblems("purpose", purpose, MAX_PURPOSE_LENGTH);
}

export function expiryProblems(expires: Date | null, policy: TokenPolicy, now: Date): TokenProblem[] {
  // An unreadable date is not in the past, nor in the future.
  const isFuture = expires === null || expires > now;
  const message = isFuture ? refusalOfExpiry(expires, policy, now) : "lies in the past";
  return message === null ? [] : [{ part: "expires", message }];
}

export function refusalOfExpiry(expires: Date | null, policy: TokenPolicy, now: Date): string | null {
  if (expires === null) return policy.allowNeverExpiring ? null : "the organisation's policy asks for an expiry";
  const latest = latestExpiry(policy, now);
  if (latest === null || expires <= latest) return null;
  return `the organisation's policy allows ${policy.maxLifetimeDays} days at most`;
}

/** Throws TokenRefused where the owner cannot have one more. A rotation adds none to those that last: it is held to no policy. */
export function requireRoom(
  { all, lasting }: LiveTokens,
  { maxLiveTokens }: Pick<OrganizationPolicy, "maxLiveTokens">,
): void {
  if (all >= MAX_CURRENT_TOKENS) {
    throw tooManyTokens(`the owner has ${MAX_CURRENT_TOKENS} tokens already: revoke those that are not needed`);
  }
  if (maxLiveTokens !== null && lasting >= maxLiveTokens) {
    const allowed = maxLiveTokens === 1 ? "1 live token" : `${maxLiveTokens} live tokens`;
    throw tooManyTokens(
      `the organisation's policy allows a member ${allowed}, and the owner has ${lasting}: revoke one that is not needed, or rotate one`,
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

export function noScopes(): TokenProblem {
  return { part: "scopes", message: "name at least one entity and verb" };
}

function scopeProblems(scopes: Scopes, owner: Access): TokenProblem[] {
  if (scopes?.length === 0) return [noScopes()];
  return findExcess(scopes, owner).map((message) => ({ part: "scopes", message }));
}

/**
 * Why a name or a purpose is refused; null where it is allowed. They are shown to others and kept in the audit log for good, so they
 * must be readable there, disturb nothing around them, and give nothing away.
 */
export function refusalOfText(text: string, limit: number): string | null {
  // First, because it matters most: such a text should leave the field, too.
  if (hasToken(text)) return HOLDS_TOKEN;
  if (isLongerThan(text, limit)) return `must have at most ${limit} characters`;
  // They would break lines of logs and lists, or could not be stored at all.
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) || !text.isWellFormed()) return "must not hold control characters";
  if (TURNS_TEXT.test(text)) {
    return "must not hold invisible characters that turn the direction of text: type it anew instead of pasting it";
  }
  if (text !== "" && !hasVisible(text)) return "needs at least one character that can be seen";
  if (hasUnseenInside(text)) return "must not hold invisible characters: type it anew instead of pasting it";
  return null;
}

const HOLDS_TOKEN =
  "must not hold a token, or a part of one: names and purposes are stored and shown in clear. Take it out; if others have seen it, revoke that token";

/** Embeddings, overrides and isolates. The marks that scripts and emoji need (ZWJ, ZWNJ, LRM, RLM, ALM) turn nothing around. */
const TURNS_TEXT = /[\u202A-\u202E\u2066-\u2069]/;

/** The empty pattern of Braille is a symbol to Unicode, and a space to the eye. */
const UNSEEN = /[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\p{M}\u2800]/gu;

function hasVisible(text: string): boolean {
  return text.replace(UNSEEN, "") !== "";
}

/** How long the old secret may go on, in seconds: not at all, an hour, a day, a week. */
export const OVERLAPS = [0, 3_600, 86_400, 604_800] as const;
export type OverlapSeconds = (typeof OVERLAPS)[number];

/** `expires`: the old token's own, which an overlap never outlives. */
export function overlapEnd(overlapSeconds: OverlapSeconds, expires: Date | null, moment: Date): Date {
  return earlier(new Date(moment.getTime() + overlapSeconds * 1000), expires);
}

/** Rotating never makes a token live longer, and not longer than today's policy would let a new one live. */
export function inheritedExpiry(expires: Date | null, policy: TokenPolicy, moment: Date): Date | null {
  if (expires === null && policy.allowNeverExpiring) return null;
  const latest = latestExpiry(policy, moment);
  if (expires === null) return latest ?? defaultExpiry(policy, moment);
  return latest === null ? expires : earlier(latest, expires);
}

function earlier(moment: Date, other: Date | null): Date {
  return other === null || moment <= other ? moment : other;
}
