/** The gates: one answer for every entity that is not there, another for a verb that is not held. */
import { describe, expect, it } from "vitest";
import type { Access, EntityAccess } from "@/lib/access/compile";
import { requireEntity, requireVerb, requireVerbSomewhere } from "@/lib/access/require";
import type { Verb } from "@/lib/model";
import { thingsEntity } from "../query/things-entity";
import { refusalOf } from "../refusal";

const things = {
  entity: thingsEntity,
  permissions: { list: true, create: false, update: false, delete: false },
} as EntityAccess;
const access: Access = { entity: (key) => (key === "things" ? things : null), entities: () => [things] };

describe("requireEntity", () => {
  it("gives the entity", () => {
    expect(requireEntity(access, "things")).toBe(things);
  });

  it.each(["other", "", null])("answers ENTITY_NOT_FOUND for %j", (key) => {
    const { code, message } = refusalOf(() => requireEntity(access, key));
    const expected = "There is no such entity. GET /entities lists those that this token can use.";
    expect([code, message]).toEqual(["ENTITY_NOT_FOUND", expected]);
  });
});

it("suggests an entity that the caller can use, and no other", () => {
  const message = (key: string) => refusalOf(() => requireEntity(access, key)).message;
  expect(message("thing")).toContain(" Did you mean things?");
  expect(message("Things")).toContain(" Did you mean things?");
  expect(message("secrets")).not.toContain("Did you mean");
});

const DENIED = "This token does not have VERB on things; GET /entities/things shows what it has.";

describe("requireVerb", () => {
  it("passes a verb that is held", () => {
    expect(() => requireVerb(things, "list")).not.toThrow();
  });

  it("passes one of several verbs", () => {
    expect(() => requireVerb(things, "update", "list")).not.toThrow();
    expect(refusalOf(() => requireVerb(things, "update", "delete")).message).toBe(
      DENIED.replace("VERB", "update or delete"),
    );
  });

  it.each(["create", "update", "delete"] as const)("answers PERMISSION_DENIED for %s", (verb) => {
    const { code, message } = refusalOf(() => requireVerb(things, verb));
    expect([code, message]).toEqual(["PERMISSION_DENIED", DENIED.replace("VERB", verb)]);
  });
});

describe("requireVerbSomewhere", () => {
  const others = { ...things, permissions: { list: false, create: true, update: false, delete: false } };
  const several: Access = { ...access, entities: () => [things, others] };
  const code = (...verbs: Verb[]) => refusalOf(() => requireVerbSomewhere(several, ...verbs)).code;

  it("passes one of the verbs on one of the entities, and no verb at all", () => {
    for (const verbs of [["list"], ["create"], ["update", "create"], []] as Verb[][])
      expect(() => requireVerbSomewhere(several, ...verbs), verbs.join()).not.toThrow();
    expect(() => requireVerbSomewhere({ ...access, entities: () => [] })).not.toThrow();
  });

  it("refuses verbs that no entity has", () => {
    expect(code("update")).toBe("PERMISSION_DENIED");
    expect(code("update", "delete")).toBe("PERMISSION_DENIED");
  });
});
