/** What "Try it" sends. Whoever calls the action by hand can send anything: what has another shape is refused here. */
import { z } from "zod";
import { tokenId } from "../../tokens/action-input";

/** No key of the configuration, and no header that a record gives, is longer. */
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
