/**
 * The tables behind entities: one partition of `records` each, with the indexes that its configuration asks for. This is
 * the only place that runs DDL.
 */
import { Prisma } from "../../../generated/prisma/client";
import { AccessChanged } from "../../access/require";
import type { Connection } from "../../postgres/connection";
import { sqlState } from "../../postgres/faults";
import { type QueryOptions, read, type Statement, write } from "../../postgres/query";
import { nameSql } from "../../query/columns";
import { bareName, type PartitionPlan, quote, SCHEMA, table, wantedStructure } from "./partition-plan";

const { raw, sql } = Prisma;

/** The partition of an entity, to be read and written past the root table. */
export function partition(entityId: string): Prisma.Sql {
  return raw(table(entityId));
}

/** As `read`, of a partition. Throws AccessChanged where its entity was removed after this request was admitted. */
export async function readPartition<Row>(statement: Statement, options?: QueryOptions): Promise<Row[]> {
  return read<Row>(statement, options).catch(throwIfGone);
}

/** The same as `write`. */
export async function writePartition<Row>(statement: Statement, options?: QueryOptions): Promise<Row[]> {
  return write<Row>(statement, options).catch(throwIfGone);
}

/** undefined_table. Of the message only the name counts: its words, and the marks around it, are of the server's language. */
function throwIfGone(error: unknown): never {
  const isGone = sqlState(error) === "42P01" && error instanceof Error && error.message.includes(`${SCHEMA}.`);
  throw isGone ? new AccessChanged() : error;
}

export async function createPartition(transaction: Connection, entityId: string): Promise<void> {
  // A table of its own first, attached when it is ready: readers of other entities wait for nothing.
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
 * How many texts PostgreSQL keeps to guess how many records have a word. With its usual 100 it takes a word that one in 200
 * has for one that hardly any has, and reads every match instead of the newest records. More would make planning longer.
 */
const SEARCH_STATISTICS = 500;

/** Holds up other changes of entities until the end of the transaction; to be called last. */
export async function attachPartition(transaction: Connection, entityId: string): Promise<void> {
  await write(
    sql`ALTER TABLE public.records ATTACH PARTITION ${partition(entityId)} FOR VALUES IN (${nameSql(entityId)})`,
    { on: transaction },
  );
}

/** Removes the partitions and their records. Holds up every reader until the end of the transaction; to be called last. */
export async function dropPartitions(transaction: Connection, entityIds: string[]): Promise<void> {
  if (entityIds.length === 0) return;
  // In one statement: they may be one another's parents.
  await write(raw(`DROP TABLE ${entityIds.map(table).join(", ")}`), { on: transaction });
}

/** Keeps writers out, not readers, until the end of the transaction. */
export async function lockPartition(transaction: Connection, entityId: string): Promise<void> {
  await write(raw(`LOCK TABLE ${table(entityId)} IN SHARE ROW EXCLUSIVE MODE`), { on: transaction });
}

/**
 * Takes the guard of unique labels, or of parents, from the entity while its records are given other ones; `createMissing`
 * puts it back. Holds up readers of this entity until the end of the transaction.
 */
export async function dropGuard(transaction: Connection, entityId: string, guard: "label" | "parent"): Promise<void> {
  const { foreignKeys, indexes } = await findStructure(transaction, entityId);
  const prefix = `${bareName(entityId)}_${guard}`;
  const ofGuard = (names: string[]) => names.filter((name) => name.startsWith(prefix));
  if (guard === "label") return dropStructure(transaction, entityId, { indexes: ofGuard(indexes), foreignKeys: [] });
  return dropStructure(transaction, entityId, { indexes: [], foreignKeys: ofGuard(foreignKeys) });
}

/**
 * Drops the indexes and foreign keys that the plan no longer asks for; those with names of other people's are left alone.
 * Holds up readers of this entity until the end of the transaction; to be called late.
 */
export async function dropUnwanted(transaction: Connection, plan: PartitionPlan): Promise<void> {
  const { foreignKeys, indexes } = await findStructure(transaction, plan.entity.id);
  const wanted = wantedStructure(plan);
  await dropStructure(transaction, plan.entity.id, {
    indexes: indexes.filter((name) => !wanted.indexes.has(name)),
    foreignKeys: foreignKeys.filter((name) => !wanted.foreignKeys.has(name)),
  });
}

/** Makes what the plan asks for and is not there. Writers of this entity wait while its indexes are built. */
export async function createMissing(transaction: Connection, plan: PartitionPlan): Promise<void> {
  const { foreignKeys, indexes } = await findStructure(transaction, plan.entity.id);
  const wanted = wantedStructure(plan);
  const missing = [
    ...[...wanted.indexes].filter(([name]) => !indexes.includes(name)),
    ...[...wanted.foreignKeys].filter(([name]) => !foreignKeys.includes(name)),
  ];
  for (const [, statement] of missing) await write(raw(statement), { on: transaction });
  // The planner knows nothing of an index over an expression before it has been analysed.
  if (missing.length > 0) await write(raw(`ANALYZE ${table(plan.entity.id)}`), { on: transaction });
}

type Names = { indexes: string[]; foreignKeys: string[] };

async function dropStructure(transaction: Connection, entityId: string, names: Names): Promise<void> {
  for (const name of names.foreignKeys) {
    await write(raw(`ALTER TABLE ${table(entityId)} DROP CONSTRAINT ${quote(name)}`), { on: transaction });
  }
  for (const name of names.indexes) await write(raw(`DROP INDEX ${SCHEMA}.${quote(name)}`), { on: transaction });
}

async function findStructure(transaction: Connection, entityId: string): Promise<Names> {
  const pattern = `^${bareName(entityId)}_(created|creator|search|label|unique|parent|field|newest)(_[0-9a-f]+)?$`;
  const named = await read<{ name: string; kind: "index" | "foreign key" }>(
    sql`
    SELECT c.relname AS name, 'index' AS kind
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indrelid = to_regclass(${table(entityId)}) AND c.relname ~ ${pattern}
    UNION ALL
    SELECT conname, 'foreign key' FROM pg_constraint
     WHERE conrelid = to_regclass(${table(entityId)}) AND contype = 'f' AND conname ~ ${pattern}`,
    { on: transaction },
  );
  const ofKind = (kind: string) => named.filter((row) => row.kind === kind).map((row) => row.name);
  return { indexes: ofKind("index"), foreignKeys: ofKind("foreign key") };
}
