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
import { partition, readPartition, writePartition } from "./partitions";
import { CANDIDATE, insideSql, NOW } from "./read";

const { sql } = Prisma;

/** What is stored beside the data, derived from it. */
export type DerivedColumns = {
  labelKey: string | null;
  parentEntityId: string | null;
  parentId: string | null;
  searchText: string;
};

export type WrittenRecord = {
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
};

export type NewRecord = { id: string; data: JsonObject; derived: DerivedColumns; createdBy: string };

/** null: outside the scope, or no longer admitted. Throws the conflicts. */
export async function insertRecord(
  context: WriteContext,
  record: NewRecord,
  transaction?: Connection,
): Promise<WrittenRecord | null> {
  const { derived } = record;
  const statement = sql`
    INSERT INTO ${partition(context.entityId)} AS r
      (entity_id, id, data, version, label_key, parent_entity_id, parent_id, created_by, search_text, created, updated)
    SELECT ${context.entityId}::uuid, n.id, n.data, gen_random_uuid(), ${derived.labelKey}::text,
      ${derived.parentEntityId}::uuid, ${derived.parentId}::uuid, n.created_by, ${derived.searchText}::text, ${NOW}, ${NOW}
    FROM (
      SELECT ${record.id}::uuid AS id, ${JSON.stringify(record.data)}::jsonb AS data, ${record.createdBy}::uuid AS created_by
    ) n
    WHERE ${filterSql(context.scope, CANDIDATE)} AND ${admissionSql(context.admission)}
    RETURNING ${writtenSql(context)}`;
  const [written] = await writePartition<WrittenRecord>(statement, { plan: "generic", on: transaction }).catch(
    (error) => throwConflict(error, context.conflictFields),
  );
  return written ?? null;
}

export type ChangedRecord = { id: string; version: string; data: JsonObject; derived: DerivedColumns };

/** null: another version by now, outside the scope before or after, or no longer admitted. Throws the conflicts. */
export async function updateRecord(
  context: WriteContext,
  record: ChangedRecord,
  transaction?: Connection,
): Promise<WrittenRecord | null> {
  const { derived } = record;
  const statement = sql`
    UPDATE ${partition(context.entityId)} r
    SET data = n.data, version = gen_random_uuid(), label_key = ${derived.labelKey}::text,
      parent_entity_id = ${derived.parentEntityId}::uuid, parent_id = ${derived.parentId}::uuid,
      search_text = ${derived.searchText}::text, updated = ${CHANGE_TIME}
    FROM (SELECT ${JSON.stringify(record.data)}::jsonb AS data) n
    WHERE r.entity_id = ${context.entityId}::uuid AND r.id = ${record.id}::uuid AND r.version = ${record.version}::uuid
      AND ${filterSql(context.scope, STORED)} AND ${filterSql(context.scope, CHANGED)} AND ${admissionSql(context.admission)}
    RETURNING ${writtenSql(context)}`;
  const [written] = await writePartition<WrittenRecord>(statement, { plan: "generic", on: transaction }).catch(
    (error) => throwConflict(error, context.conflictFields),
  );
  return written ?? null;
}

/** false: another version by now, outside the scope, or no longer admitted. Throws PARENT_REFERENCE. */
export async function deleteRecord(
  context: WriteContext,
  id: string,
  version: string,
  transaction?: Connection,
): Promise<boolean> {
  const statement = sql`
    DELETE FROM ${partition(context.entityId)} r
    WHERE r.entity_id = ${context.entityId}::uuid AND r.id = ${id}::uuid AND r.version = ${version}::uuid
      AND ${filterSql(context.scope, STORED)} AND ${admissionSql(context.admission)}
    RETURNING TRUE`;
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
    SELECT ${writtenSql(context)}
    FROM ${partition(context.entityId)} r
    WHERE r.entity_id = ${context.entityId}::uuid AND r.id = ${id}::uuid AND r.version = ${version}::uuid`,
    { on: transaction },
  );
  return written ?? null;
}

/** Whether a record lies in each of the scopes as it is, and as it would with new data; null: another version by now. */
export async function testChange(
  entityId: string,
  { id, version, data }: Omit<ChangedRecord, "derived">,
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

export const CHANGE_TIME = sql`greatest(r.updated, ${NOW})`;

/** A stored row with the data it is about to have. */
export const CHANGED: Row = { ...STORED, updated: CHANGE_TIME, data: sql`n.data` };

function writtenSql({ projection, visible }: WriteContext): Prisma.Sql {
  const envelope = envelopeIfVisibleSql(projection, visible, STORED);
  return sql`${envelope} AS envelope, r.version, ${filterSql(visible, STORED)} IS TRUE AS visible`;
}
