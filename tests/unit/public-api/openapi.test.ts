/** The OpenAPI document is what the code says, and what tools ask of one. `openapi-tools.test.ts` runs the tools themselves. */
import { readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it, test } from "vitest";
import { ERROR_STATUS, type ErrorCode } from "@/lib/errors";
import { ENDPOINTS } from "@/lib/public-api/endpoints/registry";
import { EXAMPLE_ORIGIN, openApiDocument } from "@/lib/public-api/openapi/document";
import { errorEnvelope } from "@/lib/public-api/schemas/response";
import { filter } from "@/lib/query/filter/filter";

type Json = Record<string, unknown>;
type Reference = { $ref: string };
type Media = { schema: Json; example?: unknown; examples?: Record<string, { value: unknown } | Reference> };
type ApiResponse = {
  description: string;
  headers: Record<string, Reference>;
  content?: { "application/json": Media };
};
type ApiOperation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters: (Json & { name?: string; in?: string })[];
  requestBody?: { content: { "application/json": Media } };
  responses: Record<string, ApiResponse | Reference>;
};
type ApiDocument = {
  info: Json;
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, ApiOperation>>;
  components: Record<string, Record<string, Json>>;
};

const document = JSON.parse(JSON.stringify(openApiDocument(EXAMPLE_ORIGIN))) as ApiDocument;
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
const responses = operations.flatMap((operation) =>
  Object.entries(operation.responses).map(([status, response]) => ({
    name: `${operation.operationId} ${status}`,
    status: Number(status),
    response: follow<ApiResponse>(response),
  })),
);

test("docs/openapi.json is what the code says: npm run docs:openapi writes it anew", () => {
  expect(JSON.parse(readFileSync("docs/openapi.json", "utf8"))).toEqual(document);
});

test("the document is valid OpenAPI 3.1", async () => {
  const validator = new Validator();
  const result = await validator.validate(structuredClone(document));
  expect(result.errors ?? []).toEqual([]);
  expect(validator.version).toBe("3.1");
});

test("the server is the deployment's own address", () => {
  const own = openApiDocument("http://localhost:3001");
  expect(own.servers).toEqual([{ url: "http://localhost:3001/api/v1" }]);
  expect(document.servers).toEqual([{ url: "https://records.example/api/v1" }]);
});

describe("operations", () => {
  it("have the names that generated clients give their methods", () => {
    expect([...byId.keys()]).toEqual([
      "getMe",
      "listEntities",
      "getEntity",
      "getOpenApi",
      "search",
      "listRecords",
      "createRecord",
      "queryRecords",
      "aggregateRecords",
      "getRecord",
      "updateRecord",
      "deleteRecord",
      "listChanges",
      "writeRecords",
      "getWebhooks",
      "createWebhook",
      "getWebhook",
      "updateWebhook",
      "deleteWebhook",
      "testWebhook",
      "replayWebhook",
      "rotateWebhook",
      "getWebhookDeliveries",
    ]);
  });

  it.each(operations)("$operationId says what it does, under a tag that is explained", (operation) => {
    expect(operation.operationId).toMatch(/^[a-zA-Z]+$/);
    expect(operation.summary).toMatch(/^[A-Z].*[^.]$/);
    expect(operation.description).toMatch(/^[A-Z].*\.$/);
    const tags = document.tags.filter(({ description }) => description !== "").map(({ name }) => name);
    expect(operation.tags.filter((tag) => tags.includes(tag))).toHaveLength(1);
  });

  it.each([
    ["getMe", [200, 400, 401, 405, 429, 500]],
    ["listEntities", [200, 400, 401, 405, 429, 500]],
    ["getEntity", [200, 400, 401, 404, 405, 429, 500]],
    ["getOpenApi", [200, 304, 400, 401, 404, 405, 429, 500]],
    ["listRecords", [200, 400, 401, 403, 404, 405, 429, 500]],
    ["queryRecords", [200, 400, 401, 403, 404, 405, 429, 500]],
    ["aggregateRecords", [200, 400, 401, 403, 404, 405, 429, 500]],
    ["getRecord", [200, 304, 400, 401, 403, 404, 405, 429, 500]],
    ["listChanges", [200, 400, 401, 403, 404, 405, 429, 500]],
    ["writeRecords", [200, 400, 401, 403, 404, 405, 409, 412, 428, 429, 500]],
    ["createRecord", [201, 400, 401, 403, 404, 405, 409, 429, 500]],
    ["updateRecord", [200, 400, 401, 403, 404, 405, 409, 412, 428, 429, 500]],
    ["deleteRecord", [200, 400, 401, 403, 404, 405, 409, 412, 428, 429, 500]],
    ["getWebhooks", [200, 400, 401, 405, 429, 500]],
    ["createWebhook", [201, 400, 401, 403, 404, 405, 429, 500]],
    ["getWebhook", [200, 400, 401, 404, 405, 429, 500]],
    ["updateWebhook", [200, 400, 401, 404, 405, 412, 428, 429, 500]],
    ["deleteWebhook", [200, 400, 401, 404, 405, 412, 428, 429, 500]],
    ["testWebhook", [200, 400, 401, 404, 405, 429, 500]],
    ["replayWebhook", [200, 400, 401, 403, 404, 405, 429, 500]],
    ["rotateWebhook", [200, 400, 401, 404, 405, 429, 500]],
    ["getWebhookDeliveries", [200, 400, 401, 404, 405, 429, 500]],
  ])("%s has every status that it can end in", (id, statuses) => {
    expect(Object.keys(byId.get(id)?.responses ?? {}).map(Number)).toEqual(statuses);
  });

  it.each([
    [
      "listRecords",
      ["path entityKey", ...["limit", "cursor", "sort", "search", "fields", "expand"].map((name) => `query ${name}`)],
    ],
    ["queryRecords", ["path entityKey"]],
    ["aggregateRecords", ["path entityKey"]],
    [
      "getRecord",
      ["path entityKey", "path recordId", "query fields", "query expand", "query by", "header If-None-Match"],
    ],
    ["listChanges", ["path entityKey", "query cursor", "query limit", "query fields", "query wait"]],
    ["createRecord", ["path entityKey", "query dryRun", "header Idempotency-Key"]],
    ["writeRecords", ["path entityKey", "query dryRun", "header Idempotency-Key"]],
    [
      "updateRecord",
      ["path entityKey", "path recordId", "query dryRun", "query by", "header If-Match", "header Idempotency-Key"],
    ],
    [
      "deleteRecord",
      ["path entityKey", "path recordId", "query dryRun", "query by", "header If-Match", "header Idempotency-Key"],
    ],
    ["getWebhooks", []],
    ["createWebhook", ["query dryRun"]],
    ["updateWebhook", ["path webhookId", "query dryRun", "header If-Match"]],
    ["deleteWebhook", ["path webhookId", "query dryRun", "header If-Match"]],
    ["testWebhook", ["path webhookId"]],
    ["replayWebhook", ["path webhookId"]],
    ["rotateWebhook", ["path webhookId"]],
    ["getWebhookDeliveries", ["path webhookId"]],
  ])("%s has the parameters that the service reads, and takes a request id", (id, expected) => {
    const parameters = (byId.get(id)?.parameters ?? []).map((parameter) => follow<Json>(parameter));
    expect(parameters.map((parameter) => `${parameter.in} ${parameter.name}`)).toEqual([
      ...expected,
      "header x-request-id",
    ]);
    for (const parameter of parameters) expect(parameter.description, String(parameter.name)).toMatch(/\.$/);
  });
});

describe("headers", () => {
  const WINDOW = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "RateLimit-Policy", "RateLimit"];
  const OWN: Record<string, string[]> = {
    "getMe 200": ["Link"],
    "listEntities 200": ["Link"],
    "getOpenApi 200": ["ETag"],
    "getOpenApi 304": ["ETag"],
    "getRecord 200": ["ETag"],
    "getRecord 304": ["ETag"],
    "createRecord 201": ["ETag", "Location"],
    "updateRecord 200": ["ETag"],
    "createWebhook 201": ["ETag", "Location"],
    "getWebhook 200": ["ETag"],
    "updateWebhook 200": ["ETag"],
  };

  it.each(responses)("of $name are told", ({ name, status, response }) => {
    const expected = ["x-request-id", ...(status === 405 ? [] : WINDOW), ...(OWN[name] ?? [])];
    if (status >= 400) expected.push("Link");
    if (status === 405) expected.push("Allow");
    if (status === 401) expected.push("WWW-Authenticate");
    if (status === 429) expected.push("retry-after");
    if (/^(create|write|update|delete)/.test(name) && ![401, 405, 429, 500].includes(status))
      expected.push("x-dry-run", ...(status < 300 && !name.includes("Webhook") ? ["idempotent-replayed"] : []));
    if (status < 400 && !/^(getMe|listEntities|getEntity|getOpenApi) |Webhook/.test(name))
      expected.push("Deprecation", "Sunset");
    if (status !== 401 && status !== 405) expected.push("x-token-expires");
    expect(Object.keys(response.headers)).toEqual(expected);
  });

  it("are always there, so that clients get them typed without a question mark", () => {
    const headers = Object.values(document.components.headers ?? {});
    // Not those of a token's last days, of dry runs, of replays and of deprecations, which few responses have.
    expect(headers.filter(({ required }) => required)).toHaveLength(12);
    expect(headers).toHaveLength(17);
  });
});

describe("errors", () => {
  it.each(responses.filter(({ status }) => status >= 400))(
    "of $name are those of its status",
    ({ status, response }) => {
      const codes = Object.keys(response.content?.["application/json"].examples ?? {}) as ErrorCode[];
      expect(codes).not.toEqual([]);
      expect(codes.map((code) => ERROR_STATUS[code])).toEqual(codes.map(() => status));
      for (const code of codes) expect(response.description).toContain(`\`${code}\`: `);
    },
  );

  it.each(Object.keys(ERROR_STATUS) as ErrorCode[])("has an example of %s, which some operation ends in", (code) => {
    const example = document.components.examples?.[code];
    expect(errorEnvelope.parse(example?.value).error.code).toBe(code);
    const named = responses.some(({ response }) => response.content?.["application/json"].examples?.[code]);
    expect(named).toBe(true);
  });

  it.each(operations)("$operationId refuses unknown query parameters", ({ responses }) => {
    const { content } = follow<ApiResponse>(responses[400]);
    expect(Object.keys(content?.["application/json"].examples ?? {})).toContain("INVALID_FILTERS");
  });

  it("shows the fields of a failed validation", () => {
    const value = document.components.examples?.INVALID_BODY?.value;
    expect(errorEnvelope.parse(value).error.details).toEqual([{ field: "title", message: "is required" }]);
  });
});

describe("examples", () => {
  it.each(ENDPOINTS)("of $name are what the schemas say", ({ body, success }) => {
    if (success.example !== undefined) success.schema.parse(success.example);
    for (const { value } of Object.values(body?.examples ?? {})) body?.schema.parse(value);
  });

  it("are given with every response that has a body, or else with each member of it", () => {
    const without = responses.filter(({ response }) => {
      const media = response.content?.["application/json"];
      return media !== undefined && media.example === undefined && media.examples === undefined;
    });
    expect(without.map(({ name }) => name)).toEqual(["getEntity 200"]);
    for (const name of ["EntityDescription", "Field", "SystemField"]) {
      const members = Object.entries(schemaNamed(name).properties);
      const bare = members.filter(([, member]) => member.examples === undefined).map(([key]) => key);
      expect(bare, name).toEqual(name === "EntityDescription" ? ["permissions", "fields", "systemFields"] : []);
    }
  });

  it("are given with every body, and with parameters only where what is sent changes nothing", () => {
    for (const { requestBody } of operations)
      if (requestBody !== undefined) expect(requestBody.content["application/json"].examples).toBeDefined();
    const parameters = operations.flatMap((operation) => operation.parameters.map((each) => follow<Json>(each)));
    const given = parameters.flatMap(({ name, example }) => (example === undefined ? [] : [`${name}: ${example}`]));
    expect([...new Set(given)].sort()).toEqual(["If-Match: *", "dryRun: true", "entityKey: deals", "q: example"]);
    const writes = parameters.filter(({ name }) => name === "dryRun");
    expect(writes.map(({ example, schema }) => [example, schema])).toEqual(
      writes.map(() => [true, { type: "boolean" }]),
    );
  });

  it("hold nothing that a linter takes for a schema with a default", () => {
    const shown = [...operations.map((operation) => JSON.stringify(operation)), JSON.stringify(document.components)];
    const likeSchemas = shown
      .flatMap((text) => objectsIn(JSON.parse(text)))
      .filter((each) => "default" in each && "key" in each);
    // The members of a field are named like keywords; their description is the one object that has both.
    expect(likeSchemas).toEqual([schemaNamed("Field").properties]);
  });
});

test("lists in a query string have commas and colons as they stand, for who checks requests", () => {
  const plain = byId.get("listRecords")?.parameters.filter(({ allowReserved }) => allowReserved === true);
  expect(plain?.map(({ name }) => name)).toEqual(["sort", "fields", "expand"]);
});

describe("schemas", () => {
  it("refuse unknown members in bodies, and let responses gain some", () => {
    const { schemas = {} } = document.components;
    const closed = Object.keys(schemas).filter((name) => schemas[name]?.additionalProperties === false);
    expect(closed.sort()).toEqual([
      "Aggregate",
      "Batch",
      "Query",
      "RecordBody",
      "SortItem",
      "WebhookBody",
      "WebhookChanges",
      "WebhookReplay",
    ]);
  });

  it("give no default to a member of a body, which generators would take for required", () => {
    const bodies = operations.flatMap(({ requestBody }) => (requestBody === undefined ? [] : [requestBody]));
    expect(bodies).toHaveLength(8);
    const reached = reachedFrom(bodies.map(({ content }) => content["application/json"].schema));
    expect(reached.length).toBeGreaterThan(30);
    expect(reached.filter((each) => "default" in each)).toEqual([]);
  });

  it("say the items of every array, of tuples too", () => {
    const arrays = objectsIn(document.components.schemas).filter(({ type }) => type === "array");
    expect(arrays.length).toBeGreaterThan(10);
    expect(arrays.filter(({ items }) => typeof items !== "object")).toEqual([]);
  });

  it.each<{ where: unknown }>([
    { where: ["stage", "eq", "won"] },
    { where: ["stage", "eq", null] },
    { where: ["amount", "between", [1, 2]] },
    { where: ["stage", "in", ["won", "lost"]] },
    { where: ["stage", "is_null", true] },
    { where: { and: [["stage", "eq", "won"], { not: { or: [["amount", "gt", 1]] } }] } },
  ])("take the filter $where", ({ where }) => {
    expect(filter.safeParse(where).success).toBe(true);
  });

  it.each<{ where: unknown }>([
    { where: ["stage", "equals", "won"] },
    { where: ["stage", "eq"] },
    { where: ["stage", "eq", "won", "lost"] },
    { where: ["stage", "eq", ["won"]] },
    { where: ["amount", "gt", null] },
    { where: ["amount", "between", [1]] },
    { where: ["title", "contains", 5] },
    { where: ["stage", "in", "won"] },
    { where: ["stage", "in", []] },
    { where: ["stage", "in", [null]] },
    { where: ["stage", "is_null", "true"] },
    { where: { and: [] } },
    { where: { and: [["a", "eq", 1]], or: [["a", "eq", 1]] } },
    { where: { xor: [["a", "eq", 1]] } },
    { where: {} },
  ])("refuse the filter $where", ({ where }) => {
    expect(filter.safeParse(where).success).toBe(false);
  });
});

function schemaNamed(name: string): Json & { properties: Record<string, Json> } {
  return { properties: {}, ...document.components.schemas?.[name] };
}

function follow<T>(value: unknown): T {
  if (typeof value !== "object" || value === null || !("$ref" in value)) return value as T;
  const [, , section = "", name = ""] = String(value.$ref).split("/");
  return document.components[section]?.[name] as T;
}

function objectsIn(value: unknown): Json[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [value as Json, ...inner];
}

/** Every object of the schemas, and of those that they refer to. */
function reachedFrom(schemas: unknown[]): Json[] {
  const seen = new Set<string>();
  const reach = (schema: unknown): Json[] =>
    objectsIn(schema).flatMap((each) => {
      if (typeof each.$ref !== "string") return [each];
      if (seen.has(each.$ref)) return [];
      seen.add(each.$ref);
      return reach(follow(each));
    });
  return schemas.flatMap(reach);
}
