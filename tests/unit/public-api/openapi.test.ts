import { readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { ENDPOINTS } from "@/lib/public-api/endpoints";
import { OPERATIONS, openApiDocument } from "@/lib/public-api/openapi";

test("docs/openapi.json is what the code says: npm run docs:openapi writes it anew", () => {
  const written = JSON.parse(readFileSync("docs/openapi.json", "utf8"));
  expect(written).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
});

test("the document is valid OpenAPI 3.1", async () => {
  const validator = new Validator();
  const result = await validator.validate(JSON.parse(JSON.stringify(openApiDocument())));
  expect(result.errors ?? []).toEqual([]);
  expect(validator.version).toBe("3.1");
});

test("every endpoint of the registry is described, and nothing else", () => {
  expect(Object.keys(OPERATIONS).sort()).toEqual(ENDPOINTS.map(({ name }) => name).sort());
});

test("bodies refuse members that they do not have, answers may gain some", () => {
  const { components } = openApiDocument() as { components: { schemas: Record<string, Record<string, unknown>> } };
  expect(components.schemas.Query?.additionalProperties).toBe(false);
  expect(components.schemas.Record?.additionalProperties).toBeUndefined();
});
