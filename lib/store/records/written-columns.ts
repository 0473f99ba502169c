/** The columns of a record that statements write or test. PostgreSQL fills in the others. */
import { Prisma } from "../../../generated/prisma/client";
import type { JsonObject } from "../../model";
import { type Columns, each } from "./given";

const { sql } = Prisma;

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

/** The derived columns: their names, their values in the rows `n`, and their assignments. */
export const DERIVED_NAMES = each(DERIVED, (name) => name);
export const DERIVED_VALUES = each(DERIVED, (name) => sql`n.${name}`);
export const DERIVED_SET = each(DERIVED, (name) => sql`${name} = n.${name}`);
