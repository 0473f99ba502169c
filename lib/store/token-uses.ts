/** When and from where tokens were last used: written in batches, apart from the tokens themselves. */
import { Prisma } from "../../generated/prisma/client";
import { write } from "./statement";

const { sql } = Prisma;

export type TokenUse = { tokenId: string; at: Date; address: string };

/** Later uses replace earlier ones, whatever the order of writing; uses of tokens that are gone are dropped. */
export async function writeTokenUses(uses: TokenUse[]): Promise<void> {
  await write(sql`
    INSERT INTO token_uses (token_id, last_used, last_used_address)
    SELECT u.id, u.at, u.address
    FROM unnest(
      ${uses.map((use) => use.tokenId)}::text[],
      ${uses.map((use) => use.at.toISOString())}::timestamptz[],
      ${uses.map((use) => use.address)}::text[]
    ) AS u (id, at, address)
    JOIN tokens t ON t.id = u.id
    ORDER BY u.id
    ON CONFLICT (token_id) DO UPDATE
    SET last_used = EXCLUDED.last_used, last_used_address = EXCLUDED.last_used_address
    WHERE token_uses.last_used < EXCLUDED.last_used`);
}
