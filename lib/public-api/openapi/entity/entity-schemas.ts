/** The schemas of one entity in the document of a caller: records, writes, filters, queries and aggregates. */
import type { FieldView } from "../../../entities/view";
import {
  MAX_EXPANDED,
  MAX_FILTER_CONDITIONS,
  MAX_FILTER_DEPTH,
  MAX_OPERATIONS,
  MAX_SORT_FIELDS,
} from "../../../limits";
import type { JsonObject } from "../../../model";
import { recordEnvelope } from "../../schemas/examples";
import { filled, jsonPlace, type TextTemplate, textPlace, textTemplate } from "../text-template";
import { aggregationSchema } from "./aggregation-schema";
import { conditionSchema } from "./condition-schema";
import { exampleValue, isDue } from "./entity-examples";
import { closed, keysText, open, own, remembered, type Suffix } from "./entity-form";
import { presentSchema, readSchema, writeSchema } from "./field-schemas";
import type { OfferedEntity } from "./offered-entity";
import { shared } from "./shared-schemas";
import { optionSchema, orNull } from "./value-schemas";

/** The members of `components.schemas`, as JSON text. What all entities have in common is filled in, not written anew. */
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
  examples: [{ ...recordEnvelope, entityKey: textPlace("key"), data: jsonPlace("example") }],
});

const PAGE = textTemplate(
  open({
    items: { type: "array", items: own("Record"), description: "A page can have fewer records than `limit`." },
    nextCursor: shared("NextCursor"),
  }),
);

/** No member of `data` is required: `fields` picks some, and one that can be read on some records only is absent from others. */
function recordSchema({ description, permissions, readable, references }: OfferedEntity): string {
  const expanded = (permissions.list ? references : []).map(({ key, target }) => {
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

type Member = { field: FieldView; text: string };

/** Of an update, and of an upsert, which can give what either a create or an update can. */
function updateMembers({ description: { fields } }: OfferedEntity): Member[] {
  return fields
    .filter(({ createable, updateable }) => createable || updateable)
    .map((field) => ({ field, text: `"${field.key}":${writeSchema(field, "update")}` }));
}

function createSchema({ description: { fields } }: OfferedEntity): string {
  const given = fields.filter(({ createable }) => createable);
  const members = given.map((field) => ({ field, text: `"${field.key}":${writeSchema(field, "create")}` }));
  return membersSchema(members, given.filter(isDue));
}

/** An object of these members alone. */
function membersSchema(members: readonly Member[], required: readonly FieldView[] = []): string {
  const demand = required.length === 0 ? "" : `,"required":${keysText(required.map(({ key }) => key))}`;
  return `{"type":"object","properties":{${members.map(({ text }) => text).join()}}${demand},"additionalProperties":false}`;
}

const CREATE_OPERATION = closed({ op: { type: "string", const: "create" }, data: own("Create") }, ["op", "data"]);
const UPDATE_OPERATION = closed(
  { op: { type: "string", const: "update" }, id: UUID, ifMatch: shared("Version"), data: own("Update") },
  ["op", "id", "ifMatch", "data"],
);
const UPSERT_OPERATION = closed(
  {
    op: { type: "string", const: "upsert" },
    match: { anyOf: jsonPlace("matches"), description: "The key of one unique field, and its value." },
    ifMatch: shared("VersionOrNothing"),
    data: jsonPlace("data"),
  },
  ["op", "match", "ifMatch", "data"],
);

/** By which operations there are. */
const BATCHES = new Map<string, TextTemplate>();

function batchSchema({ name, permissions, matched }: OfferedEntity, updates: readonly Member[]): string {
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
          atomic: shared("IsAtomic"),
          return: shared("Returned"),
        },
        ["operations"],
      ),
  );
  const matches = matched.map((field) => closed({ [field.key]: presentSchema(field) }, [field.key]));
  return filled(form, {
    name,
    matches: JSON.stringify(matches),
    data: matched.length === 0 ? "" : upsertData(name, permissions, updates),
  });
}

/** What either a create or an update can give: mostly the same as an update. */
function upsertData(name: string, { update }: OfferedEntity["permissions"], updates: readonly Member[]): string {
  const isUpdate = update && updates.every(({ field }) => field.updateable);
  return isUpdate ? `{"$ref":"#/components/schemas/${name}Update"}` : membersSchema(updates);
}

/** Those that are repeated count once. */
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
  const direction = optionSchema(["asc", "desc"]);
  const sortItem = closed({ field: own("Sort"), direction }, ["field", "direction"]);
  return remembered(QUERIES, `${hasKeys} ${hasReferences}`, () =>
    closed({
      where: orNull(own("Filter")),
      sort: { type: ["array", "null"], items: sortItem, minItems: 1, maxItems: MAX_SORT_FIELDS },
      limit: shared("PageSize"),
      cursor: shared("PageCursor"),
      search: shared("SearchText"),
      ...(hasKeys ? { fields: orNull(own("Keys")) } : {}),
      ...(hasReferences ? { expand: orNull(own("References")) } : {}),
    }),
  );
}
