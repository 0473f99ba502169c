/** Several workers under one supervisor, without Redis: one window, and nobody notices when workers come and go. */
import pg from "pg";
import { afterAll, expect, inject, it, vi } from "vitest";
import { LATEST_MIGRATION } from "../../../lib/store/server";
import { createTestDatabase } from "../../support/database";
import { type Answer, send, sendTo } from "../../support/http";
import { startClients } from "../../support/load";
import { openOrganization } from "../../support/organization";
import { tally } from "../../support/parallel";
import { findProcesses, isAlive } from "../../support/processes";
import { type Service, startService } from "../../support/service";

const WORKERS = 2;
const REQUESTS = 200;
const CLIENTS = 20;
const MINUTE_MS = 60_000;

const acme = await openOrganization("workers");
const LIMITS = { RATE_LIMIT_REQUESTS_PER_MINUTE: String(REQUESTS) };
const started: Service[] = [];

afterAll(() => Promise.all(started.map((service) => service.stop())));

async function start(environment: Record<string, string> = {}): Promise<Service> {
  const workers = { WEB_CONCURRENCY: String(WORKERS) };
  const service = await startService("node", inject("databaseUrl"), { ...workers, ...environment });
  started.push(service);
  await vi.waitFor(() => expect(timesListening(service)).toBe(WORKERS), 30_000);
  return service;
}

/** How many workers have come up so far. */
const timesListening = (service: Service) => service.output().split('"msg":"listening"').length - 1;

/** The living processes of the API. */
const workersOf = ({ hostPid }: Service) => findProcesses(hostPid, "api-process");

/** Each request on a connection of its own, so that the workers take turns. */
const ask = (running: Service, token: string): Promise<Answer> =>
  send(running.origin, { path: "/me", token, from: "127.0.0.1" });

it(`of ${REQUESTS + 50} requests of a token exactly ${REQUESTS} pass, whichever worker they reach`, async () => {
  const running = await start(LIMITS);
  for (;;) {
    const { text } = await acme.issue("rea");
    const minute = Math.floor(Date.now() / MINUTE_MS);
    const answers: Answer[] = [];
    let left = REQUESTS + 50;
    const client = async () => {
      while (left-- > 0) answers.push(await ask(running, text));
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    // Over the edge of a clock minute the window slides and lets more pass: then once more.
    if (Math.floor(Date.now() / MINUTE_MS) !== minute) continue;
    expect(tally(answers)).toEqual({ "200": REQUESTS, "429 RATE_LIMITED": 50 });
    const remaining = answers
      .filter(({ status }) => status === 200)
      .map(({ headers }) => headers["x-ratelimit-remaining"]);
    expect(new Set(remaining).size).toBe(REQUESTS);
    return;
  }
});

it("workers come and go: killed, replaced on SIGHUP, and ended by SIGTERM, without a failed request", async () => {
  const running = await start();
  const [victim = 0, survivor] = workersOf(running);
  process.kill(victim, "SIGKILL");
  await vi.waitFor(() => expect(isAlive(victim)).toBe(false));
  expect((await sendTo(running.origin, "/api/health/ready", { from: "127.0.0.1" })).status).toBe(200);
  await vi.waitFor(() => expect(timesListening(running)).toBe(WORKERS + 1), 30_000);
  const before = workersOf(running);
  expect(before).toContain(survivor);
  expect(before).toHaveLength(WORKERS);

  const load = startClients(8, (index) =>
    send(running.origin, { path: "/me", token: acme.token("rea"), from: index % 2 === 0 ? "127.0.0.1" : undefined }),
  );
  await load.more(20);
  process.kill(running.hostPid, "SIGHUP");
  await vi.waitFor(() => expect(before.some(isAlive)).toBe(false), 50_000);
  await load.more(20);
  expect(Object.keys(tally((await load.stop()).map(({ answer }) => answer)))).toEqual(["200"]);
  const after = workersOf(running);
  expect(after).toHaveLength(WORKERS);

  expect(await running.stop()).toBe(0);
  expect(after.filter(isAlive)).toEqual([]);
});

it("a SIGHUP that comes while processes are being replaced has all of them replaced once more", async () => {
  const running = await start();
  const began = () => running.output().split("replacing the processes one by one").length - 1;
  process.kill(running.hostPid, "SIGHUP");
  await vi.waitFor(() => expect(began()).toBe(1));
  for (let time = 0; time < 2; time += 1) process.kill(running.hostPid, "SIGHUP");
  await vi.waitFor(() => expect(timesListening(running)).toBe(3 * WORKERS), 30_000);
  expect(began()).toBe(2);
  await vi.waitFor(() => expect(workersOf(running)).toHaveLength(WORKERS), 30_000);
});

it("a supervisor that is killed leaves no worker behind, and a port in use is reported once", async () => {
  const running = await start();
  const workers = workersOf(running);
  const { port } = new URL(running.origin);
  const second = startService("node", inject("databaseUrl"), { WEB_CONCURRENCY: "2", PORT: port });
  await expect(second).rejects.toThrow(/^(?!(.*is in use){2}).*Port \d+ is in use/s);
  await running.killHost();
  await vi.waitFor(() => expect(workers.filter(isAlive)).toEqual([]), 40_000);
});

it("on SIGHUP the processes stay if new ones could not serve, and the log says why", async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const rename = (from: string, to: string) =>
    client.query("UPDATE _prisma_migrations SET migration_name = $2 WHERE migration_name = $1", [from, to]);
  const running = await startService("node", database.url, { WEB_CONCURRENCY: "2" });
  try {
    await vi.waitFor(() => expect(timesListening(running)).toBe(2), 30_000);
    const before = workersOf(running);
    await rename(LATEST_MIGRATION, "somewhere else");
    process.kill(running.hostPid, "SIGHUP");
    await vi.waitFor(() => expect(running.output()).toContain("the processes stay as they are"), 30_000);
    expect(running.output()).toContain("The new process cannot serve. The database is behind: run npm run db:migrate.");
    expect(workersOf(running)).toEqual(before);
    expect((await sendTo(running.origin, "/api/v1/me", { from: "127.0.0.1" })).status).toBe(401);

    await rename("somewhere else", LATEST_MIGRATION);
    process.kill(running.hostPid, "SIGHUP");
    await vi.waitFor(() => expect(before.some(isAlive)).toBe(false), 50_000);
    expect(workersOf(running)).toHaveLength(2);
  } finally {
    await running.kill();
    await client.end();
    await database.drop();
  }
});
