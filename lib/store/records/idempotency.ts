/** Stores a write's outcome by token and `Idempotency-Key` for 24 h. Later permissions decide what is shown (contract § 7). */
import { IDEMPOTENCY_HOURS } from "../../limits";
import type { JsonObject } from "../../model";
import type { Connection } from "../../postgres/connection";
import { read, write } from "../../postgres/query";
import { type Row, rowOf, STORED } from "../../query/columns";
import { filterSql } from "../../query/filter/filter-sql";
import { envelopeIfVisibleSql, type Projection } from "../../query/page/projection";
import { EVERYTHING, type PlannedFilter } from "../../query/plan";
import { type Sql, sql } from "../../query/sql";
import { partition, readPartition, writePartition } from "./partitions";
import type { WriteContext } from "./write";

/** `tokenId` is the root of the token. */
export type IdempotencyClaim = { tokenId: string; key: string; bodyHash: Buffer };

type KeptOutcome = { bodyHash: Uint8Array; outcome: JsonObject };

/** Claims the key for this transaction, or returns its stored outcome. A concurrent claim waits for the first transaction. */
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

/** JSON, or a record as this transaction has written it under a version of the configuration. */
export type Outcome = { json: JsonObject } | { record: { entityId: string; id: string; configurationVersion: number } };

export async function keepOutcome(claim: IdempotencyClaim, outcome: Outcome, transaction: Connection): Promise<void> {
  const [kept] = await writePartition<{ isThere: boolean }>(
    sql`
    UPDATE idempotency_keys SET outcome = ${outcomeSql(outcome)}
    WHERE token_id = ${claim.tokenId} AND key = ${claim.key}
    RETURNING outcome IS NOT NULL AS "isThere"`,
    { plan: "generic", on: transaction },
  );
  if (!kept?.isThere) throw new Error("The record was written and is not there.");
}

/** PostgreSQL copies the record: a large one would take long to read here and to write out again. */
function outcomeSql(outcome: Outcome): Sql {
  if ("json" in outcome) return sql`${JSON.stringify(outcome.json)}::jsonb`;
  const { entityId, id, configurationVersion } = outcome.record;
  return sql`(
    SELECT jsonb_build_object('configurationVersion', ${configurationVersion}::int,
      'id', r.id, 'version', r.version, 'head', r.head, 'created', r.created, 'updated', r.updated,
      'createdBy', r.created_by, 'data', r.data)
    FROM ${partition(entityId)} r
    WHERE r.entity_id = ${entityId}::uuid AND r.id = ${id}::uuid)`;
}

/** For a request that wrote nothing: the next one with the key is processed, even one that already waits. */
export async function releaseIdempotencyKey(
  { tokenId, key }: IdempotencyClaim,
  transaction: Connection,
): Promise<void> {
  await write(sql`DELETE FROM idempotency_keys WHERE token_id = ${tokenId} AND key = ${key}`, { on: transaction });
}

/** Moments are text in PostgreSQL's format; `head` is the beginning of the envelope. */
export type RecordSnapshot = {
  configurationVersion: number;
  id: string;
  version: string;
  head: string;
  created: string;
  updated: string;
  createdBy: string | null;
  data: JsonObject;
};

type Sight = Pick<WriteContext, "entityId" | "visible"> & { projection: Projection; configurationVersion: number };

/**
 * Shows what the caller can list and read of the snapshot and, while it exists, of the current record. A version that the
 * record still has comes from there, because its fields may have been renamed. Any other is checked against the scopes of its
 * own configuration, because another one can name fields differently.
 */
export async function showSnapshot(
  { entityId, visible, projection, configurationVersion }: Sight,
  snapshot: RecordSnapshot,
  transaction: Connection,
): Promise<{ envelope: string; visible: boolean }> {
  const isOfToday = snapshot.configurationVersion === configurationVersion;
  const isJudged = isOfToday ? sql`TRUE` : sql`c.version = s.version`;
  const inBoth = (scope: PlannedFilter) =>
    scope === EVERYTHING
      ? sql`TRUE`
      : sql`(${isJudged} AND ${filterSql(scope, KEPT)} AND (c.id IS NULL OR ${filterSql(scope, CURRENT)}))`;
  const [shown] = await readPartition<{ envelope: string; visible: boolean }>(
    sql`
    SELECT ${envelopeIfVisibleSql(projection, visible, KEPT, inBoth)} AS envelope, ${inBoth(visible)} IS TRUE AS visible
    FROM jsonb_to_record(${JSON.stringify(snapshot)}::jsonb) AS s
      (id uuid, version uuid, head text, created timestamptz, updated timestamptz, "createdBy" uuid, data jsonb)
    LEFT JOIN ${partition(entityId)} c ON c.entity_id = ${entityId}::uuid AND c.id = s.id
    CROSS JOIN LATERAL (
      SELECT s.id, s.head, s.created, s.updated, s."createdBy",
        CASE WHEN c.version = s.version THEN c.data ELSE s.data END AS data
    ) r`,
    { on: transaction },
  );
  if (shown === undefined) throw new Error("A snapshot is always one row.");
  return shown;
}

const KEPT: Row = { ...STORED, createdBy: sql`r."createdBy"` };

const CURRENT = rowOf(sql`c`);
