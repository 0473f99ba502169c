/** The OpenAPI 3.1 document of the interface, made from the registry, the error table and the schemas. */
import { z } from "zod";
import { ERROR_STATUS, type ErrorCode } from "../errors";
import { ENDPOINTS, type Endpoint } from "./endpoints";
import * as schemas from "./schemas";

type Json = Record<string, unknown>;

type Operation = {
  summary: string;
  parameters?: z.ZodObject;
  headers?: Record<string, { description: string; required: boolean }>;
  body?: z.ZodType;
  success: { status: 200 | 201; schema: z.ZodType };
  errors: ErrorCode[];
};

const LIST_ERRORS: ErrorCode[] = [
  "INVALID_LIMIT",
  "INVALID_CURSOR",
  "INVALID_SORT",
  "INVALID_FILTERS",
  "FIELD_NOT_QUERYABLE",
];
const IF_MATCH = { "If-Match": { description: "The ETag that was read, or *.", required: true } };

/** What the registry does not say of an endpoint; a test holds the two to the same names. */
export const OPERATIONS: Record<string, Operation> = {
  me: { summary: "Who this token acts for", success: { status: 200, schema: schemas.identity }, errors: [] },
  "entities.list": {
    summary: "Entities with at least one verb that this token can use",
    success: { status: 200, schema: schemas.entityList },
    errors: [],
  },
  "entities.describe": {
    summary: "Fields and permissions of an entity",
    success: { status: 200, schema: schemas.entityDescription },
    errors: ["ENTITY_NOT_FOUND"],
  },
  "records.list": {
    summary: "A page of records",
    parameters: schemas.listParameters,
    success: { status: 200, schema: schemas.recordPage },
    errors: ["ENTITY_NOT_FOUND", "PERMISSION_DENIED", ...LIST_ERRORS],
  },
  "records.query": {
    summary: "A page of records, filtered",
    body: schemas.queryBody,
    success: { status: 200, schema: schemas.recordPage },
    errors: ["ENTITY_NOT_FOUND", "PERMISSION_DENIED", "INVALID_BODY", ...LIST_ERRORS],
  },
  "records.read": {
    summary: "One record",
    parameters: schemas.readParameters,
    headers: { "If-None-Match": { description: "An ETag: the answer is 304 while it is current.", required: false } },
    success: { status: 200, schema: schemas.recordEnvelope },
    errors: ["ENTITY_NOT_FOUND", "PERMISSION_DENIED", "RECORD_NOT_FOUND", "FIELD_NOT_QUERYABLE"],
  },
  "records.create": {
    summary: "Create one record",
    headers: {
      "Idempotency-Key": { description: "Repeating the call with it creates nothing twice.", required: false },
    },
    body: schemas.recordBody,
    success: { status: 201, schema: schemas.recordEnvelope },
    errors: [
      "ENTITY_NOT_FOUND",
      "PERMISSION_DENIED",
      "CREATED_RECORD_NOT_READABLE",
      "INVALID_BODY",
      "DUPLICATE_LABEL",
      "PARENT_REFERENCE",
    ],
  },
  "records.update": {
    summary: "Change fields of one record",
    headers: IF_MATCH,
    body: schemas.recordBody,
    success: { status: 200, schema: schemas.recordEnvelope },
    errors: [
      "ENTITY_NOT_FOUND",
      "RECORD_NOT_FOUND",
      "PERMISSION_DENIED",
      "PRECONDITION_REQUIRED",
      "INVALID_BODY",
      "PRECONDITION_FAILED",
      "DUPLICATE_LABEL",
      "PARENT_REFERENCE",
    ],
  },
  "records.delete": {
    summary: "Delete one record",
    headers: IF_MATCH,
    success: { status: 200, schema: schemas.deleteResult },
    errors: [
      "ENTITY_NOT_FOUND",
      "RECORD_NOT_FOUND",
      "PERMISSION_DENIED",
      "PRECONDITION_REQUIRED",
      "PRECONDITION_FAILED",
      "PARENT_REFERENCE",
    ],
  },
};

/** Every endpoint can answer with these. */
const COMMON_ERRORS: ErrorCode[] = [
  "INVALID_TOKEN",
  "TOKEN_REVOKED",
  "TOKEN_EXPIRED",
  "OWNER_INACTIVE",
  "RATE_LIMITED",
  "SERVER_ERROR",
];

export function openApiDocument(): Json {
  const components: Json = {};
  const paths: Record<string, Json> = {};
  for (const endpoint of ENDPOINTS) {
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, components) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Public Records API",
      version: "1",
      description:
        "Records of configured entities, for server-side integrations. A token acts as the member who owns it.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/api/v1" }],
    security: [{ token: [] }],
    paths,
    components: {
      schemas: components,
      securitySchemes: { token: { type: "http", scheme: "bearer", bearerFormat: "service_v1_<token-id>_<secret>" } },
    },
  };
}

function operationOf(endpoint: Endpoint, components: Json): Json {
  const operation = OPERATIONS[endpoint.name];
  if (operation === undefined) throw new Error(`openapi.ts says nothing of the endpoint ${endpoint.name}.`);
  const { summary, parameters, headers = {}, body, success, errors } = operation;
  const pathNames = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? "");
  const content = (schema: z.ZodType) => ({
    content: { "application/json": { schema: schemaOf(schema, components) } },
  });
  return {
    operationId: endpoint.name,
    summary,
    parameters: [
      ...pathNames.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
      ...Object.entries(parameters?.shape ?? {}).map(([name, schema]) => ({
        name,
        in: "query",
        required: false,
        schema: schemaOf(schema as z.ZodType, components),
      })),
      ...Object.entries(headers).map(([name, header]) => ({
        name,
        in: "header",
        ...header,
        schema: { type: "string" },
      })),
    ],
    ...(body === undefined ? {} : { requestBody: { required: true, ...content(body) } }),
    responses: {
      [success.status]: { description: summary, ...content(z.object({ data: success.schema })) },
      ...errorResponses([...errors, ...COMMON_ERRORS], content(schemas.errorEnvelope)),
    },
  };
}

function errorResponses(codes: ErrorCode[], content: Json): Json {
  const statuses = [...new Set(codes.map((code) => ERROR_STATUS[code]))];
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: codes.filter((code) => ERROR_STATUS[code] === status).join(", "), ...content },
    ]),
  );
}

/** Schemas with an id become components, once; what points to them is rewritten to where OpenAPI keeps them. */
function schemaOf(schema: z.ZodType, components: Json): unknown {
  const { $schema, $defs, ...own } = z.toJSONSchema(z.object({ it: schema }), { io: "input" }) as Json & {
    $defs?: Json;
  };
  const rewrite = (value: unknown) =>
    JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'));
  for (const [name, definition] of Object.entries($defs ?? {})) {
    const { id, ...rest } = definition as Json;
    components[name] = rewrite(rest);
  }
  return rewrite((own.properties as Json).it);
}
