/** Creates and drops partitions, indexes and foreign keys. `connection` is outside of any transaction, `transaction` in one. */
import { groupBy } from "../../group-by";
import { impatientTransaction } from "../../postgres/administration";
import type { Connection } from "../../postgres/connection";
import { sqlState, UNIQUE_VIOLATION } from "../../postgres/faults";
import { read, write } from "../../postgres/query";
import { nameSql } from "../../query/columns";
import { raw, sql } from "../../query/sql";
import {
  bareName,
  type Index,
  indexSql,
  type PartitionPlan,
  quote,
  SCHEMA,
  table,
  wantedStructure,
} from "./partition-plan";
import { partition } from "./partitions";

/** Creates what is missing. Writers of this entity wait while its indexes are built. */
export async function createMissing(transaction: Connection, plan: PartitionPlan): Promise<void> {
  const { id } = plan.entity;
  const { foreignKeys, indexes } = await findStructure(transaction, id);
  const wanted = wantedStructure(plan);
  const missing = [
    ...[...wanted.indexes.values()].filter(({ name }) => !indexes.has(name)).map((index) => indexSql(id, index, "")),
    ...[...wanted.foreignKeys].filter(([name]) => !foreignKeys.has(name)).map(([, statement]) => statement),
  ];
  for (const statement of missing) await write(raw(statement), { on: transaction });
  if (missing.length > 0) await analyze(transaction, id);
}

/** Enforces the parents: first for new writes, then for the stored records. */
export async function addForeignKeys(connection: Connection, plan: PartitionPlan): Promise<void> {
  const { id } = plan.entity;
  const { foreignKeys } = await findStructure(connection, id);
  for (const [name, statement] of wantedStructure(plan).foreignKeys) {
    if (foreignKeys.get(name) === "whole") continue;
    if (!foreignKeys.has(name)) {
      await impatientTransaction(connection, () => write(raw(`${statement} NOT VALID`), { on: connection }));
    }
    await write(raw(`ALTER TABLE ${table(id)} VALIDATE CONSTRAINT ${quote(name)}`), { on: connection });
  }
}

/** Records share a value that should be unique. The index has been dropped again. */
export class ValuesRepeated extends Error {}

/** Builds missing indexes, and those that an interrupted run left invalid, without blocking others. Throws ValuesRepeated. */
export async function buildMissing(
  connection: Connection,
  plan: PartitionPlan,
  onBuild: (built: number, missing: number) => void,
): Promise<void> {
  const { id } = plan.entity;
  const { indexes } = await findStructure(connection, id);
  const missing = [...wantedStructure(plan).indexes.values()].filter(({ name }) => indexes.get(name) !== "whole");
  for (const [built, index] of missing.entries()) {
    onBuild(built, missing.length);
    await dropIndex(connection, index.name);
    await buildIndex(connection, id, index);
  }
  if (missing.length > 0) await analyze(connection, id);
}

async function buildIndex(connection: Connection, entityId: string, index: Index): Promise<void> {
  try {
    await write(raw(indexSql(entityId, index, "CONCURRENTLY")), { on: connection });
  } catch (error) {
    // An invalid unique index would still refuse writes.
    await dropIndex(connection, index.name);
    throw sqlState(error) === UNIQUE_VIOLATION ? new ValuesRepeated(index.name, { cause: error }) : error;
  }
}

/** Drops what the plan no longer needs, without blocking others for long. Leaves other names alone. */
export async function dropUnwanted(connection: Connection, plan: PartitionPlan): Promise<void> {
  const { id } = plan.entity;
  const { foreignKeys, indexes } = await findStructure(connection, id);
  const wanted = wantedStructure(plan);
  const unwanted = [...foreignKeys.keys()].filter((name) => !wanted.foreignKeys.has(name));
  if (unwanted.length > 0) {
    await impatientTransaction(connection, () => dropForeignKeys(connection, id, unwanted));
  }
  for (const name of indexes.keys()) if (!wanted.indexes.has(name)) await dropIndex(connection, name);
}

async function dropForeignKeys(transaction: Connection, entityId: string, names: string[]): Promise<void> {
  for (const name of names) {
    await write(raw(`ALTER TABLE ${table(entityId)} DROP CONSTRAINT ${quote(name)}`), { on: transaction });
  }
}

async function dropIndex(connection: Connection, name: string): Promise<void> {
  await write(raw(`DROP INDEX CONCURRENTLY IF EXISTS ${SCHEMA}.${quote(name)}`), { on: connection });
}

/** The planner needs statistics after many writes, and for an index over an expression. */
export async function analyze(connection: Connection, entityId: string): Promise<void> {
  await write(raw(`ANALYZE ${table(entityId)}`), { on: connection });
}

/** "half": an interrupted run left it invalid. */
type Extent = "whole" | "half";
type Names = { indexes: Map<string, Extent>; foreignKeys: Map<string, Extent> };

/** The plans whose partitions lack something or have too much: one statement for all, because few do. */
export async function findUnlike(connection: Connection, plans: PartitionPlan[]): Promise<PartitionPlan[]> {
  const found = await findStructures(
    connection,
    plans.map(({ entity }) => entity.id),
  );
  return plans.filter((plan) => {
    const wanted = wantedStructure(plan);
    const { indexes, foreignKeys } = found(plan.entity.id);
    return !isLike(indexes, wanted.indexes) || !isLike(foreignKeys, wanted.foreignKeys);
  });
}

function isLike(found: Map<string, Extent>, wanted: Map<string, unknown>): boolean {
  return found.size === wanted.size && [...wanted.keys()].every((name) => found.get(name) === "whole");
}

async function findStructure(connection: Connection, entityId: string): Promise<Names> {
  return (await findStructures(connection, [entityId]))(entityId);
}

/** The suffix of the names of our indexes and foreign keys, after the table's name. */
const OUR_SUFFIX = "^_(created|creator|search|label|unique|parent|field|newest)(_[0-9a-f]+)?$";

async function findStructures(connection: Connection, entityIds: string[]): Promise<(entityId: string) => Names> {
  type Named = { table: string; kind: "index" | "foreign key"; name: string; extent: Extent };
  const of = sql`t.relnamespace = ${SCHEMA}::regnamespace AND t.relname = ANY(${entityIds.map(bareName)})`;
  // One expression for all names: PostgreSQL would compile one that contains the table again for each of them.
  const isOurs = (name: string) =>
    sql`starts_with(${raw(name)}, t.relname) AND substr(${raw(name)}, length(t.relname) + 1) ~ ${OUR_SUFFIX}`;
  const named = await read<Named>(
    sql`
    SELECT t.relname AS table, 'index' AS kind, c.relname AS name,
           CASE WHEN i.indisvalid THEN 'whole' ELSE 'half' END AS extent
      FROM pg_class t JOIN pg_index i ON i.indrelid = t.oid JOIN pg_class c ON c.oid = i.indexrelid
     WHERE ${of} AND ${isOurs("c.relname")}
    UNION ALL
    SELECT t.relname, 'foreign key', conname, CASE WHEN convalidated THEN 'whole' ELSE 'half' END
      FROM pg_class t JOIN pg_constraint ON conrelid = t.oid
     WHERE ${of} AND contype = 'f' AND ${isOurs("conname")}`,
    { on: connection },
  );
  const byTable = groupBy(named, ({ table }) => table);
  return (entityId) => {
    const ofKind = (kind: Named["kind"]) =>
      new Map(
        (byTable.get(bareName(entityId)) ?? [])
          .filter((row) => row.kind === kind)
          .map(({ name, extent }) => [name, extent]),
      );
    return { indexes: ofKind("index"), foreignKeys: ofKind("foreign key") };
  };
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
