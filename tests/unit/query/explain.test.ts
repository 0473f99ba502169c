/**
 * Pages are read off an index, at any depth: no sorting, no reading of what is not on the page (contract § 6). Asked of
 * PostgreSQL's own planner, over records that it has counted.
 */
import { beforeAll, describe, expect, it } from "vitest";
import type { Direction, Entity, Filter, JsonValue, Operator } from "@/lib/model";
import { shortPageSql } from "@/lib/query/page/page";
import type { PagePlan } from "@/lib/query/page/page-plan";
import type { Position } from "@/lib/query/page/position";
import { callerResolver, EVERYTHING, grantResolver, planFilter, planSort } from "@/lib/query/plan";
import { partition } from "@/lib/store/records/partitions";
import { type Sql, sql } from "../../../lib/query/sql";
import { figure } from "../../support/long";
import { fill, openTestDatabase, partitionOf } from "../configuration/database";
import { keptWaysOf, waysOf } from "../store/explained";
import { createThings } from "./things";
import { STAGES } from "./things-entity";

openTestDatabase();

const RECORDS = figure(5_000, 1_000_000);
const MIDDLE = "2026-01-01T01:00:00.000Z";
const MIDDLE_ID = "80000000-0000-7000-8000-000000000000";
const OTHER_ID = "90000000-0000-7000-8000-000000000000";
const NO_SEARCH = { words: [], columns: null };
/** One record has it, a third of the others each of the rest. */
const RARE_STAGE = STAGES[3] ?? "";

/** A few records have a later day. */
const LATE = new Date(Date.UTC(2000, 0, 1 + RECORDS - 8)).toISOString().slice(0, 10);

let entity: Entity;

beforeAll(
  async () => {
    entity = await createThings();
    await fill(
      `INSERT INTO records (entity_id, id, data, version, search_text, created)
     SELECT $1, gen_random_uuid(),
            jsonb_build_object('title', 'title ' || n, 'stage', CASE WHEN n = 77 THEN $2 ELSE (array['lead', 'Won', 'lost'])[1 + n % 3] END, 'mail', CASE WHEN n % 10 > 0 THEN 'm' || n END, 'whole', CASE WHEN n % 10 > 0 THEN n END,
              'price', CASE WHEN n % 10 > 0 THEN n || '.50' END, 'day', CASE WHEN n % 10 > 0 THEN to_char(date '2000-01-01' + n, 'YYYY-MM-DD') END),
            gen_random_uuid(), concat_ws(' ', md5(n::text), md5('a' || n), md5('b' || n), md5('c' || n)), timestamptz '2026-01-01' + n * interval '1 second'
       FROM generate_series(1, $3::int) n`,
      [entity.id, RARE_STAGE, RECORDS],
    );
    // A vacuum also moves the trigrams of new records from the waiting list to their places.
    await fill(`VACUUM ANALYZE record_partitions.${partitionOf(entity.id)}`);
  },
  figure(120_000, 3_600_000),
);

type Question = Partial<PagePlan> & Pick<PagePlan, "sort">;

function pageOf(plan: Question): Sql {
  const whole = { entityId: entity.id, where: EVERYTHING, search: NO_SEARCH, after: null, limit: 100, ...plan };
  return shortPageSql(whole, { relationOf: partition, item: () => sql`r.id::text`, separator: ",", expansions: [] });
}

/** How the records of a page are found and sorted, each as its node and the kind of its index. */
async function nodesOf(plan: Question, explain = waysOf): Promise<string[]> {
  const ways = await explain(pageOf(plan));
  return ways.map((way) =>
    way.replace(/^(.*): records(?:_([a-z]+))?$/, (_, node, kind) => [node, kind].join(" ").trim()),
  );
}

const order = (field: string, direction: Direction) => planSort([{ field, direction }], callerResolver(entity.fields));
const where = (filter: Filter) => planFilter(filter, callerResolver(entity.fields));

it.each<[name: string, after: Position | null]>([
  ["first page", null],
  ["deep page", [MIDDLE, MIDDLE_ID]],
])("the default order reads its %s off the index", async (_, after) => {
  expect(await nodesOf({ sort: order("created", "desc"), after })).toEqual(["Index Scan created"]);
});

it.each(["asc", "desc"] as const)("an order by the id reads its pages off the key, %s", async (direction) => {
  for (const after of [null, [MIDDLE_ID]]) {
    const page = { sort: order("id", direction), after };
    expect(await nodesOf(page)).toEqual(["Index Scan pkey"]);
    expect(await nodesOf(page, keptWaysOf)).toEqual(["Index Scan pkey"]);
  }
});

it.each<[operator: Operator, value: JsonValue]>([
  ["eq", MIDDLE_ID],
  ["in", [MIDDLE_ID, OTHER_ID]],
])("a filter on the id finds records that are named with %s by their keys", async (operator, value) => {
  const filter = where({ field: "id", operator, value });
  expect(await nodesOf({ sort: order("created", "desc"), where: filter })).toEqual(["Index Scan pkey", "Sort"]);
});

const DIRECTIONS: Direction[] = ["asc", "desc"];
const fields: [field: string, value: string][] = [
  ["mail", "m2500"],
  ["whole", "2500"],
  ["price", "2500.50"],
  ["day", "2006-11-05"],
];
it.each(fields.flatMap(([field, value]) => DIRECTIONS.map((direction) => [field, direction, value] as const)))(
  "an order by the indexed field %s %s reads its first page, a deep one and the nulls after the values off its index",
  async (...row) => {
    const [field, direction, value] = row;
    const [sort, after] = [order(field, direction), [value, MIDDLE_ID]];
    const notNull = where({ field, operator: "is_null", value: false });
    expect(await nodesOf({ sort, where: notNull })).toEqual(["Index Scan field"]);
    expect(await nodesOf({ sort, where: notNull, after })).toEqual(["Index Scan field"]);
    expect(await nodesOf({ sort, after })).toEqual(["Index Scan field"]);
  },
);

describe("a filter on an indexed field", () => {
  it.each<[field: string, value: JsonValue]>([
    ["mail", "m7"],
    ["whole", 7],
    ["price", "7.50"],
    ["day", "2000-01-08"],
  ])("reads the newest with one %s off an index, however many there are", async (field, value) => {
    const filtered = { sort: order("created", "desc"), where: where({ field, operator: "eq", value }) };
    expect(await nodesOf(filtered)).toEqual(["Index Scan newest"]);
    expect(await nodesOf({ ...filtered, after: [MIDDLE, MIDDLE_ID] })).toEqual(["Index Scan newest"]);
    expect(await nodesOf({ ...filtered, sort: order("created", "asc") })).toEqual(["Index Scan newest"]);
  });

  it.each<[field: string, operator: Operator, value: JsonValue]>([
    ["whole", "in", [7, 8]],
    ["price", "between", ["7", "8"]],
    ["day", "gte", LATE],
    ["day", "lt", "2000-01-03"],
  ])("%s %s reads an index of the field only", async (field, operator, value) => {
    const nodes = await nodesOf({ sort: order("created", "desc"), where: where({ field, operator, value }) });
    const scans = nodes.filter((node) => node.includes("Scan") && node !== "Bitmap Heap Scan");
    expect(scans.map((node) => node.replace("Bitmap ", "").replace("newest", "field"))).toEqual(["Index Scan field"]);
  });

  it.each<Direction>(["asc", "desc"])(
    "with an order by the same field, %s, reads its index once",
    async (direction) => {
      const bound = (operator: Operator, value: number): Filter => ({ field: "whole", operator, value });
      const range = where({ and: [bound("gte", 100), bound("lt", 4000)] });
      expect(await nodesOf({ sort: order("whole", direction), where: range })).toEqual(["Index Scan field"]);
      const deep = { sort: order("whole", direction), where: range, after: ["2500", MIDDLE_ID] };
      expect(await nodesOf(deep)).toEqual(["Index Scan field"]);
    },
  );

  it.each<Direction>(["asc", "desc"])(
    "with an order by another, %s, reads that one's index where many match",
    async (direction) => {
      const many = where({ field: "whole", operator: "gte", value: 100 });
      const both = { kind: "and" as const, parts: [many, where({ field: "day", operator: "is_null", value: false })] };
      expect(await nodesOf({ sort: order("day", direction), where: both })).toEqual(["Index Scan field"]);
    },
  );
});

const stage = (value: JsonValue): Filter => ({ field: "stage", operator: "eq", value });
const above = (field: string, value: JsonValue): Filter => ({ field, operator: "gt", value });
const values: [name: string, filter: Filter, by: string, after: Position, node: string][] = [
  ["an option that many have", stage("Won"), "created", [MIDDLE, MIDDLE_ID], "Index Scan created"],
  ["an option that hardly any has", stage(RARE_STAGE), "created", [MIDDLE, MIDDLE_ID], "Index Scan newest"],
  ["one option, by a number", stage("Won"), "whole", ["2500", MIDDLE_ID], "Index Scan field"],
  ["a number from some value on", above("whole", 7), "whole", ["2500", MIDDLE_ID], "Index Scan field"],
  ["a decimal from some value on", above("price", "7"), "price", ["2500.5", MIDDLE_ID], "Index Scan field"],
  [
    "one option and a number from some value on",
    { and: [stage("Won"), above("whole", 7)] },
    "whole",
    ["2500", MIDDLE_ID],
    "Index Scan field",
  ],
  ["what is new", above("created", MIDDLE), "created", [MIDDLE, MIDDLE_ID], "Index Scan created"],
];
const rows = values.flatMap(([name, ...rest]) => DIRECTIONS.map((direction) => [name, direction, ...rest] as const));

it.each(rows)(
  "a plan that is kept for all values reads %s %s off the index, at any depth",
  async (_, direction, filter, by, after, node) => {
    const notNull: Filter[] = by === "whole" ? [{ field: by, operator: "is_null", value: false }] : [];
    const page = { sort: order(by, direction), where: where({ and: [filter, ...notNull] }) };
    expect(await nodesOf(page, keptWaysOf)).toEqual([node]);
    expect(await nodesOf({ ...page, after }, keptWaysOf)).toEqual([node]);
  },
);

it("a grant on what one made reads the newest of them off an index, however few they are", async () => {
  const own = { field: "createdBy", operator: "eq" as const, value: MIDDLE_ID };
  const plan = { sort: order("created", "desc"), where: planFilter(own, grantResolver(entity)) };
  expect(await nodesOf(plan)).toEqual(["Index Scan creator"]);
  expect(await nodesOf({ ...plan, after: [MIDDLE, MIDDLE_ID] })).toEqual(["Index Scan creator"]);
});

it("a search reads the trigram index", async () => {
  const search = { words: ["8f14e45f"], columns: null };
  const nodes = await nodesOf({ sort: order("created", "desc"), search });
  expect(nodes).toContain("Bitmap Index Scan search");
  expect(nodes).not.toContain("Seq Scan");
});
