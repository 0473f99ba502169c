/** The columns of a record that statements write or test. PostgreSQL fills in the others. */
import { Prisma } from "../../../generated/prisma/client";
import type { JsonObject } from "../../model";
import { type Columns, each } from "./given";

const { sql } = Prisma;

/** Columns stored beside the data and derived from it. */
export type DerivedColumns = GuardedColumns & {
  searchText: string;
  /** Present while another field becomes the label or parent field. */
  next?: GuardedColumns;
};

/** Columns on which unique labels and parents are enforced. */
export type GuardedColumns = { labelKey: string | null; parentEntityId: string | null; parentId: string | null };

export const VERSION: Columns<{ id: string; version: string }> = [
  { name: sql`id`, type: sql`uuid`, of: ({ id }) => id },
  { name: sql`version`, type: sql`uuid`, of: ({ version }) => version },
];

export const DATA: Columns<{ data: JsonObject }> = [
  { name: sql`data`, type: sql`jsonb`, of: ({ data }) => JSON.stringify(data) },
];

/** `createdBy` null is the system. */
export const CREATION: Columns<{ id: string; createdBy: string | null }> = [
  { name: sql`id`, type: sql`uuid`, of: ({ id }) => id },
  { name: sql`created_by`, type: sql`uuid`, of: ({ createdBy }) => createdBy },
];

export const NEXT: Columns<{ derived: DerivedColumns }> = [
  { name: sql`next_label_key`, type: sql`text`, of: ({ derived }) => derived.next?.labelKey ?? null },
  { name: sql`next_parent_entity_id`, type: sql`uuid`, of: ({ derived }) => derived.next?.parentEntityId ?? null },
  { name: sql`next_parent_id`, type: sql`uuid`, of: ({ derived }) => derived.next?.parentId ?? null },
];

export const DERIVED: Columns<{ derived: DerivedColumns }> = [
  { name: sql`label_key`, type: sql`text`, of: ({ derived }) => derived.labelKey },
  { name: sql`parent_entity_id`, type: sql`uuid`, of: ({ derived }) => derived.parentEntityId },
  { name: sql`parent_id`, type: sql`uuid`, of: ({ derived }) => derived.parentId },
  ...NEXT,
  { name: sql`search_text`, type: sql`text`, of: ({ derived }) => derived.searchText },
];

/** The derived columns: their names, their values in the rows `n`, and their assignments. */
export const DERIVED_NAMES = each(DERIVED, (name) => name);
export const DERIVED_VALUES = each(DERIVED, (name) => sql`n.${name}`);
export const DERIVED_SET = each(DERIVED, (name) => sql`${name} = n.${name}`);
