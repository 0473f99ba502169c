/**
 * What is wrong with a query, and where: the place is written as a path into what the caller sent (`where.and[1]`). What it was
 * probably meant to be: `filter-hints.ts`.
 */
import { ApiError } from "../../errors";
import { quoteText } from "../../messages/cut-text";
import { didYouMean } from "../../messages/suggestion";

/** INVALID_FILTERS. `fault` is the message without the place. */
export class FilterFault extends ApiError {
  constructor(
    readonly place: string,
    readonly fault: string,
  ) {
    super("INVALID_FILTERS", `${place}: ${fault}`);
  }
}

/** What a field can be named for. */
type FieldUse = "filter by" | "sort by" | "read" | "expand" | "group by" | "measure";

/** `name` as the caller wrote it; `usable`: the fields that it could have named instead. */
type UnusableField = { place: string; name: string; use: FieldUse; usable: Iterable<string> };

/**
 * FIELD_NOT_QUERYABLE, one text for unknown, hidden, write-only and unqueryable fields: it says only what the caller wrote
 * and what it can see anyway. The first one is told; `others` are noted beside it.
 */
export function notQueryable({ place, name, use, usable }: UnusableField, others: string[] = []): ApiError {
  const message = `${place}: ${quoteText(name)} is not a field that this token can ${use}.${didYouMean(name, usable)} GET /entities/:entityKey lists the fields that it can.`;
  return new ApiError("FIELD_NOT_QUERYABLE", message, { reason: { step: "shape", fields: [name, ...others] } });
}

/** Some values that are to be chosen from, in full where they are few. */
export function listSome(values: readonly string[]): string {
  const told = values.slice(0, MAX_LISTED).map((value) => quoteText(value).slice(1, -1));
  const others = values.length - told.length;
  return others > 0 ? `${told.join(", ")} and ${others} more` : told.join(", ");
}

const MAX_LISTED = 20;
