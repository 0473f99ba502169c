/**
 * Verbs, field rights and transitions that hold on some records only, and changes of what they look at: each such right is
 * asked of the record as it was and as it becomes, and the answer is the oracle's (contract § 7).
 */
import fc from "fast-check";
import { afterAll, describe, it } from "vitest";
import type { EntityFile, GrantFile } from "../../support/oracle/file";
import { askOf } from "../../support/oracle/fill-in";
import { anyGoodData, anyGuardedUpdate, anyUpdate, type Draft } from "../../support/oracle/generate-asks";
import { anyWatchingFilter } from "../../support/oracle/generate-queries";
import { OPTIONS } from "../../support/oracle/generate-values";
import type { WorldDraft } from "../../support/oracle/generate-worlds";
import { type Caller, closeWorlds, keepRecords, openWorld } from "../../support/oracle/live-world";
import { scaled, seedOf } from "../../support/oracle/scale";
import { seedRecords } from "../../support/oracle/seed-records";
import { step } from "../../support/oracle/step";

const WORLDS = scaled(4, 25);
const PEOPLE = 4;
const SEQUENCES = scaled(5, 50);
const RECORDS = 10;

const [lead = "", won = "", lost = ""] = OPTIONS;
const ENTITY: EntityFile = {
  key: "deals",
  label: "Deal",
  pluralLabel: "Deals",
  labelField: "name",
  fields: [
    { key: "name", label: "Name", type: "text" },
    { key: "open", label: "Open", type: "boolean" },
    { key: "price", label: "Price", type: "decimal", writeVerb: "set" },
    { key: "stage", label: "Stage", type: "select", options: OPTIONS, default: lead },
    { key: "margin", label: "Margin", type: "integer", readVerb: "see", writeVerb: "fix" },
  ],
  lifecycle: {
    field: "stage",
    states: { [won]: { locked: true } },
    transitions: [
      { from: lead, to: won, verb: "approve" },
      { from: lead, to: lost, verb: "approve" },
      { from: lost, to: lead, verb: "set" },
      { from: won, to: lead, verb: "approve" },
    ],
  },
};

afterAll(closeWorlds);

for (const [index, draft] of fc.sample(anyLimitedWorld(), { numRuns: WORLDS, seed: seedOf(4) }).entries()) {
  describe(`world ${index + 1}`, async () => {
    const live = await openWorld(draft);
    await seedRecords(live, [live.admin, ...live.people], RECORDS, seedOf(index));
    const putBack = await keepRecords(live);

    it.each(live.people.map((caller): [string, Caller] => [caller.name, caller]))(
      "%s changes what limited permissions depend on, and gets the oracle's response",
      async (_, caller) => {
        const property = fc.asyncProperty(fc.array(anyAsk(), { minLength: 5, maxLength: 10 }), async (asks) => {
          await putBack();
          for (const ask of asks) await step(live, caller, askOf(ask, live.world));
        });
        await fc.assert(property, { numRuns: SEQUENCES, seed: seedOf(index) });
      },
    );
  });
}

function anyLimitedWorld(): fc.Arbitrary<WorldDraft> {
  const everywhere: GrantFile = { entity: ENTITY.key, verbs: ["list", "create", "update"] };
  const limited = (verb: string) =>
    anyWatchingFilter(ENTITY).map((where): GrantFile => ({ entity: ENTITY.key, verbs: [verb], where }));
  const ofWords = fc.tuple(...["approve", "set", "fix", "see"].map(limited));
  const ofVerbs = fc.constantFrom<GrantFile[]>(
    [everywhere],
    [everywhere],
    [{ ...everywhere, verbs: ["list", "create"] }],
  );
  const role = fc
    .tuple(ofVerbs, limited("update"), ofWords)
    .map(([verbs, update, words]) => [...verbs, update, ...words]);
  return fc.array(role, { minLength: PEOPLE, maxLength: PEOPLE }).map((roles) => ({
    entities: [ENTITY],
    roles,
    people: roles.map((_, number) => ({ roles: [number], scopes: null })),
  }));
}

function anyAsk(): fc.Arbitrary<Draft> {
  const create = anyGoodData(ENTITY).map((data): Draft => ({ endpoint: "create", entity: ENTITY.key, body: { data } }));
  return fc.oneof(
    { weight: 6, arbitrary: anyGuardedUpdate(ENTITY) },
    { weight: 1, arbitrary: anyUpdate(ENTITY) },
    { weight: 2, arbitrary: create },
  );
}
