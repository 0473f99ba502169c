/**
 * Many records changed in one statement: what an import with `--match` writes. The version of each is tested by the
 * statement, so that no change of somebody else is lost. Rights and validation are the import's affair.
 */
import { Prisma } from "../../../generated/prisma/client";
import type { JsonObject, Reshaping } from "../../model";
import type { Connection } from "../../postgres/connection";
import { STORED, shapedSql } from "../../query/columns";
import { filterSql } from "../../query/filter/filter-sql";
import type { PlannedFilter } from "../../query/plan";
import { type BulkTarget, isCurrentSql, nextOf } from "./bulk";
import { noteChanged, valuesSql } from "./noted-change";
import { partition, readPartition, writePartition } from "./partitions";
import { CHANGE_TIME, CHANGED, type DerivedColumns } from "./write";

const { sql, empty } = Prisma;

/** `version`: the one that is changed. `data` is its JSON text, whole. */
export type BulkChange = DerivedColumns & { id: string; version: string; data: string };

/** A generic plan goes by the key of each record; one made for so many would rather read the whole partition. */
const BY_KEYS = "generic";

export type StoredVersion = { version: string; data: JsonObject };

/** By their ids. Within a transaction they are locked until its end. */
export async function findStoredRecords(
  entityId: string,
  ids: string[],
  transaction?: Connection,
  reshaping?: Reshaping,
): Promise<Map<string, StoredVersion>> {
  const found = await readPartition<StoredVersion & { id: string }>(
    sql`
    SELECT r.id, r.version, ${shapedSql(STORED.data, reshaping)} AS data FROM unnest(${ids}::uuid[]) n(id)
      JOIN ${partition(entityId)} r ON r.entity_id = ${entityId}::uuid AND r.id = n.id
     ${transaction === undefined ? empty : sql`FOR NO KEY UPDATE OF r`}`,
    { plan: BY_KEYS, on: transaction },
  );
  return new Map(found.map(({ id, version, data }) => [id, { version, data }]));
}

/** Whether each record lies in the scope before and after its change; nothing of those that are of another version by now. */
export async function findReached(
  entityId: string,
  changes: Pick<BulkChange, "id" | "version" | "data">[],
  scope: PlannedFilter,
  transaction?: Connection,
): Promise<Map<string, { before: boolean; after: boolean }>> {
  const reached = await readPartition<{ id: string; before: boolean; after: boolean }>(
    sql`
    SELECT r.id, ${filterSql(scope, STORED)} IS TRUE AS before, ${filterSql(scope, CHANGED)} IS TRUE AS after
      FROM ${versionsOf(changes)} JOIN ${partition(entityId)} r
        ON r.entity_id = ${entityId}::uuid AND r.id = n.id AND r.version = n.version`,
    { plan: BY_KEYS, on: transaction },
  );
  return new Map(reached.map(({ id, before, after }) => [id, { before, after }]));
}

/** The ids of those that were changed. The others are of another version by now, or gone, or the configuration moved on. */
export async function updateStored(
  target: BulkTarget,
  changes: BulkChange[],
  transaction?: Connection,
): Promise<Set<string>> {
  const changed = await writePartition<{ id: string }>(
    sql`
    WITH written AS (
    UPDATE ${partition(target.entityId)} r
       SET data = n.data, version = gen_random_uuid(), label_key = n."labelKey", parent_entity_id = n."parentEntityId",
           parent_id = n."parentId", next_label_key = n."nextLabelKey", next_parent_entity_id = n."nextParentEntityId",
           next_parent_id = n."nextParentId", search_text = n."searchText", updated = ${CHANGE_TIME}
      FROM ${given(changes)} JOIN ${partition(target.entityId)} b
        ON b.entity_id = ${target.entityId}::uuid AND b.id = n.id AND b.version = n.version
     WHERE r.entity_id = ${target.entityId}::uuid AND r.id = n.id AND r.version = n.version AND ${isCurrentSql(target)}
    RETURNING r.id, ${valuesSql(target.scopeFields, shapedSql(sql`b.data`, target.reshaping))} AS before, b.created, b.updated, b.created_by
    ), noted AS (${noteChanged(target.entityId)})
    SELECT id FROM written`,
    { plan: BY_KEYS, on: transaction },
  );
  return new Set(changed.map(({ id }) => id));
}

function versionsOf(changes: Pick<BulkChange, "id" | "version" | "data">[]): Prisma.Sql {
  const column = (key: "id" | "version" | "data") => changes.map((change) => change[key]);
  return sql`unnest(${column("id")}::uuid[], ${column("version")}::uuid[], ${column("data")}::jsonb[]) AS n(id, version, data)`;
}

function given(changes: BulkChange[]): Prisma.Sql {
  const column = (key: keyof BulkChange) => changes.map((change) => change[key]);
  return sql`unnest(
    ${column("id")}::uuid[], ${column("version")}::uuid[], ${column("data")}::jsonb[], ${column("labelKey")}::text[],
    ${column("parentEntityId")}::uuid[], ${column("parentId")}::uuid[], ${nextOf(changes)}, ${column("searchText")}::text[]
  ) AS n(id, version, data, "labelKey", "parentEntityId", "parentId", "nextLabelKey", "nextParentEntityId", "nextParentId",
    "searchText")`;
}
