/** The input of "Try it". The action can be called with anything, so input of another shape is refused here. */
import { z } from "zod";
import { tokenId } from "../../tokens/action-input";

/** Longer than any key of the configuration, and any header that a record provides. */
const text = z.string().max(1_000);

export const trying = z.object({
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
