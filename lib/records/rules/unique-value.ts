/** Equality of unique values (contract § 7, Unique fields): decimals by value, others by exact text. */
import type { Field, JsonValue } from "../../model";

/** The same text for all spellings of a stored value that is not null. */
export function uniqueText({ type }: Pick<Field, "type">, value: JsonValue): string {
  const text = String(value);
  if (type !== "decimal") return text;
  const shortest = text.includes(".") ? text.replace(/\.?0+$/, "") : text;
  return shortest === "-0" ? "0" : shortest;
}
