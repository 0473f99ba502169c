/** The outcome of a create, kept under its token and `Idempotency-Key` for 24 hours (contract § 7). */
import { Prisma } from "../../generated/prisma/client";
import { IDEMPOTENCY_HOURS } from "../limits";
import type { JsonObject } from "../model";
import type { Connection } from "../postgres/connection";
import { read, write } from "../postgres/query";

const { sql } = Prisma;

export type IdempotencyClaim = { tokenId: string; key: string; bodyHash: Buffer };

export type KeptOutcome = { bodyHash: Uint8Array; outcome: JsonObject };

/**
 * Claims the key for the transaction at hand, or gives the outcome that it has already. A concurrent claim waits here
 * until the first one's transaction has ended.
 */
export async function claimIdempotencyKey(
  claim: IdempotencyClaim,
  transaction: Connection,
): Promise<KeptOutcome | null> {
  const claimed = await write(
    sql`
    INSERT INTO idempotency_keys (token_id, key, body_hash)
    VALUES (${claim.tokenId}, ${claim.key}, ${claim.bodyHash})
    ON CONFLICT (token_id, key) DO UPDATE SET body_hash = EXCLUDED.body_hash, outcome = NULL, created = now()
      WHERE idempotency_keys.created <= now() - make_interval(hours => ${IDEMPOTENCY_HOURS}::int)
    RETURNING TRUE`,
    { on: transaction },
  );
  if (claimed.length > 0) return null;
  const [kept] = await read<KeptOutcome>(
    sql`
    SELECT body_hash AS "bodyHash", outcome FROM idempotency_keys
    WHERE token_id = ${claim.tokenId} AND key = ${claim.key}`,
    { on: transaction },
  );
  if (kept === undefined) throw new Error("The idempotency key was there and is gone.");
  return kept;
}

export async function keepOutcome(
  claim: IdempotencyClaim,
  outcome: JsonObject,
  transaction: Connection,
): Promise<void> {
  await write(
    sql`
    UPDATE idempotency_keys SET outcome = ${JSON.stringify(outcome)}::jsonb
    WHERE token_id = ${claim.tokenId} AND key = ${claim.key}`,
    { on: transaction },
  );
}

/** Forgets a bounded number of outcomes that are past their time. */
export async function forgetOldOutcomes(transaction: Connection): Promise<void> {
  await write(
    sql`
    DELETE FROM idempotency_keys WHERE (token_id, key) IN (
      SELECT token_id, key FROM idempotency_keys
      WHERE created <= now() - make_interval(hours => ${IDEMPOTENCY_HOURS}::int)
      ORDER BY created LIMIT 1000 FOR UPDATE SKIP LOCKED)`,
    { on: transaction },
  );
}
