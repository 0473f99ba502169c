/**
 * Many new records in one statement: what an import writes. Existing records are never touched. Rights and validation are
 * the import's affair, references too; uniqueness and parents are held by the indexes and keys of the partition.
 */
import { Prisma } from "../../../generated/prisma/client";
import type { Reshaping } from "../../model";
import type { Connection } from "../../postgres/connection";
import { read, write } from "../../postgres/query";
import { longTransaction } from "../../postgres/transaction";
import { type Row, STORED } from "../../query/columns";
import { filterSql } from "../../query/filter/filter-sql";
import type { PlannedFilter } from "../../query/plan";
import { noteCreated } from "./noted-change";
import { partition } from "./partitions";
import { NOW } from "./read";
import type { DerivedColumns, GuardedColumns } from "./write";

const { sql } = Prisma;

/** `configurationVersion`: what the rows were made for; under another, none is written. `createdBy`: null is the system. */
export type BulkTarget = {
  organizationId: string;
  configurationVersion: number;
  entityId: string;
  createdBy: string | null;
  /** The fields whose values a change keeps as they were before. */
  scopeFields: readonly string[];
  /** While records of the entity are being rewritten. */
  reshaping?: Reshaping | undefined;
};

/** `data` is its JSON text. `created` null is now, `updated` null as `created`. */
export type BulkRow = DerivedColumns & { id: string; data: string; created: string | null; updated: string | null };

/** The ids of the rows that were written. The others have an id or a label that is taken, or the configuration moved on. */
export async function insertNew(target: BulkTarget, rows: BulkRow[], transaction?: Connection): Promise<Set<string>> {
  const statement = sql`
    WITH written AS (
    INSERT INTO ${partition(target.entityId)}
           (entity_id, id, data, version, label_key, parent_entity_id, parent_id, next_label_key, next_parent_entity_id,
            next_parent_id, created_by, search_text, created, updated)
    SELECT ${target.entityId}::uuid, g.id, g.data, gen_random_uuid(), g."labelKey", g."parentEntityId", g."parentId",
           g."nextLabelKey", g."nextParentEntityId", g."nextParentId", ${target.createdBy}::uuid, g."searchText", coalesce(g.created, ${NOW}), coalesce(g.updated, g.created, ${NOW})
      FROM ${given(rows)}
     WHERE ${isCurrentSql(target)}
    ON CONFLICT DO NOTHING
    RETURNING id), noted AS (${noteCreated(target.entityId)})
    SELECT id FROM written`;
  return idsOf(await write(statement, { on: transaction }));
}

export async function isCurrent(target: BulkTarget): Promise<boolean> {
  const rows = await read(sql`SELECT WHERE ${isCurrentSql(target)}`);
  return rows.length > 0;
}

export function isCurrentSql({ organizationId, configurationVersion }: BulkTarget): Prisma.Sql {
  return sql`EXISTS (SELECT FROM organizations
                      WHERE id = ${organizationId}::uuid AND configuration_version = ${configurationVersion})`;
}

/** Those of the ids that are records of the entity, and that the filter matches. */
export async function findPresent(
  entityId: string,
  ids: string[],
  filter: PlannedFilter,
  transaction?: Connection,
): Promise<Set<string>> {
  const statement = sql`
    SELECT r.id FROM ${partition(entityId)} r
     WHERE r.entity_id = ${entityId}::uuid AND r.id = ANY (${ids}::uuid[]) AND ${filterSql(filter, STORED)}`;
  return idsOf(await read(statement, { on: transaction }));
}

/** Those of the rows, not yet written, that the filter matches. */
export async function findMatching(target: BulkTarget, rows: BulkRow[], filter: PlannedFilter): Promise<Set<BulkRow>> {
  const matching = await read<{ place: string }>(sql`
    SELECT g.place FROM ${given(rows)} WHERE ${filterSql(filter, toBeWrittenBy(target.createdBy))}`);
  const places = new Set(matching.map(({ place }) => Number(place)));
  return new Set(rows.filter((_, index) => places.has(index + 1)));
}

/** After many writes the planner's idea of the partition is old. */
export async function analyzePartition(entityId: string): Promise<void> {
  await longTransaction(async (transaction) => {
    await write(sql`ANALYZE ${partition(entityId)}`, { on: transaction });
  });
}

/** The rows as a table `g`, one bound value per column; `place` counts them from 1. */
function given(rows: BulkRow[]): Prisma.Sql {
  const column = (key: keyof BulkRow) => rows.map((row) => row[key]);
  return sql`unnest(
    ${column("id")}::uuid[], ${column("data")}::jsonb[], ${column("labelKey")}::text[],
    ${column("parentEntityId")}::uuid[], ${column("parentId")}::uuid[], ${nextOf(rows)}, ${column("searchText")}::text[],
    ${column("created")}::timestamptz[], ${column("updated")}::timestamptz[]
  ) WITH ORDINALITY AS g(id, data, "labelKey", "parentEntityId", "parentId", "nextLabelKey", "nextParentEntityId",
    "nextParentId", "searchText", created, updated, place)`;
}

/** The values of the next columns, one array for each. */
export function nextOf(rows: DerivedColumns[]): Prisma.Sql {
  const column = (key: keyof GuardedColumns) => rows.map(({ next }) => next?.[key] ?? null);
  return sql`${column("labelKey")}::text[], ${column("parentEntityId")}::uuid[], ${column("parentId")}::uuid[]`;
}

function toBeWrittenBy(memberId: string | null): Row {
  return {
    id: sql`g.id`,
    created: sql`coalesce(g.created, ${NOW})`,
    updated: sql`coalesce(g.updated, g.created, ${NOW})`,
    createdBy: sql`${memberId}::uuid`,
    data: sql`g.data`,
  };
}

function idsOf(rows: { id: string }[]): Set<string> {
  return new Set(rows.map(({ id }) => id));
}
