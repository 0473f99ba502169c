/** Whether records can become their own ancestors, by the configuration alone; and what is said of a reference that leads nowhere. */
import { expect, it } from "vitest";
import type { Access, EntityAccess } from "@/lib/access/compile";
import type { EntityDocument } from "@/lib/configuration/schema";
import { parentsCanCycle, requireReferences } from "@/lib/records/rules/references";
import type { Work } from "@/lib/records/work";
import { configurationOf } from "../compiled";
import { refusalOf } from "../refusal";

/** Entity → the entity its parents are of. */
function canCycle(parents: Record<string, string | null>, key: string): boolean {
  const entities = Object.entries(parents).map(([entity, parent]): EntityDocument => {
    const name = { key: "name", type: "text" } as const;
    if (parent === null) return { key: entity, labelField: "name", fields: [name] };
    const up = { key: "up", type: "reference", entity: parent } as const;
    return { key: entity, labelField: "name", fields: [name, up], parentField: "up" };
  });
  const configuration = configurationOf(entities);
  const entity = configuration.entities.get(key);
  if (entity === undefined) throw new Error("there is no such entity");
  return parentsCanCycle(configuration, entity);
}

it.each<[Record<string, string | null>, boolean]>([
  [{ a: null }, false],
  [{ a: "a" }, true],
  [{ a: "b", b: "a" }, true],
  [{ a: "b", b: "c", c: "a" }, true],
  [{ a: "b", b: "b" }, false],
  [{ a: "gone" }, false],
])("parents can close a circle of a in %j: %s", (parents, answer) => {
  expect(canCycle(parents, "a")).toBe(answer);
});

/** `keys` are those of the other entity; null if the caller cannot list it. */
function saidOf(value: string, keys: string[] | null): string {
  const findable = new Map((keys ?? []).map((key) => [key, { key, unique: true }]));
  const target = { permissions: { list: keys !== null }, findable } as unknown as EntityAccess;
  const access: Access = { entity: () => target, entities: () => [target] };
  const fields = new Map([["owner", { key: "owner", type: "reference", reference: "people" }]]);
  const own = { entity: { parentField: null, fields }, writable: new Map() } as unknown as EntityAccess;
  const work = { caller: { access }, access: own } as unknown as Work;
  return refusalOf(() => requireReferences(work, ["owner"], { owner: value })).message;
}

it.each<[string, string[] | null, string]>([
  ["01890000-0000-7000-8000-000000000000", ["code"], "points to a record that does not exist or cannot be seen."],
  ["", ["code"], "must be the id of a record, not an empty string: an empty field is null."],
  [
    "Ada",
    ["code"],
    'must be the id of a record, a UUID in lower case, or one field that tells records apart: {"code": value}.',
  ],
  [
    "Ada",
    ["code", "name", "mail"],
    'must be the id of a record, a UUID in lower case, or one field that tells records apart: {"code": value}, or with name, mail.',
  ],
  ["Ada", [], "must be the id of a record, a UUID in lower case: to find it, POST to …/records/query of its entity."],
  ["Ada", null, "must be the id of a record, a UUID in lower case: to find it, POST to …/records/query of its entity."],
])("a reference that leads to no record, %j with the keys %j: %s", (value, keys, message) => {
  expect(saidOf(value, keys)).toBe(`The data is not valid: "owner" ${message}`);
});
