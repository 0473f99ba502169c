/**
 * Writes of records. The version test, the row scope, the admission of the token and the write are one statement: there
 * is no moment between looking and writing (contract § 1).
 */
import { Prisma } from "../../../generated/prisma/client";
import type { JsonObject, Reshaping } from "../../model";
import type { Connection } from "../../postgres/connection";
import { type Row, STORED, shapedSql } from "../../query/columns";
import { filterSql } from "../../query/filter/filter-sql";
import { envelopeIfVisibleSql, type Projection } from "../../query/page/projection";
import type { PlannedFilter } from "../../query/plan";
import { type ConflictFields, throwChildConflict, throwConflict } from "./conflicts";
import { type Columns, tableOf } from "./given";
import { type Admission, admissionSql, type MemberAdmission } from "./guard";
import { noteChanged, noteCreated, valuesSql } from "./noted-change";
import { partition, readPartition, writePartition } from "./partitions";
import { CANDIDATE, insideSql, NOW } from "./read";

const { sql } = Prisma;

/** What is stored beside the data, derived from it. */
export type DerivedColumns = GuardedColumns & {
  searchText: string;
  /** While another field takes the place of the label or parent field; columns that are empty at other times. */
  next?: GuardedColumns;
};

/** What unique labels and held parents go by. */
export type GuardedColumns = { labelKey: string | null; parentEntityId: string | null; parentId: string | null };

export type WrittenRecord = {
  id: string;
  /** The envelope as this caller may see it; null where it is not shown. */
  envelope: string | null;
  version: string;
  /** Whether the caller can list it as it is now. */
  visible: boolean;
};

/** Who writes, what of the result it can see, and which records it can write: `scope` is where all rights that it needs reach. */
export type WriteContext = {
  entityId: string;
  admission: Admission | MemberAdmission;
  scope: PlannedFilter;
  visible: PlannedFilter;
  /** null: what was written is not shown. */
  projection: Projection | null;
  /** What a conflict names. */
  conflictFields: ConflictFields;
  /** The fields whose values a change keeps as they were before. */
  scopeFields: readonly string[];
  /** While records of the entity are being rewritten. */
  reshaping?: Reshaping | undefined;
};

export type NewRecord = { id: string; data: JsonObject; derived: DerivedColumns; createdBy: string };

/**
 * Those that were written. The others lie outside the scope, or the caller is no longer admitted. Throws the conflicts, of
 * which one keeps all from being written.
 */
export async function insertRecords(
  context: WriteContext,
  records: NewRecord[],
  transaction?: Connection,
): Promise<WrittenRecord[]> {
  const { entityId } = context;
  const statement = sql`
    WITH written AS (
      INSERT INTO ${partition(entityId)} AS r
        (entity_id, id, data, version, label_key, parent_entity_id, parent_id, next_label_key, next_parent_entity_id,
        next_parent_id, created_by, search_text, created, updated)
      SELECT ${entityId}::uuid, n.id, n.data, gen_random_uuid(), n.label_key, n.parent_entity_id, n.parent_id,
        n.next_label_key, n.next_parent_entity_id, n.next_parent_id, n.created_by, n.search_text, ${NOW}, ${NOW}
      FROM ${tableOf(records, NEW_RECORD)} n
      WHERE ${filterSql(context.scope, CANDIDATE)} AND ${admissionSql(context.admission)}
      RETURNING r.id, ${writtenSql(context)}
    ), noted AS (${noteCreated(entityId)})
    SELECT id, envelope, version, visible FROM written`;
  return writePartition<WrittenRecord>(statement, { plan: "generic", on: transaction }).catch((error) =>
    throwConflict(error, context.conflictFields),
  );
}

/** `before`: the values of the scope fields, and `updated`, at the version that is changed. */
export type ChangedRecord = {
  id: string;
  version: string;
  data: JsonObject;
  derived: DerivedColumns;
  before: { data: JsonObject; updated: string };
};

/** Those that were written. The others have another version by now, lie outside the scope before or after, or as above. */
export async function updateRecords(
  context: WriteContext,
  records: ChangedRecord[],
  transaction?: Connection,
): Promise<WrittenRecord[]> {
  const { entityId } = context;
  const statement = sql`
    WITH written AS (
      UPDATE ${partition(entityId)} r
      SET data = n.data, version = gen_random_uuid(), label_key = n.label_key, parent_entity_id = n.parent_entity_id,
        parent_id = n.parent_id, next_label_key = n.next_label_key, next_parent_entity_id = n.next_parent_entity_id,
        next_parent_id = n.next_parent_id, search_text = n.search_text, updated = ${CHANGE_TIME}
      FROM ${tableOf(records, CHANGED_RECORD)} n
      WHERE r.entity_id = ${entityId}::uuid AND r.id = n.id AND r.version = n.version
        AND ${filterSql(context.scope, STORED)} AND ${filterSql(context.scope, CHANGED)} AND ${admissionSql(context.admission)}
      RETURNING r.id, ${writtenSql(context)}, n.before, r.created, n.updated, r.created_by
    ), noted AS (${noteChanged(entityId)})
    SELECT id, envelope, version, visible FROM written`;
  return writePartition<WrittenRecord>(statement, { plan: "generic", on: transaction }).catch((error) =>
    throwConflict(error, context.conflictFields),
  );
}

/** false: another version by now, outside the scope, or no longer admitted. Throws PARENT_REFERENCE. */
export async function deleteRecord(
  context: WriteContext,
  id: string,
  version: string,
  transaction?: Connection,
): Promise<boolean> {
  const { entityId, scopeFields, reshaping } = context;
  const statement = sql`
    WITH written AS (
      DELETE FROM ${partition(entityId)} r
      WHERE r.entity_id = ${entityId}::uuid AND r.id = ${id}::uuid AND r.version = ${version}::uuid
        AND ${filterSql(context.scope, STORED)} AND ${admissionSql(context.admission)}
      RETURNING r.id, ${valuesSql(scopeFields, shapedSql(STORED.data, reshaping))} AS before, r.created, r.updated, r.created_by
    ), noted AS (${noteChanged(entityId)})
    SELECT TRUE FROM written`;
  const rows = await writePartition(statement, { plan: "generic", on: transaction }).catch(throwChildConflict);
  return rows.length > 0;
}

/** Records as their writer may see them, of those that still have the version: a change turned out to be none, or is done. */
export async function findWritten(
  context: Pick<WriteContext, "entityId" | "visible" | "projection">,
  records: { id: string; version: string }[],
  transaction?: Connection,
): Promise<WrittenRecord[]> {
  return readPartition<WrittenRecord>(
    sql`
    SELECT r.id, ${writtenSql(context)}
    FROM ${tableOf(records, VERSION)} n
    JOIN ${partition(context.entityId)} r ON r.entity_id = ${context.entityId}::uuid AND r.id = n.id AND r.version = n.version`,
    { on: transaction },
  );
}

/** For each of the scopes, whether the record lies in it as it is, and as it would with new data. */
export type TestedChange = { id: string; before: boolean[]; after: boolean[] };

/** Of those that still have the version. */
export async function testChanges(
  entityId: string,
  changes: Pick<ChangedRecord, "id" | "version" | "data">[],
  scopes: PlannedFilter[],
  transaction?: Connection,
): Promise<TestedChange[]> {
  return readPartition<TestedChange>(
    sql`
    SELECT r.id, ${insideSql(scopes, STORED)} AS before, ${insideSql(scopes, CHANGED)} AS after
    FROM ${tableOf(changes, VERSION_WITH_DATA)} n
    JOIN ${partition(entityId)} r ON r.entity_id = ${entityId}::uuid AND r.id = n.id AND r.version = n.version`,
    { plan: "generic", on: transaction },
  );
}

const VERSION: Columns<{ id: string; version: string }> = [
  { name: sql`id`, type: sql`uuid`, of: ({ id }) => id },
  { name: sql`version`, type: sql`uuid`, of: ({ version }) => version },
];

const VERSION_WITH_DATA: Columns<Pick<ChangedRecord, "id" | "version" | "data">> = [
  ...VERSION,
  { name: sql`data`, type: sql`jsonb`, of: ({ data }) => JSON.stringify(data) },
];

export const CHANGE_TIME = sql`greatest(r.updated, ${NOW})`;

/** A stored row with the data it is about to have. */
export const CHANGED: Row = { ...STORED, updated: CHANGE_TIME, data: sql`n.data` };

function writtenSql({ projection, visible }: Pick<WriteContext, "projection" | "visible">): Prisma.Sql {
  const envelope = projection === null ? sql`NULL` : envelopeIfVisibleSql(projection, visible, STORED);
  return sql`${envelope} AS envelope, r.version, ${filterSql(visible, STORED)} IS TRUE AS visible`;
}

const derivedColumns: Columns<{ id: string; data: JsonObject; derived: DerivedColumns }> = [
  { name: sql`id`, type: sql`uuid`, of: ({ id }) => id },
  { name: sql`data`, type: sql`jsonb`, of: ({ data }) => JSON.stringify(data) },
  { name: sql`label_key`, type: sql`text`, of: ({ derived }) => derived.labelKey },
  { name: sql`parent_entity_id`, type: sql`uuid`, of: ({ derived }) => derived.parentEntityId },
  { name: sql`parent_id`, type: sql`uuid`, of: ({ derived }) => derived.parentId },
  { name: sql`next_label_key`, type: sql`text`, of: ({ derived }) => derived.next?.labelKey ?? null },
  { name: sql`next_parent_entity_id`, type: sql`uuid`, of: ({ derived }) => derived.next?.parentEntityId ?? null },
  { name: sql`next_parent_id`, type: sql`uuid`, of: ({ derived }) => derived.next?.parentId ?? null },
  { name: sql`search_text`, type: sql`text`, of: ({ derived }) => derived.searchText },
];

const NEW_RECORD: Columns<NewRecord> = [
  ...derivedColumns,
  { name: sql`created_by`, type: sql`uuid`, of: ({ createdBy }) => createdBy },
];

const CHANGED_RECORD: Columns<ChangedRecord> = [
  ...derivedColumns,
  { name: sql`version`, type: sql`uuid`, of: ({ version }) => version },
  { name: sql`before`, type: sql`jsonb`, of: ({ before }) => JSON.stringify(before.data) },
  { name: sql`updated`, type: sql`timestamptz`, of: ({ before }) => before.updated },
];
