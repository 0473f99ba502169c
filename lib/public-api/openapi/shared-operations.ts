/** The operations of callers' documents, as far as they are the same in all of them: written once for a process. */
import type { EntityAccess } from "../../access/compile";
import { yielder } from "../../time/event-loop";
import { type DocumentedRow, withDocumentation } from "../endpoints/documentation";
import type { EndpointRow } from "../endpoints/endpoint";
import { ENTITY_ROWS, type EntityOperation, entityOperation } from "./entity/entity-operations";
import { type Json, open, optionSchema } from "./entity/json-schema";
import { operationOf, pathOf } from "./operation";
import { SharedComponents } from "./shared-components";

export type Rows = Readonly<Record<string, EndpointRow>>;

/** Tags of operations that do not concern an entity. They cannot collide with an entity's key, which has no spaces. */
export const TOKEN_TAG = "The token";
export const WEBHOOKS_TAG = "Webhooks of the token";

export type SharedOperations = {
  /** In the order of the document. */
  ofEntity: readonly EntityOperation[];
  /** Properties of `paths` that every document has. */
  caller: Json;
  /** Properties of `paths` for callers who can list something. */
  webhooks: Json;
  search: SearchOperation;
  components: SharedComponents;
};

const written = new WeakMap<Rows, Promise<SharedOperations>>();

export function sharedOperations(rows: Rows): Promise<SharedOperations> {
  const operations = written.get(rows) ?? write(rows);
  written.set(rows, operations);
  return operations;
}

async function write(rows: Rows): Promise<SharedOperations> {
  const yieldToEventLoop = yielder();
  const components = new SharedComponents();
  const ofEntity: EntityOperation[] = [];
  for (const name of ENTITY_ROWS) {
    await yieldToEventLoop();
    ofEntity.push(entityOperation(name, rowOf(rows, name), components));
  }
  const search = rowOf(rows, "search");
  const [caller, webhooks]: [Record<string, Json>, Record<string, Json>] = [{}, {}];
  for (const row of Object.values(rows).map(withDocumentation)) {
    if (row.about !== "caller" || row.operationId === search.operationId) continue;
    await yieldToEventLoop();
    const [paths, tag] = row.tag === "Webhooks" ? [webhooks, WEBHOOKS_TAG] : [caller, TOKEN_TAG];
    const path = pathOf(row);
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: callerOperation(row, tag, components) };
  }
  return { ofEntity, caller, webhooks, search: searchOperation(search, components), components };
}

function rowOf(rows: Rows, name: string): DocumentedRow {
  const row = rows[name];
  if (row === undefined) throw new Error(`There is no endpoint ${name}.`);
  return withDocumentation(row);
}

function callerOperation(
  row: DocumentedRow,
  tag: string,
  components: SharedComponents,
  schemas = components.schemas,
): Json {
  return { ...operationOf(row, schemas, (each) => components.errorResponses(each)), tags: [tag] };
}

type Parameter = Json & { name?: string };

/** The search over all entities: `listed` are those that the caller can list, `records` is the schema of their records. */
type SearchOperation = (listed: EntityAccess[], records: Json) => Json;

function searchOperation(row: DocumentedRow, shared: SharedComponents): SearchOperation {
  const schemas: Json = {};
  const { responses, parameters, ...operation } = callerOperation(row, TOKEN_TAG, shared, schemas);
  const result = schemas.SearchResult as { properties: Json };
  const found = schemas.FoundRecord as { properties: Json };
  const { 200: success, ...others } = responses as Record<string, Json>;
  return (listed, records) => {
    const lists = new Map([
      ["entities", listed.map(({ entity }) => entity.key)],
      ["fields", [...new Set(listed.flatMap(({ readable }) => [...readable.keys()]))]],
    ]);
    const items = { ...found, properties: { ...found.properties, record: records } };
    const data = {
      ...result,
      properties: { ...result.properties, items: { ...(result.properties.items as Json), items } },
    };
    const content = {
      "application/json": { schema: open({ data }), example: { data: { items: [], truncated: false } } },
    };
    return {
      ...operation,
      parameters: (parameters as Parameter[]).map((parameter) => {
        const values = lists.get(parameter.name ?? "");
        return values === undefined ? parameter : listOf(parameter, values);
      }),
      responses: { ...others, 200: { ...success, content } },
    };
  };
}

function listOf(parameter: Parameter, values: readonly string[]): Json {
  const schema = { type: "array", items: optionSchema(values), minItems: 1 };
  return { ...parameter, explode: false, allowReserved: true, schema };
}
