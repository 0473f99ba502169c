/** The results for search fields that search while the person types. Without a text: the most recently used tokens. */
import { z } from "zod";
import { toGroups } from "@/components/search/found";
import { findMemberCaller } from "@/lib/public-api/reference/member-caller";
import { memberRead } from "@/lib/session/read";
import { findInReference, findTokens } from "./find-everything";

/** Results of each kind that fit below a field. */
const SHOWN = 5;

/** PostgreSQL does not accept NUL. */
const asked = z.object({
  q: z
    .string()
    .max(200)
    .regex(/^[^\0]*$/),
  token: z.string().max(64).optional(),
});

export const GET = memberRead(asked, async ({ q, token }, { member }) => {
  const text = q.trim();
  const tokenId = token || null;
  const tokens = (await findTokens(text, member)).map((entry) => ({ entry, rank: TOKEN_RANK }));
  const caller = text === "" ? null : await findMemberCaller(member, tokenId);
  if (caller === null) return { groups: toGroups({ token: tokens }, SHOWN) };
  const found = findInReference({ text, access: caller.access, tokenId });
  return { groups: toGroups({ ...found, token: tokens }, SHOWN) };
});

/** The list matches parts of words, so tokens rank after entries that begin with the text. */
const TOKEN_RANK = 2;
