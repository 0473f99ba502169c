/** The tables of entities: one partition of `records` each. */
import { AccessChanged } from "../../access/require";
import type { Connection } from "../../postgres/connection";
import { sqlState } from "../../postgres/faults";
import { type QueryOptions, read, type Statement, write } from "../../postgres/query";
import { readAsOf, type Seen } from "../../postgres/replica-read";
import { nameSql } from "../../query/columns";
import { raw, type Sql, sql } from "../../query/sql";
import { SCHEMA, table } from "./partition-plan";

/** Reads and writes name the partition itself, not the root table. */
export function partition(entityId: string): Sql {
  return raw(table(entityId));
}

/** Like `read`. Throws AccessChanged if the entity was removed after this request was admitted. */
export function readPartition<Row>(statement: Statement, options?: QueryOptions): Promise<Row[]> {
  return read<Row>(statement, options).catch(throwIfGone);
}

/** Like `readAsOf`; throws the same. */
export function readPartitionAsOf<Row>(statement: Statement, options: QueryOptions & { seen: Seen }): Promise<Row[]> {
  return readAsOf<Row>(statement, options).catch(throwIfGone);
}

/** Like `write`; throws the same. */
export function writePartition<Row>(statement: Statement, options?: QueryOptions): Promise<Row[]> {
  return write<Row>(statement, options).catch(throwIfGone);
}

/** undefined_table. Looks only for the name, because the rest of the message depends on the server's language. */
function throwIfGone(error: unknown): never {
  const isGone = sqlState(error) === "42P01" && error instanceof Error && error.message.includes(`${SCHEMA}.`);
  throw isGone ? new AccessChanged() : error;
}

export async function createPartition(transaction: Connection, entityId: string): Promise<void> {
  // Created separately and attached when it is complete, so that readers of other entities need not wait.
  await write(
    raw(`
    CREATE TABLE ${table(entityId)} (
      LIKE public.records INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING GENERATED INCLUDING STORAGE,
      PRIMARY KEY (entity_id, id)
    )`),
    { on: transaction },
  );
  await write(raw(`ALTER TABLE ${table(entityId)} ALTER search_text SET STATISTICS ${SEARCH_STATISTICS}`), {
    on: transaction,
  });
}

/**
 * Texts sampled to estimate how many records contain a word. With 100, the default, PostgreSQL takes one in 200 for very
 * rare, and reads every match instead of the newest. More would slow down planning.
 */
const SEARCH_STATISTICS = 500;

/** Blocks other changes of entities until the end of the transaction, so call it last. */
export async function attachPartition(transaction: Connection, entityId: string): Promise<void> {
  await write(
    sql`ALTER TABLE public.records ATTACH PARTITION ${partition(entityId)} FOR VALUES IN (${nameSql(entityId)})`,
    { on: transaction },
  );
}

/** Drops the partitions with their records. Blocks all readers until the end of the transaction, so call it last. */
export async function dropPartitions(transaction: Connection, entityIds: string[]): Promise<void> {
  if (entityIds.length === 0) return;
  // Drops all in one statement, because they can be each other's parents.
  await write(raw(`DROP TABLE ${entityIds.map(table).join(", ")}`), { on: transaction });
}

/** Writers wait until the end of the transaction. */
export async function lockPartition(transaction: Connection, entityId: string): Promise<void> {
  await write(raw(`LOCK TABLE ${table(entityId)} IN SHARE ROW EXCLUSIVE MODE`), { on: transaction });
}
