/**
 * Whatever is granted, a caller reaches exactly the records that a plain reading of the grants gives it: each record and
 * verb asked for one by one, with no unions, no caches and no short cuts.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileAccess } from "@/lib/access/compile";
import type { RowScope } from "@/lib/access/scope";
import { compileConfiguration } from "@/lib/configuration/compile";
import type { OrganizationDocument } from "@/lib/configuration/schema";
import type { Filter, Member, Scopes, Verb } from "@/lib/model";

const ENTITIES = ["deals", "accounts"];
const FOUR: Verb[] = ["list", "create", "update", "delete"];
const WORDS = [...FOUR, "readIt", "writeIt"];
const ROLES = ["r1", "r2", "r3"];

const MEMBER_ID = "me";
type Row = { createdBy: string; a: number };
const ROWS: Row[] = ["me", "other"].flatMap((createdBy) => [1, 2, 3].map((a) => ({ createdBy, a })));

const anyWhere = fc.option(
  fc.constantFrom(["a", "eq", 1], ["a", "eq", 2], ["createdBy", "eq", "$member.id"], {
    or: [
      ["a", "eq", 3],
      ["createdBy", "eq", "$member.id"],
    ],
  }),
);
const anyGrant = fc.record({
  entity: fc.constantFrom(...ENTITIES),
  verbs: fc.subarray(WORDS, { minLength: 1 }),
  where: anyWhere,
});
const anyCase = fc.record({
  grants: fc.tuple(...ROLES.map(() => fc.array(anyGrant, { maxLength: 4 }))),
  roleKeys: fc.subarray([...ROLES, "gone"]),
  exposed: fc.tuple(fc.boolean(), fc.boolean()),
  scopes: fc.option(
    fc.array(fc.record({ entity: fc.constantFrom(...ENTITIES, "gone"), verbs: fc.subarray(WORDS) }), { maxLength: 3 }),
  ) as fc.Arbitrary<Scopes>,
});
type Case = typeof anyCase extends fc.Arbitrary<infer C> ? C : never;

function compile({ grants, roleKeys, exposed, scopes }: Case) {
  const field = { key: "guarded", type: "integer", readVerb: "readIt", writeVerb: "writeIt" } as const;
  const document = {
    organization: { key: "acme", name: "Acme" },
    entities: ENTITIES.map((key, index) => ({
      key,
      labelField: "a",
      exposed: exposed[index],
      fields: [{ key: "a", type: "integer" }, field],
    })),
    roles: ROLES.map((key, index) => ({
      key,
      name: key,
      grants: (grants[index] ?? []).map(({ where, ...grant }) => (where === null ? grant : { ...grant, where })),
    })),
    members: [],
  } as unknown as OrganizationDocument;
  const entityIds = new Map(ENTITIES.map((key) => [key, key]));
  const configuration = compileConfiguration({ organizationId: "o", version: 1, document, entityIds });
  const member: Member = {
    id: MEMBER_ID,
    organizationId: "o",
    name: "",
    email: "m@x",
    roleKeys,
    active: true,
    admin: true,
  };
  return compileAccess(configuration, member, scopes);
}

/** By the words of docs/configuration.md alone. */
function plainlyReaches({ grants, roleKeys, scopes }: Case, entity: string, verb: string, row: Row): boolean {
  if (scopes !== null && !scopes.some((scope) => scope.entity === entity && scope.verbs.includes(verb))) return false;
  return ROLES.some(
    (role, index) =>
      roleKeys.includes(role) &&
      (grants[index] ?? []).some(
        (grant) => grant.entity === entity && grant.verbs.includes(verb) && plainlyMatches(grant.where, row),
      ),
  );
}

function plainlyMatches(where: unknown, row: Row): boolean {
  if (where === null) return true;
  if (Array.isArray(where)) {
    const value = where[2] === "$member.id" ? MEMBER_ID : where[2];
    return row[where[0] as keyof Row] === value;
  }
  return (where as { or: unknown[] }).or.some((part) => plainlyMatches(part, row));
}

function reaches(scope: RowScope, row: Row): boolean {
  return scope === "all" || scope.some((filter) => matches(filter, row));
}

function matches(filter: Filter, row: Row): boolean {
  if ("or" in filter) return filter.or.some((part) => matches(part, row));
  if ("field" in filter) return row[filter.field as keyof Row] === filter.value;
  throw new Error("no grant here has another filter");
}

describe("compiled access", () => {
  it("reaches what the grants say and nothing else", () => {
    const same = fc.property(anyCase, (given) => {
      const access = compile(given);
      ENTITIES.forEach((key, index) => {
        const found = access.entity(key);
        const plainly = (verb: string, row: Row) => plainlyReaches(given, key, verb, row);
        const holds = (verb: string) => ROWS.some((row) => plainly(verb, row));
        expect(found !== null).toBe(given.exposed[index] === true && FOUR.some(holds));
        if (found === null) return;
        for (const verb of FOUR) expect(found.permissions[verb]).toBe(holds(verb));
        for (const verb of WORDS)
          for (const row of ROWS) expect(reaches(found.scopeOf(verb), row)).toBe(plainly(verb, row));

        const listed = ROWS.filter((row) => plainly("list", row));
        const readable = found.readable.get("guarded") ?? [];
        for (const row of listed) expect(reaches(readable, row)).toBe(plainly("readIt", row));
        const writable = found.writable.get("guarded") ?? [];
        for (const row of ROWS) expect(reaches(writable, row)).toBe(plainly("writeIt", row));
        // A field that filters may name must be readable on every record that is listed.
        if (found.queryable.has("guarded")) expect(listed.every((row) => plainly("readIt", row))).toBe(true);
      });
    });
    fc.assert(same, { numRuns: 1000 });
  });
});
