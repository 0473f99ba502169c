/** A PgBouncer that shares connections by transaction, as a stock one does, or by session (docs/deploy.md). */
import { spawn } from "node:child_process";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import { applyMigrations } from "../../../server/migrations";
import { runAdmin } from "../../support/admin";
import { sql } from "../../support/database-client";
import { freePort } from "../../support/free-port";
import { patch, post, send, sendTo } from "../../support/http";
import { startClients } from "../../support/load";
import { type Organization, openOrganization, recordsPath } from "../../support/organization";
import { organizationFile } from "../../support/organization-file";
import { tally } from "../../support/parallel";
import { HAS_PGBOUNCER, type RunningPooler, startPgBouncer } from "../../support/pgbouncer";
import { environmentOf, type Service, startService } from "../../support/service";

const ROLE = "pooled";
const SETTINGS = [
  ["statement_timeout", "5s"],
  ["lock_timeout", "2s"],
  ["idle_in_transaction_session_timeout", "5s"],
  ["timezone", "UTC"],
  ["extra_float_digits", "1"],
  ["jit", "off"],
  ["max_parallel_workers_per_gather", "0"],
] as const;

const ADVISORY_LOCKS =
  "select usename, query from pg_locks join pg_stat_activity using (pid) where locktype = 'advisory'";

/** Of a role of its own, so that its settings are nobody else's. */
function urlOfRole(): string {
  const url = new URL(inject("databaseUrl"));
  url.username = ROLE;
  url.password = "pooled";
  return url.href;
}

describe.skipIf(!HAS_PGBOUNCER)("a stock PgBouncer (skipped where it is not installed)", () => {
  let pooler: RunningPooler;
  let running: Service | undefined;

  beforeAll(async () => {
    await sql(`drop role if exists ${ROLE}`).catch(() => undefined);
    await sql(`create role ${ROLE} login superuser password 'pooled'`);
    pooler = await startPgBouncer(urlOfRole());
  });
  afterEach(() => running?.kill());
  afterAll(async () => {
    await pooler?.stop();
    await sql(`drop role if exists ${ROLE}`);
  });

  /** What a host says that does not become ready. */
  async function reasonWith(environment: Record<string, string>): Promise<string> {
    const port = await freePort();
    const host = spawn(process.execPath, ["dist/server.mjs", "--await-pages"], {
      env: { ...environmentOf(pooler.url, port), WEB_CONCURRENCY: "1", ...environment },
      stdio: "ignore",
    });
    try {
      const ask = () => sendTo(`http://127.0.0.1:${port}`, "/api/health/ready", {}).catch(() => null);
      await expect.poll(ask, { timeout: 30_000 }).toMatchObject({ status: 503 });
      return (await ask())?.text ?? "";
    } finally {
      host.kill("SIGTERM");
    }
  }

  it("that was not declared leaves the service unready, which says what to set", async () => {
    expect(await reasonWith({})).toContain("set DATABASE_POOLER=transaction");
  });

  it("whose role lacks settings leaves the service unready, which says which", async () => {
    const reason = await reasonWith({ DATABASE_POOLER: "transaction" });
    expect(reason).toContain("ALTER ROLE app SET statement_timeout = '5s';");
    expect(reason).not.toContain("extra_float_digits");
  });

  it("that is declared as a session pooler leaves the service unready, which says what to set", async () => {
    expect(await reasonWith({ DATABASE_POOLER: "session" })).toContain("set DATABASE_POOLER=transaction");
  });

  it("is refused by what needs a connection of its own, and keeps no lock of it", async () => {
    const REFUSED = "A pooler by transaction stands before the database";
    await expect(applyMigrations(pooler.url)).rejects.toThrow(REFUSED);
    const file = JSON.stringify(organizationFile("past"));
    const env = { DATABASE_URL: pooler.url, DATABASE_POOLER: "transaction" };
    await expect(runAdmin(["config", "apply"], { "past.json": file }, env)).rejects.toThrow(REFUSED);
    expect(await sql(`${ADVISORY_LOCKS} and usename = '${ROLE}'`)).toEqual([]);
  });

  it("serves reads, writes, lists and batches under load, without an error", async () => {
    for (const [name, value] of SETTINGS) await sql(`alter role ${ROLE} set ${name} = '${value}'`);
    await pooler.stop();
    pooler = await startPgBouncer(urlOfRole());
    running = await startService("node", pooler.url, { WEB_CONCURRENCY: "1", DATABASE_POOLER: "transaction" });
    await expectServed(running, await openOrganization("pooled"));
  });
});

describe.skipIf(!HAS_PGBOUNCER)("a PgBouncer that pools by session", () => {
  const BY_SESSION = { WEB_CONCURRENCY: "1", DATABASE_POOLER: "session" };
  let pooler: RunningPooler;
  let running: Service | undefined;

  beforeAll(async () => {
    pooler = await startPgBouncer(inject("databaseUrl"), ["pool_mode = session", "default_pool_size = 20"]);
  });
  afterEach(() => running?.kill());
  afterAll(() => pooler?.stop());

  it("serves reads, writes, lists and batches under load, without an error", async () => {
    running = await startService("node", pooler.url, BY_SESSION);
    await expectServed(running, await openOrganization("by-session"));
  });

  it("lets a configuration be applied through it", async () => {
    const file = JSON.stringify(organizationFile("past"));
    const env = { DATABASE_URL: pooler.url, DATABASE_POOLER: "session" };
    await runAdmin(["config", "apply"], { "past.json": file }, env);
  });
});

/** Every kind of request at the same time, and readiness after it. */
async function expectServed(service: Service, acme: Organization): Promise<void> {
  const token = acme.token("ada");
  const path = recordsPath("samples");
  const record = await acme.create("ada", "samples", { name: "read" });
  const requests = [
    () => send(service.origin, { path: "/me", token }),
    () => send(service.origin, { path: record.path, token }),
    () => send(service.origin, { path: `${path}?sort=name:asc&limit=20`, token }),
    () => send(service.origin, { path: "/entities/samples/changes", token }),
    (index: number) => send(service.origin, { method: "POST", path, token, json: { data: { name: `made ${index}` } } }),
    (index: number) => send(service.origin, patch(record.path, { text: `${index}` }, { token })),
    (index: number) =>
      send(
        service.origin,
        post(`${path}/batch`, { operations: [{ op: "create", data: { name: `in a batch ${index}` } }] }, { token }),
      ),
  ];
  const loads = requests.map((request) => startClients(3, request));
  await Promise.all(loads.map((load) => load.more(60)));
  const answers = (await Promise.all(loads.map((load) => load.stop()))).flat().map(({ answer }) => answer);
  expect(Object.keys(tally(answers)).sort()).toEqual(["200", "201"]);
  expect((await sendTo(service.origin, "/api/health/ready", {})).status).toBe(200);
}
