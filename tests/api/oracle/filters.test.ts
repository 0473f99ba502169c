/**
 * Whatever is asked of whatever is stored, a list is what the oracle says: the records, their order over all pages, the
 * fields that are shown; and what may not be asked is refused with its code (contract §§ 6, 8).
 */
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "@/lib/model";
import type { Ask } from "../../support/oracle/ask";
import type { EntityFile } from "../../support/oracle/file";
import { askOf, fillIn } from "../../support/oracle/fill-in";
import { anyAggregate, anyQueryBody, queryStringOf } from "../../support/oracle/generate-asks";
import { anyIllegalFilter, anyIllegalSort } from "../../support/oracle/generate-illegal-queries";
import { anyWorld } from "../../support/oracle/generate-worlds";
import { lackEmptyFields } from "../../support/oracle/lacking";
import { closeWorlds, type LiveWorld, openWorld, setMoments } from "../../support/oracle/live-world";
import { scaled, seedOf } from "../../support/oracle/scale";
import { seedRecords } from "../../support/oracle/seed-records";
import { step } from "../../support/oracle/step";
import { type ListAsk, walk } from "../../support/oracle/walk";

const WORLDS = scaled(9, 20);
const QUERIES_PER_WORLD = scaled(150, 250);
const AGGREGATES_PER_WORLD = scaled(100, 250);
const FAULTS_PER_WORLD = scaled(80, 150);
const RECORDS = 90;
const PEOPLE = 5;
/** Few, so that the default order has ties. */
const MOMENTS = ["2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.001Z", "2026-03-01T12:00:00.000Z"];

/** Some worlds have rules that few records keep. */
const recordsOfWorlds: number[] = [];

afterAll(closeWorlds);

for (const [index, draft] of fc.sample(anyWorld(PEOPLE), { numRuns: WORLDS, seed: seedOf(1) }).entries()) {
  describe(`world ${index + 1}`, async () => {
    const live = await openWorld(draft);
    await seedRecords(live, [live.admin, live.admin, live.admin, ...live.people], RECORDS, seedOf(index));
    if (index % 2 === 1) await lackEmptyFields(live);
    await setMoments(live, MOMENTS);
    recordsOfWorlds.push(live.world.records.length);

    it(`gives ${QUERIES_PER_WORLD} generated queries the oracle's records, page by page`, async () => {
      const property = fc.asyncProperty(
        anyCase(live, (entity) => anyQueryBody(entity, live.world.file.entities)),
        anyLimits,
        async ({ who, entity, given }, limits) => {
          const body = fillIn(given, live.world) as JsonObject;
          for (const ask of sameQueries(entity, body)) await walk(live, callerOf(live, who), ask, { limits });
        },
      );
      await fc.assert(property, { numRuns: QUERIES_PER_WORLD, seed: seedOf(index) });
    }, 600_000);

    it(`gives ${AGGREGATES_PER_WORLD} generated aggregates the oracle's groups`, async () => {
      const given = (entity: EntityFile) => anyAggregate(entity, live.world.file.entities);
      const property = fc.asyncProperty(anyCase(live, given), async ({ who, given: drafted }) => {
        await step(live, callerOf(live, who), askOf(drafted, live.world));
      });
      await fc.assert(property, { numRuns: AGGREGATES_PER_WORLD, seed: seedOf(index) });
    }, 600_000);

    it(`refuses ${FAULTS_PER_WORLD} generated faults with the oracle's code`, async () => {
      const property = fc.asyncProperty(anyCase(live, anyFault), async ({ who, entity, given }) => {
        await step(live, callerOf(live, who), { ...given, entity } as Ask);
      });
      await fc.assert(property, { numRuns: FAULTS_PER_WORLD, seed: seedOf(index) });
    }, 600_000);
  });
}

it("has worlds with records to ask for", () => {
  const inAll = recordsOfWorlds.reduce((sum, count) => sum + count, 0);
  expect(recordsOfWorlds).toHaveLength(WORLDS);
  expect(inAll).toBeGreaterThan((WORLDS * RECORDS) / 2);
});

const anyLimits = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 3 });

/** 0 is the one who may see everything, and asks as often as three others. */
function anyCase<Given>(live: LiveWorld, given: (entity: EntityFile) => fc.Arbitrary<Given>) {
  const who = fc.constantFrom(0, 0, ...Array.from({ length: PEOPLE + 1 }, (_, number) => number));
  return fc
    .constantFrom(...live.world.file.entities)
    .chain((entity) => fc.record({ who, entity: fc.constant(entity.key), given: given(entity) }));
}

function callerOf({ admin, people }: LiveWorld, who: number) {
  return people[who - 1] ?? admin;
}

function sameQueries(entity: string, body: JsonObject): ListAsk[] {
  const query = queryStringOf(body);
  const inBody: ListAsk = { endpoint: "query", entity, body };
  return query === null ? [inBody] : [inBody, { endpoint: "list", entity, query }];
}

type Fault = { endpoint: "query"; body: JsonValue } | { endpoint: "list"; query: [string, string][] };

function anyFault(entity: EntityFile): fc.Arbitrary<Fault> {
  const sort = anyIllegalSort.map((text): Fault => ({ endpoint: "list", query: [["sort", text]] }));
  const where = anyIllegalFilter(entity).map((filter): Fault => ({ endpoint: "query", body: { where: filter } }));
  const listed = fc
    .constantFrom<[string, string]>(
      ["limit", "0"],
      ["limit", "501"],
      ["limit", "1e2"],
      ["limit", "007"],
      ["limit", ""],
      ["search", "x".repeat(201)],
      ["fields", ""],
      ["fields", "nowhere"],
      ["fields", "name,id"],
    )
    .map((pair): Fault => ({ endpoint: "list", query: [pair] }));
  const asked = fc
    .constantFrom<JsonValue>(
      { limit: "10" },
      { limit: 1.5 },
      { limit: 501 },
      { sort: [] },
      { sort: "created:asc" },
      { sort: [{ field: "created", direction: "up" }] },
      { sort: [{ field: "created", direction: "asc", nulls: "first" }] },
      { sort: [{ field: "nowhere", direction: "asc" }] },
      { search: 5 },
      { fields: [] },
      { fields: ["createdBy"] },
      { were: [] },
      [],
    )
    .map((body): Fault => ({ endpoint: "query", body }));
  return fc.oneof({ weight: 5, arbitrary: where }, sort, listed, asked);
}
