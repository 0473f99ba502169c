/** The operations of callers' documents, as far as they are the same in all of them: written once for a process. */
import type { EntityAccess } from "../../access/compile";
import { yielder } from "../../time/event-loop";
import type { EndpointRow } from "../endpoints/endpoint";
import { ENTITY_ROWS, type EntityOperation, entityOperation } from "./entity/entity-operations";
import { anyOf, optionSchema } from "./entity/json-schema";
import { type Json, operationOf, pathOf } from "./operation";
import { SharedComponents } from "./shared-components";

/** The rows of the registry by name. */
export type Rows = Readonly<Record<string, EndpointRow>>;

/** Tags of operations that do not concern an entity. They cannot collide with an entity's key, which has no spaces. */
export const TOKEN_TAG = "The token";
export const WEBHOOKS_TAG = "Webhooks of the token";

export type SharedOperations = {
  /** In the order of the document. */
  ofEntity: readonly EntityOperation[];
  /** Properties of `paths` that every document has. */
  caller: Json;
  /** Those of documents whose caller can list something. */
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
  const rowOf = (name: string) => {
    const row = rows[name];
    if (row === undefined) throw new Error(`There is no endpoint ${name}.`);
    return row;
  };
  const ofEntity: EntityOperation[] = [];
  for (const name of ENTITY_ROWS) {
    await yieldToEventLoop();
    ofEntity.push(entityOperation(name, rowOf(name), components));
  }
  const search = rowOf("search");
  const callers = Object.values(rows).filter((row) => row.about === "caller" && row !== search);
  const pathsOf = async (tag: string, some: EndpointRow[]) => {
    const paths: Record<string, Json> = {};
    for (const row of some) {
      await yieldToEventLoop();
      const path = pathOf(row);
      paths[path] = { ...paths[path], [row.method.toLowerCase()]: callerOperation(row, tag, components) };
    }
    return paths;
  };
  const ofWebhooks = callers.filter(({ tag }) => tag === "Webhooks");
  const others = callers.filter((row) => !ofWebhooks.includes(row));
  return {
    ofEntity,
    caller: await pathsOf(TOKEN_TAG, others),
    webhooks: await pathsOf(WEBHOOKS_TAG, ofWebhooks),
    search: searchOperation(search, TOKEN_TAG, components),
    components,
  };
}

function callerOperation(row: EndpointRow, tag: string, components: SharedComponents): Json {
  const { responses, ...operation } = operationOf(row, components.schemas);
  const own = { ...(responses as Json), ...components.errorResponses(row) };
  return { ...operation, tags: [tag], responses: own };
}

type Parameter = Json & { name?: string };

/** The search over all entities: `listed` are those that the caller can list, `names` those of their schemas. */
type SearchOperation = (listed: EntityAccess[], names: ReadonlyMap<string, string>) => Json;

function searchOperation(row: EndpointRow, tag: string, shared: SharedComponents): SearchOperation {
  const schemas: Json = {};
  const { responses, parameters, ...operation } = operationOf(row, schemas);
  const result = schemas.SearchResult as { properties: Json };
  const found = schemas.FoundRecord as { properties: Json };
  const { 200: success, ...others } = responses as Record<string, Json>;
  const errors = shared.errorResponses(row);
  return (listed, names) => {
    const records = listed.map(({ entity }) => ({ $ref: `#/components/schemas/${names.get(entity.key)}Record` }));
    const fields = [...new Set(listed.flatMap(({ readable }) => [...readable.keys()]))];
    const lists = new Map([
      ["entities", listed.map(({ entity }) => entity.key)],
      ["fields", fields],
    ]);
    const items = { ...found, properties: { ...found.properties, record: anyOf(records) } };
    const own = {
      ...result,
      properties: { ...result.properties, items: { ...(result.properties.items as Json), items } },
    };
    const content = {
      "application/json": {
        schema: { type: "object", required: ["data"], properties: { data: own } },
        example: { data: { items: [], truncated: false } },
      },
    };
    return {
      ...operation,
      tags: [tag],
      parameters: (parameters as Parameter[]).map((parameter) => {
        const values = lists.get(parameter.name ?? "");
        return values === undefined ? parameter : listOf(parameter, values);
      }),
      responses: { ...others, 200: { ...success, content }, ...errors },
    };
  };
}

function listOf(parameter: Parameter, values: readonly string[]): Json {
  const schema = { type: "array", items: optionSchema(values), minItems: 1 };
  return { ...parameter, explode: false, allowReserved: true, schema };
}
