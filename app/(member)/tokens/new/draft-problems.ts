/** What the server would refuse, found before anything is sent: by the same functions. Pure. */
import type { TokenPolicy } from "@/lib/model";
import { expiryProblems, nameProblems, noScopes, purposeProblems, type TokenProblem } from "@/lib/tokens/policy";
import { type Draft, scopesOf } from "./draft";

/** `expires` undefined: no day was picked yet. */
export function findDraftProblems(
  draft: Draft,
  expires: Date | null | undefined,
  policy: TokenPolicy,
  now: Date,
): TokenProblem[] {
  return [
    ...nameProblems(draft.name.trim()),
    ...purposeProblems(draft.purpose.trim(), policy),
    ...(expires === undefined ? [NO_DAY] : expiryProblems(expires, policy, now)),
    ...(scopesOf(draft)?.length === 0 ? [noScopes()] : []),
  ];
}

const NO_DAY: TokenProblem = { part: "expires", message: "choose the last day on which the token works" };
