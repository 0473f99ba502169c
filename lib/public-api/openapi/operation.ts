/** Turns a row of the registry into an OpenAPI operation: parameters, bodies, responses, and the schemas that they refer to. */
import { z } from "zod";
import type { DocumentedRow } from "../endpoints/documentation";
import type { Parameter } from "../input/query-string";
import { ENTITY_KEY } from "../schemas/examples";
import type { Json } from "./entity/json-schema";
import { errorResponses } from "./errors";
import { DEPRECATION_HEADERS, responseHeaders, writeHeaders } from "./headers";

export const REQUEST_ID = {
  name: "x-request-id",
  in: "header",
  required: false,
  description: "An id for the request, which the response returns. Without it, the service creates one.",
  schema: { type: "string", minLength: 1, maxLength: 200, pattern: "^[ -~]+$" },
};

/** Ids have no example: a request with an invented one finds nothing. */
const PATH_PARAMETERS: Record<string, Json> = {
  entityKey: {
    description: "The `entityKey` of an entity that discovery lists.",
    schema: { type: "string" },
    example: ENTITY_KEY,
  },
  recordId: {
    description: "The `id` of a record, from a list or a query; with `by`, its value in that field.",
    schema: { type: "string", minLength: 1 },
  },
  webhookId: {
    description: "The `id` of a webhook of the token, from the list of webhooks.",
    schema: { type: "string", format: "uuid" },
  },
};

/** The path of a row in OpenAPI's notation. */
export function pathOf({ path }: DocumentedRow): string {
  return path.replace(/:(\w+)/g, "{$1}");
}

/** Adds the schemas that the operation refers to to `schemas`. */
export function operationOf(endpoint: DocumentedRow, schemas: Json, errorsOf = errorResponses): Json {
  const { operationId, tag, summary, description, deprecated, body, examples } = endpoint;
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    ...(deprecated && { deprecated: true }),
    parameters: parametersOf(endpoint, schemas),
    ...(body && { requestBody: requestBodyOf({ schema: schemaOf(body.schema, schemas), examples }) }),
    responses: { ...successesOf(endpoint, schemas), ...errorsOf(endpoint) },
  };
}

export function parametersOf({ path, parameters = {}, headers = {} }: DocumentedRow, schemas: Json): Json[] {
  return [
    ...[...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => pathParameter(name)),
    ...Object.entries(parameters).map(([name, parameter]) => queryParameter(name, parameter, schemas)),
    ...Object.entries(headers).map(([name, header]) => ({ name, in: "header", ...header })),
    { $ref: "#/components/parameters/RequestId" },
  ];
}

export function pathParameter(name: string): Json {
  return { name, in: "path", required: true, ...PATH_PARAMETERS[name] };
}

/** These lists contain unescaped commas and colons. Without `allowReserved`, request validators demand that they are escaped. */
const LISTS: readonly string[] = ["sort", "fields", "expand"];

function queryParameter(name: string, { schema: type, isRequired = false }: Parameter<unknown>, schemas: Json): Json {
  const { description, examples, ...schema } = schemaOf(type, schemas);
  const form = LISTS.includes(name) ? { allowReserved: true } : {};
  // Importers look for the example beside the schema.
  const example = Array.isArray(examples) ? { example: examples[0] } : {};
  return { name, in: "query", required: isRequired, ...form, description, schema, ...example };
}

export function requestBodyOf(media: Json): Json {
  return { required: true, content: { "application/json": media } };
}

function successesOf(endpoint: DocumentedRow, schemas: Json): Json {
  const { success, notModified, verbs, deprecated } = endpoint;
  const { status, description, schema, example, headers = [], isWhole } = success;
  // An endpoint for records can have deprecated fields.
  const whereDeprecated = verbs.length > 0 || deprecated !== undefined ? DEPRECATION_HEADERS : [];
  const shown = example === undefined ? {} : { example: isWhole ? example : { data: example } };
  return {
    [status]: {
      description,
      headers: responseHeaders(status, [...headers, ...writeHeaders(endpoint), ...whereDeprecated]),
      content: {
        "application/json": { schema: schemaOf(isWhole ? schema : z.object({ data: schema }), schemas), ...shown },
      },
    },
    ...(notModified && {
      304: { description: notModified, headers: responseHeaders(304, [...headers, ...whereDeprecated]) },
    }),
  };
}

/**
 * Schemas with an id become components once, and references to them are rewritten to where OpenAPI keeps components. Properties
 * of bodies have no `default`, because openapi-typescript would make them required.
 */
export function schemaOf(schema: z.ZodType, components: Json): Json {
  const { $schema, $defs, ...own } = z.toJSONSchema(z.object({ it: schema }), {
    io: "input",
    override: giveItems,
  }) as Json & { $defs?: Json };
  const rewrite = (value: unknown): Json =>
    JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'));
  for (const [name, definition] of Object.entries($defs ?? {})) {
    const { id, ...rest } = definition as Json;
    components[name] = rewrite(rest);
  }
  return rewrite((own.properties as Json).it);
}

/** `maxItems` closes a tuple, but some tools require `items` to be a schema. */
function giveItems({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: Json }): void {
  if (zodSchema._zod.def.type === "tuple") jsonSchema.items = {};
}
