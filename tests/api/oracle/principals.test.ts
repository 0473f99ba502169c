/**
 * Some hundreds of tokens, of every set of verbs, with all kinds of row scopes, field rights and token scopes: at every
 * endpoint each gets the oracle's answer, and the permission map of discovery tells what it may do (spec: Authentication, 3).
 */
import fc from "fast-check";
import { afterAll, describe, expect, inject, it } from "vitest";
import { type Answer, send } from "../../support/http";
import { sendAsk } from "../../support/oracle/compare";
import { type EntityFile, FOUR_VERBS, type ModelRecord } from "../../support/oracle/file";
import { askOf } from "../../support/oracle/fill-in";
import {
  anyAggregate,
  anyChange,
  anyDelete,
  anyGoodData,
  anyGuardedUpdate,
  anyQueryBody,
  anyRead,
  anyUpdate,
  type Draft,
  queryStringOf,
} from "../../support/oracle/generate-asks";
import {
  anyDenied,
  anyEntities,
  anyGrants,
  anyRows,
  anyScopes,
  verbSet,
  type WorldDraft,
} from "../../support/oracle/generate-worlds";
import { type Caller, closeWorlds, keepRecords, openWorld } from "../../support/oracle/live-world";
import { IS_LONG, scaled, seedOf } from "../../support/oracle/scale";
import { seedRecords } from "../../support/oracle/seed-records";
import { step } from "../../support/oracle/step";
import { dataOf, errorOf } from "../../support/organization";
import { UNKNOWN_ID } from "../../support/views";

const WORLDS = scaled(4, 40);
/** Two of every set of verbs. */
const PEOPLE = 32;
const ROUNDS = scaled(1, 4);
const RECORDS = 12;

afterAll(closeWorlds);

for (const [index, draft] of fc.sample(anyCrowd(), { numRuns: WORLDS, seed: seedOf(3) }).entries()) {
  describe(`world ${index + 1}`, async () => {
    const live = await openWorld(draft);
    await seedRecords(live, [live.admin, ...live.people], RECORDS, seedOf(index));
    const putBack = await keepRecords(live);

    for (const [number, caller] of live.people.entries()) {
      it(`${caller.name} (${verbSet(number % 16).join(", ") || "no verb"}) gets the oracle's response`, async () => {
        await step(live, caller, { endpoint: "me" });
        await step(live, caller, { endpoint: "entities" });
        const asked = askedEntities(draft, number);
        const property = fc.asyncProperty(
          fc.tuple(...asked.map((entity) => anyRound(entity, draft.entities))),
          async (rounds) => {
            await putBack();
            for (const draftedAsk of rounds.flat()) await step(live, caller, askOf(draftedAsk, live.world));
          },
        );
        await fc.assert(property, { numRuns: ROUNDS, seed: seedOf(number) });
        for (const { key } of draft.entities) await step(live, caller, { endpoint: "describe", entity: key });
      });
    }

    it("by key each gets the same as by id, and a field that is not a key names no record", async () => {
      await putBack();
      for (const [number, caller] of live.people.entries()) {
        if (number % 4 !== 0 && !IS_LONG) continue;
        for (const { key } of askedEntities(draft, number)) await compareKeys(live.world.records, caller, key);
      }
    });

    it("the permission maps tell what happens at the endpoints", async () => {
      for (const [number, caller] of live.people.entries()) {
        for (const { key } of askedEntities(draft, number)) {
          const told = permissionsOf(await sendAsk(caller, { endpoint: "describe", entity: key }));
          expect([caller.name, key, await observed(caller, key)]).toEqual([caller.name, key, told]);
        }
      }
    });
  });
}

/** Of each field of one entity, and of some records: reading, and changing under any version without writing. */
async function compareKeys(records: readonly ModelRecord[], caller: Caller, entity: string): Promise<void> {
  const description = await sendAsk(caller, { endpoint: "describe", entity });
  if (description.status !== 200) return;
  const { fields, permissions } = dataOf<Description>(description);
  for (const { key, unique, queryable } of fields) {
    const named = records.filter(({ entity: own, data }) => own === entity && inPath(data[key]));
    for (const { id, data } of named.slice(0, 3)) {
      const value = encodeURIComponent(String(data[key]));
      for (const change of [{}, { method: "PATCH", json: { data: {} }, headers: { "if-match": "*" } }]) {
        const dryRun = "json" in change ? "dryRun=true" : "";
        const ask = (name: string) =>
          send(inject("origin"), {
            path: `/entities/${entity}/records/${name}${dryRun}`,
            token: caller.token,
            ...change,
          });
        const [byId, byKey] = [await ask(`${id}?`), await ask(`${value}?by=${key}&`)];
        const outcome = ({ status, json, headers }: Answer) => [status, withoutRequestId(json), headers.etag];
        const isAllowed = "json" in change ? permissions.update : permissions.list;
        if (!isAllowed || (unique && queryable)) expect(outcome(byKey), key).toEqual(outcome(byId));
        else expect([byKey.status, errorOf(byKey).code], key).toEqual([400, "FIELD_NOT_QUERYABLE"]);
      }
    }
  }
}

type Description = {
  fields: { key: string; unique: boolean; queryable: boolean }[];
  permissions: { list: boolean; update: boolean };
};

function inPath(value: unknown): boolean {
  return (typeof value === "string" && value.trim() !== "") || typeof value === "number";
}

function withoutRequestId(json: unknown): unknown {
  return JSON.parse(JSON.stringify(json).replace(/"requestId":"[^"]*"/, '"requestId":""'));
}

/** Person n has verb set n modulo 16 on the entity that it is asked of most, and other ones on the others. */
function anyCrowd(): fc.Arbitrary<WorldDraft> {
  return anyEntities().chain((entities) => {
    const rolesOf = (number: number) =>
      fc
        .tuple(...entities.map((entity, place) => anyGrants(entity, verbSet((number + offsetOf(place, number)) % 16))))
        .map((grants) => grants.flat());
    const numbers = Array.from({ length: PEOPLE }, (_, number) => number);
    const scopes = fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: anyScopes(entities) });
    return fc.record({
      entities: fc.constant(entities),
      roles: fc.tuple(...numbers.map(rolesOf)),
      people: fc.tuple(
        ...numbers.map((number) =>
          fc.record({
            roles: fc.constant<number[]>([number]),
            scopes,
            denied: anyDenied(entities),
            rows: anyRows(entities),
          }),
        ),
      ),
    });
  });
}

/** 0 for the entity that the person is asked of most. */
function offsetOf(place: number, person: number): number {
  return ((place + person) % 2) * 5;
}

function askedEntities({ entities }: WorldDraft, person: number): EntityFile[] {
  return entities.filter((_, place) => IS_LONG || offsetOf(place, person) === 0);
}

/** Every endpoint of one entity; those that write come last. */
function anyRound(entity: EntityFile, entities: EntityFile[]): fc.Arbitrary<Draft[]> {
  const { key } = entity;
  const query = anyQueryBody(entity, entities).map((body): Draft => ({ endpoint: "query", entity: key, body }));
  const list = anyQueryBody(entity).map(
    ({ where: _, ...body }): Draft => ({ endpoint: "list", entity: key, query: queryStringOf(body) ?? [] }),
  );
  const create = anyGoodData(entity).map((data): Draft => ({ endpoint: "create", entity: key, body: { data } }));
  const narrow = anyChange(entity).map((data): Draft => ({ endpoint: "create", entity: key, body: { data } }));
  const [read, update, guarded] = [anyRead(entity), anyUpdate(entity), anyGuardedUpdate(entity)];
  return fc.tuple(
    list,
    query,
    anyAggregate(entity, entities),
    read,
    read,
    create,
    narrow,
    update,
    update,
    guarded,
    guarded,
    guarded,
    anyDelete(entity),
  );
}

const NOTHING = { list: false, create: false, update: false, delete: false };

function permissionsOf(answer: Answer): Record<string, boolean> {
  if (answer.status === 404) return NOTHING;
  return dataOf<{ permissions: Record<string, boolean> }>(answer).permissions;
}

/** Asks for what fails one step after the verb (contract § 1): whoever has the verb is told of that instead. */
async function observed(caller: Caller, entity: string): Promise<Record<string, boolean>> {
  const answers = {
    list: await sendAsk(caller, { endpoint: "list", entity, query: [["limit", "0"]] }),
    create: await sendAsk(caller, { endpoint: "create", entity, body: null }),
    update: await sendAsk(caller, { endpoint: "update", entity, id: UNKNOWN_ID, ifMatch: null, body: null }),
    delete: await sendAsk(caller, { endpoint: "delete", entity, id: UNKNOWN_ID, ifMatch: null }),
  };
  const refusals = ["PERMISSION_DENIED", "ENTITY_NOT_FOUND"];
  return Object.fromEntries(FOUR_VERBS.map((verb) => [verb, !refusals.includes(errorOf(answers[verb]).code)]));
}
