/** Finds records by the value of a unique field, through its index. Visibility is checked elsewhere. */
import { Prisma } from "../../../generated/prisma/client";
import type { Field, JsonValue } from "../../model";
import type { Connection } from "../../postgres/connection";
import { arraySql, castOf, STORED } from "../../query/columns";
import type { Column } from "../../query/plan";
import { hashSql, uniqueKeySql } from "./partition-plan";
import { partition, readPartition } from "./partitions";

const { sql } = Prisma;

/** The label keys that records already have. */
export async function findTakenLabels(entityId: string, keys: string[], transaction: Connection): Promise<Set<string>> {
  const statement = sql`
    SELECT g.key FROM unnest(${keys}::text[]) AS g(key)
     CROSS JOIN LATERAL (
       SELECT FROM ${partition(entityId)} r WHERE r.entity_id = ${entityId}::uuid AND r.label_key = g.key LIMIT 1
     ) r`;
  const found = await readPartition<{ key: string }>(statement, { plan: "generic", on: transaction });
  return new Set(found.map(({ key }) => key));
}

export type UniqueRecord = { id: string; version: string };

/** The record with each value, if any. `values`: in their stored form and not null, some hundreds at a time. */
export async function findByUnique<Value extends JsonValue>(
  entityId: string,
  field: Field,
  values: Value[],
  transaction?: Connection,
): Promise<Map<Value, UniqueRecord>> {
  const column: Column = { kind: "data", field };
  const key = castOf(column) === "text" ? hashSql(sql`g.value`) : sql`g.value`;
  // One look-up for each value: with a join, the planner may read the whole partition for a few hundred of them.
  const statement = sql`
    SELECT g.place::int AS place, r.id, r.version
      FROM unnest(${arraySql(column, values)}) WITH ORDINALITY AS g(value, place)
     CROSS JOIN LATERAL (
       SELECT r.id, r.version FROM ${partition(entityId)} r
        WHERE r.entity_id = ${entityId}::uuid AND ${uniqueKeySql(field, STORED)} = ${key} LIMIT 1
     ) r`;
  const options = { plan: "generic", on: transaction } as const;
  const found = await readPartition<UniqueRecord & { place: number }>(statement, options);
  return new Map(found.map(({ place, id, version }) => [values[place - 1] as Value, { id, version }]));
}
