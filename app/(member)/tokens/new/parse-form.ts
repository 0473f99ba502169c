/** What a browser sends as a form, from unknown to typed. What of it may be is for lib/tokens to say. */
import { z } from "zod";
import { type Scopes, VERBS } from "@/lib/model";
import type { TokenRequest } from "@/lib/tokens/policy";

/** Dates as text, because an action's arguments are whatever somebody sends. */
export type SentForm = { formId: string; name: string; purpose: string; expires: string | null; scopes: Scopes };

const schema = z.object({
  formId: z.string().min(16).max(64),
  name: z.string(),
  purpose: z.string(),
  expires: z.iso.datetime().nullable(),
  scopes: z.array(z.object({ entity: z.string(), verbs: z.array(z.enum(VERBS)).min(1) })).nullable(),
});

const previewSchema = schema.pick({ scopes: true }).extend({ entityKey: z.string() });

/** As `parseForm`, for what is tried before there is a token. */
export function parsePreview(sent: unknown): { scopes: Scopes; entityKey: string } | null {
  return previewSchema.safeParse(sent).data ?? null;
}

/** null for what no form of ours sends. */
export function parseForm(sent: unknown): { formId: string; request: TokenRequest } | null {
  const result = schema.safeParse(sent);
  if (!result.success) return null;
  const { formId, name, purpose, expires, scopes } = result.data;
  return { formId, request: { name, purpose, expires: expires === null ? null : new Date(expires), scopes } };
}
