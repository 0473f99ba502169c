/** Whether records can become their own ancestors, by the configuration alone. */
import { describe, expect, it } from "vitest";
import { compileConfiguration } from "@/lib/configuration/compile";
import type { OrganizationDocument } from "@/lib/configuration/schema";
import { parentsCanCycle } from "@/lib/records/rules/references";

/** Entity → the entity its parents are of. */
function canCycle(parents: Record<string, string | null>, key: string): boolean {
  const document: OrganizationDocument = {
    organization: { key: "acme", name: "Acme" },
    entities: Object.entries(parents).map(([entity, parent]) => ({
      key: entity,
      labelField: "name",
      fields: [
        { key: "name", type: "text" },
        ...(parent === null ? [] : [{ key: "up", type: "reference", entity: parent } as const]),
      ],
      ...(parent === null ? {} : { parentField: "up" }),
    })),
    roles: [],
    members: [],
  };
  const entityIds = new Map(Object.keys(parents).map((entity) => [entity, entity]));
  const configuration = compileConfiguration({ organizationId: "o", version: 1, document, entityIds });
  const entity = configuration.entities.get(key);
  if (entity === undefined) throw new Error("there is no such entity");
  return parentsCanCycle(configuration, entity);
}

describe("parents can close a circle", () => {
  it.each<[Record<string, string | null>, boolean]>([
    [{ a: null }, false],
    [{ a: "a" }, true],
    [{ a: "b", b: null }, false],
    [{ a: "b", b: "a" }, true],
    [{ a: "b", b: "c", c: "a" }, true],
    [{ a: "b", b: "b" }, false],
    [{ a: "b", b: "c", c: "b" }, false],
    [{ a: "gone" }, false],
  ])("of a in %j: %s", (parents, answer) => {
    expect(canCycle(parents, "a")).toBe(answer);
  });
});
