/** A cursor of the feed means nothing in a copy of its database, restored or cloned, nor where it is too old: its follower begins anew. */
import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { env } from "@/lib/process/env";
import { runtime } from "@/lib/process/runtime";
import { handleRequest } from "@/lib/public-api/handle-request";
import { createTestDatabase, type TestDatabase } from "../../support/database";
import { memberWith } from "../../support/member";
import { organizationFile } from "../../support/organization-file";
import { WANTED } from "../../support/wanted";
import { newToken } from "../call-log/owned-token";
import { apply } from "../configuration/applied";

process.env.LOG_LEVEL = "silent";
process.env.APP_SECRET = "a secret of the tests, of no use elsewhere";

const COPY = `copy_${randomBytes(4).toString("hex")}`;
let database: TestDatabase;
let token: string;

beforeAll(async () => {
  database = await createTestDatabase();
  env().DATABASE_URL = database.url;
  const { organizationId } = await apply(organizationFile("copied"));
  const owner = await memberWith(organizationId, "ada@copied.test");
  token = (await newToken(owner)).text;
});
afterAll(async () => {
  await runtime.close();
  await administer(`DROP DATABASE IF EXISTS ${COPY} WITH (FORCE)`);
  await database.drop();
});

async function administer(statement: string): Promise<void> {
  const url = new URL(database.url);
  url.pathname = "/postgres";
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

async function follow(cursor: string | null): Promise<{ nextCursor: string; reset: boolean }> {
  const reply = await handleRequest({
    method: "GET",
    target: `/api/v1/entities/samples/changes${cursor === null ? "" : `?cursor=${cursor}`}`,
    header: (name) => (name === "authorization" ? `Bearer ${token}` : null),
    address: "10.0.0.7",
    signal: () => WANTED,
    malformed: null,
    readBody: async () => {},
  });
  reply.sent?.();
  const text = Array.isArray(reply.body) ? reply.body.join("") : String(reply.body);
  expect(reply.status, text).toBe(200);
  return (JSON.parse(text) as { data: { nextCursor: string; reset: boolean } }).data;
}

it("resets once changes of its age are no longer kept", async () => {
  const { nextCursor } = await follow(null);
  const { CHANGES_RETENTION_DAYS: kept } = env();
  env().CHANGES_RETENTION_DAYS = 0;
  const late = await follow(nextCursor);
  env().CHANGES_RETENTION_DAYS = kept;
  expect(late.reset).toBe(true);
  expect((await follow(nextCursor)).reset).toBe(false);
});

it("is accepted where it was issued, and reset in a copy", async () => {
  const { nextCursor } = await follow(null);
  expect((await follow(nextCursor)).reset).toBe(false);

  const original = new URL(database.url).pathname.slice(1);
  const copy = new URL(database.url);
  copy.pathname = `/${COPY}`;
  env().DATABASE_URL = copy.href;
  await runtime.close();
  await administer(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${original}'`);
  await administer(`CREATE DATABASE ${COPY} TEMPLATE ${original}`);
  const begun = await follow(nextCursor);
  expect(begun.reset).toBe(true);
  expect((await follow(begun.nextCursor)).reset).toBe(false);
});
