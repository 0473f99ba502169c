/**
 * The addresses from which tokens were used. The statement that stores them also finds the new ones, whichever process is first.
 */
import { Prisma } from "../../../generated/prisma/client";
import { MAX_KNOWN_ADDRESSES } from "../../limits";
import { write } from "../../postgres/query";
import { hearersSql } from "../notices";
import type { TokenUse } from "./usage";

const { sql } = Prisma;

/**
 * For a token that has been used before, its owner gets a notice of a new address; the very first address gives no notice. Once a
 * token has the maximum number of known addresses, no more are stored.
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
