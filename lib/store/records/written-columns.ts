/** The columns of a record that statements write or test, and given values as a table. PostgreSQL fills in the other columns. */
import type { JsonObject } from "../../model";
import { join, type Sql, sql } from "../../query/sql";

/** `place` is the index of the row. */
export type Columns<Given> = { name: Sql; type: Sql; of: (given: Given, place: number) => unknown }[];

export function tableOf<Given>(given: Given[], columns: Columns<Given>): Sql {
  const [only] = given;
  if (given.length === 1 && only !== undefined) {
    return sql`(SELECT ${join(columns.map(({ name, type, of }) => sql`${of(only, 0)}::${type} AS ${name}`))})`;
  }
  const arrays = columns.map(({ type, of }) => sql`${given.map(of)}::${type}[]`);
  return sql`(SELECT * FROM unnest(${join(arrays)}) AS t(${join(columns.map(({ name }) => name))}))`;
}

export function each(columns: { name: Sql }[], say: (name: Sql) => Sql): Sql {
  return join(columns.map(({ name }) => say(name)));
}

/** Columns stored beside the data and derived from it. */
export type DerivedColumns = {
  labelKey: string | null;
  parentEntityId: string | null;
  parentId: string | null;
  searchText: string;
};

export const ID: Columns<{ id: string }> = [{ name: sql`id`, type: sql`uuid`, of: ({ id }) => id }];

export const VERSION: Columns<{ id: string; version: string }> = [
  ...ID,
  { name: sql`version`, type: sql`uuid`, of: ({ version }) => version },
];

export const DATA: Columns<{ data: JsonObject }> = [
  { name: sql`data`, type: sql`jsonb`, of: ({ data }) => JSON.stringify(data) },
];

/** `createdBy` null is the system. */
export const CREATION: Columns<{ id: string; createdBy: string | null }> = [
  ...ID,
  { name: sql`created_by`, type: sql`uuid`, of: ({ createdBy }) => createdBy },
];

export const DERIVED: Columns<{ derived: DerivedColumns }> = [
  { name: sql`label_key`, type: sql`text`, of: ({ derived }) => derived.labelKey },
  { name: sql`parent_entity_id`, type: sql`uuid`, of: ({ derived }) => derived.parentEntityId },
  { name: sql`parent_id`, type: sql`uuid`, of: ({ derived }) => derived.parentId },
  { name: sql`search_text`, type: sql`text`, of: ({ derived }) => derived.searchText },
];

export const DERIVED_NAMES = each(DERIVED, (name) => name);
export const DERIVED_VALUES = each(DERIVED, (name) => sql`n.${name}`);
export const DERIVED_SET = each(DERIVED, (name) => sql`${name} = n.${name}`);
