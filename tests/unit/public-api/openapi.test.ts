/** The OpenAPI document is what the code says, and what tools ask of one. */
import { readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it, test } from "vitest";
import { ERROR_STATUS, type ErrorCode } from "@/lib/errors";
import { withDocumentation } from "@/lib/public-api/endpoints/documentation";
import { ENDPOINTS } from "@/lib/public-api/endpoints/registry";
import { EXAMPLE_ORIGIN, openApiDocument } from "@/lib/public-api/openapi/document";
import { errorEnvelope } from "@/lib/public-api/schemas/response";
import { type Json, type OfferedResponse, OpenApiDocument, type Operation } from "../../support/openapi-document";
import { objectsIn } from "./openapi/objects-in";

const document = new OpenApiDocument(JSON.parse(JSON.stringify(openApiDocument(EXAMPLE_ORIGIN))) as Json);
const operations = [...document.operations.values()] as (Operation & { summary: string; description: string })[];
const responses = operations.flatMap((operation) =>
  Object.entries(operation.responses).map(([status, response]) => ({
    name: `${operation.operationId} ${status}`,
    status: Number(status),
    response: response as OfferedResponse & { description: string },
  })),
);

test("docs/openapi.json is what the code says: npm run docs:openapi writes it anew", () => {
  expect(JSON.parse(readFileSync("docs/openapi.json", "utf8"))).toEqual(document.text);
});

test("the document is valid OpenAPI 3.1", async () => {
  const validator = new Validator();
  const result = await validator.validate(structuredClone(document.text));
  expect(result.errors ?? []).toEqual([]);
  expect(validator.version).toBe("3.1");
});

it.each(operations)("operations $operationId says what it does, under a tag that is explained", (operation) => {
  expect(operation.operationId).toMatch(/^[a-zA-Z]+$/);
  expect(operation.summary).toMatch(/^[A-Z].*[^.]$/);
  expect(operation.description).toMatch(/^[A-Z].*\.$/);
  const { tags: explained } = document.text as { tags: { name: string; description: string }[] };
  const tags = explained.filter(({ description }) => description !== "").map(({ name }) => name);
  expect(operation.tags.filter((tag) => tags.includes(tag))).toHaveLength(1);
});

describe("errors", () => {
  it.each(responses.filter(({ status }) => status >= 400))(
    "of $name are those of its status",
    ({ status, response }) => {
      const codes = Object.keys(response.content?.["application/json"]?.examples ?? {}) as ErrorCode[];
      expect(codes).not.toEqual([]);
      expect(codes.map((code) => ERROR_STATUS[code])).toEqual(codes.map(() => status));
      for (const code of codes) expect(response.description).toContain(`\`${code}\`: `);
    },
  );

  it("shows the fields of a failed validation", () => {
    const { INVALID_BODY } = document.components.examples as Record<string, { value: unknown }>;
    expect(errorEnvelope.parse(INVALID_BODY?.value).error.details).toEqual([
      { field: "title", message: "is required" },
    ]);
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
      const members = Object.entries(document.schema(name).properties ?? {});
      const bare = members.filter(([, member]) => member.examples === undefined).map(([key]) => key);
      expect(bare, name).toEqual(name === "EntityDescription" ? ["permissions", "fields", "systemFields"] : []);
    }
  });

  it("are given with every body, and with parameters only where what is sent changes nothing", () => {
    for (const { requestBody } of operations)
      if (requestBody !== undefined) expect(requestBody.content["application/json"].examples).toBeDefined();
    const parameters = operations.flatMap((operation) => operation.parameters);
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
    expect(likeSchemas).toEqual([document.schema("Field").properties]);
  });
});

test("lists in a query string keep commas and colons as they are, for validators of requests", () => {
  const plain = document.find("listRecords")?.parameters.filter(({ allowReserved }) => allowReserved === true);
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

/** Every object of the schemas, and of those that they refer to. */
function reachedFrom(schemas: unknown[]): Json[] {
  const seen = new Set<string>();
  const reach = (schema: unknown): Json[] =>
    objectsIn(schema).flatMap((each) => {
      if (typeof each.$ref !== "string") return [each];
      if (seen.has(each.$ref)) return [];
      seen.add(each.$ref);
      return reach(document.schema(each.$ref.slice(each.$ref.lastIndexOf("/") + 1)));
    });
  return schemas.flatMap(reach);
}
