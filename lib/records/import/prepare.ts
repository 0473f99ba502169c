/**
 * Turns one record of a file into the row to be stored, or into refusals field by field. The validation is the API's own. Does
 * not access the database, so references are checked later (write-batch.ts).
 */
import { v7 as uuidv7 } from "uuid";
import type { Configuration, Entity, Field, JsonObject, VerbWord } from "../../model";
import type { ImportedRecord } from "../../store/records/bulk";
import { deriveColumns } from "../rules/derive";
import { checkNewData } from "../rules/validate";
import { type Author, permitNew } from "./author";
import { ContentIds } from "./record-id";
import { readMembers } from "./record-members";
import { type Reference, resolveReferences } from "./references";

/** `field` is null if the whole line is refused. */
export type Refusal = { line: number; field: string | null; message: string };

/** All faults of one record. Counts are by record, not by line: a line may hold several records. */
export type RefusedRecord = Refusal[];

/** `verbs` are those that the author needs on the row. */
export type PreparedRow = { line: number; row: ImportedRecord & { verbs: VerbWord[] }; references: Reference[] };

/** `match` is the unique field by whose values records are found and then updated; without it, records are only added. */
export type Destination = { configuration: Configuration; entity: Entity; author: Author; match?: Field };

export type Prepare = (line: number, record: JsonObject) => PreparedRow | RefusedRecord;

/**
 * The returned function is stateful: among equal records without an id, the position decides the id. `now` is when the import
 * began, by the database's clock.
 */
export function preparerFor({ configuration, entity, author, match }: Destination, now: Date): Prepare {
  const contentIds = new ContentIds();

  return (line, record) => {
    const members = readMembers(entity, record, now);
    // Also for refused lines, so that correcting one of them does not change the ids of equal records.
    const id = members.id ?? (match === undefined ? contentIds.next(entity.id, members.data) : uuidv7());
    const { data: resolved, references } = resolveReferences(configuration, entity, members.data);
    const { data, details } = checkNewData(entity, resolved);
    const permitted = permitNew(author, record, data);
    const refusals = [...members.refusals, ...permitted.refusals, ...details];
    if (refusals.length > 0) return refusals.map(({ field, message }) => ({ line, field, message }));
    const derived = deriveColumns(entity, data, configuration.entities);
    const { created, updated } = members;
    const row = { id, data, derived, createdBy: author.memberId, created, updated, verbs: permitted.verbs };
    return { line, row, references };
  };
}

/** A record that refers to an earlier one of the file must find it stored. */
export function pointsToItself({ entity }: Destination): boolean {
  return [...entity.fields.values()].some((field) => field.reference === entity.key);
}
