/** The search over all entities in a caller's document: with the entities and fields that this caller can list. */
import type { EntityAccess } from "../../access/compile";
import type { EndpointRow } from "../endpoints/endpoint";
import { anyOf } from "./entity/value-schemas";
import { type Json, operationOf, pathOf } from "./operation";
import { referencesIn, type SharedComponents } from "./shared-components";

/** `text` has `RECORDS`, `ENTITIES` and `FIELDS` in place of the caller's own. */
export type SearchForm = { text: string; references: readonly string[] };

const RECORDS = '"<records>"';
const ENTITIES = '"<entities>"';
const FIELDS = '"<fields>"';

type Parameter = Json & { name?: string };

export function searchForm(row: EndpointRow, tag: string, shared: SharedComponents): SearchForm {
  const schemas: Json = {};
  const { responses, parameters, ...operation } = operationOf(row, schemas);
  const result = schemas.SearchResult as { properties: Json };
  const found = schemas.FoundRecord as { properties: Json };
  const own = {
    ...result,
    properties: {
      ...result.properties,
      items: {
        ...(result.properties.items as Json),
        items: { ...found, properties: { ...found.properties, record: JSON.parse(RECORDS) } },
      },
    },
  };
  const { 200: success, ...others } = responses as Record<string, Json>;
  const content = {
    "application/json": {
      schema: { type: "object", required: ["data"], properties: { data: own } },
      example: { data: { items: [], truncated: false } },
    },
  };
  const named = (parameters as Parameter[]).map((parameter) => {
    if (parameter.name === "entities") return listOf(parameter, ENTITIES);
    return parameter.name === "fields" ? listOf(parameter, FIELDS) : parameter;
  });
  const path = {
    [pathOf(row)]: {
      get: {
        ...operation,
        tags: [tag],
        parameters: named,
        responses: { ...others, 200: { ...success, content }, ...shared.errorResponses(row) },
      },
    },
  };
  const text = JSON.stringify(path).slice(1, -1);
  return { text, references: referencesIn(text) };
}

function listOf(parameter: Parameter, values: string): Json {
  const items = { type: "string", enum: JSON.parse(values) };
  return { ...parameter, explode: false, allowReserved: true, schema: { type: "array", items, minItems: 1 } };
}

/** As a property of `paths`. `listed` are the entities that the caller can list, `names` those of their schemas. */
export function searchPath(form: SearchForm, listed: EntityAccess[], names: ReadonlyMap<string, string>): string {
  const records = listed.map(({ entity }) => ({ $ref: `#/components/schemas/${names.get(entity.key)}Record` }));
  const fields = [...new Set(listed.flatMap(({ readable }) => [...readable.keys()]))];
  return form.text
    .replace(RECORDS, () => JSON.stringify(anyOf(records)))
    .replace(ENTITIES, () => JSON.stringify(listed.map(({ entity }) => entity.key)))
    .replace(FIELDS, () => JSON.stringify(fields));
}
