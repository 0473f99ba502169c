/**
 * Of several operations that PostgreSQL refused as one, or that are not going to be written: those whose label or unique value another
 * record has. Found in one look, five hundred conflicts cost no more than one; written in halves until each stands alone, they cost
 * a thousand statements.
 */
import type { EntityAccess } from "../../access/compile";
import type { ApiError } from "../../errors";
import type { Entity, Field, JsonValue } from "../../model";
import type { Connection } from "../../postgres/connection";
import { duplicateLabel, duplicateValue } from "../../store/records/conflicts";
import { findByUnique, findTakenLabels } from "../../store/records/unique";
import type { WriteContext } from "../../store/records/write";
import { labelKeyOf } from "../rules/derive";
import { uniqueText } from "../rules/unique-value";
import type { Ready } from "./segments";

/** Each with its refusal: the one that PostgreSQL would give, or another of as many (contract § 1). */
export async function findTaken(
  { entity }: EntityAccess,
  { conflictFields }: Pick<WriteContext, "conflictFields">,
  group: Ready[],
  transaction: Connection,
): Promise<Map<Ready, ApiError>> {
  const taken = new Map<Ready, ApiError>();
  // While a configuration changes, labels and values stand in two columns: each write finds out for itself then.
  if (entity.reshaping !== undefined) return taken;
  if (entity.uniqueLabel) {
    const labels = withValues(group, (each) => labelTakenBy(entity, each));
    const found = await findTakenLabels(entity.id, [...new Set(labels.values())], transaction);
    for (const [each, label] of labels) if (found.has(label)) taken.set(each, duplicateLabel(conflictFields.label));
  }
  for (const field of entity.fields.values()) {
    if (!field.unique) continue;
    const values = withValues(group, (each) => valueTakenBy(field, each));
    const found = await findByUnique(entity.id, field, [...new Set(values.values())], transaction);
    const known = conflictFields.unique.find(({ key }) => key === field.key) ?? null;
    for (const [each, value] of values) if (found.has(value)) taken.set(each, duplicateValue(known));
  }
  return taken;
}

/** The label that it takes; null where it takes none, or keeps its own. */
function labelTakenBy(entity: Entity, each: Ready): string | null {
  if (each.kind === "create") return labelKeyOf(entity, each.draft.data);
  const label = labelKeyOf(entity, each.change.data);
  return label === labelKeyOf(entity, each.change.stored.data) ? null : label;
}

/** The value that it takes; null where it takes none, or keeps its own. */
function valueTakenBy(field: Field, each: Ready): JsonValue {
  if (each.kind === "create") return each.draft.data[field.key] ?? null;
  const { stored, data } = each.change;
  const [own, value] = [stored.data[field.key] ?? null, data[field.key] ?? null];
  const isKept = value !== null && own !== null && uniqueText(field, own) === uniqueText(field, value);
  return isKept ? null : value;
}

function withValues<Value>(group: Ready[], find: (each: Ready) => Value | null): Map<Ready, Value> {
  const values = new Map<Ready, Value>();
  for (const each of group) {
    const value = find(each);
    if (value !== null) values.set(each, value);
  }
  return values;
}
