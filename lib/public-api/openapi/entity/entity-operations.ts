/** The operations of one entity in a caller's document: the rows of the registry, at the paths of this entity. */
import { MAX_SORT_FIELDS } from "../../../limits";
import { type EndpointRow, takesDryRun } from "../../endpoints/endpoint";
import { entityDescription } from "../../schemas/discovery";
import { aggregate, CURSOR, deleteResult, ETAG, RECORD_ID } from "../../schemas/examples";
import * as schemas from "../../schemas/response";
import { type OCCASIONAL_HEADERS, responseHeaders } from "../headers";
import { deprecationOf, type Json, LISTS, schemaOf } from "../operation";
import type { SharedComponents } from "../shared-components";
import { jsonPlace, textPlace } from "../text-template";
import { open, own } from "./entity-form";
import { shared as sharedSchema } from "./shared-schemas";
import type { JsonSchema } from "./value-schemas";

/** The names of the rows that concern an entity. */
export type EntityRowName =
  | "entities.describe"
  | "records.list"
  | "records.query"
  | "records.aggregate"
  | "records.read"
  | "changes.list"
  | "records.create"
  | "records.update"
  | "records.delete"
  | "records.batch";

const NAME = textPlace("name");

/** Names in generated clients. Unique across entities and verbs. */
const OPERATION_IDS: Record<EntityRowName, string> = {
  "entities.describe": `describe${NAME}`,
  "records.list": `list${NAME}`,
  "records.query": `query${NAME}`,
  "records.aggregate": `aggregate${NAME}`,
  "records.read": `get${NAME}Record`,
  "changes.list": `follow${NAME}`,
  "records.create": `create${NAME}Record`,
  "records.update": `update${NAME}Record`,
  "records.delete": `delete${NAME}Record`,
  "records.batch": `write${NAME}`,
};

/**
 * Besides the row, an operation's form depends on which fields the entity's records have. Entities with references, or with keys
 * that find one record, have fields too.
 */
export const VARIANTS = [
  "without fields",
  "with fields",
  "with references",
  "with keys",
  "with references and keys",
] as const;
export type Variant = (typeof VARIANTS)[number];

export function entityOperation(
  name: EntityRowName,
  row: EndpointRow,
  variant: Variant,
  shared: SharedComponents,
): { path: string; method: string; operation: Json } {
  const path = row.path.replace(":entityKey", textPlace("key")).replace(":recordId", "{recordId}");
  const body = bodyOf(name);
  const operation = {
    operationId: OPERATION_IDS[name],
    tags: [textPlace("key")],
    summary: `${row.summary}: ${textPlace("label")}`,
    description: row.description,
    ...deprecationOf(row),
    parameters: parametersOf(row, variant, shared),
    ...(body === null ? {} : { requestBody: { required: true, content: { "application/json": body } } }),
    responses: responsesOf(name, row, shared),
  };
  return { path, method: row.method.toLowerCase(), operation };
}

function parametersOf(row: EndpointRow, variant: Variant, shared: SharedComponents): Json[] {
  const names = Object.keys(row.parameters ?? {});
  return [
    ...(row.path.includes(":recordId")
      ? [{ $ref: `#/components/parameters/${variant.includes("keys") ? "RecordKey" : "RecordId"}` }]
      : []),
    ...names.flatMap((name) =>
      LISTS.includes(name) || name === "by"
        ? ownParameter(row, name, variant, shared)
        : [shared.queryParameter(row, name)],
    ),
    ...shared.headerParameters(row),
    { $ref: "#/components/parameters/RequestId" },
  ];
}

/** The list parameters and `by` are specific to the entity, because they enumerate its fields. */
function ownParameter(row: EndpointRow, name: string, variant: Variant, shared: SharedComponents): Json[] {
  const description = shared.descriptionOf(row, name);
  const list = (schema: JsonSchema) => [
    { name, in: "query", explode: false, allowReserved: true, description, schema },
  ];
  if (name === "by") {
    const schema = { type: "string", enum: jsonPlace("findable") };
    return variant.includes("keys") ? [{ name, in: "query", description, schema }] : [];
  }
  if (name === "sort") {
    const items = { type: "string", enum: jsonPlace("orders") };
    const orders = { type: "array", items, minItems: 1, maxItems: MAX_SORT_FIELDS };
    return list({ anyOf: [orders, sharedSchema("ByRelevance")] });
  }
  if (name === "fields") return variant === "without fields" ? [] : list(own("Keys"));
  return variant.includes("references") ? list(own("References")) : [];
}

function bodyOf(name: EntityRowName): Json | null {
  switch (name) {
    case "records.query":
      return { schema: own("Query"), example: jsonPlace("query") };
    case "records.aggregate":
      return { schema: own("Aggregation"), example: jsonPlace("aggregation") };
    case "records.create":
      return { schema: dataOf(own("Create"), "closed"), example: jsonPlace("create") };
    case "records.update":
      return { schema: dataOf(own("Update"), "closed"), example: jsonPlace("update") };
    case "records.batch":
      return { schema: own("Batch"), example: jsonPlace("batch") };
    default:
      return null;
  }
}

function responsesOf(name: EntityRowName, row: EndpointRow, shared: SharedComponents): Json {
  const { success, notModified } = row;
  // CSV is mentioned only in the description: as a second media type, generated clients would type a page as text, too.
  const content = {
    "application/json": { schema: dataOf(resultSchema(name, shared)), ...resultExample(name, shared) },
  };
  const headers = { ...responseHeaders(success.status, success.headers), ...occasionalHeaders(name, row) };
  return {
    // Written out for each entity: some generators treat a success response that is a reference as one without a body.
    [success.status]: { description: success.description, headers, content },
    ...(notModified === undefined ? {} : { 304: shared.notModified(row, notModified) }),
    ...shared.errorResponses(row),
  };
}

function occasionalHeaders(name: EntityRowName, row: EndpointRow): Json {
  const names: (keyof typeof OCCASIONAL_HEADERS)[] = takesDryRun(row) ? ["x-dry-run"] : [];
  if (name === "records.list" || name === "records.query") names.push("x-next-cursor");
  if (name === "records.list") names.push("Accept-Query");
  return Object.fromEntries(names.map((header) => [header, { $ref: `#/components/headers/${header}` }]));
}

const UUID = { type: "string", format: "uuid" };
const ENTITY_KEY = { type: "string", const: textPlace("key") };

/** The schema of the response's `data`. */
function resultSchema(name: EntityRowName, shared: SharedComponents): JsonSchema {
  switch (name) {
    case "entities.describe":
      return schemaOf(entityDescription, shared.schemas);
    case "records.list":
    case "records.query":
      return own("Page");
    case "records.aggregate":
      return schemaOf(schemas.aggregate, shared.schemas);
    case "records.read":
    case "records.create":
    case "records.update":
      return own("Record");
    case "records.delete":
      return schemaOf(schemas.deleteResult, shared.schemas);
    case "changes.list":
      return open({ items: { type: "array", items: { anyOf: CHANGES } }, ...FEED });
    case "records.batch":
      return open({ results: { type: "array", items: { anyOf: [writtenSchema(), failedSchema(shared)] } } });
    default:
      return name satisfies never;
  }
}

const CHANGES = [
  open({ type: { type: "string", const: "changed" }, record: own("Record"), at: sharedSchema("FeedTime") }),
  open({
    type: { type: "string", const: "removed" },
    id: UUID,
    entityKey: ENTITY_KEY,
    keys: { type: "object", properties: jsonPlace("keys") },
    at: sharedSchema("FeedTime"),
  }),
];
const FEED = {
  nextCursor: sharedSchema("FeedCursor"),
  more: sharedSchema("FeedHasMore"),
  reset: sharedSchema("FeedIsReset"),
};

const NOTHING_NEW = { items: [], nextCursor: CURSOR, more: false, reset: false };
const WRITTEN = { results: [{ status: 200, id: RECORD_ID, versionId: ETAG.slice(1, -1) }] };

/** Only if the schema of the record does not contain an example already. */
function resultExample(name: EntityRowName, shared: SharedComponents): Json {
  const referred = (example: string, summary: string, data: unknown) => ({
    examples: { [example]: shared.refer("examples", example, { summary, value: { data } }) },
  });
  switch (name) {
    case "records.aggregate":
      return { example: { data: aggregate } };
    case "records.delete":
      return { example: { data: { ...deleteResult, entityKey: textPlace("key") } } };
    case "changes.list":
      return referred("NothingNew", "Nothing has changed", NOTHING_NEW);
    case "records.batch":
      return referred("Written", "One record was written", WRITTEN);
    default:
      return {};
  }
}

function writtenSchema(): JsonSchema {
  const { properties, ...schema } = open({ status: { type: "integer", enum: [200, 201] }, id: UUID, versionId: UUID });
  const record = { ...own("Record"), description: 'With `"return": "representation"`, where the token can see it.' };
  return { ...schema, properties: { ...(properties as Json), record } };
}

function failedSchema(shared: SharedComponents): JsonSchema {
  return shared.refer("schemas", "RefusedOperation", schemaOf(schemas.refusedOperation, shared.schemas));
}

function dataOf(schema: JsonSchema, form: "open" | "closed" = "open"): JsonSchema {
  return { ...open({ data: schema }), ...(form === "closed" ? { additionalProperties: false } : {}) };
}
