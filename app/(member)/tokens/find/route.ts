/**
 * The first tokens that the list finds for a text, for the command palette: of one's own and those of the service accounts that one
 * keeps; for administrators, of all.
 */
import { z } from "zod";
import { EVERY_TOKEN } from "@/components/tokens/list/list-address";
import { memberRead } from "@/lib/session/read";
import { watchedTokens } from "@/lib/tokens/read/kept-tokens";
import { listTokensOf } from "@/lib/tokens/read/listing";

const SHOWN = 8;

/** PostgreSQL takes no NUL. */
const asked = z.object({
  q: z
    .string()
    .max(200)
    .regex(/^[^\0]*$/),
});

export const GET = memberRead(asked, async ({ q }, { member }) => {
  const { groups } = await listTokensOf(await watchedTokens(member), { ...EVERY_TOKEN, text: q });
  return { tokens: groups.slice(0, SHOWN).map(([{ id, name, hint }]) => ({ id, name, hint })) };
});
