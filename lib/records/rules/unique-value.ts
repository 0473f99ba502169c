/** Equality of keys (contract § 6, Keys): decimals by value, labels as their index folds them, other values by exact text. */
import type { Field, JsonValue } from "../../model";
import { foldLabel } from "./derive";

/** Maps all spellings of a stored value that is not null to one text. Empty for a blank label, which no record can have. */
export function uniqueText({ type, unique }: Pick<Field, "type" | "unique">, value: JsonValue): string {
  if (!unique) return foldLabel(value) ?? "";
  const text = String(value);
  if (type !== "decimal") return text;
  const shortest = text.includes(".") ? text.replace(/\.?0+$/, "") : text;
  return shortest === "-0" ? "0" : shortest;
}
