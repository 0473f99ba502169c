/** Finds records by label or by the value of a unique field, through its index: all of them, or those in a scope. */
import type { Field, JsonValue } from "../../model";
import type { Connection } from "../../postgres/connection";
import { arraySql, castOf, STORED } from "../../query/columns";
import { filterSql } from "../../query/filter/filter-sql";
import { type Column, EVERYTHING, type PlannedFilter } from "../../query/plan";
import { sql } from "../../query/sql";
import { hashSql, uniqueKeySql } from "./partition-plan";
import { partition, readPartition } from "./partitions";

export type UniqueRecord = { id: string; version: string };

/** The record with each label, if any. `keys` are labels in the form of their index, a few hundred at a time. */
export async function findByLabel(
  entityId: string,
  keys: string[],
  on?: Connection,
  scope: PlannedFilter = EVERYTHING,
): Promise<Map<string, UniqueRecord>> {
  const statement = sql`
    SELECT g.key, r.id, r.version FROM unnest(${keys}::text[]) AS g(key)
     CROSS JOIN LATERAL (
       SELECT r.id, r.version FROM ${partition(entityId)} r
        WHERE r.entity_id = ${entityId}::uuid AND r.label_key = g.key AND ${filterSql(scope, STORED)} LIMIT 1
     ) r`;
  const found = await readPartition<UniqueRecord & { key: string }>(statement, { plan: "generic", on });
  return new Map(found.map(({ key, id, version }) => [key, { id, version }]));
}

/** The record with each value, if any. `values` are in stored form and not null, a few hundred at a time. */
export async function findByUnique<Value extends JsonValue>(
  entityId: string,
  field: Field,
  values: Value[],
  on?: Connection,
  scope: PlannedFilter = EVERYTHING,
): Promise<Map<Value, UniqueRecord>> {
  const column: Column = { kind: "data", field };
  const key = castOf(column) === "text" ? hashSql(sql`g.value`) : sql`g.value`;
  // One look-up for each value: with a join, the planner may read the whole partition for a few hundred of them.
  const statement = sql`
    SELECT g.place::int AS place, r.id, r.version
      FROM unnest(${arraySql(column, values)}) WITH ORDINALITY AS g(value, place)
     CROSS JOIN LATERAL (
       SELECT r.id, r.version FROM ${partition(entityId)} r
        WHERE r.entity_id = ${entityId}::uuid AND ${uniqueKeySql(field, STORED)} = ${key}
          AND ${filterSql(scope, STORED)} LIMIT 1
     ) r`;
  const options = { plan: "generic", on } as const;
  const found = await readPartition<UniqueRecord & { place: number }>(statement, options);
  return new Map(found.map(({ place, id, version }) => [values[place - 1] as Value, { id, version }]));
}
