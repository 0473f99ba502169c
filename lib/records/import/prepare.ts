/**
 * One record of a file → the row to be stored, or what is wrong with it, field by field. The validation is the API's own.
 * Asks no database, so whether references lead anywhere is found out later (write-batch.ts).
 */
import { v7 as uuidv7 } from "uuid";
import type { Configuration, Entity, Field, JsonObject } from "../../model";
import type { PlannedFilter } from "../../query/plan";
import type { ImportedRecord } from "../../store/records/bulk";
import { deriveColumns } from "../rules/derive";
import { checkNewData } from "../rules/validate";
import type { Author } from "./author";
import { ContentIds } from "./record-id";
import { readMembers } from "./record-members";
import { type Reference, resolveReferences } from "./references";

/** `field` is null where the line as a whole is refused. */
export type Refusal = { line: number; field: string | null; message: string };

/** All that is wrong with one record. Records are counted by it, not by their lines: a line may hold several. */
export type RefusedRecord = Refusal[];

/** `scopes`: what the author may write only where the row matches it. */
export type PreparedRow = { line: number; row: ImportedRecord; references: Reference[]; scopes: PlannedFilter[] };

/** `match`: the unique field by whose values records are found, and then updated; without it, records are only added. */
export type Destination = { configuration: Configuration; entity: Entity; author: Author; match?: Field };

export type Prepare = (line: number, record: JsonObject) => PreparedRow | RefusedRecord;

/**
 * The answer has a memory: records without an id are told apart by their place among equal ones. `now`: when the import
 * began, by the database's clock.
 */
export function preparerFor({ configuration, entity, author, match }: Destination, now: Date): Prepare {
  const contentIds = new ContentIds();

  return (line, record) => {
    const members = readMembers(entity, record, now);
    // Drawn for refused lines as well: mending one of them must not move the ids of its equals.
    const id = members.id ?? (match === undefined ? contentIds.next(entity.id, members.data) : uuidv7());
    const { data: resolved, references } = resolveReferences(configuration, entity, members.data);
    const { data, details } = checkNewData(entity, resolved);
    const refusals = [...members.refusals, ...author.findRefusals(record, data), ...details];
    if (refusals.length > 0) return refusals.map(({ field, message }) => ({ line, field, message }));
    const derived = deriveColumns(entity, data, configuration.entities);
    const { created, updated } = members;
    const row = { id, data, derived, createdBy: author.memberId, created, updated };
    return { line, row, references, scopes: author.scopesOf(record) };
  };
}

/** A record that points to an earlier one of the file must find it stored. */
export function pointsToItself({ entity }: Destination): boolean {
  return [...entity.fields.values()].some((field) => field.reference === entity.key);
}
