/**
 * Schemas of requests, for people and generators who read `docs/openapi.json`. They do not validate requests: parsers do that,
 * because each fault has a code of its own.
 *
 * A property of a body has no `default` here, because generators treat a property with a default as required. Its description
 * states the default.
 */
import { z } from "zod";
import { WORD_PATTERN } from "../../access/verbs";
import {
  DEFAULT_PAGE_SIZE,
  MAX_EXPANDED,
  MAX_FILTER_CONDITIONS,
  MAX_FILTER_DEPTH,
  MAX_FILTER_VALUES,
  MAX_GROUP_FIELDS,
  MAX_MEASURES,
  MAX_OPERATIONS,
  MAX_PAGE_SIZE,
  MAX_SEARCH_LENGTH,
  MAX_SORT_FIELDS,
  MAX_WAIT_SECONDS,
} from "../../limits";
import type { Operator } from "../../model";
import { MEASURES, PERIODS } from "../../query/aggregate/aggregate-plan";

type Scalar = string | number | boolean;

const scalar: z.ZodType<Scalar> = z
  .union([z.string(), z.number(), z.boolean()])
  .describe("A value of the field's own type. Dates, datetimes and decimals are strings.")
  .meta({ id: "Scalar" });
const scalars = z.array(scalar).min(1).max(MAX_FILTER_VALUES);

/** `maxItems` closes the tuple, but some tools require `items` to be a schema. */
const CLOSED = { items: {} };

const field = z
  .string()
  .min(1)
  .describe(
    "The key of a queryable field or a system field, or of a field of a referenced record, as in `country.code`.",
  );

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

/** Compilation fails here if a new operator has no value type in `condition`. */
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

export const recordBody = z
  .strictObject({
    data: z
      .record(z.string(), z.unknown().describe("Any JSON value."))
      .describe("Field key to value. Discovery lists the fields."),
  })
  .meta({ id: "RecordBody" });

const data = recordBody.shape.data;
const version = z.string().describe("A `versionId`, or `*` for any version.");

const operation = z
  .union([
    z.strictObject({ op: z.literal("create"), data }),
    z.strictObject({ op: z.literal("update"), id: z.string(), ifMatch: version, data }),
    z.strictObject({
      op: z.literal("upsert"),
      match: z.record(z.string(), scalar).describe("The key of one unique field, and its value."),
      ifMatch: version
        .nullable()
        .describe("A `versionId`, `*` for any version or none, null where the record must not exist yet."),
      data,
    }),
  ])
  .meta({ id: "Operation" });

export const batchBody = z
  .strictObject({
    operations: z.array(operation).min(1).max(MAX_OPERATIONS),
    atomic: z.boolean().nullable().optional().describe("Whether all are written or none. Default: true."),
    return: z
      .enum(["minimal", "representation"])
      .nullable()
      .optional()
      .describe("`representation` adds the records. Default: `minimal`."),
  })
  .meta({ id: "Batch" });

export const writeParameters = z.object({
  dryRun: z
    .boolean()
    .default(false)
    .describe("Checks everything and writes nothing. The response is what it would be, with `x-dry-run: true`."),
});

const by = z
  .string()
  .min(1)
  .optional()
  .describe("A field of unique values: the path then names the record by its value there, not by its id.");

export const changeParameters = writeParameters.extend({ by });

const pageSize = z.int().min(1).max(MAX_PAGE_SIZE);
const cursor = z.string().min(1).describe("The `nextCursor` of an earlier page of the same query.");
const search = z
  .string()
  .max(MAX_SEARCH_LENGTH)
  .describe("Free text. Every word must occur in some searchable field. It ignores case.");

const EXPAND = `The keys of up to ${MAX_EXPANDED} references whose records are returned in \`expanded\``;

const sortItem = z
  .strictObject({ field: z.string().min(1), direction: z.enum(["asc", "desc"]) })
  .meta({ id: "SortItem" });

export const queryBody = z
  .strictObject({
    where: filter.nullable().optional().describe("The filter. Without it, every record matches."),
    sort: z
      .array(sortItem)
      .min(1)
      .max(MAX_SORT_FIELDS)
      .nullable()
      .optional()
      .describe("The order. Default: newest first by `created`."),
    limit: pageSize.nullable().optional().describe(`The size of the page. Default: ${DEFAULT_PAGE_SIZE}.`),
    cursor: cursor.nullable().optional(),
    search: search.nullable().optional(),
    fields: z.array(z.string().min(1)).min(1).nullable().optional().describe("The keys that `data` has. Default: all."),
    expand: z.array(z.string().min(1)).min(1).nullable().optional().describe(`${EXPAND}.`),
  })
  .describe("Every member is optional. One that is null counts as absent.")
  .meta({ id: "Query" });

const groupItem = z
  .union([
    z.string().min(1),
    z.strictObject({
      field: z.string().min(1),
      by: z.enum(PERIODS).nullable().optional().describe("In UTC. Weeks begin on Monday."),
    }),
  ])
  .describe("The key of a field, or a date or datetime by its periods.")
  .meta({ id: "GroupItem" });

const measure = z
  .union([z.tuple([z.literal("count")]).meta(CLOSED), z.tuple([z.enum(MEASURES), z.string().min(1)]).meta(CLOSED)])
  .describe('["count"], ["count", field] where it is not empty, or ["sum", field], "avg", "min", "max".')
  .meta({ id: "Measure" });

export const aggregateBody = z
  .strictObject({
    where: filter.nullable().optional().describe("The filter. Without it, every record matches."),
    search: search.nullable().optional(),
    groupBy: z
      .array(groupItem)
      .max(MAX_GROUP_FIELDS)
      .nullable()
      .optional()
      .describe("What to group by. Without it, there is one item for all records."),
    measures: z
      .record(z.string().regex(WORD_PATTERN), measure)
      .describe(`1 to ${MAX_MEASURES} of them, by the names that they get. The first one decides the order.`),
  })
  .meta({ id: "Aggregate" });

const SORT_ITEM = "[^,:]+:(asc|desc)";
const fields = z.string().min(1).describe("The keys that `data` has, separated by commas. Default: all.");

export const listParameters = z.object({
  limit: pageSize.default(DEFAULT_PAGE_SIZE).describe("The size of the page."),
  cursor: cursor.optional(),
  sort: z
    .string()
    .regex(new RegExp(`^${SORT_ITEM}(,${SORT_ITEM}){0,${MAX_SORT_FIELDS - 1}}$`))
    .optional()
    .describe("`field:asc` or `field:desc`, several separated by commas. Default: newest first by `created`."),
  search: search.optional(),
  fields: fields.optional(),
  expand: z.string().min(1).optional().describe(`${EXPAND}, separated by commas.`),
});

export const documentParameters = z.object({
  entities: z
    .string()
    .min(1)
    .optional()
    .describe("The keys of the entities that the document is to have, separated by commas. Default: all of the token."),
});

export const changesParameters = z.object({
  cursor: z
    .string()
    .min(1)
    .optional()
    .describe("The `nextCursor` of the last response. Without it, the feed starts now."),
  limit: pageSize.default(DEFAULT_PAGE_SIZE).describe("The most records to return."),
  fields: fields.optional(),
  wait: z
    .int()
    .min(1)
    .max(MAX_WAIT_SECONDS)
    .optional()
    .describe("How many seconds the response can wait for a change. Without it, the response comes at once."),
});

export const readParameters = listParameters.pick({ fields: true, expand: true }).extend({ by });

function triple<O extends z.ZodType<Operator>, V extends z.ZodType>(operator: O, value: V) {
  return z.tuple([field, operator, value]).meta(CLOSED);
}
