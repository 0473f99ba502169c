/** The record that a request names: by its id, or by a unique value, through its unique index. */
import type { Field, JsonValue } from "../../model";
import { STORED, valueSql } from "../../query/columns";
import { fieldCast } from "../../query/filter/operators";
import { type Sql, sql } from "../../query/sql";
import { hashSql, uniqueKeySql } from "./partition-plan";

/** `value` is in stored form and not null. `label` is in the form of the index of labels. */
export type RecordKey =
  | { by: "id"; id: string }
  | { by: "value"; field: Field; value: JsonValue }
  | { by: "label"; label: string };

/** True for the row of that record or, with several ids, of one of them. */
export function keySql(key: RecordKey | string[]): Sql {
  if (Array.isArray(key)) return sql`r.id = ANY (${key}::uuid[])`;
  switch (key.by) {
    case "id":
      return sql`r.id = ${key.id}::uuid`;
    case "label":
      return sql`r.label_key = ${key.label}::text`;
    case "value":
      return sql`${uniqueKeySql(key.field, STORED)} = ${boundSql(key.field, key.value)}`;
  }
}

/** Numbers are compared by value, texts by exact characters. */
function boundSql(field: Field, value: JsonValue): Sql {
  const bound = valueSql({ kind: "data", field }, value);
  return fieldCast(field.type) === "text" ? hashSql(bound) : bound;
}

/** Equal for equal keys only, for comparing requests. */
export function keyText(key: RecordKey): string {
  if (key.by === "id") return key.id;
  return JSON.stringify(key.by === "label" ? ["label", key.label] : ["value", key.field.key, key.value]);
}
