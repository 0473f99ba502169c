/** Order and case do not depend on the database's locale (contract § 6): here it is one that sorts as dictionaries do. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Entity, Filter, SortItem } from "@/lib/model";
import { postgres } from "@/lib/postgres/postgres";
import { runtime } from "@/lib/process/runtime";
import type { Position } from "@/lib/query/page/position";
import { callerResolver, planFilter, planSort } from "@/lib/query/plan";
import { applyMigrations } from "@/server/migrations";
import { openTestServer, type TestServer } from "../../support/database";
import { createThings, listThings, storeThings, thingsOf } from "./things";

/** The process number lets a later run clear it away if this one is killed. */
const NAME = `test_${process.pid}_dictionary`;
const TEXTS = ["b", "B", "ä", "a", "Z", "_", "É", "z", "e"];

let server: TestServer;
let entity: Entity;

beforeAll(async () => {
  server = await openTestServer();
  process.env.DATABASE_URL = server.url;
  await postgres().pool.query(
    `CREATE DATABASE ${NAME} TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'en-US' LOCALE 'C'`,
  );
  await runtime.close();
  const url = new URL(server.url);
  url.pathname = `/${NAME}`;
  await applyMigrations(url.href);
  const { env } = await import("@/lib/process/env");
  env().DATABASE_URL = url.href;
  entity = await createThings();
  await storeThings(
    entity,
    TEXTS.map((title) => ({ title })),
  );
});

afterAll(async () => {
  await runtime.close();
  const { env } = await import("@/lib/process/env");
  env().DATABASE_URL = server.url;
  await postgres().pool.query(`DROP DATABASE IF EXISTS ${NAME} WITH (FORCE)`);
  await runtime.close();
  await server.release();
});

async function texts(sort: SortItem[], where?: Filter, after: Position | null = null): Promise<unknown[]> {
  const resolve = callerResolver(entity.fields);
  const filter = where && { where: planFilter(where, resolve) };
  const page = await listThings(entity, { ...filter, sort: planSort(sort, resolve), after });
  const found = thingsOf(page).map(({ data }) => data.title);
  return page.next === null ? found : [...found, ...(await texts(sort, where, page.next))];
}

it("the database itself would sort differently", async () => {
  const { rows } = await postgres().pool.query("SELECT 'b' < 'Z' AS dictionary");
  expect(rows).toEqual([{ dictionary: true }]);
});

it("text is sorted by code point, from page to page", async () => {
  expect(await texts([{ field: "title", direction: "asc" }])).toEqual(["B", "Z", "_", "a", "b", "e", "z", "É", "ä"]);
  expect(await texts([{ field: "title", direction: "desc" }])).toEqual(["ä", "É", "z", "e", "b", "a", "_", "Z", "B"]);
});

it("comparisons go by code point", async () => {
  const sort: SortItem[] = [{ field: "title", direction: "asc" }];
  const behind = { field: "title", operator: "gt", value: "Z" } as const;
  expect(await texts(sort, behind)).toEqual(["_", "a", "b", "e", "z", "É", "ä"]);
});
