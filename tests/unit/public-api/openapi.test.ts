/** The OpenAPI document is what the code says, and what tools ask of one. */
import { readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it, test } from "vitest";
import { ERROR_STATUS, type ErrorCode } from "@/lib/errors";
import { withDocumentation } from "@/lib/public-api/endpoints/documentation";
import { ENDPOINTS } from "@/lib/public-api/endpoints/registry";
import { EXAMPLE_ORIGIN, openApiDocument } from "@/lib/public-api/openapi/document";
import { errorEnvelope } from "@/lib/public-api/schemas/response";

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

describe("operations", () => {
  it.each(operations)("$operationId says what it does, under a tag that is explained", (operation) => {
    expect(operation.operationId).toMatch(/^[a-zA-Z]+$/);
    expect(operation.summary).toMatch(/^[A-Z].*[^.]$/);
    expect(operation.description).toMatch(/^[A-Z].*\.$/);
    const tags = document.tags.filter(({ description }) => description !== "").map(({ name }) => name);
    expect(operation.tags.filter((tag) => tags.includes(tag))).toHaveLength(1);
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

  it("shows the fields of a failed validation", () => {
    const value = document.components.examples?.INVALID_BODY?.value;
    expect(errorEnvelope.parse(value).error.details).toEqual([{ field: "title", message: "is required" }]);
  });
});

describe("examples", () => {
  it.each(ENDPOINTS.map(withDocumentation))("of $name are what the schemas say", ({ body, examples = {}, success }) => {
    if (success.example !== undefined) success.schema.parse(success.example);
    for (const { value } of Object.values(examples)) body?.schema.parse(value);
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
