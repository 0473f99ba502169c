/** Refuses options that do not exist and malformed ids (contract § 6): a misspelled one must not silently return an empty page. */
import { quoteText } from "../../messages/cut-text";
import { didYouMean } from "../../messages/suggestion";
import type { JsonValue } from "../../model";
import { castOf, isUuid } from "../columns";
import type { Column, PlannedFilter, Resolver } from "../plan";
import { FilterFault, listSome } from "./filter-fault";

/** For a caller's filter. Throws INVALID_FILTERS. `place` is the filter's path in what the caller sent. */
export function requireKnownValues(filter: PlannedFilter, resolve: Resolver, place = "where"): void {
  checkTests(filter, place, (test) => {
    requireIds(test, resolve.labelOf);
    requireOptions(test);
  });
}

/** For the filter of a grant, which can name a removed option: some records still have it. Throws INVALID_FILTERS. */
export function requireKnownIds(filter: PlannedFilter): void {
  checkTests(filter, "where", (test) => requireIds(test));
}

/** `reference` is the reference that leads to the tested record; null if it is the record itself. */
type PlacedTest = PlannedFilter & { kind: "test" } & { place: string; reference: string | null };

function checkTests(
  filter: PlannedFilter,
  place: string,
  check: (test: PlacedTest) => void,
  reference: string | null = null,
): void {
  if ("parts" in filter) {
    for (const [index, part] of filter.parts.entries())
      checkTests(part, `${place}.${filter.kind}[${index}]`, check, reference);
  } else if ("part" in filter) checkTests(filter.part, `${place}.not`, check, reference);
  else if ("test" in filter) checkTests(filter.test, place, check, filter.reference.key);
  else if ("column" in filter) check({ ...filter, place, reference });
}

/** Throws for a value that is not an id: it would match nothing, and the name of a record was probably meant. */
function requireIds(test: PlacedTest, labelOf?: Resolver["labelOf"]): void {
  const { column, operator, value, reference } = test;
  if (!hasIds(column) || operator === "is_null") return;
  const wrong = firstOf(test, (item) => !isUuid(item));
  if (wrong === null) return;
  const own = column.kind === "data" ? column.field.key : column.name;
  const name = reference === null ? own : `${reference}.${own}`;
  const written = String(wrong.item);
  if (isUuid(written.toLowerCase())) throw new FilterFault(wrong.place, `${quoteText(name)} has ids in lower case.`);
  const label = labelName(column, reference, labelOf);
  const meant = Array.isArray(value) ? `[${quoteText(written)}]` : quoteText(written);
  const advice = label === null ? "" : `; by name: [${quoteText(label)}, "${operator}", ${meant}]`;
  throw new FilterFault(wrong.place, `${quoteText(name)} is compared with an id${advice}.`);
}

function hasIds(column: Column): boolean {
  return column.kind === "data" ? column.field.type === "reference" : castOf(column) === "uuid";
}

/** The name of the label that a condition can use instead; null if the caller cannot query it. */
function labelName(column: Column, reference: string | null, labelOf: Resolver["labelOf"]): string | null {
  if (column.kind === "system") return labelOf?.(reference) ?? null;
  return reference === null ? (labelOf?.(column.field.key) ?? null) : null;
}

function requireOptions(test: PlacedTest): void {
  const { column, operator } = test;
  if (column.kind === "system" || operator === "is_null") return;
  const { key, type, options } = column.field;
  if (type !== "select" && type !== "multiselect") return;
  const known = options.map((option) => option.value);
  const wrong = firstOf(test, (item) => !known.includes(String(item)));
  if (wrong === null) return;
  const meant = didYouMean(String(wrong.item), known);
  throw new FilterFault(wrong.place, `${key} has no such option.${meant} Its options are ${listSome(known)}.`);
}

/** The first wrong value of a condition, with its place; null if there is none. */
function firstOf(
  { value, place }: PlacedTest,
  isWrong: (item: JsonValue) => boolean,
): { item: JsonValue; place: string } | null {
  if (!Array.isArray(value)) return isWrong(value) ? { item: value, place } : null;
  const index = value.findIndex(isWrong);
  return index < 0 ? null : { item: value[index] ?? null, place: `${place}[2][${index}]` };
}
