/** What a unique index takes for the same value (contract § 7, Unique fields): decimals by their value, all else as it is. */
import type { Field, JsonValue } from "../../model";

/** One text for all spellings of a value that is not null, in its stored form. */
export function uniqueText({ type }: Pick<Field, "type">, value: JsonValue): string {
  const text = String(value);
  if (type !== "decimal") return text;
  const shortest = text.includes(".") ? text.replace(/\.?0+$/, "") : text;
  return shortest === "-0" ? "0" : shortest;
}
