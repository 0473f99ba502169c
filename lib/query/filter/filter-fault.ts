/**
 * Errors in a query, with the place as a path into what the caller sent (`where.and[1]`). `filter-hints.ts` says what was
 * probably meant.
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

type FieldUse = "filter by" | "sort by" | "read" | "expand" | "group by" | "measure";

/** `name`: as the caller wrote it; `usable`: the fields it could have named instead. */
type UnusableField = { place: string; name: string; use: FieldUse; usable: Iterable<string> };

/**
 * FIELD_NOT_QUERYABLE, the same for unknown, hidden, write-only and unqueryable fields: it tells only what the caller wrote
 * and can see anyway. It names the first such field; `others` goes along as notes.
 */
export function notQueryable({ place, name, use, usable }: UnusableField, others: string[] = []): ApiError {
  const message = `${place}: ${quoteText(name)} is not a field that this token can ${use}.${didYouMean(name, usable)} GET /entities/:entityKey lists the fields that it can.`;
  return new ApiError("FIELD_NOT_QUERYABLE", message, { reason: { step: "shape", fields: [name, ...others] } });
}

/** Values to choose from, in full if they are few. */
export function listSome(values: readonly string[]): string {
  const told = values.slice(0, MAX_LISTED).map((value) => quoteText(value).slice(1, -1));
  const others = values.length - told.length;
  return others > 0 ? `${told.join(", ")} and ${others} more` : told.join(", ");
}

const MAX_LISTED = 20;
