/** Derives the columns that are stored beside a record's data. */
import { createHash } from "node:crypto";
import type { Entity, Field, JsonObject, JsonValue } from "../../model";
import { fold, withoutAccents } from "../../query/text";
import type { DerivedColumns } from "../../store/records/written-columns";

/** `data` is complete. `entityIds` gives the id of the entity that the parent field points to. */
export function deriveColumns(
  entity: Entity,
  data: JsonObject,
  entityIds: ReadonlyMap<string, { id: string }>,
): DerivedColumns {
  const parentId = (data[entity.parentField ?? ""] ?? null) as string | null;
  const parentEntityId = parentId === null ? null : (parentEntityOf(entity, entityIds)?.id ?? null);
  const labelKey = foldLabel(data[entity.labelField]);
  return { labelKey, parentEntityId, parentId, searchText: searchTextOf(entity, data) };
}

export function parentEntityOf<Known>({ fields, parentField }: Entity, known: ReadonlyMap<string, Known>) {
  return known.get(fields.get(parentField ?? "")?.reference ?? "");
}

/** Longer labels are compared by their hash, because the size of an entry in a unique index is limited. */
const MAX_LABEL_KEY_LENGTH = 500;

/** The part of a label that is folded; the rest is compared as written. */
const MAX_FOLDED_LENGTH = 4_000;

/** Labels are compared without case, surrounding space and Unicode form (contract § 7); a blank label counts as absent. */
export function foldLabel(label: unknown): string | null {
  if (label === null || label === undefined) return null;
  const text = String(label).trim();
  const folded = fold(text.slice(0, MAX_FOLDED_LENGTH).normalize("NFC").trim()).normalize("NFC");
  if (folded === "") return null;
  if (text.length <= MAX_FOLDED_LENGTH && folded.length <= MAX_LABEL_KEY_LENGTH) return folded;
  const digest = createHash("sha256").update(folded).update(text.slice(MAX_FOLDED_LENGTH)).digest("hex");
  return `sha256:${digest}`;
}

/**
 * Key equality (contract § 6): decimals by value, labels folded, others by exact text. Empty for a blank label. Not for null.
 */
export function uniqueText({ type, unique }: Pick<Field, "type" | "unique">, value: JsonValue): string {
  if (!unique) return foldLabel(value) ?? "";
  const text = String(value);
  if (type !== "decimal") return text;
  const shortest = text.includes(".") ? text.replace(/\.?0+$/, "") : text;
  return shortest === "-0" ? "0" : shortest;
}

/** All searchable text, folded and without accents. A word has no white space, so it cannot match across two fields. */
function searchTextOf(entity: Entity, data: JsonObject): string {
  return [...entity.fields.values()]
    .filter((field) => field.searchable && typeof data[field.key] === "string")
    .map((field) => foldForSearch(String(data[field.key])))
    .join("\n");
}

/** In UTF-16 units. A search looks no further into a text. */
const MAX_SEARCHED_LENGTH = 128 * 1024;
const LONG_LENGTH = 4 * 1024;
const PIECE_LENGTH = 256;

/** In pieces: the time to order a run of marks grows with the square of its length. */
function foldForSearch(text: string): string {
  if (text.length <= LONG_LENGTH) return withoutAccents(fold(text));
  const pieces: string[] = [];
  for (let from = 0; from < Math.min(text.length, MAX_SEARCHED_LENGTH); ) {
    const to = endOfPiece(text, from);
    pieces.push(withoutAccents(fold(text.slice(from, to))));
    from = to;
  }
  return pieces.join("");
}

/** Ends before an ASCII character, which does not depend on the characters before it; if there is none for long, anywhere. */
function endOfPiece(text: string, from: number): number {
  const wanted = from + PIECE_LENGTH;
  for (let end = wanted; end < Math.min(text.length, wanted + PIECE_LENGTH); end += 1)
    if (text.charCodeAt(end) < 0x80) return end;
  const splitsPair = (text.charCodeAt(wanted) & 0xfc00) === 0xdc00;
  return Math.min(text.length, splitsPair ? wanted + 1 : wanted);
}
