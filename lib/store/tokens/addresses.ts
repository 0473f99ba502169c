/** From which addresses tokens were used: which are new is found by the statement that notes them, whichever process is the first. */
import { Prisma } from "../../../generated/prisma/client";
import { MAX_KNOWN_ADDRESSES } from "../../limits";
import { write } from "../../postgres/query";
import { hearersSql } from "../notices";
import type { TokenUse } from "./usage";

const { sql } = Prisma;

/**
 * Of a token that has been used before, a new address is told to its owner; the first one of all is no news. Beyond the addresses that are
 * known of a token, none is noted any more.
 */
export async function writeTokenAddresses(uses: readonly TokenUse[]): Promise<void> {
  await write(sql`
    WITH used AS (
      SELECT DISTINCT ON (u.id, u.address) u.id, u.address, u.at
      FROM unnest(
        ${uses.map((use) => use.tokenId)}::text[], ${uses.map((use) => use.address)}::text[],
        ${uses.map((use) => use.at.toISOString())}::timestamptz[]
      ) AS u (id, address, at)
      JOIN tokens t ON t.id = u.id
      ORDER BY u.id, u.address, u.at DESC
    ), noted AS (
      INSERT INTO token_addresses (token_id, address, first_used, last_used)
      SELECT id, address, at, at FROM used
      WHERE EXISTS (SELECT FROM token_addresses a WHERE a.token_id = used.id AND a.address = used.address)
        OR (SELECT count(*) FROM token_addresses a WHERE a.token_id = used.id) < ${MAX_KNOWN_ADDRESSES}::int
      ORDER BY id, address
      ON CONFLICT (token_id, address) DO UPDATE SET last_used = greatest(token_addresses.last_used, EXCLUDED.last_used)
      RETURNING token_id, address, xmax = 0 AS "isNew"
    )
    INSERT INTO notices (organization_id, member_id, token_id, kind, details)
    SELECT t.organization_id, hearer.id, t.id, 'token.new-address', jsonb_build_object('address', noted.address)
    FROM noted JOIN tokens t ON t.id = noted.token_id ${hearersSql("token.new-address")}
    WHERE noted."isNew" AND EXISTS (SELECT FROM token_addresses a WHERE a.token_id = noted.token_id)`);
}
