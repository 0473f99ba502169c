/** All tokens that a list finds and that have not ended, for the administrator who selects them all. */
import { z } from "zod";
import { ALL_TOKENS } from "@/components/tokens/list/list-address";
import { readAddress } from "@/lib/session/page-address";
import { administratorRead } from "@/lib/session/read";
import { listAllMatching } from "@/lib/tokens/read/listing";
import { visibleTokens } from "@/lib/tokens/read/visibility";

export const GET = administratorRead(z.record(z.string(), z.string()), async (parameters, { member }) => {
  const tokens = await listAllMatching(visibleTokens(member), readAddress(ALL_TOKENS, parameters));
  return {
    tokens: tokens.map(({ id, name, hint, ownerName, lastUsed, lastUsedAddress }) => {
      return { id, name, hint, ownerName, lastUsed, lastUsedAddress };
    }),
  };
});
