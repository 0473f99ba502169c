/** The operations of one entity in a caller's document: the rows of the registry, at the paths of this entity. */
import { MAX_SORT_FIELDS } from "../../../limits";
import { RELEVANCE } from "../../../query/page/sort";
import type { DocumentedRow } from "../../endpoints/documentation";
import { takesDryRun } from "../../endpoints/endpoint";
import { NO_ID } from "../../schemas/examples";
import { type OCCASIONAL_HEADERS, responseHeaders } from "../headers";
import { parametersOf, requestBodyOf, schemaOf } from "../operation";
import { inPascalCase, type SharedComponents } from "../shared-components";
import { type Json, open, optionSchema, own, type Suffix, UUID } from "./json-schema";
import type { OfferedEntity } from "./offered-entity";
import { shared as sharedSchema } from "./shared-schemas";
import { TYPE_SCHEMAS } from "./type-schemas";

/** The schema of the response's `data`, with examples of the response where tools would not find one in the schema. */
type Result = { schema: Json; examples?: Json };

type Operation = {
  /** The operation's name in generated clients, by that of the entity. */
  id: (name: string) => string;
  body?: (offered: OfferedEntity) => { schema: Json; example: unknown };
  /** Without it, the result of every entity has the schema of the row. */
  result?: (offered: OfferedEntity) => Result;
  headers?: readonly (keyof typeof OCCASIONAL_HEADERS)[];
};

/** The keys are names of rows, in the order of the document. */
const OPERATIONS = {
  "entities.describe": { id: (name) => `describe${name}` },
  "records.list": { id: (name) => `list${name}`, result: resultOf("Page"), headers: ["x-next-cursor", "Accept-Query"] },
  "records.create": {
    id: (name) => `create${name}Record`,
    body: ({ name, examples }) => ({ schema: writtenData(name, "Create"), example: examples.create }),
    result: resultOf("Record"),
  },
  "records.query": {
    id: (name) => `query${name}`,
    body: ({ name, examples }) => ({ schema: own(name, "Query"), example: examples.query }),
    result: resultOf("Page"),
    headers: ["x-next-cursor"],
  },
  "records.aggregate": {
    id: (name) => `aggregate${name}`,
    body: ({ name, examples }) => ({ schema: own(name, "Aggregation"), example: examples.aggregate }),
  },
  "records.batch": {
    id: (name) => `write${name}`,
    body: ({ name, examples }) => ({
      schema: own(name, "Batch"),
      example: examples.batch ?? { operations: [{ op: "update", id: NO_ID, ifMatch: "*", ...NO_CHANGES }] },
    }),
    result: batchResult,
  },
  "records.read": { id: (name) => `get${name}Record`, result: resultOf("Record") },
  "records.update": {
    id: (name) => `update${name}Record`,
    body: ({ name, examples }) => ({ schema: writtenData(name, "Update"), example: examples.update ?? NO_CHANGES }),
    result: resultOf("Record"),
  },
  "records.delete": { id: (name) => `delete${name}Record` },
  "changes.list": { id: (name) => `follow${name}`, result: feedResult },
} satisfies Record<string, Operation>;

export const ENTITY_ROWS = Object.keys(OPERATIONS) as (keyof typeof OPERATIONS)[];

/** Writes a row's operation for an entity. */
export type EntityOperation = { row: DocumentedRow; operationOf(offered: OfferedEntity): Json };

/** Writes the parts that are the same for all entities once. */
export function entityOperation(
  rowName: keyof typeof OPERATIONS,
  row: DocumentedRow,
  shared: SharedComponents,
): EntityOperation {
  const { id, body, result = sameForAll(row, shared), headers: occasional = [] }: Operation = OPERATIONS[rowName];
  const { success, notModified } = row;
  const parameters = parametersOf(row, {}).map((parameter) => parameterOf(parameter, shared));
  const names = [...(takesDryRun(row) ? ["x-dry-run"] : []), ...occasional];
  const headers = {
    ...responseHeaders(success.status, success.headers),
    ...Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
  };
  const unchanged = { description: notModified, headers: responseHeaders(304, success.headers) };
  const others = {
    ...(notModified && { 304: shared.refer("responses", `${inPascalCase(row.operationId)}304`, unchanged) }),
    ...shared.errorResponses(row),
  };
  const operationOf = (offered: OfferedEntity): Json => {
    const { schema, ...examples } = result(offered);
    // CSV is mentioned only in the description: as a second media type, generated clients would type a page as text, too.
    const content = { "application/json": { schema: open({ data: schema }), ...examples } };
    return {
      operationId: id(offered.name),
      tags: [offered.description.entityKey],
      summary: `${row.summary}: ${offered.description.pluralLabel}`,
      description: row.description,
      ...(row.deprecated && { deprecated: true }),
      parameters: parameters.flatMap((parameter) => parameter(offered)),
      ...(body && { requestBody: withIdsNeeded(body(offered)) }),
      // Written out for each entity: some generators treat a success response that is a reference as one without a body.
      responses: { [success.status]: { description: success.description, headers, content }, ...others },
    };
  };
  return { row, operationOf };
}

const NO_CHANGES = { data: {} };

const IDS_NEEDED =
  "In the example, put the `id` of a record, from a list or a query, in the place of each id of zeros.";

function withIdsNeeded(body: Json): Json {
  const needsIds = JSON.stringify(body.example).includes(NO_ID);
  return { ...(needsIds && { description: IDS_NEEDED }), ...requestBodyOf(body) };
}

/** `parameter` is that of a row. Those that enumerate the entity's fields are written for each entity. */
function parameterOf(parameter: Json, shared: SharedComponents): (offered: OfferedEntity) => Json[] {
  const { name, description } = parameter;
  const list = (schema: Json) => [{ name, in: "query", explode: false, allowReserved: true, description, schema }];
  switch (name) {
    case "entityKey":
      return () => [];
    case "recordId":
      return ({ findable }) => [{ $ref: `#/components/parameters/Record${findable.length > 0 ? "Key" : "Id"}` }];
    case "by":
      return ({ findable }) =>
        findable.length === 0
          ? []
          : [{ name, in: "query", description, schema: optionSchema(findable.map(({ key }) => key)) }];
    case "sort":
      return ({ columns }) => {
        const sortable = columns.filter((column) => column.sortable);
        // One list, although `relevance` stands alone: express-openapi-validator does not recognize a choice as a list.
        const items = optionSchema([...sortable.flatMap(({ key }) => [`${key}:asc`, `${key}:desc`]), RELEVANCE]);
        return list({ type: "array", items, minItems: 1, maxItems: MAX_SORT_FIELDS });
      };
    case "fields":
      return (offered) => (offered.readable.length === 0 ? [] : list(own(offered.name, "Keys")));
    case "expand":
      return (offered) => (offered.references.length === 0 ? [] : list(own(offered.name, "References")));
    default: {
      const isShared = parameter.$ref !== undefined;
      const common = [isShared ? parameter : shared.refer("parameters", inPascalCase(String(name)), parameter)];
      return () => common;
    }
  }
}

/** The schema of a body with only `data`. */
function writtenData(name: string, suffix: Suffix): Json {
  return { ...open({ data: own(name, suffix) }), additionalProperties: false };
}

function resultOf(suffix: Suffix): NonNullable<Operation["result"]> {
  return ({ name }) => ({ schema: own(name, suffix) });
}

function sameForAll({ success }: DocumentedRow, shared: SharedComponents): NonNullable<Operation["result"]> {
  const schema = schemaOf(success.schema, shared.schemas);
  return () => ({ schema });
}

function batchResult({ name }: OfferedEntity): Result {
  const items = { anyOf: [writtenSchema(name), sharedSchema("RefusedOperation")] };
  const examples = { Written: { $ref: "#/components/examples/Written" } };
  return { schema: open({ results: { type: "array", items } }), examples };
}

function writtenSchema(name: string): Json {
  const { properties, ...schema } = open({ status: { type: "integer", enum: [200, 201] }, id: UUID, versionId: UUID });
  const record = {
    ...own(name, "Record"),
    description: 'With `"return": "representation"`, where the token can see it.',
  };
  return { ...schema, properties: { ...(properties as Json), record } };
}

function feedResult({ name, readable, description: { entityKey } }: OfferedEntity): Result {
  const unique = readable.filter((field) => field.unique);
  const keys = unique.map(({ key, type }) => [key, TYPE_SCHEMAS[type].compared([])]);
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
  const schema = open({
    items: { type: "array", items: { anyOf: [changed, removed] } },
    nextCursor: sharedSchema("FeedCursor"),
    more: sharedSchema("FeedHasMore"),
    reset: sharedSchema("FeedIsReset"),
  });
  return { schema, examples: { NothingNew: { $ref: "#/components/examples/NothingNew" } } };
}
