/** The entity of `things-entity.ts`, made by applying its file, and records written past every rule. */
import type { Entity, JsonObject } from "@/lib/model";
import type { PagePlan } from "@/lib/query/page/page-plan";
import { EVERYTHING } from "@/lib/query/plan";
import { deriveColumns } from "@/lib/records/rules/derive";
import { listRecords, type Page } from "@/lib/store/records/read";
import { WANTED } from "../../support/wanted";
import { newKey } from "../configuration/applied";
import { fill, query } from "../configuration/database";
import { thingsIn } from "../store/made-entity";
import { thingsFile } from "./things-entity";

export type Thing = { id: string; created: string; updated: string; data: JsonObject };

/** In an organization of its own, in the database at hand. */
export const createThings = () => thingsIn(thingsFile(newKey()));

/** The records of a page. */
export function thingsOf({ pieces }: Page): Thing[] {
  return JSON.parse(`[${pieces.join()}]`);
}

/** A page of all of them, unless the plan says of which: thought short, of four. */
export function listThings(
  entity: Entity,
  plan: Partial<PagePlan> & Pick<PagePlan, "sort">,
  isShort = true,
): Promise<Page> {
  const all = { entityId: entity.id, where: EVERYTHING, search: { words: [], columns: null }, after: null, limit: 4 };
  return listRecords({ ...all, ...plan }, { entityKey: "things", hidden: [], conditional: [] }, isShort, WANTED);
}

const MOMENT = "2026-01-01T00:00:00.000Z";

/** Things of one moment in the place of all there were, with ids that count from 1. */
export async function storeThings(entity: Entity, rows: JsonObject[]): Promise<void> {
  const empty = Object.fromEntries([...entity.fields.keys()].map((key) => [key, null]));
  const thing = (data: JsonObject, index: number): Thing => {
    const id = `00000000-0000-7000-8000-00000000000${index + 1}`;
    return { id, created: MOMENT, updated: MOMENT, data: { ...empty, ...data } };
  };
  await replaceThings(entity, rows.map(thing));
}

/** Puts these records in the place of all there were. */
export async function replaceThings(entity: Entity, things: Thing[]): Promise<void> {
  const rows = things.map((thing) => ({
    ...thing,
    search_text: deriveColumns(entity, thing.data, new Map()).searchText,
  }));
  await query(`DELETE FROM records WHERE entity_id = $1`, [entity.id]);
  await fill(
    `INSERT INTO records (entity_id, id, data, version, search_text, created, updated)
     SELECT $1, n.id, n.data, gen_random_uuid(), n.search_text, n.created, n.updated
       FROM jsonb_to_recordset($2) AS n(id uuid, data jsonb, search_text text, created timestamptz, updated timestamptz)`,
    [entity.id, JSON.stringify(rows)],
  );
}
