/**
 * A batch ends as its operations one after the other (docs/contract.md, Batch): generated writes of generated people, once as
 * requests of their own and once as a batch, from the same records. The same statuses and codes, the same records afterwards.
 */
import fc from "fast-check";
import { afterAll, describe, expect, inject, it } from "vitest";
import type { JsonObject, JsonValue } from "@/lib/model";
import { type Answer, post, send } from "../../support/http";
import type { Ask } from "../../support/oracle/ask";
import { sendAsk } from "../../support/oracle/compare";
import { entityIn, type ModelRecord, type World } from "../../support/oracle/file";
import { askOf, fillIn } from "../../support/oracle/fill-in";
import { anyGoodData, anyGuardedUpdate, anyNewData, anyUpdate, type Draft } from "../../support/oracle/generate-asks";
import { anyWorld } from "../../support/oracle/generate-worlds";
import { lackEmptyFields } from "../../support/oracle/lacking";
import { type Caller, closeWorlds, keepRecords, type LiveWorld, openWorld } from "../../support/oracle/live-world";
import { rightsOf } from "../../support/oracle/permissions";
import { scaled, seedOf } from "../../support/oracle/scale";
import { seedRecords } from "../../support/oracle/seed-records";
import { anyUpsert, asSingle, matchName, ownerOf, type Upsert } from "../../support/oracle/upserts";
import { dataOf, type Page } from "../../support/organization";

const WORLDS = scaled(6, 25);
const BATCHES_PER_WORLD = scaled(12, 80);
const PEOPLE = 3;
const FIRST_RECORDS = 12;

afterAll(closeWorlds);

type Write = Extract<Ask, { endpoint: "create" | "update" }> | Upsert;
type WriteDraft = Draft | Upsert;
type Entity = Parameters<typeof anyNewData>[0];

function anyWrites(entity: Entity): fc.Arbitrary<WriteDraft[]> {
  const body = fc.oneof({ weight: 6, arbitrary: anyGoodData(entity) }, { weight: 1, arbitrary: anyNewData(entity) });
  const create = body.map((data): Draft => ({ endpoint: "create", entity: entity.key, body: { data } }));
  const writes: fc.Arbitrary<WriteDraft>[] = [create, anyUpdate(entity), anyGuardedUpdate(entity)];
  const upsert = anyUpsert(entity);
  return fc.array(fc.oneof(...writes, ...(upsert === null ? [] : [upsert])), {
    minLength: 1,
    maxLength: 12,
    size: "max",
  });
}

/**
 * Those that a batch can say: the header has forms that an operation has not, a field that the caller cannot query is none to match
 * by, and no record, and no value, comes twice.
 */
function sayable(drafts: WriteDraft[], world: World, caller: Caller): Write[] {
  const seen = new Set<string>();
  const isFirst = (name: string) => !seen.has(name) && seen.add(name);
  return drafts.flatMap((draft): Write[] => {
    if (draft.endpoint === "upsert") {
      const entity = entityIn(world.file, draft.entity) as Entity;
      if (rightsOf(world.file, caller, entity.key)?.mayQuery(draft.match[0]) === false) return [];
      const owner = ownerOf(world.records, entity, draft);
      const upsert = { ...draft, data: fillIn(draft.data, world) as JsonObject };
      return isFirst(owner?.id ?? matchName(entity, draft)) ? [upsert] : [];
    }
    const ask = askOf(draft, world);
    if (ask.endpoint !== "create" && ask.endpoint !== "update") return [];
    const { data, ...more } = ask.body as JsonObject;
    if (typeof data !== "object" || data === null || Array.isArray(data) || Object.keys(more).length > 0) return [];
    if (ask.endpoint === "create") return [ask];
    const isPlain = ask.ifMatch === null || ask.ifMatch === "*" || /^"[0-9a-f-]{36}"$/.test(ask.ifMatch);
    return isPlain && isFirst(ask.id) ? [ask] : [];
  });
}

function operationOf(ask: Write): JsonValue {
  if (ask.endpoint === "upsert") {
    const [key, value] = ask.match;
    return { op: "upsert", match: { [key]: value }, ifMatch: ask.ifMatch, data: ask.data };
  }
  const { data = {} } = ask.body as JsonObject;
  if (ask.endpoint === "create") return { op: "create", data };
  const ifMatch = ask.ifMatch === null ? {} : { ifMatch: ask.ifMatch.replaceAll('"', "") };
  return { op: "update", id: ask.id, ...ifMatch, data };
}

const sendBatch = (caller: Caller, entity: string, operations: JsonValue[], atomic: boolean): Promise<Answer> =>
  send(inject("origin"), post(`/entities/${entity}/records/batch`, { operations, atomic }, { token: caller.token }));

/** What became of it, in the terms of a single write. */
const outcomeOf = (status: number, code: string | undefined) => `${status} ${code ?? ""}`;

const ALL: [string, string][] = [
  ["limit", "500"],
  ["sort", "id:asc"],
];

async function everyRecord({ admin }: LiveWorld, entity: string): Promise<Page["items"]> {
  return dataOf<Page>(await sendAsk(admin, { endpoint: "list", entity, query: ALL })).items;
}

/** As a request of its own. */
async function sendSingly(live: LiveWorld, caller: Caller, write: Write): Promise<Answer> {
  if (write.endpoint !== "upsert") return sendAsk(caller, write);
  const { world } = live;
  // Whoever made it: the caller, unless it was there before.
  const makerOf = (id: string) => world.records.find((record) => record.id === id)?.createdBy;
  const records = (await everyRecord(live, write.entity)).map((view): ModelRecord => {
    const { id, entityKey: entity, data } = view;
    return { ...view, id, entity, data: data as JsonObject, createdBy: makerOf(id) ?? caller.memberId };
  });
  return sendAsk(caller, asSingle(write, records, world.file, caller));
}

/** Of what is there, all but what each write makes up. */
async function storedAfter(live: LiveWorld, entity: string, known: Set<string>) {
  const items = await everyRecord(live, entity);
  const old = items.filter(({ id }) => known.has(id)).map(({ id, data }) => ({ id, data }));
  const created = items.filter(({ id }) => !known.has(id)).map(({ data }) => data);
  return { old, created: created.map((data) => JSON.stringify(data)).sort() };
}

for (const [index, draft] of fc.sample(anyWorld(PEOPLE), { numRuns: WORLDS, seed: seedOf(11) }).entries()) {
  describe(`world ${index + 1}`, async () => {
    const live = await openWorld(draft);
    await seedRecords(live, [live.admin], FIRST_RECORDS, seedOf(index));
    if (index % 2 === 1) await lackEmptyFields(live);
    const putBack = await keepRecords(live);
    const entities = draft.entities.filter(({ exposed }) => exposed !== false);
    const cases = fc.record({ who: fc.nat({ max: PEOPLE }), drafts: fc.oneof(...entities.map(anyWrites)) });

    it(`has ${BATCHES_PER_WORLD} generated batches that end as their operations do`, async () => {
      const property = fc.asyncProperty(cases, async ({ who, drafts }) => {
        const caller = live.people[who - 1] ?? live.admin;
        await putBack();
        const known = new Set(live.world.records.map(({ id }) => id));
        const asks = sayable(drafts, live.world, caller);
        const [first] = asks;
        if (first === undefined) return;
        const { entity } = first;

        const singly: string[] = [];
        for (const ask of asks) {
          const answer = await sendSingly(live, caller, ask);
          const { error } = answer.json as { error?: { code: string } };
          singly.push(outcomeOf(answer.status, error?.code));
        }
        const expected = await storedAfter(live, entity, known);

        const operations = asks.map(operationOf);
        await putBack();
        const answer = await sendBatch(caller, entity, operations, false);
        if (answer.status === 200) {
          const { results } = dataOf<{ results: { status: number; error?: { code: string } }[] }>(answer);
          expect(results.map(({ status, error }) => outcomeOf(status, error?.code))).toEqual(singly);
        } else {
          // Who can do nothing of it at all is told so once.
          const { error } = answer.json as { error: { code: string } };
          expect(new Set(singly)).toEqual(new Set([outcomeOf(answer.status, error.code)]));
        }
        expect(await storedAfter(live, entity, known)).toEqual(expected);

        await putBack();
        const untouched = await storedAfter(live, entity, known);
        const whole = await sendBatch(caller, entity, operations, true);
        const isFine = singly.every((outcome) => /^20[01] |CREATED_RECORD_NOT_READABLE/.test(outcome));
        expect(whole.status === 200, whole.text).toBe(isFine);
        expect(await storedAfter(live, entity, known)).toEqual(isFine ? expected : untouched);
      });
      await fc.assert(property, { numRuns: BATCHES_PER_WORLD, seed: seedOf(index) });
    }, 600_000);
  });
}
