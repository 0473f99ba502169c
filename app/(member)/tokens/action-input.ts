/** The input of the actions of a token's pages. They can be called with anything, so input of another shape is refused here. */
import { z } from "zod";
import { WORD_PATTERN } from "@/lib/access/verbs";
import { TOKEN_ID_PATTERN } from "@/lib/authentication/token-form";
import { OVERLAPS } from "@/lib/tokens/policy";

/** 22 base62 characters; anything else is not an id, and never reaches the database. */
export const tokenId = z.string().regex(TOKEN_ID_PATTERN);

/** Longer than any allowed name or purpose: lib/tokens/policy reports what is too long, with a message. */
const text = z.string().max(5_000);

export const chosenToken = z.object({ token: tokenId });

/** `typed` absent: the name was not asked for, because the token was not in use when the page was rendered. */
export const provenRevocation = chosenToken.extend({ typed: text.optional() });

const texts = z.object({ name: text, purpose: text });

const scope = z.object({ entity: z.string().max(200), verbs: z.array(z.string().regex(WORD_PATTERN)).max(2_000) });

/** More and longer than any allowed limit: lib/tokens/limits reports what is too much, with a message. */
const limits = z.object({
  deniedFields: z
    .array(z.object({ entity: z.string().max(200), fields: z.array(z.string().regex(WORD_PATTERN)).max(2_000) }))
    .max(5_000),
  rows: z.array(z.object({ entityKey: z.string().max(200), where: z.json() })).max(1_000),
  allowedAddresses: z.array(text).max(1_000),
  requestsPerMinute: z.number().nullable(),
});

/** Absent parts are not changed. */
export const edit = z.object({
  tokenId,
  labels: texts.extend({ shown: texts }).optional(),
  scopes: z.array(scope).max(2_000).optional(),
  limits: limits.optional(),
});
export type SentEdit = z.input<typeof edit>;

/** JavaScript has a year 0, PostgreSQL does not. */
export const moment = z.iso.datetime().refine((at) => at > "1970");

/** `expires` absent: as the old one; null: never. */
export const rotation = z.object({
  tokenId,
  overlapSeconds: z.literal(OVERLAPS),
  expires: moment.nullable().optional(),
});

/** `accountId`: a service account that the member manages; absent: the member. */
export const creation = z
  .object({
    formId: z.string().min(16).max(64),
    accountId: z.uuid().optional(),
    name: z.string(),
    purpose: z.string(),
    expires: z.iso.datetime().nullable(),
    scopes: z.array(z.object({ entity: z.string(), verbs: z.array(z.string().regex(WORD_PATTERN)).min(1) })).nullable(),
  })
  .extend(limits.shape)
  .transform(({ formId, accountId, expires, ...texts }) => ({
    formId,
    accountId,
    request: { ...texts, expires: expires === null ? null : new Date(expires) },
  }));
