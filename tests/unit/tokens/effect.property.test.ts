/**
 * Whatever is granted to roles and to tokens: a page shows as effective exactly what is granted to the token and held by
 * its owner, by a plain reading of both; and that is what the API allows.
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import { compileAccess } from "@/lib/access/compile";
import type { FieldDocument } from "@/lib/configuration/field-schema";
import { NO_LIMITS, type Scopes, type Verb, type VerbWord } from "@/lib/model";
import { describeEffect, type EntityEffect, type VerbAccess } from "@/lib/tokens/read/detail";
import { configurationOf, type Grants, MEMBER } from "../compiled";

const ENTITIES = ["accounts", "deals", "notes"];
const FOUR: Verb[] = ["list", "create", "update", "delete"];
const VERBS = [...FOUR, "approve"];
const ROLES = ["r1", "r2"];

const anyGrant = fc.record({
  entity: fc.constantFrom(...ENTITIES),
  verbs: fc.subarray(VERBS, { minLength: 1 }),
  mine: fc.boolean(),
});
const anyCase = fc.record({
  grants: fc.tuple(...ROLES.map(() => fc.array(anyGrant, { maxLength: 4 }))),
  roleKeys: fc.subarray([...ROLES, "gone"]),
  exposed: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
  admin: fc.boolean(),
  scopes: fc.option(
    fc.array(fc.record({ entity: fc.constantFrom(...ENTITIES, "gone"), verbs: fc.subarray(VERBS) }), { maxLength: 4 }),
  ) as fc.Arbitrary<Scopes>,
});
type Case = typeof anyCase extends fc.Arbitrary<infer C> ? C : never;

function compile({ grants, roleKeys, exposed, admin }: Case) {
  const fields: FieldDocument[] = [
    { key: "a", type: "text" },
    { key: "b", type: "text", writeVerb: "approve" },
  ];
  const entities = ENTITIES.map((key, index) => ({ key, labelField: "a", exposed: exposed[index], fields }));
  const roles = ROLES.map((key, index): [string, Grants] => [
    key,
    (grants[index] ?? []).map(({ mine, ...grant }) =>
      mine ? { ...grant, where: ["createdBy", "eq", "$member.id"] } : grant,
    ),
  ]);
  const configuration = configurationOf(entities, Object.fromEntries(roles));
  return { configuration, owner: { ...MEMBER, roleKeys, admin } };
}

/** Some role of the owner's grants the verb on the entity, and the API knows the entity. */
function isHeld({ grants, roleKeys, exposed }: Case, entity: string, verb: VerbWord): boolean {
  if (!exposed[ENTITIES.indexOf(entity)]) return false;
  return ROLES.some(
    (role, index) =>
      roleKeys.includes(role) && grants[index]?.some((grant) => grant.entity === entity && grant.verbs.includes(verb)),
  );
}

function isGranted({ scopes }: Case, entity: string, verb: VerbWord): boolean {
  return scopes === null || scopes.some((scope) => scope.entity === entity && scope.verbs.includes(verb));
}

function accessTo(shown: EntityEffect[], entity: string, verb: VerbWord): VerbAccess | undefined {
  const effect = shown.find(({ entityKey }) => entityKey === entity);
  return effect?.further.find((each) => each.verb === verb) ?? effect?.verbs[verb as Verb];
}

it("effective access is what is granted and held, and what the API allows", () => {
  fc.assert(
    fc.property(anyCase, (example) => {
      const { configuration, owner } = compile(example);
      const held = compileAccess(configuration, owner, null);
      const effective = compileAccess(configuration, owner, example.scopes);
      const shown = describeEffect({ scopes: example.scopes, limits: NO_LIMITS, held, effective });
      for (const entity of ENTITIES) {
        const allowed = (verb: VerbWord) => isGranted(example, entity, verb) && isHeld(example, entity, verb);
        const ofToken = effective.entity(entity);
        // Without one of the four an entity does not exist, and nothing else of it either.
        expect(ofToken !== null).toBe(FOUR.some(allowed));
        for (const verb of VERBS) {
          const access = accessTo(shown, entity, verb);
          const expected = FOUR.some(allowed) && allowed(verb);
          expect(access?.effective ?? false).toBe(expected);
          expect(ofToken === null ? [] : ofToken.scopeOf(verb)).toEqual(expected ? expect.anything() : []);
        }
        for (const verb of FOUR) {
          const access = accessTo(shown, entity, verb);
          expect(effective.entity(entity)?.permissions[verb] ?? false).toBe(allowed(verb));
          if (access !== undefined) expect(access.effective).toBe(access.granted && access.held);
        }
      }
    }),
  );
});
