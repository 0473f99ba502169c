"use server";
/** The requests that the API reference can send: the member's own reads, and dry runs of writes. */
import { explainTried } from "@/lib/explanation/explain-tried";
import { tryRequest } from "@/lib/public-api/reference/try-request";
import { type ActionRefusal, memberAction } from "@/lib/session/action";
import type { TriedOutcome } from "./try/tried-response";
import { trying } from "./try/trying";

export const tryAction = memberAction(
  trying,
  async (tried, { member, address }): Promise<TriedOutcome | ActionRefusal> => {
    const outcome = await tryRequest(tried, member, address);
    if (outcome === null) return { refused: "out-of-date" };
    const cause = explainTried(outcome.call, tried.tokenId === null ? "member" : "token");
    return { response: outcome.response, cause };
  },
);
