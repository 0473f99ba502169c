/** Finds records by unique fields, and by the label where `uniqueLabel` is set (contract § 6). */
import type { Field, JsonValue } from "../model";
import type { Connection } from "../postgres/connection";
import type { PlannedFilter } from "../query/plan";
import type { RecordKey } from "../store/records/record-key";
import { findByLabel, findByUnique, type UniqueRecord } from "../store/records/unique";
import { uniqueText } from "./rules/derive";

/** `value` is in stored form. null for a blank label. */
export function toRecordKey(field: Field, value: JsonValue): RecordKey | null {
  if (field.unique) return { by: "value", field, value };
  const label = uniqueText(field, value);
  return label === "" ? null : { by: "label", label };
}

/** Queries some hundreds at a time. `values` are in stored form and not null. */
export async function findByKey<Value extends JsonValue>(
  entityId: string,
  field: Field,
  values: Value[],
  transaction?: Connection,
  scope?: PlannedFilter,
): Promise<Map<Value, UniqueRecord>> {
  if (field.unique) return findByUnique(entityId, field, values, transaction, scope);
  const labels = values.map((value) => uniqueText(field, value));
  const found = await findByLabel(entityId, [...new Set(labels)], transaction, scope);
  return new Map(
    values.flatMap((value, index) => {
      const record = found.get(labels[index] ?? "");
      return record === undefined ? [] : [[value, record] as const];
    }),
  );
}
