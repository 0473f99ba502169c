/** A slow list tells the operator what to index, once; a fast one tells nothing. One that cannot be read leaves nothing behind. */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AccessChanged } from "@/lib/access/require";
import { MAX_PAGE_SIZE } from "@/lib/limits";
import { postgres } from "@/lib/postgres/postgres";
import { env } from "@/lib/process/env";
import { log } from "@/lib/process/log";
import { DEFAULT_SORT } from "@/lib/query/page/sort";
import { callerResolver, EVERYTHING, planSort } from "@/lib/query/plan";
import { aggregateRecords } from "@/lib/records/aggregate";
import { type ListQuery, listRecords } from "@/lib/records/list";
import { reportIfSlow } from "@/lib/records/load/slow-list";
import { partition } from "@/lib/store/records/partitions";
import { WANTED } from "../../support/wanted";
import { openTestDatabase } from "../configuration/database";
import { type Admitted, createAdmitted, listerOf } from "../store/admitted";

openTestDatabase();

let admitted: Admitted;
let warn: ReturnType<typeof spyOnWarn>;

function spyOnWarn() {
  return vi.spyOn(log(), "warn").mockImplementation(() => undefined);
}

beforeEach(async () => {
  admitted = await createAdmitted();
  warn = spyOnWarn();
  vi.useFakeTimers({ toFake: ["performance"] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Conditions that no index serves. */
const AMOUNT = { field: "amount", operator: "gt", value: 4711 } as const;
const TITLE = { field: "title", operator: "contains", value: "secret" } as const;
const CONDITIONS = { where: { and: [AMOUNT, TITLE] }, words: ["hush"] };

/** Deals in an order that no index serves, either. */
function listDeals() {
  const { lister, access } = listerOf(admitted);
  const page = { limit: 10, cursor: null, fields: null, expand: [] };
  const query: ListQuery = { ...CONDITIONS, ...page, sort: [{ field: "due", direction: "asc" }] };
  return listRecords(lister, access, query, WANTED);
}

function aggregateDeals() {
  const { lister, access } = listerOf(admitted);
  const query = { ...CONDITIONS, groupBy: [], measures: [{ name: "deals", measure: "count" as const, field: null }] };
  return aggregateRecords(lister, access, query, WANTED);
}

/** Looks at deals while somebody keeps the statement waiting for so long by the clock of the process, then does as told. */
async function listWithin(
  milliseconds: number,
  end: "let it go on" | "cancel it" | "wait until the driver gives up",
  look: () => Promise<unknown> = listDeals,
): Promise<unknown> {
  const other = new pg.Client({ connectionString: env().DATABASE_URL });
  await other.connect();
  try {
    await other.query("BEGIN");
    await other.query(`LOCK TABLE ${partition(admitted.deals.id).text} IN ACCESS EXCLUSIVE MODE`);
    const outcome = look().catch((error: unknown) => error);
    // The driver cancels what it gives up, so it may be over before it is seen to wait.
    if (end === "wait until the driver gives up") return await outcome;
    const pid = await waiting(other);
    vi.advanceTimersByTime(milliseconds);
    if (end === "cancel it") await other.query("SELECT pg_cancel_backend($1)", [pid]);
    await other.query("ROLLBACK");
    return await outcome;
  } finally {
    await other.end();
  }
}

/** The process of PostgreSQL that waits for a lock. Asked for again and again, as the clock of the test's tools stands still. */
async function waiting(observer: pg.Client): Promise<number> {
  for (;;) {
    const { rows } = await observer.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
    );
    if (rows[0] !== undefined) return rows[0].pid;
  }
}

it("a list of a second or more names the fields to index, and none of the values", async () => {
  const { configuration } = admitted;
  await listWithin(1_000, "let it go on");
  const about = { organization: configuration.organizationKey, entity: "deals", milliseconds: 1_000 };
  const fields = { toIndex: ["amount", "due"], notIndexable: ["title"], searches: true };
  expect(warn.mock.calls).toEqual([[{ ...about, ...fields }, "a slow list: index the fields of toIndex"]]);
});

it("a list that PostgreSQL canceled logs the same, and tells the caller what to narrow", async () => {
  // query_canceled: what the statement timeout ends with.
  const error = await listWithin(5_000, "cancel it");
  expect(error).toMatchObject({ code: "INVALID_FILTERS" });
  expect(String(error)).toContain("did not finish within 5 seconds");
  expect(String(error)).toContain("Have amount, due indexed");
  expect(String(error)).toContain("No index serves what is asked of title");
  expect(String(error)).toContain("Search for longer or rarer words");
  expect(String(error)).not.toMatch(/4711|secret|hush/);
  expect(warn.mock.calls.map(([line]) => line)).toMatchObject([{ toIndex: ["amount", "due"], milliseconds: 5_000 }]);
});

describe("a statement that the driver gave up, because PostgreSQL noticed its own limit too late,", () => {
  let settings: { responseTimeoutMs: number; port?: number };
  beforeEach(() => {
    settings = { responseTimeoutMs: 1 };
    const { pool } = postgres();
    const lend = pool.lend.bind(pool);
    vi.spyOn(pool, "lend").mockImplementation(async (mode) => Object.assign(await lend(mode), settings));
  });

  it.each([
    ["a list", listDeals],
    ["an aggregate", aggregateDeals],
  ])("tells the caller of %s what to narrow", async (_, look) => {
    const error = await listWithin(6_000, "wait until the driver gives up", look);
    expect(error).toMatchObject({ code: "INVALID_FILTERS" });
    expect(String(error)).toContain("did not finish within 5 seconds");
  });

  it("is our fault if the server cannot be reached any more", async () => {
    settings.port = 1;
    const error = await listWithin(6_000, "wait until the driver gives up");
    expect(error).toEqual(new Error("Query read timeout"));
  });

  it("leaves a connection that is not lent again, because its response may still arrive", async () => {
    const released: unknown[] = [];
    postgres().pool.on("release", (broken) => released.push(broken));
    await listWithin(6_000, "wait until the driver gives up");
    expect(released).toEqual([expect.any(Error)]);
  });
});

it("a list under a second logs nothing", async () => {
  await listWithin(999, "let it go on");
  expect(warn).not.toHaveBeenCalled();
});

it("the same fields of the same entity are logged once an hour", async () => {
  await listWithin(1_000, "let it go on");
  vi.advanceTimersByTime(3_598_000);
  await listWithin(1_000, "let it go on");
  expect(warn).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1_000);
  await listWithin(1_000, "let it go on");
  expect(warn).toHaveBeenCalledTimes(2);
});

it("a slow list that indexes serve says nothing: there is nothing to index", async () => {
  const { deals } = admitted;
  const { lister } = listerOf(admitted);
  const sort = planSort([{ field: "created", direction: "desc" }], callerResolver(deals.fields));
  const search = { words: [], columns: null };
  const plan = { entityId: deals.id, where: EVERYTHING, search, sort, after: null, limit: 10 };
  const listing = { lister, entity: deals, plan, filter: EVERYTHING };
  await reportIfSlow(listing, async () => vi.advanceTimersByTime(10_000));
  expect(warn).not.toHaveBeenCalled();
});

/** More pages than the budget admits at once while the size of the records is unknown. */
const PAGES = 8;

it("pages whose statement fails release their room: the next ones need not wait", async () => {
  // The statement fails, because an entity with this id has no table.
  const { lister, access } = listerOf(admitted, { ...admitted.deals, id: randomUUID() });
  const page = { limit: MAX_PAGE_SIZE, cursor: null, fields: null, expand: [] };
  const query = { ...page, where: null, sort: DEFAULT_SORT, words: [] };
  for (let page = 1; page <= PAGES; page += 1) {
    await expect(listRecords(lister, access, query, WANTED)).rejects.toBeInstanceOf(AccessChanged);
  }
});
