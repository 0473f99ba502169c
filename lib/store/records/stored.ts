/** Reads whole records for writes, and tests which scopes they are in. */
import type { Entity, JsonObject } from "../../model";
import type { Connection } from "../../postgres/connection";
import { read } from "../../postgres/query";
import { type Row, STORED } from "../../query/columns";
import { filterSql } from "../../query/filter/filter-sql";
import { wholeDataSql } from "../../query/page/projection";
import type { PlannedFilter } from "../../query/plan";
import { join, type Sql, sql } from "../../query/sql";
import { partition, readPartition } from "./partitions";
import { keySql, type RecordKey } from "./record-key";
import { type Columns, CREATION, DATA, tableOf } from "./written-columns";

export type StoredRecord = {
  id: string;
  data: JsonObject;
  version: string;
  /** In PostgreSQL's own format. */
  updated: string;
  /** One for each scope, in order. */
  inside: boolean[];
};

export async function findStoredRecords(
  { id: entityId, fieldsAddedLater }: Pick<Entity, "id" | "fieldsAddedLater">,
  key: RecordKey | string[],
  scopes: PlannedFilter[],
  on?: Connection,
): Promise<StoredRecord[]> {
  return readPartition<StoredRecord>(
    sql`
    SELECT r.id, ${wholeDataSql(STORED.data, fieldsAddedLater)} AS data, r.version, r.updated::text AS updated, ${insideSql(scopes, STORED)} AS inside
    FROM ${partition(entityId)} r
    WHERE r.entity_id = ${entityId}::uuid AND ${keySql(key)}`,
    { plan: "generic", on: on ?? "records" },
  );
}

/** An array that says for each scope if a row is in it. */
export function insideSql(scopes: PlannedFilter[], row: Row): Sql {
  if (scopes.length === 0) return sql`'{}'::boolean[]`;
  return sql`ARRAY[${join(scopes.map((scope) => sql`${filterSql(scope, row)} IS TRUE`))}]`;
}

export type Candidate = { data: JsonObject; createdBy: string | null; id: string };

/** Candidates can share an id, although not all of them can then be written. */
export async function testCandidates<Own extends Candidate>(
  candidates: Own[],
  scopes: PlannedFilter[],
  on?: Connection,
): Promise<Map<Own, boolean[]>> {
  const tested = await read<{ place: number; inside: boolean[] }>(
    sql`SELECT n.place, ${insideSql(scopes, CANDIDATE)} AS inside FROM ${tableOf(candidates, CANDIDATE_COLUMNS)} n`,
    { plan: "generic", on },
  );
  return new Map(tested.map(({ place, inside }) => [candidates[place] as Own, inside]));
}

const CANDIDATE_COLUMNS: Columns<Candidate> = [
  ...CREATION,
  ...DATA,
  { name: sql`place`, type: sql`int`, of: (_, place) => place },
];

/** The moment of a write. Truncated, not rounded: no record may be dated later than it was written. */
export const NOW = sql`date_trunc('milliseconds', now())`;

/** A row `n` that is about to be written. */
export const CANDIDATE: Row = {
  id: sql`n.id`,
  created: NOW,
  updated: NOW,
  createdBy: sql`n.created_by`,
  data: sql`n.data`,
};

/** Returns the ids that are records of the entity within the scope. */
export async function findVisible(
  entityId: string,
  ids: string[],
  scope: PlannedFilter,
  on?: Connection,
): Promise<Set<string>> {
  const found = await readPartition<{ id: string }>(
    sql`
    SELECT r.id FROM ${partition(entityId)} r
    WHERE r.entity_id = ${entityId}::uuid AND r.id = ANY (${ids}::uuid[]) AND ${filterSql(scope, STORED)}`,
    { plan: "generic", on: on ?? "records" },
  );
  return new Set(found.map(({ id }) => id));
}
