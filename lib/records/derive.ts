/** The columns that are stored beside a record's data and follow from it alone. */
import { createHash } from "node:crypto";
import type { Entity, JsonObject } from "../model";
import { withoutAccents } from "../query/accents";
import { fold } from "../query/text-match";
import type { DerivedColumns } from "../store/record-writes";

/** `data` is complete. `entityIds` gives the id of the entity that the parent field points to. */
export function deriveColumns(
  entity: Entity,
  data: JsonObject,
  entityIds: ReadonlyMap<string, { id: string }>,
): DerivedColumns {
  const parentField = entity.parentField === null ? undefined : entity.fields.get(entity.parentField);
  const parentId = parentField === undefined ? null : (data[parentField.key] ?? null);
  return {
    labelKey: foldLabel(data[entity.labelField]),
    parentEntityId: parentId === null ? null : (entityIds.get(parentField?.reference ?? "")?.id ?? null),
    parentId: parentId as string | null,
    searchText: searchTextOf(entity, data),
  };
}

/** Longer labels are compared by their hash: an entry of a unique index is bounded. */
const MAX_LABEL_KEY_LENGTH = 500;

/** Labels are the same ignoring case, surrounding space and Unicode form (contract § 7); a blank one is as none. */
function foldLabel(label: unknown): string | null {
  if (label === null || label === undefined) return null;
  const folded = fold(String(label).normalize("NFC").trim()).normalize("NFC");
  if (folded === "") return null;
  if (folded.length <= MAX_LABEL_KEY_LENGTH) return folded;
  return `sha256:${createHash("sha256").update(folded).digest("hex")}`;
}

/** Every searchable text, folded and without accents. A word has no white space, so it cannot match across two fields. */
function searchTextOf(entity: Entity, data: JsonObject): string {
  return [...entity.fields.values()]
    .filter((field) => field.searchable && typeof data[field.key] === "string")
    .map((field) => withoutAccents(fold(data[field.key] ?? null)))
    .join("\n");
}
