/** Errors in a query, with the place as a path into what the caller sent (`where.and[1]`). */
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

export type FieldUse = "filter by" | "sort by" | "read" | "expand" | "group by" | "measure" | "find a record by";

/** `usable`: the names it could be. `why` says only what discovery shows; null if it would tell hidden names from unknown ones. */
type UnusableField = { place: string; name: string; use: FieldUse; usable: Iterable<string>; why?: string | null };

/** FIELD_NOT_QUERYABLE, the same for unknown and hidden fields. `others` are added to the private reason. */
export function notQueryable({ place, name, use, usable, why }: UnusableField, others: string[] = []): ApiError {
  const reason = why == null ? didYouMean(name, usable) : ` ${why}`;
  const message = `${place}: ${quoteText(name)} is not a field that this token can ${use}.${reason} GET /entities/:entityKey lists the fields that it can.`;
  return new ApiError("FIELD_NOT_QUERYABLE", message, { reason: { step: "shape", fields: [name, ...others] } });
}

/** Properties of every record, beside its data (spec: Record envelope). */
export const ENVELOPE: readonly string[] = ["id", "entityKey", "created", "updated", "versionId"];

/** Suggests how to write a field named by its place in a record, such as data.name; null for other names. */
export function withoutData(name: string, usable: Iterable<string>): string | null {
  const own = name.startsWith("data.") ? name.slice("data.".length) : "";
  return [...usable].includes(own) ? `Write ${quoteText(own)}, without data.` : null;
}

/** FIELD_NOT_QUERYABLE for a property that every record has, and that cannot be selected. */
export function alwaysThere(place: string, name: string): ApiError {
  const message = `${place}: ${quoteText(name)} always comes, beside data. Leave it out.`;
  return new ApiError("FIELD_NOT_QUERYABLE", message, { reason: { step: "shape", fields: [name] } });
}

export function listSome(values: readonly string[]): string {
  const told = values.slice(0, MAX_LISTED).map((value) => quoteText(value).slice(1, -1));
  const others = values.length - told.length;
  return others > 0 ? `${told.join(", ")} and ${others} more` : told.join(", ");
}

const MAX_LISTED = 20;
