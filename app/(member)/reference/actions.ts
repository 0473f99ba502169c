"use server";
/** The requests that the API reference can send: the member's own reads, and dry runs of writes. */
import { z } from "zod";
import { explainTried } from "@/lib/explanation/explain";
import { tryRequest } from "@/lib/public-api/reference/try-request";
import { type ActionRefusal, memberAction } from "@/lib/session/action";
import { tokenId } from "../tokens/action-input";

/** Longer than any key of the configuration, and any header that a record provides. */
const text = z.string().max(1_000);

/** The action can be called with anything, so input of another shape is refused here. */
const trying = z.object({
  tokenId: tokenId.nullable(),
  endpoint: text,
  entityKey: text,
  recordId: text,
  /** A cursor can be long. */
  query: z.record(text, z.string().max(20_000)),
  ifMatch: text,
  ifNoneMatch: text,
  body: z.string().max(60_000),
});

export const tryAction = memberAction(trying, async (tried, { member, address }) => {
  const outcome = await tryRequest(tried, member, address);
  if (outcome === null) return CANNOT_BE_TRIED;
  const cause = explainTried(outcome.call, tried.tokenId === null ? "member" : "token");
  return { response: outcome.response, cause };
});

const CANNOT_BE_TRIED: ActionRefusal = { refused: "out-of-date" };
