/**
 * Whatever is stored and whatever is asked, a walk through the pages gives the records, and the order, that the plain
 * model gives (contract § 6), on a real PostgreSQL.
 */
import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Entity } from "@/lib/model";
import { parseFilter } from "@/lib/query/filter/filter";
import { type LogicalQuery, readCursor, writeCursor } from "@/lib/query/page/cursor";
import type { Position } from "@/lib/query/page/position";
import { callerResolver, EVERYTHING, planFilter, planSort } from "@/lib/query/plan";
import { parseSearch } from "@/lib/query/text";
import { listRecords } from "@/lib/store/records/read";
import { WANTED } from "../../support/wanted";
import { openTestDatabase } from "../configuration/database";
import { anyFilter, anySort, anyThings, anyWords } from "./arbitraries";
import { type PlainQuery, plainList } from "./plain-model";
import { createThings, replaceThings, type Thing, thingsOf } from "./things";

openTestDatabase();

const CASES = 1000;
const KEY = randomBytes(32);
const SEARCHABLE = ["title", "mail", "link"];

let entity: Entity;

beforeAll(async () => {
  entity = await createThings();
});

/** All pages, by cursors, with limits taken in turn. */
async function walk(query: PlainQuery, limits: number[]): Promise<Thing[]> {
  const resolve = callerResolver(entity.fields);
  const where = query.where === null ? EVERYTHING : planFilter(parseFilter(written(query)), resolve);
  const sort = planSort(query.sort, resolve);
  const words = parseSearch(query.words.join(" "));
  const isEvery = query.searched.length === SEARCHABLE.length;
  const columns = isEvery ? null : query.searched.map((key) => resolve.find(key) ?? fail(key));
  const logical: LogicalQuery = { organizationId: "o", entityId: entity.id, where: query.where, sort, words };
  const found: Thing[] = [];
  let after: Position | null = null;
  for (let turn = 0; ; turn += 1) {
    const limit = limits[turn % limits.length] ?? 1;
    const projection = { entityKey: "things", hidden: [], conditional: [] };
    const plan = { entityId: entity.id, where, search: { words, columns }, sort, after, limit };
    const page = await listRecords(plan, projection, true, WANTED);
    // However it is asked for, it is the same page.
    expect(await listRecords(plan, projection, false, WANTED)).toEqual(page);
    found.push(...thingsOf(page));
    if (page.next === null) return found;
    // A page with another one behind it is full.
    expect(page.count).toBe(limit);
    after = readCursor(writeCursor(page.next, logical, KEY), logical, KEY);
  }
}

/** As a caller would send it. */
function written({ where }: PlainQuery) {
  return JSON.parse(
    JSON.stringify(where, (_, part) => (part?.operator === undefined ? part : [part.field, part.operator, part.value])),
  );
}

function fail(key: string): never {
  throw new Error(`there is no field ${key}`);
}

const anyCase = () =>
  anyThings(entity).chain((things) =>
    fc.record({
      things: fc.constant(things),
      where: fc.option(anyFilter(entity, things), { freq: 3 }),
      sort: anySort(entity),
      words: anyWords(),
      searched: fc.subarray(SEARCHABLE),
      limits: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 3 }),
    }),
  );

describe("a walk through all pages", () => {
  it(`is the plain model's list, in ${CASES} cases`, async () => {
    await fc.assert(
      fc.asyncProperty(anyCase(), async ({ things, limits, ...query }) => {
        await replaceThings(entity, things);
        const expected = plainList([...things], entity, query);
        const walked = await walk(query, limits);
        expect(walked.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
        const plain = ({ id, created, updated, data }: Thing) => ({ id, created, updated, data });
        expect(walked.map(plain)).toEqual(expected);
      }),
      { numRuns: CASES },
    );
  }, 60_000);
});
