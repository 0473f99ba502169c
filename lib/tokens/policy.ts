/**
 * What a token may be (contract § 8): the organisation's policy, the owner's rights, and plain sense. Pure, for the browser
 * too; the server asks again.
 */
import type { Access } from "../access/compile";
import type { Scopes, TokenPolicy } from "../model";
import { findExcess } from "./scopes";
import { refusalOfText } from "./texts";

export type TokenRequest = { name: string; purpose: string; expires: Date | null; scopes: Scopes };

/** What is wrong with one part of the request, for the form field that holds it. */
export type TokenProblem = { part: keyof TokenRequest; message: string };

/** A token that may not be made. Its message lists every problem. */
export class TokenRefused extends Error {
  readonly problems: TokenProblem[];

  constructor(problems: TokenProblem[]) {
    super(problems.map(({ part, message }) => `${part}: ${message}`).join("\n"));
    this.name = "TokenRefused";
    this.problems = problems;
  }
}

export const MAX_NAME_LENGTH = 100;
export const MAX_PURPOSE_LENGTH = 500;
/** More tokens than this per owner are an accident that repeats itself. */
export const MAX_STANDING_TOKENS = 1000;

const DAY_MS = 24 * 60 * 60 * 1000;
/** Long enough to set an integration up, short enough that a forgotten one stops by itself. */
const DEFAULT_LIFETIME_DAYS = 30;

/** `owner`: what the owner may do, unscoped. */
export function findProblems(request: TokenRequest, policy: TokenPolicy, owner: Access, now: Date): TokenProblem[] {
  return [
    ...nameProblems(request.name),
    ...purposeProblems(request.purpose, policy),
    ...expiryProblems(request.expires, policy, now),
    ...scopeProblems(request.scopes, owner),
  ];
}

/** The last moment at which a token made now may expire; null: there is none. */
export function latestExpiry(policy: TokenPolicy, now: Date): Date | null {
  return policy.maxLifetimeDays === null ? null : afterDays(policy.maxLifetimeDays, now);
}

/** The expiry of a token for which nobody chose one: in 30 days, or sooner where the policy is stricter. */
export function defaultExpiry(policy: TokenPolicy, now: Date): Date {
  const usual = afterDays(DEFAULT_LIFETIME_DAYS, now);
  const latest = latestExpiry(policy, now);
  return latest === null || usual <= latest ? usual : latest;
}

function afterDays(days: number, now: Date): Date {
  return new Date(now.getTime() + days * DAY_MS);
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

/** Why the policy forbids an expiry; null where it allows it. */
export function refusalOfExpiry(expires: Date | null, policy: TokenPolicy, now: Date): string | null {
  if (expires === null) return policy.allowNeverExpiring ? null : "the organisation's policy asks for an expiry";
  const latest = latestExpiry(policy, now);
  if (latest === null || expires <= latest) return null;
  return `the organisation's policy allows ${policy.maxLifetimeDays} days at most`;
}

export function tooManyTokens(): TokenRefused {
  const message = `the owner has ${MAX_STANDING_TOKENS} tokens already: revoke those that are not needed`;
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
