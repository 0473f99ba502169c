/** The first tokens that the list finds for a text, for the command palette: of those that are in the member's own list, or the administrator's. */
import { z } from "zod";
import { EVERY_TOKEN } from "@/components/tokens/list/list-address";
import { memberRead } from "@/lib/session/read";
import { listTokensOf } from "@/lib/tokens/listing";
import { visibleTokens } from "@/lib/tokens/visible-token";

const SHOWN = 8;

/** PostgreSQL takes no NUL. */
const asked = z.object({
  q: z
    .string()
    .max(200)
    .regex(/^[^\0]*$/),
});

export const GET = memberRead(asked, async ({ q }, { member }) => {
  const { groups } = await listTokensOf(visibleTokens(member), { ...EVERY_TOKEN, text: q });
  return { tokens: groups.slice(0, SHOWN).map(([{ id, name, hint }]) => ({ id, name, hint })) };
});
