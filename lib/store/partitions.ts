/**
 * The tables behind entities: one partition of `records` each, with the indexes that its configuration asks for. This is
 * the only place that writes DDL, and so the only one where a name becomes text of a statement: always quoted.
 */
import { createHash } from "node:crypto";
import { Prisma } from "../../generated/prisma/client";
import type { Entity } from "../model";
import { type Cast, FIELD_CAST } from "../query/operators";
import type { Transaction } from "./long-transaction";

const { raw, sql } = Prisma;

/** What the configuration of an entity asks of its partition. `parentEntityId`: whose records are the parents. */
export type PartitionPlan = { entity: Entity; parentEntityId: string | null };

const SCHEMA = "record_partitions";

/** The partition of an entity, to be read and written past the root table. */
export function partition(entityId: string): Prisma.Sql {
  return raw(table(entityId));
}

export async function createPartition(transaction: Transaction, entityId: string): Promise<void> {
  // A table of its own first, attached when it is ready: readers of other entities wait for nothing.
  await transaction.execute(
    raw(`
    CREATE TABLE ${table(entityId)} (
      LIKE public.records INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING GENERATED INCLUDING STORAGE,
      PRIMARY KEY (entity_id, id)
    )`),
  );
}

/** Holds up other changes of entities until the end of the transaction; to be called last. */
export async function attachPartition(transaction: Transaction, entityId: string): Promise<void> {
  await transaction.execute(
    raw(`ALTER TABLE public.records ATTACH PARTITION ${table(entityId)} FOR VALUES IN (${literal(entityId)})`),
  );
}

/** Removes the partitions and their records. Holds up every reader until the end of the transaction; to be called last. */
export async function dropPartitions(transaction: Transaction, entityIds: string[]): Promise<void> {
  if (entityIds.length === 0) return;
  // In one statement: they may be one another's parents.
  await transaction.execute(raw(`DROP TABLE ${entityIds.map(table).join(", ")}`));
}

/** Keeps writers out, not readers, until the end of the transaction. */
export async function lockPartition(transaction: Transaction, entityId: string): Promise<void> {
  await transaction.execute(raw(`LOCK TABLE ${table(entityId)} IN SHARE ROW EXCLUSIVE MODE`));
}

/** Drops the indexes and foreign keys that the plan no longer asks for. Those with names of other people's are left alone. */
export async function dropUnwanted(transaction: Transaction, plan: PartitionPlan): Promise<void> {
  const { foreignKeys, indexes } = await findStructure(transaction, plan.entity.id);
  const wanted = wantedStructure(plan);
  for (const name of foreignKeys.filter((name) => !wanted.foreignKeys.has(name))) {
    await transaction.execute(raw(`ALTER TABLE ${table(plan.entity.id)} DROP CONSTRAINT ${quote(name)}`));
  }
  for (const name of indexes.filter((name) => !wanted.indexes.has(name))) {
    await transaction.execute(raw(`DROP INDEX ${SCHEMA}.${quote(name)}`));
  }
}

/** Makes what the plan asks for and is not there. Writers of this entity wait while its indexes are built. */
export async function createMissing(transaction: Transaction, plan: PartitionPlan): Promise<void> {
  const { foreignKeys, indexes } = await findStructure(transaction, plan.entity.id);
  const wanted = wantedStructure(plan);
  const missing = [
    ...[...wanted.indexes].filter(([name]) => !indexes.includes(name)),
    ...[...wanted.foreignKeys].filter(([name]) => !foreignKeys.includes(name)),
  ];
  for (const [, statement] of missing) await transaction.execute(raw(statement));
  // The planner knows nothing of an index over an expression before it has been analysed.
  if (missing.length > 0) await transaction.execute(raw(`ANALYZE ${table(plan.entity.id)}`));
}

type Structure = { indexes: Map<string, string>; foreignKeys: Map<string, string> };

/** Name → statement. A name says all that its statement depends on, so that the same name is the same thing. */
function wantedStructure({ entity, parentEntityId }: PartitionPlan): Structure {
  const on = table(entity.id);
  const name = (suffix: string) => `${bareName(entity.id)}_${suffix}`;
  const indexes = new Map<string, string>();
  const add = (suffix: string, definition: string) =>
    indexes.set(name(suffix), `CREATE INDEX ${quote(name(suffix))} ON ${on} ${definition}`);

  add("created", "(created DESC, id DESC)");
  const fields = [...entity.fields.values()];
  if (fields.some((field) => field.searchable)) add("search", "USING gin (search_text gin_trgm_ops)");
  for (const field of fields.filter((field) => field.indexed)) {
    const cast = FIELD_CAST[field.type];
    add(`field_${digest(`${field.key}:${cast}`)}`, `(${expression(field.key, cast)}, id)`);
  }
  if (entity.uniqueLabel) {
    indexes.set(name("label"), `CREATE UNIQUE INDEX ${quote(name("label"))} ON ${on} (label_key)`);
  }
  const foreignKeys = new Map<string, string>();
  if (parentEntityId !== null) {
    add("parent", "(parent_id)");
    const key = name(`parent_${digest(parentEntityId)}`);
    foreignKeys.set(
      key,
      `ALTER TABLE ${on} ADD CONSTRAINT ${quote(key)} FOREIGN KEY (parent_entity_id, parent_id)
       REFERENCES ${table(parentEntityId)} (entity_id, id) ON DELETE RESTRICT`,
    );
  }
  return { indexes, foreignKeys };
}

/** The value of a field as queries compare it, letter for letter: only then can they use the index. */
function expression(fieldKey: string, cast: Cast): string {
  const text = `data->>${literal(fieldKey)}`;
  switch (cast) {
    case "text":
      return `((${text}) COLLATE "C")`;
    case "float8":
      return `((${text})::float8)`;
    case "numeric":
      return `((${text})::numeric)`;
  }
}

async function findStructure(
  transaction: Transaction,
  entityId: string,
): Promise<{ indexes: string[]; foreignKeys: string[] }> {
  const pattern = `^${bareName(entityId)}_(created|search|label|parent|field)(_[0-9a-f]+)?$`;
  const named = await transaction.rows<{ name: string; kind: "index" | "foreign key" }>(sql`
    SELECT c.relname AS name, 'index' AS kind
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indrelid = to_regclass(${table(entityId)}) AND c.relname ~ ${pattern}
    UNION ALL
    SELECT conname, 'foreign key' FROM pg_constraint
     WHERE conrelid = to_regclass(${table(entityId)}) AND contype = 'f' AND conname ~ ${pattern}`);
  const ofKind = (kind: string) => named.filter((row) => row.kind === kind).map((row) => row.name);
  return { indexes: ofKind("index"), foreignKeys: ofKind("foreign key") };
}

function bareName(entityId: string): string {
  return `r_${entityId.replaceAll("-", "")}`;
}

function table(entityId: string): string {
  return `${SCHEMA}.${quote(bareName(entityId))}`;
}

function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

/** For keys and ids only: their syntax has neither quotes nor backslashes, and this holds even if it had. */
function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
