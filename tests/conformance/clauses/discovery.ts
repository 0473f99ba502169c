/** Entities and their descriptions (spec: Entity description; contract § 5). */
import { expect } from "vitest";
import type { Clause } from "../clause";
import { expectError, expectKeys, NO_ENTITY } from "../expectations";
import type { Entity, Field } from "../session";

const chapter = "Entity description";
const SUMMARY = ["entityKey", "label", "pluralLabel", "description", "permissions"];
const FIELD = [
  ...["key", "label", "description", "type", "required", "unique", "multiple", "default", "createable", "updateable"],
  ...[
    "queryable",
    "sortable",
    "searchable",
    "operators",
    "options",
    "reference",
    "referencedFields",
    "min",
    "max",
    "maxLength",
    "deprecated",
    "deprecation",
  ],
];

export const DISCOVERY: Clause[] = [
  {
    chapter,
    says: "Every entity of the list can be used by some verb, and has exactly its members, in the order of the keys.",
    check: async ({ entities }) => {
      const items = await entities();
      for (const item of items) {
        expectKeys(item, SUMMARY);
        expectKeys(item.permissions, ["list", "create", "update", "delete"]);
        expect(Object.values(item.permissions)).toContain(true);
      }
      const keys = items.map(({ entityKey }) => entityKey);
      expect(keys).toEqual(keys.toSorted((left, right) => (left < right ? -1 : 1)));
    },
  },
  {
    chapter,
    says: "Every entity of the list can be described, with the same permissions and whole fields.",
    check: async ({ entities, data }) => {
      for (const { entityKey, permissions } of await entities()) {
        const path = `/entities/${encodeURIComponent(entityKey)}`;
        const description = await data<Entity & { fields: Field[] }>({ path });
        expectKeys(description, [...SUMMARY, "labelField", "fields", "systemFields"]);
        expect([description.entityKey, description.permissions]).toEqual([entityKey, permissions]);
        for (const field of description.fields) expectKeys(field, FIELD);
      }
    },
  },
  {
    chapter,
    says: "A verb that discovery denies is 403.",
    check: async ({ entities, ask }) => {
      for (const { entityKey, permissions } of await entities()) {
        const path = `/entities/${encodeURIComponent(entityKey)}/records`;
        if (!permissions.list) expectError(await ask({ path }), 403, "PERMISSION_DENIED");
        // Not even a body: were it let through, nothing could be written.
        if (!permissions.create) expectError(await ask({ method: "POST", path }), 403, "PERMISSION_DENIED");
      }
    },
  },
  {
    chapter,
    says: "The OpenAPI document of the token has the paths of the entities that it can use, and of no other.",
    check: async ({ ask, entities }) => {
      const answer = await ask({ path: "/openapi.json" });
      const { openapi, paths } = answer.json as { openapi: string; paths: Record<string, object> };
      expect(openapi).toMatch(/^3\.1\./);
      const keys = Object.keys(paths).flatMap((path) => /^\/entities\/([^/]+)$/.exec(path)?.[1] ?? []);
      expect(keys).toEqual((await entities()).map(({ entityKey }) => entityKey));
    },
  },
  {
    chapter,
    says: "The OpenAPI document of the token has an ETag, and is 304 for whoever has it.",
    check: async ({ ask }) => {
      const etag = String((await ask({ path: "/openapi.json" })).headers.etag);
      const again = await ask({ path: "/openapi.json", headers: { "if-none-match": etag } });
      expect([again.status, again.headers.etag]).toEqual([304, etag]);
    },
  },
  {
    chapter: "What the service does",
    says: "An entity that does not exist is 404, described, listed, read and written.",
    check: async ({ ask }) => {
      const path = `/entities/${NO_ENTITY}`;
      for (const call of [
        { path },
        { path: `${path}/records` },
        { path: `${path}/records/x` },
        { method: "POST", path: `${path}/records` },
        { method: "POST", path: `${path}/records/query` },
        { method: "PATCH", path: `${path}/records/x` },
        { method: "DELETE", path: `${path}/records/x` },
      ]) {
        expectError(await ask(call), 404, "ENTITY_NOT_FOUND");
      }
    },
  },
];
