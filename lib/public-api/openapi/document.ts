/** The OpenAPI 3.1 document of the API, derived from the registry, the error table and the schemas. */
import { z } from "zod";
import { BASE_PATH } from "../base-path";
import { TAGS } from "../endpoints/endpoint";
import { ENDPOINTS, type Endpoint } from "../endpoints/registry";
import { ENTITY_KEY, RECORD_ID } from "../schemas/examples";
import { errorEnvelope } from "../schemas/response";
import { errorExamples, errorResponses, sharedResponses } from "./errors";
import { HEADERS, headerComponents, responseHeaders } from "./headers";

type Json = Record<string, unknown>;

/** What docs/openapi.json names in the place of a deployment's own address. */
export const EXAMPLE_ORIGIN = "https://records.example";

/** HEAD and OPTIONS are told of in words: as operations, they would be methods of generated clients that are never called. */
const DESCRIPTION = `Records of configured entities, for server-side integrations.

- **Authentication.** Send a token as \`Authorization: Bearer service_v1_…\`. It acts as the member who owns it.
- **Responses.** A success is \`{"data": …}\`, an error \`{"error": {"code", "message", "requestId"}}\`. Ignore members that you do not know: v1 only gains some.
- **Requests.** Unknown query parameters and unknown members of a body are refused with 400.
- **Versions.** The \`ETag\` of a record is its version. Updates and deletes need it as \`If-Match\`.
- **Pages.** Send \`nextCursor\` back as \`cursor\`, with the same filter, order and search, until it is null.
- **CSV.** Lists and queries are CSV for callers that send \`Accept: text/csv\`. The next cursor is then in \`x-next-cursor\`.
- **Limits.** Every response tells what is left. After a 429 wait \`retry-after\` seconds.
- **Compression.** Long pages are compressed for callers that send \`Accept-Encoding\`. Requests are not.
- **Methods.** HEAD works wherever GET does, with the same headers and no body. OPTIONS tells the methods of a path in \`Allow\`. QUERY on a list's path (RFC 10008) takes the body of a query, safely repeatable, where the host lets it through.`;

/** `origin`: where the deployment is, such as https://records.example. */
export function openApiDocument(origin: string): Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  // OpenAPI 3.1 knows no QUERY: the description tells of it.
  for (const endpoint of ENDPOINTS.filter(({ method }) => method !== "QUERY")) {
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, schemas) };
  }
  schemaOf(errorEnvelope, schemas);
  return {
    openapi: "3.1.0",
    info: {
      title: "Public Records API",
      version: "1",
      description: DESCRIPTION,
      contact: { name: "The operators of this deployment", url: origin },
      license: { name: "MIT", identifier: "MIT" },
    },
    externalDocs: { description: "The pages of this deployment, where members manage their tokens.", url: origin },
    servers: [{ url: `${origin}${BASE_PATH}` }],
    security: [{ token: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas,
      responses: sharedResponses(),
      parameters: { RequestId: REQUEST_ID },
      examples: errorExamples(),
      headers: headerComponents(),
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "service_v1_<token-id>_<secret>",
          description: "A token that a member has created on the pages, or an operator on the command line.",
        },
      },
    },
  };
}

const REQUEST_ID = {
  name: "x-request-id",
  in: "header",
  required: false,
  description: "An id for the request, which the response returns. Without it the service makes one.",
  schema: { type: "string", minLength: 1, maxLength: 200, pattern: "^[ -~]+$" },
  example: HEADERS["x-request-id"].example,
};

const PATH_PARAMETERS: Record<string, Json> = {
  entityKey: {
    description: "The `entityKey` of an entity that discovery lists.",
    schema: { type: "string" },
    example: ENTITY_KEY,
  },
  recordId: {
    description: "The `id` of a record.",
    schema: { type: "string", format: "uuid" },
    example: RECORD_ID,
  },
};

function operationOf(endpoint: Endpoint, schemas: Json): Json {
  const { operationId, tag, summary, description, body } = endpoint;
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    parameters: parametersOf(endpoint, schemas),
    ...(body === undefined ? {} : { requestBody: requestBodyOf(body, schemas) }),
    responses: responsesOf(endpoint, schemas),
  };
}

function parametersOf({ path, parameters, headers = {} }: Endpoint, schemas: Json): Json[] {
  const pathNames = [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? "");
  return [
    ...pathNames.map((name) => ({ name, in: "path", required: true, ...PATH_PARAMETERS[name] })),
    ...Object.entries(parameters?.shape ?? {}).map(([name, schema]) => queryParameter(name, schema, schemas)),
    ...Object.entries(headers).map(([name, header]) => ({ name, in: "header", ...header })),
    { $ref: "#/components/parameters/RequestId" },
  ];
}

function queryParameter(name: string, type: z.ZodType, schemas: Json): Json {
  const { description, ...schema } = schemaOf(type, schemas);
  return { name, in: "query", required: false, description, schema };
}

function requestBodyOf({ schema, examples }: NonNullable<Endpoint["body"]>, schemas: Json): Json {
  return { required: true, content: { "application/json": { schema: schemaOf(schema, schemas), examples } } };
}

function responsesOf({ success, notModified, errors }: Endpoint, schemas: Json): Json {
  const { status, description, schema, example, headers } = success;
  const shown = example === undefined ? {} : { example: { data: example } };
  return {
    [status]: {
      description,
      headers: responseHeaders(status, headers),
      content: {
        "application/json": { schema: schemaOf(z.object({ data: schema }), schemas), ...shown },
      },
    },
    ...(notModified === undefined ? {} : { 304: { description: notModified, headers: responseHeaders(304, headers) } }),
    ...errorResponses(errors),
  };
}

/**
 * Schemas with an id become components, once; what points to them is rewritten to where OpenAPI keeps them. Members of bodies
 * have no `default`, for which openapi-typescript would make them required.
 */
function schemaOf(schema: z.ZodType, components: Json): Json {
  const { $schema, $defs, ...own } = z.toJSONSchema(z.object({ it: schema }), { io: "input" }) as Json & {
    $defs?: Json;
  };
  const rewrite = (value: unknown): Json =>
    JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'));
  for (const [name, definition] of Object.entries($defs ?? {})) {
    const { id, ...rest } = definition as Json;
    components[name] = rewrite(rest);
  }
  return rewrite((own.properties as Json).it);
}
