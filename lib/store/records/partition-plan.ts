/** The indexes and foreign keys of a partition. Names of tables and indexes are created only here, and always quoted. */
import { createHash } from "node:crypto";
import type { Entity, Field, FieldType } from "../../model";
import { columnSql, type Row, STORED, textSql } from "../../query/columns";
import { fieldCast } from "../../query/filter/operators";
import { raw, type Sql, sql } from "../../query/sql";

/** `listedByCreator`: some callers can list only the records that they created. */
export type PartitionPlan = { entity: Entity; parentEntityId: string | null; listedByCreator: boolean };

/** A schema of its own, because Prisma looks only at `public`. */
export const SCHEMA = "record_partitions";

/** `definition` does not include the table. */
export type Index = { name: string; kind: "INDEX" | "UNIQUE INDEX"; definition: string };
type Structure = { indexes: Map<string, Index>; foreignKeys: Map<string, string> };

/** Keyed by name. A name contains everything that its statement depends on, so equal names mean equal structures. */
export function wantedStructure({ entity, parentEntityId, listedByCreator }: PartitionPlan): Structure {
  const on = table(entity.id);
  const name = (suffix: string) => `${bareName(entity.id)}_${suffix}`;
  const indexes = new Map<string, Index>();
  const add = (suffix: string, definition: string, kind: Index["kind"] = "INDEX") =>
    indexes.set(name(suffix), { name: name(suffix), kind, definition });

  add("created", "(created DESC, id DESC)");
  if (listedByCreator) add("creator", "(created_by, created DESC, id DESC)");
  const fields = [...entity.fields.values()];
  if (fields.some((field) => field.searchable)) add("search", "USING gin (search_text gin_trgm_ops)");
  for (const field of fields.filter((field) => field.indexed)) {
    const carried = carriedBy(field, fields);
    // One index for orders and ranges, one for the newest records with a value, of which there can be a million.
    const values = [expression(field), "id", ...carried.map(expression)];
    add(`field_${digest([field, ...carried].map(valueName).join())}`, `(${values.join(", ")})`);
    add(`newest_${digest(valueName(field))}`, `(${expression(field)}, created DESC, id DESC)`);
  }
  if (entity.uniqueLabel) add("label", "(label_key)", "UNIQUE INDEX");
  for (const field of fields.filter((field) => field.unique)) {
    add(uniqueSuffix(field), `((${uniqueKeySql(field, OF_TABLE).text}))`, "UNIQUE INDEX");
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

/** With `CONCURRENTLY`, writers are not blocked; it is not allowed within a transaction. */
export function indexSql(entityId: string, index: Index, manner: "CONCURRENTLY" | ""): string {
  return `CREATE ${index.kind} ${manner} ${quote(index.name)} ON ${table(entityId)} ${index.definition}`;
}

export function uniqueSuffix(field: Field): string {
  return `unique_${digest(valueName(field))}`;
}

/** The unique key: numbers by value, texts by exact characters. */
export function uniqueKeySql(field: Field, row: Row): Sql {
  if (fieldCast(field.type) !== "text") return columnSql({ kind: "data", field }, row);
  return hashSql(textSql(field, row));
}

/** A hash, because the size of an index entry is limited and a text can be long. Uses only immutable functions. */
export function hashSql(text: Sql): Sql {
  return sql`sha256(decode(replace(${text}, E'\\\\', E'\\\\\\\\'), 'escape'))`;
}

/** Types to order by, and types to filter by within an order. */
const ORDERED: readonly FieldType[] = ["integer", "number", "decimal", "date", "datetime"];
const NARROWING: readonly FieldType[] = ["select", "boolean"];
/** With the longest number and three of the longest options, an entry still fits. */
const MAX_CARRIED = 3;

/** Additional fields of the index: a filter on them is tested in the index, so only records of the page are read. */
function carriedBy(field: Field, fields: Field[]): Field[] {
  if (!ORDERED.includes(field.type)) return [];
  return fields.filter(({ indexed, type }) => indexed && NARROWING.includes(type)).slice(0, MAX_CARRIED);
}

function valueName({ key, type }: Field): string {
  return `${key}:${fieldCast(type)}`;
}

/** Must be exactly the expression of queries: otherwise they could not use the index. */
function expression(field: Field): string {
  return `(${columnSql({ kind: "data", field }, OF_TABLE).text})`;
}

const OF_TABLE = { ...STORED, data: raw("data") };

export function bareName(entityId: string): string {
  return `r_${entityId.replaceAll("-", "")}`;
}

export function table(entityId: string): string {
  return `${SCHEMA}.${quote(bareName(entityId))}`;
}

export function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
