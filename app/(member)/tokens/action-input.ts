/** What the actions of a token's pages take. Whoever calls them by hand can send anything: what has another shape is refused here. */
import { z } from "zod";
import { WORD_PATTERN } from "@/lib/access/verbs";
import { TOKEN_ID_PATTERN } from "@/lib/authentication/token-form";
import { OVERLAPS } from "@/lib/tokens/policy";

/** 22 base62 characters; everything else is no id, and never reaches the database. */
export const tokenId = z.string().regex(TOKEN_ID_PATTERN);

/** Longer texts than any name or purpose may be: lib/tokens/policy says what is too long, in words. */
const text = z.string().max(5_000);

export const provenRevocation = z.object({ tokenId, typed: text });

const texts = z.object({ name: text, purpose: text });
export const renaming = texts.extend({ tokenId, shown: texts });

const scope = z.object({ entity: z.string().max(200), verbs: z.array(z.string().regex(WORD_PATTERN)).max(2_000) });
export const narrowing = z.object({ tokenId, scopes: z.array(scope).max(2_000) });

/** More, and longer, than any limit may be: lib/tokens/limits says what is too much, in words. */
const limits = z.object({
  deniedFields: z
    .array(z.object({ entity: z.string().max(200), fields: z.array(z.string().regex(WORD_PATTERN)).max(2_000) }))
    .max(5_000),
  allowedAddresses: z.array(text).max(1_000),
  requestsPerMinute: z.number().nullable(),
});
export const limiting = z.object({ tokenId, limits });

/** PostgreSQL knows no year 0, which JavaScript has. */
export const moment = z.iso.datetime().refine((at) => at > "1970");

export const since = z.object({ id: tokenId, since: moment });

/** `expires` absent: as the old one; null: never. */
export const rotation = z.object({
  tokenId,
  overlapSeconds: z.literal(OVERLAPS),
  expires: moment.nullable().optional(),
});

export const creation = z
  .object({
    formId: z.string().min(16).max(64),
    /** A service account that the member keeps; absent: the member. */
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
