/** When a token last used each verb on each entity: one row each, written together with the requests of a second. */
import { Prisma } from "../../../generated/prisma/client";
import type { VerbWord } from "../../model";
import { read, write } from "../../postgres/query";

const { sql } = Prisma;

export type VerbUse = { entityKey: string; verb: VerbWord; at: Date };

/**
 * In the order of their keys, like the sums. A row is rewritten after an hour at the earliest, so a busy token costs no more than
 * an idle one. Uses of tokens that no longer exist are dropped.
 */
export async function writeVerbUses(uses: (VerbUse & { tokenId: string })[]): Promise<void> {
  if (uses.length === 0) return;
  await write(sql`
    INSERT INTO token_verb_uses (token_id, entity_key, verb, last_used)
    SELECT u.id, u.entity, u.verb, u.at
    FROM unnest(
      ${uses.map(({ tokenId }) => tokenId)}::text[], ${uses.map(({ entityKey }) => entityKey)}::text[],
      ${uses.map(({ verb }) => verb)}::text[], ${uses.map(({ at }) => at.toISOString())}::timestamptz[]
    ) AS u (id, entity, verb, at)
    JOIN tokens t ON t.id = u.id
    ORDER BY u.id, u.entity, u.verb
    ON CONFLICT (token_id, entity_key, verb) DO UPDATE
    SET last_used = EXCLUDED.last_used
    WHERE token_verb_uses.last_used < EXCLUDED.last_used - interval '1 hour'`);
}

/** `notedSince` is the moment from which all uses are known. null if there is no such token. */
export async function findVerbUses(tokenId: string): Promise<{ notedSince: Date; uses: VerbUse[] } | null> {
  const rows = await read<{ notedSince: Date; entityKey: string | null; verb: string | null; at: Date | null }>(sql`
    SELECT t.verbs_noted_since AS "notedSince", u.entity_key AS "entityKey", u.verb, u.last_used AS at
    FROM tokens t LEFT JOIN token_verb_uses u ON u.token_id = t.id
    WHERE t.id = ${tokenId}`);
  const [first] = rows;
  if (first === undefined) return null;
  const uses = rows.flatMap(({ entityKey, verb, at }) =>
    entityKey === null || verb === null || at === null ? [] : [{ entityKey, verb, at: new Date(at) }],
  );
  return { notedSince: new Date(first.notedSince), uses };
}
