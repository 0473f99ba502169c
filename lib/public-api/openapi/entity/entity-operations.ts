/** The operations of one entity in a caller's document: the rows of the registry, at the paths of this entity. */
import type { z } from "zod";
import { MAX_SORT_FIELDS } from "../../../limits";
import type { FieldType } from "../../../model";
import { RELEVANCE } from "../../../query/page/sort";
import { type EndpointRow, takesDryRun } from "../../endpoints/endpoint";
import { entityDescription } from "../../schemas/discovery";
import { CURSOR, ETAG, NO_ID, RECORD_ID } from "../../schemas/examples";
import * as schemas from "../../schemas/response";
import { type OCCASIONAL_HEADERS, responseHeaders } from "../headers";
import { deprecationOf, type Json, LISTS, schemaOf } from "../operation";
import type { SharedComponents } from "../shared-components";
import { type JsonSchema, open, optionSchema, own, UUID } from "./json-schema";
import type { OfferedEntity } from "./offered-entity";
import { shared as sharedSchema } from "./shared-schemas";
import { TYPE_SCHEMAS } from "./type-schemas";

/** The names of the rows that concern an entity, with the names of their operations in generated clients. */
const OPERATION_IDS = {
  "entities.describe": (name: string) => `describe${name}`,
  "records.list": (name: string) => `list${name}`,
  "records.create": (name: string) => `create${name}Record`,
  "records.query": (name: string) => `query${name}`,
  "records.aggregate": (name: string) => `aggregate${name}`,
  "records.batch": (name: string) => `write${name}`,
  "records.read": (name: string) => `get${name}Record`,
  "records.update": (name: string) => `update${name}Record`,
  "records.delete": (name: string) => `delete${name}Record`,
  "changes.list": (name: string) => `follow${name}`,
};
type EntityRowName = keyof typeof OPERATION_IDS;

/** In the order of the document. */
export const ENTITY_ROWS = Object.keys(OPERATION_IDS) as EntityRowName[];

/** Writes a row's operation for an entity. */
export type EntityOperation = { row: EndpointRow; operationOf(offered: OfferedEntity): Json };

/** Writes the parts that are the same for all entities once. */
export function entityOperation(name: EntityRowName, row: EndpointRow, shared: SharedComponents): EntityOperation {
  const parameters = parametersOf(row, shared);
  const result = resultOf(name, shared);
  const { success, notModified } = row;
  const headers = { ...responseHeaders(success.status, success.headers), ...occasionalHeaders(name, row) };
  const others = {
    ...(notModified === undefined ? {} : { 304: shared.notModified(row, notModified) }),
    ...shared.errorResponses(row),
  };
  const operationOf = (offered: OfferedEntity): Json => {
    const body = bodyOf(name, offered);
    const { schema, ...examples } = result(offered);
    // CSV is mentioned only in the description: as a second media type, generated clients would type a page as text, too.
    const content = { "application/json": { schema: dataOf(schema), ...examples } };
    return {
      operationId: OPERATION_IDS[name](offered.name),
      tags: [offered.description.entityKey],
      summary: `${row.summary}: ${offered.description.pluralLabel}`,
      description: row.description,
      ...deprecationOf(row),
      parameters: parameters.flatMap((parameter) => parameter(offered)),
      ...(body === null ? {} : { requestBody: requestBodyOf(body) }),
      // Written out for each entity: some generators treat a success response that is a reference as one without a body.
      responses: { [success.status]: { description: success.description, headers, content }, ...others },
    };
  };
  return { row, operationOf };
}

type ParameterOf = (offered: OfferedEntity) => Json[];

function parametersOf(row: EndpointRow, shared: SharedComponents): ParameterOf[] {
  const byId = { $ref: "#/components/parameters/RecordId" };
  const byKey = { $ref: "#/components/parameters/RecordKey" };
  const ofRecord: ParameterOf = ({ findable }) => [findable.length > 0 ? byKey : byId];
  const ofQuery = Object.keys(row.parameters ?? {}).map((name): ParameterOf => {
    if (LISTS.includes(name) || name === "by") return ownParameter(name, shared.descriptionOf(row, name));
    const parameter = [shared.queryParameter(row, name)];
    return () => parameter;
  });
  const ofHeaders = [...shared.headerParameters(row), { $ref: "#/components/parameters/RequestId" }];
  return [...(row.path.includes(":recordId") ? [ofRecord] : []), ...ofQuery, () => ofHeaders];
}

/** The list parameters and `by` are specific to the entity, because they enumerate its fields. */
function ownParameter(name: string, description: unknown): ParameterOf {
  const list = (schema: JsonSchema) => [
    { name, in: "query", explode: false, allowReserved: true, description, schema },
  ];
  switch (name) {
    case "by":
      return ({ findable }) =>
        findable.length === 0 ? [] : [{ name, in: "query", description, schema: optionSchema(findable) }];
    case "sort":
      return ({ columns }) => {
        const sortable = columns.filter((column) => column.sortable);
        // One list, although `relevance` stands alone: of a choice, express-openapi-validator does not see that it is a list.
        const items = optionSchema([...sortable.flatMap(({ key }) => [`${key}:asc`, `${key}:desc`]), RELEVANCE]);
        return list({ type: "array", items, minItems: 1, maxItems: MAX_SORT_FIELDS });
      };
    case "fields":
      return (offered) => (offered.readable.length === 0 ? [] : list(own(offered.name, "Keys")));
    default:
      return (offered) => (offered.references.length === 0 ? [] : list(own(offered.name, "References")));
  }
}

function bodyOf(rowName: EntityRowName, { name, examples }: OfferedEntity): Json | null {
  const update = examples.update ?? { data: {} };
  switch (rowName) {
    case "records.query":
      return { schema: own(name, "Query"), example: examples.query };
    case "records.aggregate":
      return { schema: own(name, "Aggregation"), example: examples.aggregate };
    case "records.create":
      return { schema: { ...dataOf(own(name, "Create")), additionalProperties: false }, example: examples.create };
    case "records.update":
      return { schema: { ...dataOf(own(name, "Update")), additionalProperties: false }, example: update };
    case "records.batch": {
      const operations = [{ op: "update", id: NO_ID, ifMatch: "*", ...update }];
      return { schema: own(name, "Batch"), example: examples.batch ?? { operations } };
    }
    default:
      return null;
  }
}

const IDS_NEEDED =
  "In the example, put the `id` of a record, from a list or a query, in the place of each id of zeros.";

function requestBodyOf(body: Json): Json {
  const needsIds = JSON.stringify(body.example).includes(NO_ID);
  return { ...(needsIds && { description: IDS_NEEDED }), required: true, content: { "application/json": body } };
}

function occasionalHeaders(name: EntityRowName, row: EndpointRow): Json {
  const names: (keyof typeof OCCASIONAL_HEADERS)[] = takesDryRun(row) ? ["x-dry-run"] : [];
  if (name === "records.list" || name === "records.query") names.push("x-next-cursor");
  if (name === "records.list") names.push("Accept-Query");
  return Object.fromEntries(names.map((header) => [header, { $ref: `#/components/headers/${header}` }]));
}

/** The schema of the response's `data`, with examples of the response where tools would not find one in the schema. */
type Result = { schema: JsonSchema; examples?: Json };

function resultOf(rowName: EntityRowName, shared: SharedComponents): (offered: OfferedEntity) => Result {
  const sameForAll = (type: z.ZodType) => {
    const schema = schemaOf(type, shared.schemas);
    return () => ({ schema });
  };
  switch (rowName) {
    case "entities.describe":
      return sameForAll(entityDescription);
    case "records.list":
    case "records.query":
      return ({ name }) => ({ schema: own(name, "Page") });
    case "records.aggregate":
      return sameForAll(schemas.aggregate);
    case "records.read":
    case "records.create":
    case "records.update":
      return ({ name }) => ({ schema: own(name, "Record") });
    case "records.delete":
      return sameForAll(schemas.deleteResult);
    case "changes.list": {
      const examples = sharedExample(shared, "NothingNew", "Nothing has changed", NOTHING_NEW);
      return (offered) => ({ schema: feedSchema(offered), examples });
    }
    case "records.batch": {
      const refused = shared.refer("schemas", "RefusedOperation", schemaOf(schemas.refusedOperation, shared.schemas));
      const examples = sharedExample(shared, "Written", "One record was written", WRITTEN);
      return ({ name }) => ({
        schema: open({ results: { type: "array", items: { anyOf: [writtenSchema(name), refused] } } }),
        examples,
      });
    }
    default:
      return rowName satisfies never;
  }
}

const NOTHING_NEW = { items: [], nextCursor: CURSOR, more: false, reset: false };
const WRITTEN = { results: [{ status: 200, id: RECORD_ID, versionId: ETAG.slice(1, -1) }] };

function sharedExample(shared: SharedComponents, name: string, summary: string, data: unknown): Json {
  return { [name]: shared.refer("examples", name, { summary, value: { data } }) };
}

function feedSchema({ name, readable, description: { entityKey } }: OfferedEntity): JsonSchema {
  const unique = readable.filter((field) => field.unique);
  const keys = unique.map(({ key, type }) => [key, TYPE_SCHEMAS[type as FieldType].compared([])]);
  const changed = open({
    type: { type: "string", const: "changed" },
    record: own(name, "Record"),
    at: sharedSchema("FeedTime"),
  });
  const removed = open({
    type: { type: "string", const: "removed" },
    id: UUID,
    entityKey: { type: "string", const: entityKey },
    keys: { type: "object", properties: Object.fromEntries(keys) },
    at: sharedSchema("FeedTime"),
  });
  return open({
    items: { type: "array", items: { anyOf: [changed, removed] } },
    nextCursor: sharedSchema("FeedCursor"),
    more: sharedSchema("FeedHasMore"),
    reset: sharedSchema("FeedIsReset"),
  });
}

function writtenSchema(name: string): JsonSchema {
  const { properties, ...schema } = open({ status: { type: "integer", enum: [200, 201] }, id: UUID, versionId: UUID });
  const record = {
    ...own(name, "Record"),
    description: 'With `"return": "representation"`, where the token can see it.',
  };
  return { ...schema, properties: { ...(properties as Json), record } };
}

function dataOf(schema: JsonSchema): JsonSchema {
  return open({ data: schema });
}
