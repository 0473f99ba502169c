/** The schemas of one entity in a caller's document. What writes records is in `write-schemas`. */
import {
  MAX_EXPANDED,
  MAX_FILTER_CONDITIONS,
  MAX_FILTER_DEPTH,
  MAX_GROUP_FIELDS,
  MAX_MEASURES,
  MAX_SORT_FIELDS,
} from "../../../limits";
import { DIRECTIONS, type FieldType } from "../../../model";
import { GROUPED, MEASURED } from "../../../query/aggregate/aggregate-plan";
import { recordEnvelope } from "../../schemas/examples";
import { conditionSchema } from "./comparison-schemas";
import { exampleValue } from "./entity-examples";
import { anyOf, closed, type Json, open, optionSchema, orNull, own, type Suffix, tuple, UUID } from "./json-schema";
import type { OfferedEntity } from "./offered-entity";
import { shared } from "./shared-schemas";
import { readSchema } from "./type-schemas";
import { batchSchema, createSchema, updateSchema } from "./write-schemas";

/** Properties of `components.schemas`. */
export function entitySchemas(offered: OfferedEntity): Record<string, Json> {
  const { name, permissions, readable, references } = offered;
  const { list, create, update } = permissions;
  const isWritten = create || update;
  const all: [Suffix, boolean, (offered: OfferedEntity) => Json][] = [
    ["Record", list || isWritten, recordSchema],
    ["Create", create, createSchema],
    ["Update", update, updateSchema],
    ["Batch", isWritten, batchSchema],
    ["Keys", list && readable.length > 0, keysSchema],
    ["References", references.length > 0, referencesSchema],
    ["Sort", list, sortSchema],
    ["Condition", list, ({ comparable }) => conditionSchema(comparable)],
    ["Filter", list, filterSchema],
    ["Page", list, pageSchema],
    ["Query", list, querySchema],
    ["Aggregation", list, aggregationSchema],
  ];
  const present = all.filter(([, isPresent]) => isPresent);
  return Object.fromEntries(present.map(([suffix, , schemaOf]) => [`${name}${suffix}`, schemaOf(offered)]));
}

const MOMENT = { type: "string", format: "date-time" };

const envelope = (key: string) => ({
  id: UUID,
  entityKey: { type: "string", const: key },
  created: MOMENT,
  updated: MOMENT,
  versionId: UUID,
});

/** The schema of an entity that is not in this part of the document, but that a reference in it points to. */
export function recordLeftOut(key: string): Json {
  return {
    ...open({ ...envelope(key), data: { type: "object" } }),
    description: `A record of \`${key}\`, whose fields this part of the document leaves out.`,
  };
}

/** No property of `data` is required: `fields` selects some, and protected fields are absent from some records. */
function recordSchema(offered: OfferedEntity): Json {
  const { entityKey } = offered.description;
  const own = envelope(entityKey);
  const expanded = offered.references.map(({ key, target }) => [
    key,
    target === null ? { type: "null" } : orNull({ $ref: `#/components/schemas/${target}Record` }),
  ]);
  const data = offered.readable.map((field) => [field.key, readSchema(field)]);
  const example = offered.readable.map((field) => [field.key, exampleValue(field)]);
  return {
    type: "object",
    required: [...Object.keys(own), "data"],
    properties: {
      ...own,
      data: { type: "object", properties: Object.fromEntries(data) },
      expanded: { type: "object", properties: Object.fromEntries(expanded) },
    },
    examples: [{ ...recordEnvelope, entityKey, data: Object.fromEntries(example) }],
  };
}

function pageSchema({ name }: OfferedEntity): Json {
  const description = "A page can have fewer records than `limit`.";
  const items = { type: "array", items: own(name, "Record"), description };
  return open({ items, nextCursor: shared("NextCursor") });
}

const keysOf = (fields: readonly { key: string }[]): Json => optionSchema(fields.map(({ key }) => key));

/** Repeated keys count once, so `uniqueItems` is not demanded. */
function keysSchema({ readable }: OfferedEntity): Json {
  const description = "The keys that `data` has. Default: all.";
  return { type: "array", items: keysOf(readable), minItems: 1, description };
}

function referencesSchema({ references }: OfferedEntity): Json {
  const description = "References whose records are returned in `expanded`.";
  return { type: "array", items: keysOf(references), minItems: 1, maxItems: MAX_EXPANDED, description };
}

function sortSchema({ columns }: OfferedEntity): Json {
  return keysOf(columns.filter(({ sortable }) => sortable));
}

function filterSchema({ name }: OfferedEntity): Json {
  const filter = own(name, "Filter");
  const filters = { type: "array", items: filter, minItems: 1 };
  return {
    anyOf: [
      own(name, "Condition"),
      closed({ and: filters }, ["and"]),
      closed({ or: filters }, ["or"]),
      closed({ not: filter }, ["not"]),
    ],
    description: `At most ${MAX_FILTER_DEPTH} levels and ${MAX_FILTER_CONDITIONS} conditions.`,
  };
}

function querySchema({ name, readable, references }: OfferedEntity): Json {
  const sortItem = closed({ field: own(name, "Sort"), direction: optionSchema(DIRECTIONS) }, ["field", "direction"]);
  return closed({
    where: orNull(own(name, "Filter")),
    sort: {
      anyOf: [
        { type: "array", items: sortItem, minItems: 1, maxItems: MAX_SORT_FIELDS },
        shared("ByRelevance"),
        // Not in the type of the list: there ng-openapi-gen overlooks what the items refer to.
        { type: "null" },
      ],
    },
    limit: shared("PageSize"),
    cursor: shared("PageCursor"),
    search: shared("SearchText"),
    ...(readable.length > 0 ? { fields: orNull(own(name, "Keys")) } : {}),
    ...(references.length > 0 ? { expand: orNull(own(name, "References")) } : {}),
  });
}

function aggregationSchema({ name, columns }: OfferedEntity): Json {
  const keys = (types: readonly FieldType[]) =>
    columns.filter(({ key, type }) => types.includes(type) && key !== "id").map(({ key }) => key);
  const all = columns.map(({ key }) => key);
  const groups = [
    ...offered(keys(GROUPED), (named) => named),
    ...offered(keys(["datetime"]), (field) => closed({ field, by: shared("Period") }, ["field"])),
    ...offered(keys(["date"]), (field) => closed({ field, by: shared("PeriodOfDays") }, ["field"])),
  ];
  const measures = [
    shared("RecordCount"),
    ...offered(all, (named) => tuple([optionSchema(["count"]), named])),
    ...offered(keys(MEASURED.sum), (named) => tuple([optionSchema(["sum", "avg"]), named])),
    ...offered(keys(MEASURED.min), (named) => tuple([optionSchema(["min", "max"]), named])),
  ];
  return closed(
    {
      where: orNull(own(name, "Filter")),
      search: shared("SearchText"),
      groupBy: { anyOf: [{ type: "array", items: anyOf(groups), maxItems: MAX_GROUP_FIELDS }, { type: "null" }] },
      measures: {
        type: "object",
        propertyNames: shared("MeasureName"),
        additionalProperties: anyOf(measures),
        minProperties: 1,
        maxProperties: MAX_MEASURES,
      },
    },
    ["measures"],
  );
}

/** Nothing if there are no names. */
function offered(names: string[], schemaOf: (named: Json) => Json): Json[] {
  return names.length === 0 ? [] : [schemaOf(optionSchema(names))];
}
