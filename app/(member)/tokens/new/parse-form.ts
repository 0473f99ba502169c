/** What a browser sends as a form, from unknown to typed. What of it may be is for lib/tokens to say. */
import { z } from "zod";
import { WORD_PATTERN } from "@/lib/access/verbs";

/** Dates as text, because an action's arguments are whatever somebody sends. */
const schema = z.object({
  formId: z.string().min(16).max(64),
  name: z.string(),
  purpose: z.string(),
  expires: z.iso.datetime().nullable(),
  scopes: z.array(z.object({ entity: z.string(), verbs: z.array(z.string().regex(WORD_PATTERN)).min(1) })).nullable(),
});

export const sentForm = schema.transform(({ formId, expires, ...texts }) => ({
  formId,
  request: { ...texts, expires: expires === null ? null : new Date(expires) },
}));
