/**
 * Requires that a caller's filter names only existing options (contract § 6): a misspelt one must not give an empty page.
 * Grants are not checked: one that names a removed option still matches the records that have it.
 */
import { didYouMean } from "../../messages/suggestion";
import type { JsonValue } from "../../model";
import type { PlannedFilter } from "../plan";
import { FilterFault, listSome } from "./filter-fault";

/** Throws INVALID_FILTERS. `place`: where the filter stands in what the caller sent. */
export function requireKnownOptions(filter: PlannedFilter, place = "where"): void {
  switch (filter.kind) {
    case "and":
    case "or":
      for (const [index, part] of filter.parts.entries())
        requireKnownOptions(part, `${place}.${filter.kind}[${index}]`);
      return;
    case "not":
      requireKnownOptions(filter.part, `${place}.not`);
      return;
    case "referenced":
      requireKnownOptions(filter.test, place);
      return;
    case "test":
      requireOptions(filter, place);
      return;
    case "everything":
    case "nothing":
      return;
    default:
      filter satisfies never;
  }
}

function requireOptions({ column, operator, value }: PlannedFilter & { kind: "test" }, place: string): void {
  if (column.kind === "system" || operator === "is_null") return;
  const { key, type, options } = column.field;
  if (type !== "select" && type !== "multiselect") return;
  const known = options.map((option) => option.value);
  const isList = Array.isArray(value);
  const asked: JsonValue[] = isList ? value : [value];
  const wrong = asked.findIndex((item) => !known.includes(String(item)));
  if (wrong < 0) return;
  const meant = didYouMean(String(asked[wrong]), known);
  throw new FilterFault(
    isList ? `${place}[2][${wrong}]` : place,
    `${key} has no such option.${meant} Its options are ${listSome(known)}.`,
  );
}
