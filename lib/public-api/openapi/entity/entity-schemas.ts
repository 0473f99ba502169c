/** The schemas of one entity in a caller's document. What writes records is in `write-schemas`. */
import { MAX_EXPANDED, MAX_FILTER_CONDITIONS, MAX_FILTER_DEPTH, MAX_SORT_FIELDS } from "../../../limits";
import { DIRECTIONS, type JsonObject } from "../../../model";
import { recordEnvelope } from "../../schemas/examples";
import { filled, jsonPlace, type TextTemplate, textPlace, textTemplate } from "../text-template";
import { aggregationSchema } from "./aggregation-schema";
import { conditionSchema } from "./condition-schema";
import { closed, keysText, open, own, remembered, type Suffix } from "./entity-form";
import { exampleValue } from "./example-value";
import { readSchema } from "./field-schemas";
import type { OfferedEntity } from "./offered-entity";
import { shared } from "./shared-schemas";
import { optionSchema, orNull } from "./value-schemas";
import { batchSchema, createSchema, membersSchema, updateMembers } from "./write-schemas";

/** Properties of `components.schemas`, as JSON text. What all entities have in common comes from templates. */
export function entitySchemas(offered: OfferedEntity): string {
  const { name, permissions, readable, references, columns } = offered;
  const { list, create, update } = permissions;
  const isWritten = create || update;
  const places = { name, key: offered.description.entityKey };
  const updates = isWritten ? updateMembers(offered) : [];
  const own: [Suffix, string | null][] = [
    ["Record", list || isWritten ? recordSchema(offered) : null],
    ["Create", create ? createSchema(offered) : null],
    ["Update", update ? membersSchema(updates.filter(({ field }) => field.updateable)) : null],
    ["Batch", isWritten ? batchSchema(offered, updates) : null],
    ["Keys", list && readable.length > 0 ? filled(KEYS, { keys: keysOf(readable) }) : null],
    ["References", list && references.length > 0 ? filled(REFERENCES, { keys: keysOf(references) }) : null],
    ["Sort", list ? filled(SORT, { keys: keysOf(columns.filter(({ sortable }) => sortable)) }) : null],
    ["Condition", list ? conditionSchema(offered.comparable) : null],
    ["Filter", list ? filled(FILTER, places) : null],
    ["Page", list ? filled(PAGE, places) : null],
    ["Query", list ? filled(queryForm(readable.length > 0, references.length > 0), places) : null],
    ["Aggregation", list ? aggregationSchema(offered) : null],
  ];
  let text = "";
  for (const [suffix, schema] of own) if (schema !== null) text += `"${name}${suffix}":${schema},`;
  return text;
}

const UUID = { type: "string", format: "uuid" };
const MOMENT = { type: "string", format: "date-time" };

const ENVELOPE = {
  id: UUID,
  entityKey: { type: "string", const: textPlace("key") },
  created: MOMENT,
  updated: MOMENT,
  versionId: UUID,
};

const RECORD = textTemplate({
  type: "object",
  required: [...Object.keys(ENVELOPE), "data"],
  properties: {
    ...ENVELOPE,
    data: { type: "object", properties: jsonPlace("data") },
    expanded: { type: "object", properties: jsonPlace("expanded") },
  },
  examples: [{ ...recordEnvelope, entityKey: textPlace("key"), data: jsonPlace("example") }],
});

const PAGE = textTemplate(
  open({
    items: { type: "array", items: own("Record"), description: "A page can have fewer records than `limit`." },
    nextCursor: shared("NextCursor"),
  }),
);

export const RECORD_LEFT_OUT = textTemplate({
  ...open({ ...ENVELOPE, data: { type: "object" } }),
  description: `A record of \`${textPlace("key")}\`, whose fields this part of the document leaves out.`,
});

/** The schema of an entity that is not in this part of the document, but that a reference in it points to. */
export function recordLeftOut(key: string): string {
  return filled(RECORD_LEFT_OUT, { key });
}

/** The references whose records can be returned with a record. */
export function expandable({ permissions, references }: OfferedEntity): OfferedEntity["references"] {
  return permissions.list ? references : [];
}

/**
 * No property of `data` is required: `fields` selects some of them, and a field that the caller can read only on some records is
 * absent from the others.
 */
function recordSchema(offered: OfferedEntity): string {
  const { description, readable } = offered;
  const expanded = expandable(offered).map(({ key, target }) => {
    const schema = target === null ? { type: "null" } : orNull({ $ref: `#/components/schemas/${target}Record` });
    return `"${key}":${JSON.stringify(schema)}`;
  });
  const data = readable.map((field) => `"${field.key}":${readSchema(field)}`);
  const example: JsonObject = Object.fromEntries(readable.map((field) => [field.key, exampleValue(field)]));
  return filled(RECORD, {
    key: description.entityKey,
    data: `{${data.join()}}`,
    expanded: `{${expanded.join()}}`,
    example: JSON.stringify(example),
  });
}

/** Repeated keys count once, so `uniqueItems` is not demanded. */
const KEYS = textTemplate({
  type: "array",
  items: { type: "string", enum: jsonPlace("keys") },
  minItems: 1,
  description: "The keys that `data` has. Default: all.",
});
const REFERENCES = textTemplate({
  type: "array",
  items: { type: "string", enum: jsonPlace("keys") },
  minItems: 1,
  maxItems: MAX_EXPANDED,
  description: "References whose records are returned in `expanded`.",
});
const SORT = textTemplate({ type: "string", enum: jsonPlace("keys") });

function keysOf(fields: readonly { key: string }[]): string {
  return keysText(fields.map(({ key }) => key));
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

const QUERIES = new Map<string, TextTemplate>();

function queryForm(hasKeys: boolean, hasReferences: boolean): TextTemplate {
  const direction = optionSchema(DIRECTIONS);
  const sortItem = closed({ field: own("Sort"), direction }, ["field", "direction"]);
  return remembered(QUERIES, `${hasKeys} ${hasReferences}`, () =>
    closed({
      where: orNull(own("Filter")),
      sort: {
        anyOf: [
          { type: ["array", "null"], items: sortItem, minItems: 1, maxItems: MAX_SORT_FIELDS },
          shared("ByRelevance"),
        ],
      },
      limit: shared("PageSize"),
      cursor: shared("PageCursor"),
      search: shared("SearchText"),
      ...(hasKeys ? { fields: orNull(own("Keys")) } : {}),
      ...(hasReferences ? { expand: orNull(own("References")) } : {}),
    }),
  );
}
