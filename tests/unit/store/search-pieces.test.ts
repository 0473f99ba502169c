/** Of many records, the index of a search is asked for what a sample of them shows to be rare. Asked of PostgreSQL itself. */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Entity } from "@/lib/model";
import type { PagePlan } from "@/lib/query/page/page-plan";
import { NEWEST } from "@/lib/query/page/ranked-run";
import { EVERYTHING } from "@/lib/query/plan";
import { listRecords } from "@/lib/store/records/read";
import { WANTED } from "../../support/wanted";
import { fill, openTestDatabase, partitionOf, query } from "../configuration/database";
import { createThings, thingsOf } from "../query/things";
import { keptWaysOfOne, statementsOf, waysOf } from "./explained";

openTestDatabase();

const RECORDS = 30_000;
/** An open transaction holds back the feeds of the database, which other tests read. */
const AT_ONCE = 2_000;
const WAIT = { timeout: 10_000 };
let entity: Entity;

beforeAll(async () => {
  entity = await createThings();
  // Few records are not sampled, and counted again after a minute.
  const [asked] = await statementsOf(() => list("zeppelin"));
  expect(asked?.text).toContain("TABLESAMPLE");
  const { now } = performance;
  vi.spyOn(performance, "now").mockImplementation(() => now.call(performance) + 61_000);
  // Every record has "eli" and "lin"; 20 have "zeppelin", and one has a word that begins like it. 600 have "harbour", as many "anchor",
  // which no newer one has.
  for (let first = 1; first <= RECORDS; first += AT_ONCE) {
    await query(
      `INSERT INTO records (entity_id, id, data, version, search_text, created)
       SELECT $1, gen_random_uuid(), jsonb_build_object('whole', n), gen_random_uuid(),
              'feeling belinda' || CASE WHEN n % 1500 = 0 THEN ' zeppelin' WHEN n = 7 THEN ' zeppelu' ELSE '' END
                || CASE WHEN n % 50 = 1 THEN ' harbour' ELSE '' END
                || CASE WHEN n % 25 = 2 AND n <= 15000 THEN ' anchor' ELSE '' END,
              timestamptz '2026-01-01' + n * interval '1 second'
         FROM generate_series($2::int, $3::int) n`,
      [entity.id, first, first + AT_ONCE - 1],
    );
  }
  await fill(`VACUUM ANALYZE record_partitions.${partitionOf(entity.id)}`);
}, 60_000);

afterAll(() => {
  vi.restoreAllMocks();
});

const list = (...words: string[]) => listAs({}, ...words);
const listAs = (order: Partial<PagePlan>, ...words: string[]) =>
  listRecords(
    {
      entityId: entity.id,
      where: EVERYTHING,
      search: { words, columns: null },
      sort: NEWEST,
      after: null,
      limit: 50,
      ...order,
    },
    { entityKey: "things", hidden: [], conditional: [] },
    true,
    WANTED,
  );

it("what was known of the records serves until they have been sampled again, and the next searches know of that", async () => {
  const search = async () => {
    const statements = await statementsOf(() => list("zeppelin"));
    return statements.map(({ text, values }) => (text.includes("TABLESAMPLE") ? "sample" : values));
  };
  const first = await search();
  expect(first).toContain("sample");
  expect(first).toContainEqual(expect.arrayContaining(["%zeppelin%"]));
  await vi.waitFor(async () => {
    const [values, ...none] = await search();
    expect(none).toEqual([]);
    expect(values).toEqual(expect.arrayContaining(["%zeppel%", "zeppelin"]));
    expect(values).not.toContain("%zeppelin%");
  }, WAIT);
  const [next] = await statementsOf(() => list("zeppelin", "feeling"));
  expect(next?.values).toEqual(expect.arrayContaining(["%zeppel%", "zeppelin", "feeling"]));
  if (next === undefined) throw new Error("A search sends a statement.");
  expect(await waysOf(next)).toContain("Bitmap Index Scan: records_search");
});

it("all matches of a rare word are read, and of a frequent one the newest", async () => {
  const waysOfList = async (...words: string[]) => {
    const [statement] = await statementsOf(() => list(...words));
    return statement === undefined ? [] : waysOf(statement);
  };
  expect(await waysOfList("zeppelin")).toEqual([
    "Bitmap Heap Scan: records",
    "Bitmap Index Scan: records_search",
    "Sort",
  ]);
  expect(await waysOfList("feeling")).toEqual(["Index Scan: records_created"]);
  // Of a word that some have, those among recent records; all matches only if these are too few.
  expect(await waysOfList("harbour")).toEqual([
    "Bitmap Heap Scan: records",
    "Bitmap Index Scan: records_created",
    "Bitmap Index Scan: records_search",
    "Sort",
  ]);
});

it("where nothing is left to choose, the plan that is kept for all words reads all matches as well", async () => {
  const ranked = { label: null, among: 100, labelKey: null };
  expect(await keptWaysOfOne(() => listAs({ ranked }, "zeppelin"))).toEqual([
    "Bitmap Heap Scan: records",
    "Bitmap Index Scan: records_search",
    "Sort",
  ]);
  const kept = async () => {
    const names =
      "SELECT sum(generic_plans)::int FROM pg_prepared_statements WHERE starts_with(name, 'generic-search')";
    return (await query<{ sum: number | null }>(names))[0]?.sum;
  };
  expect(await kept()).toBeNull();
  for (let time = 0; time < 40; time += 1) await listAs({ ranked }, time % 2 === 0 ? "zeppelin" : "zeppelu");
  expect(await kept()).toBeGreaterThan(0);
  expect((await listAs({ ranked }, "zeppelu")).count).toBe(1);
});

it("exactly the records with the words are found", async () => {
  const wholes = thingsOf(await list("zeppelin", "feeling")).map(({ data }) => data.whole);
  expect(wholes).toEqual(Array.from({ length: 20 }, (_, n) => RECORDS - n * 1500));
  expect(thingsOf(await list("zeppel")).map(({ data }) => data.whole)).toEqual([...wholes, 7]);
  expect((await list("zeppelin", "quetzal")).count).toBe(0);
  const newest = (first: number, step: number) => Array.from({ length: 50 }, (_, n) => first - n * step);
  for (const order of [{}, { ranked: { label: null, among: 100, labelKey: null } }]) {
    const wholesOf = async (word: string) => thingsOf(await listAs(order, word)).map(({ data }) => data.whole);
    expect(await wholesOf("harbour")).toEqual(newest(29_951, 50));
    expect(await wholesOf("anchor")).toEqual(newest(14_977, 25));
  }
});

it("whatever the way, the newest records with all words are found", async () => {
  const words = ["zeppelin", "zepp", "harbour", "arbo", "anchor", "feeling", "elin", "e", "quetzal"];
  const pairs = words.flatMap((one, index) => words.slice(index).map((other) => [...new Set([one, other])]));
  for (const pair of pairs) {
    const conditions = pair.map((_, index) => `position($${index + 2} IN search_text) > 0`).join(" AND ");
    const rows = await query<{ whole: number }>(
      `SELECT (data->>'whole')::int AS whole FROM records WHERE entity_id = $1 AND ${conditions}
       ORDER BY created DESC, id DESC LIMIT 50`,
      [entity.id, ...pair],
    );
    const expected = rows.map(({ whole }) => whole);
    for (const order of [{}, { ranked: { label: null, among: 100, labelKey: null } }]) {
      const found = thingsOf(await listAs(order, ...pair)).map(({ data }) => data.whole);
      expect([pair, found]).toEqual([pair, expected]);
    }
  }
});
