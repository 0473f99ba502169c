/**
 * The form of filters, for generators: which operator takes what kind of value. Which operators a field takes depends on the
 * organisation's configuration, so discovery tells that.
 */
import { z } from "zod";
import { MAX_FILTER_CONDITIONS, MAX_FILTER_DEPTH, MAX_FILTER_VALUES } from "../../limits";
import type { Operator } from "../../model";

type Scalar = string | number | boolean;

const scalar: z.ZodType<Scalar> = z
  .union([z.string(), z.number(), z.boolean()])
  .describe("A value of the field's own type. Dates, datetimes and decimals are strings.")
  .meta({ id: "Scalar" });
const scalars = z.array(scalar).min(1).max(MAX_FILTER_VALUES);

/** A tuple has no items beyond its own, which `maxItems` says. Tools want `items` to be a schema nevertheless. */
const CLOSED = { items: {} };

const field = z.string().min(1).describe("The key of a queryable field, or of a system field.");

const condition = z
  .union([
    triple(z.enum(["eq", "neq"]), scalar.nullable()),
    triple(z.enum(["gt", "gte", "lt", "lte"]), scalar),
    triple(z.enum(["contains", "not_contains", "starts_with", "ends_with"]), z.string()),
    triple(z.enum(["in", "nin", "any_of", "all_of"]), scalars),
    triple(z.literal("between"), z.tuple([scalar, scalar]).meta(CLOSED).describe("From and to, both included.")),
    triple(z.literal("is_null"), z.boolean()),
  ])
  .describe("[field, operator, value]. Discovery lists the operators that each field takes.")
  .meta({ id: "Condition" });

type Condition = z.infer<typeof condition>;
type FilterInput = Condition | { and: FilterInput[] } | { or: FilterInput[] } | { not: FilterInput };

/** A new operator has to be given its kind of value here. */
type Missing = Exclude<Operator, Condition[1]>;
true satisfies [Missing] extends [never] ? true : never;

export const filter: z.ZodType<FilterInput> = z
  .lazy(() =>
    z.union([
      condition,
      z.strictObject({ and: z.array(filter).min(1) }).describe("All of them match."),
      z.strictObject({ or: z.array(filter).min(1) }).describe("At least one of them matches."),
      z.strictObject({ not: filter }).describe("It does not match."),
    ]),
  )
  .describe(
    `A condition, or an object with the one key and, or, or not. At most ${MAX_FILTER_DEPTH} levels and ${MAX_FILTER_CONDITIONS} conditions.`,
  )
  .meta({ id: "Filter" });

function triple<O extends z.ZodType<Operator>, V extends z.ZodType>(operator: O, value: V) {
  return z.tuple([field, operator, value]).meta(CLOSED);
}
