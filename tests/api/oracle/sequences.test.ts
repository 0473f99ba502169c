/**
 * Sequences of requests by several people against one world: every status, code and value is the oracle's; a version changes
 * exactly when it should; and while others write, a walk misses no stable record and shows none twice (contract §§ 6, 7).
 */
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import type { JsonObject } from "@/lib/model";
import type { EntityFile } from "../../support/oracle/file";
import { askOf, fillIn } from "../../support/oracle/fill-in";
import {
  anyDelete,
  anyGoodData,
  anyGuardedUpdate,
  anyNewData,
  anyQueryBody,
  anyRead,
  anyUpdate,
  type Draft,
} from "../../support/oracle/generate-asks";
import { anyWorld } from "../../support/oracle/generate-worlds";
import { lackEmptyFields } from "../../support/oracle/lacking";
import { closeWorlds, keepRecords, type LiveWorld, openWorld } from "../../support/oracle/live-world";
import { judge } from "../../support/oracle/oracle";
import { scaled, seedOf } from "../../support/oracle/scale";
import { seedRecords } from "../../support/oracle/seed-records";
import { step } from "../../support/oracle/step";
import { walk } from "../../support/oracle/walk";

/** `who`: 0 is the one who may do everything. */
type Write = { who: number; draft: Draft };
type Act =
  | { kind: "ask"; who: number; draft: Draft }
  /** `writes` go between the pages, one after each; `relay` take over with the cursor, page by page. */
  | { kind: "walk"; who: number; entity: string; body: JsonObject; limits: number[]; writes: Write[]; relay: number[] };

function anySequence(entities: EntityFile[], people: number): fc.Arbitrary<Act[]> {
  const who = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 3, arbitrary: fc.nat({ max: people }) });
  const open = entities.filter(({ exposed }) => exposed !== false);
  const write = fc.record({ who, draft: fc.oneof(...open.map(anyWrite)) });
  const asks = fc
    .record({
      who,
      draft: fc.oneof({ weight: 9, arbitrary: fc.oneof(...open.map(anyWrite)) }, ...entities.map(anyRead)),
    })
    .map((ask): Act => ({ kind: "ask", ...ask }));
  const walks = fc.constantFrom(...open).chain((entity) =>
    fc.record({
      kind: fc.constant("walk" as const),
      who,
      entity: fc.constant(entity.key),
      body: anyQueryBody(entity),
      limits: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
      writes: fc.array(write, { maxLength: 4 }),
      relay: fc.oneof(fc.constant<number[]>([]), fc.array(who, { maxLength: 2 })),
    }),
  );
  return fc.array(fc.oneof({ weight: 6, arbitrary: asks }, { weight: 1, arbitrary: walks }), {
    minLength: 1,
    maxLength: 30,
    size: "max",
  });
}

/** Creates and updates more than deletes, or nothing would be left to meet. */
function anyWrite(entity: EntityFile): fc.Arbitrary<Draft> {
  const body = fc.oneof({ weight: 6, arbitrary: anyGoodData(entity) }, { weight: 1, arbitrary: anyNewData(entity) });
  const create = body.map((data): Draft => ({ endpoint: "create", entity: entity.key, body: { data } }));
  return fc.oneof(
    { weight: 4, arbitrary: create },
    { weight: 5, arbitrary: anyUpdate(entity) },
    { weight: 3, arbitrary: anyGuardedUpdate(entity) },
    { weight: 2, arbitrary: anyDelete(entity) },
  );
}

const WORLDS = scaled(13, 25);
const SEQUENCES_PER_WORLD = scaled(12, 50);
const PEOPLE = 4;
/** There from the beginning, so that the first requests have something to meet. */
const FIRST_RECORDS = 9;

afterAll(closeWorlds);

for (const [index, draft] of fc.sample(anyWorld(PEOPLE), { numRuns: WORLDS, seed: seedOf(2) }).entries()) {
  describe(`world ${index + 1}`, async () => {
    const live = await openWorld(draft);
    await seedRecords(live, [live.admin], FIRST_RECORDS, seedOf(index));
    if (index % 2 === 1) await lackEmptyFields(live);
    const putBack = await keepRecords(live);

    it(`matches the oracle through ${SEQUENCES_PER_WORLD} generated sequences`, async () => {
      const property = fc.asyncProperty(anySequence(draft.entities, PEOPLE), async (acts) => {
        await putBack();
        for (const act of acts) await perform(live, act);
      });
      await fc.assert(property, { numRuns: SEQUENCES_PER_WORLD, seed: seedOf(index) });
    }, 600_000);
  });
}

async function perform(live: LiveWorld, act: Act): Promise<void> {
  if (act.kind === "ask") await step(live, callerOf(live, act.who), askOf(act.draft, live.world));
  else await walkWhileOthersWrite(live, act);
}

async function walkWhileOthersWrite(live: LiveWorld, act: Extract<Act, { kind: "walk" }>): Promise<void> {
  const { entity, limits, writes } = act;
  const caller = callerOf(live, act.who);
  const ask = { endpoint: "query", entity, body: fillIn(act.body, live.world) as JsonObject } as const;
  const idsNow = () => {
    const verdict = judge(live.world, caller, ask);
    return verdict.kind === "list" ? verdict.records.map(({ id, versionId }) => `${id} ${versionId}`) : [];
  };
  const atStart = idsNow();
  const between = async (page: number) => {
    const write = writes[page - 1];
    if (write !== undefined) await step(live, callerOf(live, write.who), askOf(write.draft, live.world));
  };
  const relay = act.relay.map((who) => callerOf(live, who));
  const seen = (await walk(live, caller, ask, { limits, relay, between })).flat();
  // Each of several sees their own rows.
  if (relay.length > 0) return;

  const atEnd = new Set(idsNow());
  const stable = atStart.filter((one) => atEnd.has(one)).map((one) => one.slice(0, one.indexOf(" ")));
  expect(stable.filter((id) => seen.filter((other) => other === id).length !== 1)).toEqual([]);
}

function callerOf({ admin, people }: LiveWorld, who: number) {
  return people[who - 1] ?? admin;
}
