/**
 * Inserts many new records in one statement, for imports. Never changes existing records. Permissions, validation and references
 * are the import's concern; indexes and keys enforce uniqueness and parents.
 */
import { Prisma } from "../../../generated/prisma/client";
import type { Connection } from "../../postgres/connection";
import { read, write } from "../../postgres/query";
import { longTransaction } from "../../postgres/transaction";
import { type Columns, tableOf } from "./given";
import { type Admission, admissionSql } from "./guard";
import { noteCreated } from "./noted-change";
import { partition, writePartition } from "./partitions";
import { NOW } from "./read";
import { NEW_RECORD, type NewRecord, type WriteContext } from "./write";
import { DERIVED_NAMES, DERIVED_VALUES } from "./written-columns";

const { sql } = Prisma;

/** `created` null means now, `updated` null means the same as `created`. */
export type ImportedRecord = NewRecord & { created: string | null; updated: string | null };

/**
 * Returns the ids of the records that were written. For the others, the id, the label or a unique value already exists, or the
 * configuration has changed.
 */
export async function insertNew(
  { entityId, admission }: WriteContext,
  records: ImportedRecord[],
  transaction?: Connection,
): Promise<Set<string>> {
  const statement = sql`
    WITH written AS (
      INSERT INTO ${partition(entityId)} (entity_id, id, data, version, ${DERIVED_NAMES}, created_by, created, updated)
      SELECT ${entityId}::uuid, n.id, n.data, gen_random_uuid(), ${DERIVED_VALUES}, n.created_by,
        coalesce(n.created, ${NOW}), coalesce(n.updated, n.created, ${NOW})
      FROM ${tableOf(records, IMPORTED_RECORD)} n
      WHERE ${admissionSql(admission)}
      ON CONFLICT DO NOTHING
      RETURNING id
    ), noted AS (${noteCreated(entityId)})
    SELECT id FROM written`;
  const written = await writePartition<{ id: string }>(statement, { on: transaction });
  return new Set(written.map(({ id }) => id));
}

const IMPORTED_RECORD: Columns<ImportedRecord> = [
  ...NEW_RECORD,
  { name: sql`created`, type: sql`timestamptz`, of: ({ created }) => created },
  { name: sql`updated`, type: sql`timestamptz`, of: ({ updated }) => updated },
];

/** Whether a write with this admission would still be accepted. */
export async function isAdmitted(admission: Admission): Promise<boolean> {
  const rows = await read(sql`SELECT WHERE ${admissionSql(admission)}`);
  return rows.length > 0;
}

/** Many writes make the planner's statistics stale. */
export async function analyzePartition(entityId: string): Promise<void> {
  await longTransaction(async (transaction) => {
    await write(sql`ANALYZE ${partition(entityId)}`, { on: transaction });
  });
}
