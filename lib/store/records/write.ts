/**
 * Writes of records. The version test, the row scope, the admission of the token and the write are one statement: there
 * is no moment between looking and writing (contract § 1).
 */
import { Prisma } from "../../../generated/prisma/client";
import type { JsonObject } from "../../model";
import type { Connection } from "../../postgres/connection";
import { read } from "../../postgres/query";
import { transaction } from "../../postgres/transaction";
import { type Row, STORED } from "../../query/columns";
import { filterSql } from "../../query/filter/filter-sql";
import { envelopeIfVisibleSql, type Projection } from "../../query/page/projection";
import type { PlannedFilter } from "../../query/plan";
import { type ConflictFields, throwChildConflict, throwConflict } from "./conflicts";
import { type Admission, admissionSql } from "./guard";
import { noteChanged, noteCreated, valuesSql } from "./noted-change";
import { partition, readPartition, writePartition } from "./partitions";
import { CANDIDATE, insideSql, NOW } from "./read";

const { sql, join } = Prisma;

/** What is stored beside the data, derived from it. */
export type DerivedColumns = {
  labelKey: string | null;
  parentEntityId: string | null;
  parentId: string | null;
  searchText: string;
};

export type WrittenRecord = {
  id: string;
  /** The envelope as this caller may see it. */
  envelope: string;
  version: string;
  /** Whether the caller can list it as it is now. */
  visible: boolean;
};

/** Who writes, what of the result it can see, and which records it can write: `scope` is where all rights that it needs reach. */
export type WriteContext = {
  entityId: string;
  admission: Admission;
  scope: PlannedFilter;
  visible: PlannedFilter;
  projection: Projection;
  /** What a conflict names. */
  conflictFields: ConflictFields;
  /** The fields whose values a change keeps as they were before. */
  scopeFields: readonly string[];
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
        (entity_id, id, data, version, label_key, parent_entity_id, parent_id, created_by, search_text, created, updated)
      SELECT ${entityId}::uuid, n.id, n.data, gen_random_uuid(), n.label_key, n.parent_entity_id, n.parent_id,
        n.created_by, n.search_text, ${NOW}, ${NOW}
      FROM ${tableOf(records, NEW_RECORD)} n
      WHERE ${filterSql(context.scope, CANDIDATE)} AND ${admissionSql(context.admission)}
      ORDER BY n.label_key, n.id
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
        parent_id = n.parent_id, search_text = n.search_text, updated = ${CHANGE_TIME}
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
  const { entityId, scopeFields } = context;
  const statement = sql`
    WITH written AS (
      DELETE FROM ${partition(entityId)} r
      WHERE r.entity_id = ${entityId}::uuid AND r.id = ${id}::uuid AND r.version = ${version}::uuid
        AND ${filterSql(context.scope, STORED)} AND ${admissionSql(context.admission)}
      RETURNING r.id, ${valuesSql(scopeFields, STORED)} AS before, r.created, r.updated, r.created_by
    ), noted AS (${noteChanged(entityId)})
    SELECT TRUE FROM written`;
  const rows = await writePartition(statement, { plan: "generic", on: transaction }).catch(throwChildConflict);
  return rows.length > 0;
}

/** Nobody else changes the record until the transaction ends. Records may be made its children meanwhile. */
export async function lockRecord(entityId: string, id: string, transaction: Connection): Promise<void> {
  const statement = sql`
    SELECT 1 FROM ${partition(entityId)} r
    WHERE r.entity_id = ${entityId}::uuid AND r.id = ${id}::uuid
    FOR NO KEY UPDATE`;
  await readPartition(statement, { on: transaction });
}

/** A record as its writer may see it, where a change turned out to be none; null: another version by now. */
export async function findWritten(
  context: WriteContext,
  id: string,
  version: string,
  transaction?: Connection,
): Promise<WrittenRecord | null> {
  const [written] = await readPartition<WrittenRecord>(
    sql`
    SELECT r.id, ${writtenSql(context)}
    FROM ${partition(context.entityId)} r
    WHERE r.entity_id = ${context.entityId}::uuid AND r.id = ${id}::uuid AND r.version = ${version}::uuid`,
    { on: transaction },
  );
  return written ?? null;
}

/** Whether a record lies in each of the scopes as it is, and as it would with new data; null: another version by now. */
export async function testChange(
  entityId: string,
  { id, version, data }: Pick<ChangedRecord, "id" | "version" | "data">,
  scopes: PlannedFilter[],
  transaction?: Connection,
): Promise<{ before: boolean[]; after: boolean[] } | null> {
  const [change] = await readPartition<{ before: boolean[]; after: boolean[] }>(
    sql`
    SELECT ${insideSql(scopes, STORED)} AS before, ${insideSql(scopes, CHANGED)} AS after
    FROM ${partition(entityId)} r, (SELECT ${JSON.stringify(data)}::jsonb AS data) n
    WHERE r.entity_id = ${entityId}::uuid AND r.id = ${id}::uuid AND r.version = ${version}::uuid`,
    { plan: "generic", on: transaction },
  );
  return change ?? null;
}

/** Nobody else of the organisation gives a record another parent until the transaction ends. */
export async function lockParents(organizationId: string, transaction: Connection): Promise<void> {
  await read(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`parents:${organizationId}`}, 0))`, {
    on: transaction,
  });
}

/** Whether a record is among the ancestors that a new parent would give it. Under `lockParents`. */
export async function closesCycle(
  record: { entityId: string; id: string },
  parent: { entityId: string; id: string },
  transaction: Connection,
): Promise<boolean> {
  const rows = await read(
    sql`
    WITH RECURSIVE ancestors AS (
      SELECT r.entity_id, r.id, r.parent_entity_id, r.parent_id FROM records r
      WHERE r.entity_id = ${parent.entityId}::uuid AND r.id = ${parent.id}::uuid
      UNION
      SELECT r.entity_id, r.id, r.parent_entity_id, r.parent_id FROM ancestors a
      JOIN records r ON r.entity_id = a.parent_entity_id AND r.id = a.parent_id
    )
    SELECT 1 FROM ancestors WHERE entity_id = ${record.entityId}::uuid AND id = ${record.id}::uuid`,
    { on: transaction },
  );
  return rows.length > 0;
}

/**
 * A transaction that writes records of one entity. It takes its place in the queue behind a change of configuration before it
 * holds anything that such a change could wait for. The lock is the one that every write takes, and keeps no other write waiting.
 */
export async function recordTransaction<T>(entityId: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  return transaction(async (connection) => {
    await writePartition(sql`LOCK TABLE ${partition(entityId)} IN ROW EXCLUSIVE MODE`, { on: connection });
    return work(connection);
  });
}

const CHANGE_TIME = sql`greatest(r.updated, ${NOW})`;

/** A stored row with the data it is about to have. */
const CHANGED: Row = { ...STORED, updated: CHANGE_TIME, data: sql`n.data` };

function writtenSql({ projection, visible }: WriteContext): Prisma.Sql {
  const envelope = envelopeIfVisibleSql(projection, visible, STORED);
  return sql`${envelope} AS envelope, r.version, ${filterSql(visible, STORED)} IS TRUE AS visible`;
}

type Columns<Given> = { name: Prisma.Sql; type: Prisma.Sql; of: (record: Given) => unknown }[];

const derivedColumns: Columns<{ id: string; data: JsonObject; derived: DerivedColumns }> = [
  { name: sql`id`, type: sql`uuid`, of: ({ id }) => id },
  { name: sql`data`, type: sql`jsonb`, of: ({ data }) => JSON.stringify(data) },
  { name: sql`label_key`, type: sql`text`, of: ({ derived }) => derived.labelKey },
  { name: sql`parent_entity_id`, type: sql`uuid`, of: ({ derived }) => derived.parentEntityId },
  { name: sql`parent_id`, type: sql`uuid`, of: ({ derived }) => derived.parentId },
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

/** What is given, as a table. Of one record, as most writes are, without arrays. */
function tableOf<Given>(records: Given[], columns: Columns<Given>): Prisma.Sql {
  const [only] = records;
  if (records.length === 1 && only !== undefined) {
    return sql`(SELECT ${join(columns.map(({ name, type, of }) => sql`${of(only)}::${type} AS ${name}`))})`;
  }
  const arrays = columns.map(({ type, of }) => sql`${records.map(of)}::${type}[]`);
  return sql`(SELECT * FROM unnest(${join(arrays)}) AS t(${join(columns.map(({ name }) => name))}))`;
}
