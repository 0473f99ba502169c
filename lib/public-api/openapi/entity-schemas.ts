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
import type { FieldType, Operator, Option } from "../../model";
import { GROUPED, MEASURED, PERIODS } from "../../query/aggregate/aggregate-plan";
import { isDue } from "./entity-examples";
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
import { filled, jsonPlace, type TextTemplate, textPlace, textTemplate } from "./text-template";

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

const NAME = textPlace("name");

/** The members of `components.schemas`, as JSON text. What all entities have in common is filled in, not written anew. */
export function entitySchemas(offered: OfferedEntity): string {
  const { name, permissions, readable, references, columns } = offered;
  const { list, create, update } = permissions;
  const isWritten = create || update;
  const places = { name, key: offered.description.entityKey };
  const own: [Suffix, string | null][] = [
    ["Record", list || isWritten ? recordSchema(offered) : null],
    ["Create", create ? fieldsSchema(offered, "create") : null],
    ["Update", update ? fieldsSchema(offered, "update") : null],
    ["Batch", isWritten ? batchSchema(offered) : null],
    ["Key", list && readable.length > 0 ? keysSchema(readable) : null],
    ["Reference", list && references.length > 0 ? keysSchema(references) : null],
    ["Sort", list ? keysSchema(columns.filter(({ sortable }) => sortable)) : null],
    ["Condition", list ? conditionSchema(offered.comparable) : null],
    ["Filter", list ? filled(FILTER, places) : null],
    ["Query", list ? filled(queryForm(readable.length > 0, references.length > 0), places) : null],
    ["Aggregation", list ? aggregationSchema(offered) : null],
  ];
  let text = "";
  for (const [suffix, schema] of own) if (schema !== null) text += `,"${name}${suffix}":${schema}`;
  return text;
}

const UUID = { type: "string", format: "uuid" };
const MOMENT = { type: "string", format: "date-time" };

const RECORD = textTemplate({
  type: "object",
  required: ["id", "entityKey", "created", "updated", "versionId", "data"],
  properties: {
    id: UUID,
    entityKey: { type: "string", const: textPlace("key") },
    created: MOMENT,
    updated: MOMENT,
    versionId: UUID,
    data: { type: "object", properties: jsonPlace("data") },
    expanded: { type: "object", properties: jsonPlace("expanded") },
  },
});

/** No member of `data` is required: `fields` picks some, and one that can be read on some records only is absent from others. */
function recordSchema({ description, permissions, readable, references }: OfferedEntity): string {
  const expanded = (permissions.list ? references : []).map(({ key, target }) => {
    const schema = target === null ? { type: "null" } : orNull({ $ref: `#/components/schemas/${target}Record` });
    return `"${key}":${JSON.stringify(schema)}`;
  });
  const data = readable.map((field) => `"${field.key}":${readSchema(field)}`);
  return filled(RECORD, {
    key: description.entityKey,
    data: `{${data.join()}}`,
    expanded: `{${expanded.join()}}`,
  });
}

/** What a create has to give, or an update can. */
function fieldsSchema({ description: { fields } }: OfferedEntity, op: "create" | "update"): string {
  const given = fields.filter(({ createable, updateable }) => (op === "create" ? createable : updateable));
  const members = given.map((field) => `"${field.key}":${writeSchema(field, op)}`);
  const required = op === "create" ? given.filter(isDue).map(({ key }) => key) : [];
  const demand = required.length === 0 ? "" : `,"required":${JSON.stringify(required)}`;
  return `{"type":"object","properties":{${members.join()}}${demand},"additionalProperties":false}`;
}

const VERSION = { type: "string", description: "A `versionId`, or `*` for any version." };
const CREATE_OPERATION = closed({ op: { type: "string", const: "create" }, data: own("Create") }, ["op", "data"]);
const UPDATE_OPERATION = closed(
  { op: { type: "string", const: "update" }, id: UUID, ifMatch: VERSION, data: own("Update") },
  ["op", "id", "ifMatch", "data"],
);
const UPSERT_OPERATION = closed(
  {
    op: { type: "string", const: "upsert" },
    match: { anyOf: jsonPlace("matches"), description: "The key of one unique field, and its value." },
    ifMatch: {
      type: ["string", "null"],
      description: "A `versionId`, `*` for whatever is there, null where there must be nothing.",
    },
    data: jsonPlace("data"),
  },
  ["op", "match", "ifMatch", "data"],
);

/** By which operations there are. */
const BATCHES = new Map<string, TextTemplate>();

function batchSchema({ name, permissions, matched, description }: OfferedEntity): string {
  const operations = [
    ...(permissions.create ? [CREATE_OPERATION] : []),
    ...(permissions.update ? [UPDATE_OPERATION] : []),
    ...(matched.length > 0 ? [UPSERT_OPERATION] : []),
  ];
  const form = remembered(
    BATCHES,
    operations.map(({ required }) => String(required)).join(";") + permissions.create,
    () =>
      closed(
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
      ),
  );
  const written = description.fields.filter(({ createable, updateable }) => createable || updateable);
  const members = matched.length === 0 ? [] : written.map((field) => `"${field.key}":${writeSchema(field, "update")}`);
  const matches = matched.map((field) => closed({ [field.key]: presentSchema(field) }, [field.key]));
  return filled(form, {
    name,
    matches: JSON.stringify(matches),
    data: `{"type":"object","properties":{${members.join()}},"additionalProperties":false}`,
  });
}

function keysSchema(fields: readonly { key: string }[]): string {
  return JSON.stringify(optionSchema(fields.map(({ key }) => key)));
}

/** By operators and values. */
const CONDITIONS = new Map<string, TextTemplate>();

/** Fields that are compared alike share their tuples. */
function conditionSchema(comparable: Comparable[]): string {
  const alike = groupBy(comparable, ({ type, operators, options }) => {
    const values = options.length > 0 ? JSON.stringify(options) : TEXTUAL.includes(type) ? "text" : type;
    return `${operationsOf(operators).key} ${values}`;
  });
  const texts: string[] = [];
  for (const [key, fields] of alike) {
    const [{ type, operators, options } = { type: "json" as const, operators: [], options: [] }] = fields;
    const names = fields.map(({ name }) => name);
    // Options are a field's own: what is written of them is not kept.
    if (options.length > 0) texts.push(JSON.stringify(tuplesOf(names, type, operators, options)).slice(1, -1));
    else {
      const form = remembered(CONDITIONS, key, () => tuplesOf(jsonPlace("names"), type, operators, []));
      texts.push(filled(form, { names: JSON.stringify(names) }).slice(1, -1));
    }
  }
  const said = "[field, operator, value]. Of a reference, `reference.field` asks for what it leads to.";
  return `{"anyOf":[${texts.join()}],"description":${JSON.stringify(said)}}`;
}

const TEXTUAL: readonly FieldType[] = ["text", "email", "url", "reference"];

/** `names`: a list, or the place of one. */
function tuplesOf(
  names: unknown,
  type: FieldType,
  operators: readonly Operator[],
  options: readonly Option[],
): JsonSchema[] {
  const value = comparedSchema(type, options);
  const field = { type: "string", enum: names };
  return operationsOf(operators).kinds.map(([one = "eq", ...others]) =>
    tuple([field, optionSchema([one, ...others]), operandSchema(one, value)]),
  );
}

type Operations = { key: string; kinds: Operator[][] };

const operations = new WeakMap<readonly Operator[], Operations>();

/** Operators by what they compare with. There are a few lists of them, each asked for thousands of times. */
function operationsOf(operators: readonly Operator[]): Operations {
  const known = operations.get(operators);
  if (known !== undefined) return known;
  const kindOf = (operator: Operator) => JSON.stringify(operandSchema(operator, { type: "integer" }));
  const found = { key: operators.join(), kinds: [...groupBy(operators, kindOf).values()] };
  operations.set(operators, found);
  return found;
}

const FILTERS = { type: "array", items: own("Filter"), minItems: 1 };
const FILTER = textTemplate({
  anyOf: [
    own("Condition"),
    closed({ and: FILTERS }, ["and"]),
    closed({ or: FILTERS }, ["or"]),
    closed({ not: own("Filter") }, ["not"]),
  ],
  description: `At most ${MAX_FILTER_DEPTH} levels and ${MAX_FILTER_CONDITIONS} conditions.`,
});

const SEARCH = { type: ["string", "null"], maxLength: MAX_SEARCH_LENGTH };

const QUERIES = new Map<string, TextTemplate>();

function queryForm(hasKeys: boolean, hasReferences: boolean): TextTemplate {
  const direction = optionSchema(["asc", "desc"]);
  const sortItem = closed({ field: own("Sort"), direction }, ["field", "direction"]);
  return remembered(QUERIES, `${hasKeys} ${hasReferences}`, () =>
    closed({
      where: orNull(own("Filter")),
      sort: { type: ["array", "null"], items: sortItem, minItems: 1, maxItems: MAX_SORT_FIELDS },
      limit: {
        type: ["integer", "null"],
        minimum: 1,
        maximum: MAX_PAGE_SIZE,
        description: `${DEFAULT_PAGE_SIZE} without it.`,
      },
      cursor: { type: ["string", "null"], minLength: 1 },
      search: SEARCH,
      ...(hasKeys ? { fields: orNull(listOf("Key")) } : {}),
      ...(hasReferences ? { expand: orNull(listOf("Reference")) } : {}),
    }),
  );
}

/** Some keys; those that are repeated count once. */
export function listOf(suffix: "Key" | "Reference"): JsonSchema {
  const most = suffix === "Reference" ? { maxItems: MAX_EXPANDED } : {};
  return { type: "array", items: own(suffix), minItems: 1, ...most };
}

const AGGREGATION = textTemplate(
  closed(
    {
      where: orNull(own("Filter")),
      search: SEARCH,
      groupBy: { type: ["array", "null"], items: { anyOf: jsonPlace("groups") }, maxItems: MAX_GROUP_FIELDS },
      measures: {
        type: "object",
        propertyNames: { pattern: WORD_PATTERN.source, not: { const: "group" } },
        additionalProperties: { anyOf: jsonPlace("measures") },
        minProperties: 1,
        maxProperties: MAX_MEASURES,
      },
    },
    ["measures"],
  ),
);

const NAMED = { type: "string", enum: jsonPlace("names") };
const DAILY = PERIODS.filter((by) => by !== "hour");
const BY_PERIOD = textTemplate(closed({ field: NAMED, by: orNull(optionSchema(PERIODS)) }, ["field"]));
const BY_DAY = textTemplate(closed({ field: NAMED, by: orNull(optionSchema(DAILY)) }, ["field"]));
const VALUES = textTemplate(NAMED);
const COUNT = textTemplate(tuple([optionSchema(["count"])]));
const COUNT_OF = textTemplate(tuple([optionSchema(["count"]), NAMED]));
const SUM_OF = textTemplate(tuple([optionSchema(["sum", "avg"]), NAMED]));
const EXTREME_OF = textTemplate(tuple([optionSchema(["min", "max"]), NAMED]));

function aggregationSchema({ name, columns }: OfferedEntity): string {
  const keys = (types: readonly FieldType[]) =>
    columns.filter(({ key, type }) => types.includes(type) && key !== "id").map(({ key }) => key);
  const all = columns.map(({ key }) => key);
  const groups = [of(VALUES, keys(GROUPED)), of(BY_PERIOD, keys(["datetime"])), of(BY_DAY, keys(["date"]))];
  const measures = [
    COUNT.join(""),
    of(COUNT_OF, all),
    of(SUM_OF, keys(MEASURED.sum)),
    of(EXTREME_OF, keys(MEASURED.min)),
  ];
  return filled(AGGREGATION, { name, groups: listed(groups), measures: listed(measures) });
}

/** Empty where there is nothing to name. */
function of(form: TextTemplate, names: string[]): string {
  return names.length === 0 ? "" : filled(form, { names: JSON.stringify(names) });
}

function listed(texts: string[]): string {
  return `[${texts.filter((text) => text !== "").join()}]`;
}

/** A schema of the same entity. */
export function own(suffix: Suffix): JsonSchema {
  return { $ref: `#/components/schemas/${NAME}${suffix}` };
}

function closed(properties: Record<string, unknown>, required: string[] = []): JsonSchema {
  return {
    type: "object",
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

function remembered(forms: Map<string, TextTemplate>, key: string, write: () => unknown): TextTemplate {
  const known = forms.get(key);
  if (known !== undefined) return known;
  const form = textTemplate(write());
  forms.set(key, form);
  return form;
}
