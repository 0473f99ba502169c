/**
 * Why a call was refused, told afterwards to those who may manage its token. The answer on the wire stays as short as it
 * was; and nothing is told here that the token's owner may not know.
 */
import type { TokenRange } from "../store/token-rows";
import type { ListedCall } from "./usage";

export type StepOutcome = "passed" | "refused" | "not reached";

/** One check of contract § 1, in the order in which this endpoint asks them. `text` is one plain sentence. */
export type ExplainedStep = { step: string; title: string; outcome: StepOutcome; text: string };

export type Explanation = {
  call: ListedCall;
  token: { id: string; name: string; hint: string };
  outcome: "accepted" | "refused" | "failed";
  /** The whole of it in one sentence; the refusing step's own. */
  summary: string;
  steps: ExplainedStep[];
  /** What to do about it; null where there is nothing to do. */
  advice: string | null;
};

export type ExplainRequest = { requestId: string; range: TokenRange };

/**
 * The newest kept call of that request id. null where there is none of a token in range: unknown ids, other people's calls,
 * calls no longer kept, and calls that were refused before they could be told to belong to a token are one answer.
 */
export async function explainCall(_request: ExplainRequest): Promise<Explanation | null> {
  return null;
}

/** A refused call with its cause and what to do, as short as in `explainCall`. */
export type ExplainedRefusal = ListedCall & { summary: string; advice: string | null };

/** The newest refused calls of a token, one for each distinct cause. Empty where there is no such token in range. */
export async function recentRefusals(
  _token: { tokenId: string; range: TokenRange },
  _limit = 5,
): Promise<ExplainedRefusal[]> {
  return [];
}
