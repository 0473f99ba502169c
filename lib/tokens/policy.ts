/** What a new token may be (contract § 8): the organisation's policy on lifetimes, the owner's rights, and plain sense. Pure. */
import type { Access } from "../access/compile";
import type { Scopes, TokenPolicy } from "../model";
import { findExcess } from "./scopes";

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

const DAY_MS = 24 * 60 * 60 * 1000;
/** Long enough to set an integration up, short enough that a forgotten one stops by itself. */
const DEFAULT_LIFETIME_DAYS = 30;

/** `owner`: what the owner may do, unscoped. */
export function findProblems(request: TokenRequest, policy: TokenPolicy, owner: Access, now: Date): TokenProblem[] {
  return [
    ...textProblems("name", request.name, MAX_NAME_LENGTH),
    ...(request.name === "" ? [{ part: "name", message: "say what the token is for, in a few words" } as const] : []),
    ...textProblems("purpose", request.purpose, MAX_PURPOSE_LENGTH),
    ...expiryProblems(request.expires, policy, now),
    ...scopeProblems(request.scopes, owner),
  ];
}

/** The last moment at which a token made now may expire; null: there is none. */
export function latestExpiry(policy: TokenPolicy, now: Date): Date | null {
  return policy.maxLifetimeDays === null ? null : new Date(now.getTime() + policy.maxLifetimeDays * DAY_MS);
}

/** The expiry of a token for which nobody chose one: in 30 days, or sooner where the policy is stricter. */
export function defaultExpiry(policy: TokenPolicy, now: Date): Date {
  const usual = new Date(now.getTime() + DEFAULT_LIFETIME_DAYS * DAY_MS);
  const latest = latestExpiry(policy, now);
  return latest === null || usual <= latest ? usual : latest;
}

function textProblems(part: "name" | "purpose", text: string, limit: number): TokenProblem[] {
  if (text.length > limit) return [{ part, message: `must have at most ${limit} characters` }];
  // They would break lines of logs and lists, or could not be stored at all.
  if (/\p{Cc}/u.test(text) || !text.isWellFormed()) return [{ part, message: "must not hold control characters" }];
  return [];
}

function expiryProblems(expires: Date | null, policy: TokenPolicy, now: Date): TokenProblem[] {
  const refuse = (message: string): TokenProblem[] => [{ part: "expires", message }];
  if (expires === null) return policy.allowNeverExpiring ? [] : refuse("the organisation's policy asks for an expiry");
  if (expires <= now) return refuse("lies in the past");
  const latest = latestExpiry(policy, now);
  if (latest === null || expires <= latest) return [];
  return refuse(`the organisation's policy allows ${policy.maxLifetimeDays} days at most`);
}

function scopeProblems(scopes: Scopes, owner: Access): TokenProblem[] {
  if (scopes?.length === 0) return [{ part: "scopes", message: "name at least one entity and verb" }];
  return findExcess(scopes, owner).map((message) => ({ part: "scopes", message }));
}
