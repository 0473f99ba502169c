/**
 * Conditions one reference away cost what they find, not what there is: asked of PostgreSQL's own planner, over many cities
 * of few countries, and over as many visits, each of another city. 135,000 of each with LONG=1.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { compileAccess } from "@/lib/access/compile";
import { loadCurrentConfiguration } from "@/lib/configuration/load";
import type { Configuration, Filter, JsonValue, Operator } from "@/lib/model";
import { DEFAULT_SORT } from "@/lib/query/page/sort";
import { type Lister, listRecords } from "@/lib/records/list";
import { figure } from "../../support/long";
import { WANTED } from "../../support/wanted";
import { MEMBER } from "../compiled";
import { apply, newKey } from "../configuration/applied";
import { openTestDatabase, partitionOf, query } from "../configuration/database";
import { statementsOf, waysOf } from "../store/explained";

openTestDatabase();

const CITIES = figure(30_000, 135_000);
const COUNTRIES = 250;
const CHUNK = 15_000;

let lister: Lister;

beforeAll(async () => {
  const configuration = await configure();
  const member = { ...MEMBER, roleKeys: ["all"] };
  lister = { configuration, token: { rootId: "its token" }, access: compileAccess(configuration, member, null) };
  // Every tenth of the cities lies in the first country, and every other somewhere; country 249 has none.
  await fill("countries", COUNTRIES, "'name', 'C' || n, 'region', (array['North', 'South'])[1 + n % 2]");
  const country = `'02000000-0000-7000-8000-' || lpad((CASE WHEN n % 10 = 0 THEN 0 ELSE n % 248 END)::text, 12, '0')`;
  await fill("cities", CITIES, `'name', 'City ' || n, 'population', n, 'country', ${country}`);
  await fill("visits", CITIES, `'name', 'Visit ' || n, 'city', '02000000-0000-7000-8000-' || lpad(n::text, 12, '0')`);
});

async function configure(): Promise<Configuration> {
  const name = { key: "name", type: "text", indexed: true };
  const entity = (key: string, ...fields: object[]) => ({ key, labelField: "name", fields: [name, ...fields] });
  const { organizationId } = await apply({
    organization: { key: newKey(), name: "Atlas" },
    entities: [
      entity("countries", { key: "region", type: "select", options: ["North", "South"] }),
      entity(
        "cities",
        { key: "population", type: "integer", indexed: true },
        { key: "country", type: "reference", entity: "countries", indexed: true },
      ),
      entity("visits", { key: "city", type: "reference", entity: "cities", indexed: true }),
    ],
    roles: [
      {
        key: "all",
        name: "All",
        grants: ["countries", "cities", "visits"].map((key) => ({ entity: key, verbs: ["list"] })),
      },
    ],
  });
  return loadCurrentConfiguration(organizationId);
}

async function fill(key: string, count: number, members: string): Promise<void> {
  const id = lister.configuration.entities.get(key)?.id;
  for (let from = 0; from < count; from += CHUNK) {
    await query(
      `INSERT INTO records (entity_id, id, data, version, created)
       SELECT $1, ('02000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, jsonb_build_object(${members}), gen_random_uuid(),
         timestamptz '2026-01-01' + n * interval '1 second'
       FROM generate_series($2::int, $3::int) n`,
      [id, from, Math.min(count, from + CHUNK) - 1],
    );
  }
  await query(`VACUUM ANALYZE record_partitions.${partitionOf(id)}`);
}

async function list(entity: string, where: Filter, sort = DEFAULT_SORT): Promise<{ name: string }[]> {
  const access = lister.access.entity(entity);
  if (access === null) throw new Error("There is no such entity.");
  const asked = { where, sort, words: [], limit: 100, cursor: null, fields: null, expand: [] };
  const { text } = await listRecords(lister, access, asked, WANTED);
  return (JSON.parse(text.join("")) as { items: { data: { name: string } }[] }).items.map(({ data }) => data);
}

const is = (field: string, operator: Operator, value: JsonValue): Filter => ({ field, operator, value });

/** How the page itself is read, after what its condition leads to was looked up. */
async function waysOfPage(...asked: Parameters<typeof list>): Promise<string[]> {
  const statements = await statementsOf(() => list(...asked));
  const [, page] = statements;
  if (page === undefined || statements.length > 2) throw new Error(`It sent ${statements.length} statements.`);
  return waysOf(page);
}

describe("a page of cities by their countries", () => {
  it.each<[name: string, where: Filter]>([
    ["one country", is("country.name", "eq", "C7")],
    ["a few", is("country.name", "in", ["C7", "C8", "C9"])],
  ])("of %s reads the index of the reference only", async (_, where) => {
    const ways = (await waysOfPage("cities", where)).filter((way) => way !== "Sort");
    for (const way of ways) expect(way).toMatch(/records_(?:field|newest)|Bitmap Heap Scan/);
    expect(await list("cities", where)).toHaveLength(100);
  });

  it.each<[name: string, where: Filter]>([
    ["half of the countries", is("country.region", "eq", "North")],
    ["all but one", is("country.name", "neq", "C7")],
    ["the largest country", is("country.name", "eq", "C0")],
    ["what is not in one", { not: is("country.name", "eq", "C7") }],
  ])("of %s reads the newest until the page is full", async (_, where) => {
    const ways = await waysOfPage("cities", where);
    expect(ways).toHaveLength(1);
    expect(ways[0]).toMatch(/^Index Scan: records_(?:created|newest)$/);
  });

  it("looks all conditions up in one statement", async () => {
    const where = { or: [is("country.name", "eq", "C7"), is("country.region", "eq", "North")] };
    expect(await statementsOf(() => list("cities", where))).toHaveLength(2);
  });
});

describe("a page of visits by their cities", () => {
  it("of one city reads the index of the reference", async () => {
    expect(await waysOfPage("visits", is("city.name", "eq", "City 77"))).toEqual(["Index Scan: records_newest"]);
    expect(await list("visits", is("city.name", "eq", "City 77"))).toEqual([
      { name: "Visit 77", city: expect.any(String) },
    ]);
  });

  it("of more cities than are looked up asks of each visit in its order, and gives the same", async () => {
    const where = is("city.population", "gte", 100);
    const names = (await list("visits", where)).map(({ name }) => name);
    expect(names).toEqual(Array.from({ length: 100 }, (_, index) => `Visit ${CITIES - 1 - index}`));
    const few = (await list("visits", { and: [where, is("city.population", "lt", 103)] })).map(({ name }) => name);
    expect(few).toEqual(["Visit 102", "Visit 101", "Visit 100"]);
    expect(await list("visits", { not: is("city.population", "gte", 2) })).toHaveLength(2);
  });
});
