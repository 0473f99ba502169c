/** Writes records. One statement checks version, row scope and admission, and writes: nothing changes between (contract § 1). */
import type { Connection } from "../../postgres/connection";
import { type Row, STORED } from "../../query/columns";
import { filterSql } from "../../query/filter/filter-sql";
import { envelopeIfVisibleSql, type Projection } from "../../query/page/projection";
import type { PlannedFilter } from "../../query/plan";
import { type Sql, sql } from "../../query/sql";
import { type ConflictFields, throwChildConflict, throwConflict } from "./conflicts";
import { type Admission, admissionSql } from "./guard";
import { noteChanged, noteCreated, valuesSql } from "./noted-change";
import { partition, readPartition, writePartition } from "./partitions";
import { CANDIDATE, type Candidate, insideSql, NOW, type StoredRecord } from "./stored";
import {
  type Columns,
  CREATION,
  DATA,
  DERIVED,
  DERIVED_NAMES,
  DERIVED_SET,
  DERIVED_VALUES,
  type DerivedColumns,
  tableOf,
  VERSION,
} from "./written-columns";

export type WrittenRecord = {
  id: string;
  /** The part that this caller can see; null if it is not shown. */
  envelope: string | null;
  version: string;
  visible: boolean;
};

/** `scope` contains the records that all required permissions reach. */
export type WriteContext = {
  entityId: string;
  admission: Admission;
  scope: PlannedFilter;
  visible: PlannedFilter;
  /** null if the result is not shown. */
  projection: Projection | null;
  conflictFields: ConflictFields;
  /** The fields whose former values a change stores. */
  formerFields: readonly string[];
};

/** `createdBy` null is the system. `created` null means now, `updated` null the same as `created`. */
export type NewRecord = Candidate & { derived: DerivedColumns; created: string | null; updated: string | null };

/** Returns the written records; the others are outside the scope or not admitted. One conflict throws and prevents all writes. */
export async function insertRecords(
  context: WriteContext,
  records: NewRecord[],
  on?: Connection,
): Promise<WrittenRecord[]> {
  const { entityId } = context;
  const statement = sql`
    WITH written AS (
      INSERT INTO ${partition(entityId)} AS r
        (entity_id, id, data, version, ${DERIVED_NAMES}, created_by, created, updated)
      SELECT ${entityId}::uuid, n.id, n.data, gen_random_uuid(), ${DERIVED_VALUES}, n.created_by,
        coalesce(n.created, ${NOW}), coalesce(n.updated, n.created, ${NOW})
      FROM ${tableOf(records, NEW_RECORD)} n
      WHERE ${filterSql(context.scope, CANDIDATE)} AND ${admissionSql(context.admission)}
      RETURNING r.id, ${writtenSql(context)}
    ), noted AS (${noteCreated(entityId)})
    SELECT id, envelope, version, visible FROM written`;
  return writePartition<WrittenRecord>(statement, { plan: "generic", on }).catch((error) =>
    throwConflict(error, context.conflictFields),
  );
}

/** `before` belongs to the version that is changed. */
export type ChangedRecord = Pick<StoredRecord, "id" | "version" | "data"> & {
  derived: DerivedColumns;
  before: Pick<StoredRecord, "data" | "updated">;
};

/** Returns the written records; the others have another version, are outside the scope before or after, or are not admitted. */
export async function updateRecords(
  context: WriteContext,
  records: ChangedRecord[],
  on?: Connection,
): Promise<WrittenRecord[]> {
  const { entityId } = context;
  const statement = sql`
    WITH written AS (
      UPDATE ${partition(entityId)} r
      SET data = n.data, version = gen_random_uuid(), ${DERIVED_SET}, updated = ${CHANGE_TIME}
      FROM ${tableOf(records, CHANGED_RECORD)} n
      WHERE r.entity_id = ${entityId}::uuid AND r.id = n.id AND r.version = n.version
        AND ${filterSql(context.scope, STORED)} AND ${filterSql(context.scope, CHANGED)} AND ${admissionSql(context.admission)}
      RETURNING r.id, ${writtenSql(context)}, n.before, r.created, n.updated, r.created_by
    ), noted AS (${noteChanged(entityId)})
    SELECT id, envelope, version, visible FROM written`;
  return writePartition<WrittenRecord>(statement, { plan: "generic", on }).catch((error) =>
    throwConflict(error, context.conflictFields),
  );
}

/** False if the version has changed, the record is outside the scope, or the caller is not admitted. Throws PARENT_REFERENCE. */
export async function deleteRecord(
  context: WriteContext,
  id: string,
  version: string,
  on?: Connection,
): Promise<boolean> {
  const { entityId, formerFields } = context;
  const statement = sql`
    WITH written AS (
      DELETE FROM ${partition(entityId)} r
      WHERE r.entity_id = ${entityId}::uuid AND r.id = ${id}::uuid AND r.version = ${version}::uuid
        AND ${filterSql(context.scope, STORED)} AND ${admissionSql(context.admission)}
      RETURNING r.id, ${valuesSql(formerFields, STORED.data)} AS before, r.created, r.updated, r.created_by
    ), noted AS (${noteChanged(entityId)})
    SELECT TRUE FROM written`;
  const rows = await writePartition(statement, { plan: "generic", on }).catch(throwChildConflict);
  return rows.length > 0;
}

/** The records as their writer can see them, if they still have this version: after a change, or if nothing changed. */
export async function findWritten(
  context: Pick<WriteContext, "entityId" | "visible" | "projection">,
  records: { id: string; version: string }[],
  on?: Connection,
): Promise<WrittenRecord[]> {
  return readPartition<WrittenRecord>(
    sql`
    SELECT r.id, ${writtenSql(context)}
    FROM ${tableOf(records, VERSION)} n
    JOIN ${partition(context.entityId)} r ON r.entity_id = ${context.entityId}::uuid AND r.id = n.id AND r.version = n.version`,
    { on },
  );
}

/** `before` and `after` have one item for each scope. */
type TestedChange = { id: string; before: boolean[]; after: boolean[] };

/** Records whose version has changed meanwhile are left out. */
export async function testChanges(
  entityId: string,
  changes: Pick<ChangedRecord, "id" | "version" | "data">[],
  scopes: PlannedFilter[],
  on?: Connection,
): Promise<TestedChange[]> {
  return readPartition<TestedChange>(
    sql`
    SELECT r.id, ${insideSql(scopes, STORED)} AS before, ${insideSql(scopes, CHANGED)} AS after
    FROM ${tableOf(changes, [...VERSION, ...DATA])} n
    JOIN ${partition(entityId)} r ON r.entity_id = ${entityId}::uuid AND r.id = n.id AND r.version = n.version`,
    { plan: "generic", on },
  );
}

const CHANGE_TIME = sql`greatest(r.updated, ${NOW})`;

/** A stored row with its new data. */
const CHANGED: Row = { ...STORED, updated: CHANGE_TIME, data: sql`n.data` };

function writtenSql({ projection, visible }: Pick<WriteContext, "projection" | "visible">): Sql {
  const envelope = projection === null ? sql`NULL` : envelopeIfVisibleSql(projection, visible, STORED);
  return sql`${envelope} AS envelope, r.version, ${filterSql(visible, STORED)} IS TRUE AS visible`;
}

const NEW_RECORD: Columns<NewRecord> = [
  ...CREATION,
  ...DATA,
  ...DERIVED,
  { name: sql`created`, type: sql`timestamptz`, of: ({ created }) => created },
  { name: sql`updated`, type: sql`timestamptz`, of: ({ updated }) => updated },
];

const CHANGED_RECORD: Columns<ChangedRecord> = [
  ...VERSION,
  ...DATA,
  ...DERIVED,
  { name: sql`before`, type: sql`jsonb`, of: ({ before }) => JSON.stringify(before.data) },
  { name: sql`updated`, type: sql`timestamptz`, of: ({ before }) => before.updated },
];
