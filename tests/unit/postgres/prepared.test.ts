/** Statements that are asked often are known to PostgreSQL by name; how many, is bounded. */
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { AccessChanged } from "@/lib/access/require";
import type { Filter } from "@/lib/model";
import type { Plan } from "@/lib/postgres/prepared";
import { read } from "@/lib/postgres/query";
import { callerResolver, EVERYTHING, planFilter, planSort } from "@/lib/query/plan";
import { findRecord, listRecords } from "@/lib/store/records/read";
import { sql } from "../../../lib/query/sql";
import { WANTED } from "../../support/wanted";
import { openTestDatabase, partitionOf, query } from "../configuration/database";
import { createThings } from "../query/things";

openTestDatabase();

const NOWHERE = "00000000-0000-7000-8000-000000000000";

/** The names are of the process, not of the module. */
const forgetNames = () =>
  (globalThis as { publicRecordsRuntime?: Map<string, unknown> }).publicRecordsRuntime?.delete("prepared statements");

describe("a name", () => {
  let preparedName: (text: string, plan: Plan) => string | undefined;

  beforeEach(async () => {
    vi.resetModules();
    forgetNames();
    ({ preparedName } = await import("@/lib/postgres/prepared"));
  });

  it("two bundles of a process, each with this module, give two statements two names", async () => {
    ask("SELECT 1", 20);
    vi.resetModules();
    const other = await import("@/lib/postgres/prepared");
    const given = Array.from({ length: 20 }, () => other.preparedName("SELECT 2", "generic"));
    expect([given.at(-1), other.preparedName("SELECT 1", "generic")]).toEqual(["generic-2", "generic-1"]);
  });

  function ask(text: string, times: number, plan: Plan = "generic"): (string | undefined)[] {
    return Array.from({ length: times }, () => preparedName(text, plan));
  }

  it("a statement that must stay unprepared never has a name", () => {
    expect(ask("SELECT 1", 100, "unprepared")).toEqual(Array(100).fill(undefined));
  });

  it.each<[plan: Plan, most: number, prefix: string]>([
    ["generic", 150, "generic"],
    ["generic page", 100, "generic-page"],
    ["custom page", 50, "custom-page"],
  ])("with the plan %s, at most %i statements have names, regardless of the other plans", (plan, most, prefix) => {
    for (let n = 1; n <= most; n += 1) ask(`SELECT ${n}`, 20, plan);
    expect(ask(`SELECT ${most + 1}`, 100, plan).every((name) => name === undefined)).toBe(true);
    expect(preparedName(`SELECT ${most}`, plan)).toBe(`${prefix}-${most}`);
    const [another, name] =
      plan === "generic" ? (["custom page", "custom-page-1"] as const) : (["generic", "generic-1"] as const);
    expect(ask("SELECT 1", 20, another).at(-1)).toBe(name);
  });

  afterAll(forgetNames);
});

// One plan for all takes "more than" for a third of the records, and the newest of them for soon found.
it("a filter that is asked often is planned for its values each time, also if it was asked of an empty entity before", async () => {
  const entity = await createThings();
  const list = (filter: Filter, order: string) => {
    const resolve = callerResolver(entity.fields);
    const plan = {
      entityId: entity.id,
      where: planFilter(filter, resolve),
      search: { words: [], columns: null },
      sort: planSort([{ field: order, direction: "desc" }], resolve),
      after: null,
      limit: 100,
    };
    return listRecords(plan, { entityKey: "things", hidden: [], conditional: [] }, true, WANTED);
  };
  const above = (whole: number, order = "created") => list({ field: "whole", operator: "gt", value: whole }, order);
  /** One after the other, and so over one connection. */
  const askOften = async (whole: number, order?: string) => {
    for (let time = 0; time < 40; time += 1) await above(whole, order);
  };
  const plannedForAll = async (prefix: string) => {
    const kept = "SELECT sum(generic_plans)::int FROM pg_prepared_statements WHERE starts_with(name, $1)";
    return (await query<{ sum: number }>(kept, [prefix]))[0]?.sum;
  };

  await askOften(9_500);
  await query(
    `INSERT INTO records (entity_id, id, data, version, search_text)
       SELECT $1, gen_random_uuid(), jsonb_build_object('whole', n), gen_random_uuid(), '' FROM generate_series(1, 10000) n`,
    [entity.id],
  );
  await query(`ANALYZE record_partitions.${partitionOf(entity.id)}`);
  await askOften(9_500);
  expect(await plannedForAll("custom-page")).toBe(0);
  expect((await above(9_999)).count).toBe(1);
});

it("the entity of a request may be removed while it runs: its rights have changed", async () => {
  const projection = { entityKey: "things", hidden: [], conditional: [] };
  await expect(findRecord(NOWHERE, { by: "id", id: NOWHERE }, EVERYTHING, projection)).rejects.toBeInstanceOf(
    AccessChanged,
  );
});

it("any other relation that is missing is a fault", async () => {
  await expect(read(sql`SELECT 1 FROM no_such_table`)).rejects.toMatchObject({ code: "42P01" });
});
