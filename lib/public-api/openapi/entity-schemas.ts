/** The schemas of one entity in the document of a caller: records, writes, filters, queries and aggregates. */
import { WORD_PATTERN } from "../../access/verbs";
import { groupBy } from "../../group-by";
import {
  DEFAULT_PAGE_SIZE,
  MAX_EXPANDED,
  MAX_FILTER_CONDITIONS,
  MAX_FILTER_DEPTH,
  MAX_GROUP_FIELDS,
  MAX_MEASURES,
  MAX_OPERATIONS,
  MAX_PAGE_SIZE,
  MAX_SEARCH_LENGTH,
  MAX_SORT_FIELDS,
} from "../../limits";
import type { FieldType } from "../../model";
import { GROUPED, MEASURED, MOMENTS, PERIODS } from "../../query/aggregate/aggregate-plan";
import {
  comparedSchema,
  type JsonSchema,
  operandSchema,
  optionSchema,
  orNull,
  presentSchema,
  readSchema,
  tuple,
  writeSchema,
} from "./field-schemas";
import type { Comparable, OfferedEntity } from "./offered-entity";

/**
 * What a schema's name adds to that of its entity. None ends like another, or like a schema that is no entity's, so that no
 * two names meet, whatever entities are called.
 */
export type Suffix =
  | "Record"
  | "Create"
  | "Update"
  | "Sort"
  | "Condition"
  | "Filter"
  | "Query"
  | "Aggregation"
  | "Batch"
  | "Key"
  | "Reference";

export function entityReference({ name }: { name: string }, suffix: Suffix): JsonSchema {
  return { $ref: `#/components/schemas/${name}${suffix}` };
}

export function entitySchemas(offered: OfferedEntity): Record<string, JsonSchema> {
  const { name, permissions, readable, references } = offered;
  const { list, create, update } = permissions;
  const own: [Suffix, JsonSchema | null][] = [
    ["Record", list || create || update ? recordSchema(offered) : null],
    ["Key", list && readable.length > 0 ? optionSchema(readable.map(({ key }) => key)) : null],
    ["Reference", list && references.length > 0 ? optionSchema(references.map(({ key }) => key)) : null],
    ["Create", create ? createSchema(offered) : null],
    ["Update", update ? updateSchema(offered) : null],
    ["Batch", create || update ? batchSchema(offered) : null],
    ["Sort", list ? sortSchema(offered) : null],
    ["Condition", list ? conditionSchema(offered.comparable) : null],
    ["Filter", list ? filterSchema(offered) : null],
    ["Query", list ? querySchema(offered) : null],
    ["Aggregation", list ? aggregationSchema(offered) : null],
  ];
  return Object.fromEntries(own.flatMap(([suffix, schema]) => (schema === null ? [] : [[name + suffix, schema]])));
}

const UUID = { type: "string", format: "uuid" };
const MOMENT = { type: "string", format: "date-time" };

/** No member of `data` is required: `fields` picks some, and one that can be read on some records only is absent from others. */
function recordSchema({ description, permissions, readable, references }: OfferedEntity): JsonSchema {
  const expanded = (permissions.list ? references : []).map(({ key, target }): [string, JsonSchema] => [
    key,
    target === null ? { type: "null" } : orNull({ $ref: `#/components/schemas/${target}Record` }),
  ]);
  return {
    type: "object",
    required: ["id", "entityKey", "created", "updated", "versionId", "data"],
    properties: {
      id: UUID,
      entityKey: { type: "string", const: description.entityKey },
      created: MOMENT,
      updated: MOMENT,
      versionId: UUID,
      data: { type: "object", properties: Object.fromEntries(readable.map((field) => [field.key, readSchema(field)])) },
      ...(expanded.length === 0 ? {} : { expanded: { type: "object", properties: Object.fromEntries(expanded) } }),
    },
    ...(description.description === null ? {} : { description: description.description }),
  };
}

function createSchema({ description }: OfferedEntity): JsonSchema {
  const fields = description.fields.filter(({ createable }) => createable);
  const required = fields.filter((field) => field.required && field.default === null).map(({ key }) => key);
  return closed(Object.fromEntries(fields.map((field) => [field.key, writeSchema(field, "create")])), required);
}

function updateSchema({ description }: OfferedEntity): JsonSchema {
  const fields = description.fields.filter(({ updateable }) => updateable);
  return closed(Object.fromEntries(fields.map((field) => [field.key, writeSchema(field, "update")])));
}

function batchSchema(offered: OfferedEntity): JsonSchema {
  const { permissions, matched, description } = offered;
  const version = { type: "string", description: "A `versionId`, or `*` for any version." };
  const operations: JsonSchema[] = [];
  if (permissions.create)
    operations.push(
      closed({ op: { type: "string", const: "create" }, data: entityReference(offered, "Create") }, ["op", "data"]),
    );
  if (permissions.update) {
    const members = {
      op: { type: "string", const: "update" },
      id: UUID,
      ifMatch: version,
      data: entityReference(offered, "Update"),
    };
    operations.push(closed(members, ["op", "id", "ifMatch", "data"]));
  }
  if (matched.length > 0) {
    const values = matched.map((field) => closed({ [field.key]: presentSchema(field) }, [field.key]));
    const written = description.fields.filter(({ createable, updateable }) => createable || updateable);
    const members = {
      op: { type: "string", const: "upsert" },
      match: { anyOf: values, description: "The key of one unique field, and its value." },
      ifMatch: {
        type: ["string", "null"],
        description: "A `versionId`, `*` for whatever is there, null where there must be nothing.",
      },
      data: closed(Object.fromEntries(written.map((field) => [field.key, writeSchema(field, "update")]))),
    };
    operations.push(closed(members, ["op", "match", "ifMatch", "data"]));
  }
  return closed(
    {
      operations: { type: "array", items: { anyOf: operations }, minItems: 1, maxItems: MAX_OPERATIONS },
      atomic: { type: ["boolean", "null"], description: "Whether all are written or none. True without it." },
      return: {
        type: ["string", "null"],
        enum: ["minimal", "representation", null],
        description: "`representation` adds the records. Minimal without it.",
      },
    },
    ["operations"],
  );
}

function sortSchema({ columns }: OfferedEntity): JsonSchema {
  return optionSchema(columns.filter(({ sortable }) => sortable).map(({ key }) => key));
}

/** Fields that are compared alike share their tuples. */
function conditionSchema(comparable: Comparable[]): JsonSchema {
  const alike = groupBy(comparable, ({ type, operators, options }) => JSON.stringify([type, operators, options]));
  const tuples = [...alike.values()].flatMap(tuplesOf);
  return {
    anyOf: tuples,
    description: "[field, operator, value]. Of a reference, `reference.field` asks for what it leads to.",
  };
}

function tuplesOf(fields: Comparable[]): JsonSchema[] {
  const [{ type, operators, options } = { type: "json" as const, operators: [], options: [] }] = fields;
  const value = comparedSchema(type === "multiselect" ? "select" : type, options);
  const byOperand = groupBy(operators, (operator) => JSON.stringify(operandSchema(operator, value)));
  const names = optionSchema(fields.map(({ name }) => name));
  return [...byOperand.values()].map((some) =>
    tuple([names, optionSchema(some), operandSchema(some[0] ?? "eq", value)]),
  );
}

function filterSchema(offered: OfferedEntity): JsonSchema {
  const filter = entityReference(offered, "Filter");
  const filters = { type: "array", items: filter, minItems: 1 };
  return {
    anyOf: [
      entityReference(offered, "Condition"),
      closed({ and: filters }, ["and"]),
      closed({ or: filters }, ["or"]),
      closed({ not: filter }, ["not"]),
    ],
    description: `At most ${MAX_FILTER_DEPTH} levels and ${MAX_FILTER_CONDITIONS} conditions.`,
  };
}

const SEARCH = { type: ["string", "null"], maxLength: MAX_SEARCH_LENGTH };

function querySchema(offered: OfferedEntity): JsonSchema {
  const { readable, references } = offered;
  const sortItem = closed({ field: entityReference(offered, "Sort"), direction: optionSchema(["asc", "desc"]) }, [
    "field",
    "direction",
  ]);
  return closed({
    where: orNull(entityReference(offered, "Filter")),
    sort: { type: ["array", "null"], items: sortItem, minItems: 1, maxItems: MAX_SORT_FIELDS },
    limit: {
      type: ["integer", "null"],
      minimum: 1,
      maximum: MAX_PAGE_SIZE,
      description: `${DEFAULT_PAGE_SIZE} without it.`,
    },
    cursor: { type: ["string", "null"], minLength: 1 },
    search: SEARCH,
    ...(readable.length === 0 ? {} : { fields: orNull(listOf(offered, "Key")) }),
    ...(references.length === 0 ? {} : { expand: orNull(listOf(offered, "Reference")) }),
  });
}

/** Keys without repetition. */
export function listOf(offered: OfferedEntity, suffix: "Key" | "Reference"): JsonSchema {
  const most = suffix === "Reference" ? { maxItems: MAX_EXPANDED } : {};
  return { type: "array", items: entityReference(offered, suffix), minItems: 1, ...most };
}

function aggregationSchema(offered: OfferedEntity): JsonSchema {
  const { columns } = offered;
  const keys = (types: readonly FieldType[]) =>
    columns.filter(({ key, type }) => types.includes(type) && key !== "id").map(({ key }) => key);
  const dates = keys(["date"]);
  const period = (some: string[], periods: readonly string[]) =>
    some.length === 0 ? [] : [closed({ field: optionSchema(some), by: orNull(optionSchema(periods)) }, ["field"])];
  const measure = (words: readonly string[], some: string[]) =>
    some.length === 0 ? [] : [tuple([optionSchema(words), optionSchema(some)])];
  return closed(
    {
      where: orNull(entityReference(offered, "Filter")),
      search: SEARCH,
      groupBy: {
        type: ["array", "null"],
        items: {
          anyOf: [
            optionSchema(keys(GROUPED)),
            ...period(
              keys(MOMENTS).filter((key) => !dates.includes(key)),
              PERIODS,
            ),
            ...period(
              dates,
              PERIODS.filter((by) => by !== "hour"),
            ),
          ],
        },
        maxItems: MAX_GROUP_FIELDS,
      },
      measures: {
        type: "object",
        propertyNames: { pattern: WORD_PATTERN.source, not: { const: "group" } },
        additionalProperties: {
          anyOf: [
            tuple([optionSchema(["count"])]),
            ...measure(
              ["count"],
              columns.map(({ key }) => key),
            ),
            ...measure(["sum", "avg"], keys(MEASURED.sum)),
            ...measure(["min", "max"], keys(MEASURED.min)),
          ],
        },
        minProperties: 1,
        maxProperties: MAX_MEASURES,
      },
    },
    ["measures"],
  );
}

function closed(properties: Record<string, JsonSchema>, required: string[] = []): JsonSchema {
  return {
    type: "object",
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}
