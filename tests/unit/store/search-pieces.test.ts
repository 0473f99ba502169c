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
let entity: Entity;

beforeAll(async () => {
  entity = await createThings();
  // Few records are not sampled, and counted again after a minute.
  const [asked] = await statementsOf(() => list("zeppelin"));
  expect(asked?.text).toContain("TABLESAMPLE");
  const { now } = performance;
  vi.spyOn(performance, "now").mockImplementation(() => now.call(performance) + 61_000);
  // Every record has "eli" and "lin"; 20 have the word, and one has a word that begins like it.
  for (let first = 1; first <= RECORDS; first += AT_ONCE) {
    await query(
      `INSERT INTO records (entity_id, id, data, version, search_text, created)
       SELECT $1, gen_random_uuid(), jsonb_build_object('whole', n), gen_random_uuid(),
              'feeling belinda' || CASE WHEN n % 1500 = 0 THEN ' zeppelin' WHEN n = 7 THEN ' zeppelu' ELSE '' END,
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

it("the first search samples the records, the next ones know of them", async () => {
  const [sample, first] = await statementsOf(() => list("zeppelin"));
  expect(sample?.text).toContain("TABLESAMPLE");
  const [next, ...more] = await statementsOf(() => list("zeppelin", "feeling"));
  expect(more).toEqual([]);
  expect(first?.values).toEqual(expect.arrayContaining(["%zeppel%", "zeppelin"]));
  expect(first?.values).not.toContain("%zeppelin%");
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
});
