/**
 * Reads from a streaming replica (docs/decisions/0029-…): no response is older than what the caller can have seen, whatever becomes
 * of the replica. Two processes; what is written at one is read at the other.
 */
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { freePort } from "../../support/free-port";
import { patch, send, sendTo } from "../../support/http";
import { startSteadily } from "../../support/load";
import { figure } from "../../support/long";
import { type Made, openOrganization, type Page, type RecordView, recordsPath } from "../../support/organization";
import { type Relay, startRelay } from "../../support/relay";
import { type Replica, startReplica } from "../../support/replica";
import { type Service, startService } from "../../support/service";

const acme = await openOrganization("replicated");
const token = acme.token("ada");
const RECORDS = 10;
const SECONDS = figure(5, 60);

let replica: Replica;
let relay: Relay;
const services: Service[] = [];
let ports: number[] = [];
let records: Made[] = [];

beforeAll(async () => {
  replica = await startReplica();
  relay = await startRelay(replica.url);
  ports = [await freePort(), await freePort()];
  for (const port of ports)
    services.push(
      await startService("node", inject("databaseUrl"), {
        DATABASE_REPLICA_URLS: relay.url,
        METRICS_PORT: String(port),
        WEB_CONCURRENCY: "1",
      }),
    );
  records = await Promise.all(
    Array.from({ length: RECORDS }, () => acme.create("ada", "samples", { name: "counted", text: "0" })),
  );
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await relay?.stop();
  await replica?.remove();
});

const originOf = (index: number) => String(services[index % services.length]?.origin);

/** Of both processes, by what became of the reads. */
async function outcomes(): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const port of ports) {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    for (const [, outcome = "", count] of text.matchAll(/^records_replica_reads_total\{outcome="(\w+)".*\} (\d+)$/gm))
      sums[outcome] = (sums[outcome] ?? 0) + Number(count);
  }
  return sums;
}

async function outcomesOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await outcomes();
  await work();
  const after = await outcomes();
  return Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]));
}

/** Each writes once at a time, so that what was acknowledged is the least that a read begun afterwards has to show. */
const acknowledged: number[] = Array(RECORDS).fill(0);
let stale: string[] = [];

async function writeOne(index: number) {
  const record = records[index % RECORDS] as Made;
  const next = (acknowledged[index % RECORDS] ?? 0) + 1;
  const answer = await send(originOf(index), patch(record.path, { text: String(next) }, { token }));
  if (answer.status === 200) acknowledged[index % RECORDS] = next;
  return answer;
}

/** Alone, in a list, by a query, and as a sum: of a record that may just have been written, at the other process. */
async function readOne(index: number) {
  const which = index % RECORDS;
  const floor = acknowledged[which] ?? 0;
  const { path, id } = records[which] as Made;
  const origin = originOf(index + 1);
  const where = ["id", "eq", id];
  const list = recordsPath("samples");
  const forms = [
    () => send(origin, { path, token }),
    () => send(origin, { path: `${list}?limit=100`, token }),
    () => send(origin, { method: "POST", path: `${list}/query`, token, json: { where } }),
  ];
  const answer = await (forms[index % forms.length] as (typeof forms)[number])();
  const { data } = answer.json as { data: RecordView & Page };
  const found = (data.items ?? [data]).find((record) => record.id === id);
  const text = Number(found?.data.text ?? -1);
  if (answer.status !== 200 || text < floor) stale.push(`${answer.status} ${text} where ${floor} was written`);
  return answer;
}

/** Each record by a writer of its own, 50 writes a second in all, and twice as many reads. */
async function race(seconds: number): Promise<void> {
  stale = [];
  const writers = Array.from({ length: RECORDS }, (_, which) => inOrder(() => writeOne(which), 50 / RECORDS));
  const reads = startSteadily(100, readOne);
  await pause(seconds * 1_000);
  await reads.stop();
  await Promise.all(writers.map((stop) => stop()));
}

/** One after the other, at most so many a second. */
function inOrder(write: () => Promise<unknown>, perSecond: number): () => Promise<void> {
  let stopping = false;
  const ended = (async () => {
    while (!stopping) await Promise.all([write().catch(() => {}), pause(1_000 / perSecond)]);
  })();
  return async () => {
    stopping = true;
    await ended;
  };
}

/** Until reads go there again. */
async function untilServed(): Promise<void> {
  await vi.waitFor(
    async () => {
      const { replica: served = 0 } = await outcomesOf(() => Promise.all([0, 1, 2, 3].map(readOne)));
      expect(served).toBe(4);
    },
    { timeout: 20_000, interval: 100 },
  );
}

describe("a streaming replica", () => {
  it("serves reads beside 50 writes a second, and none of them is stale", async () => {
    await untilServed();
    const { replica: served = 0 } = await outcomesOf(() => race(SECONDS));
    expect(stale).toEqual([]);
    expect(served).toBeGreaterThan(0);
  });

  it("that stops replaying serves nothing, until it has caught up", async () => {
    await untilServed();
    await replica.query("SELECT pg_wal_replay_pause()");
    try {
      const found = await outcomesOf(() => race(2));
      expect(stale).toEqual([]);
      expect(found.replica ?? 0).toBeLessThan(20);
    } finally {
      await replica.query("SELECT pg_wal_replay_resume()");
    }
    await untilServed();
    expect(stale).toEqual([]);
  });

  it.each([
    ["cut", () => relay.cut()],
    ["silent", () => relay.hang()],
  ])("that is %s costs no request, and serves again when it is back", async (_, fault) => {
    await untilServed();
    const racing = race(3);
    await pause(1_000);
    fault();
    try {
      await racing;
      expect(stale).toEqual([]);
      expect((await sendTo(originOf(0), "/api/health/ready", {})).status).toBe(200);
    } finally {
      relay.restore();
    }
    await untilServed();
  });

  it("that was promoted to a primary serves nothing", async () => {
    await untilServed();
    await replica.query("SELECT pg_promote()");
    const found = await outcomesOf(() => race(2));
    expect(stale).toEqual([]);
    expect(found.replica ?? 0).toBeLessThan(20);
    expect(services[0]?.output()).toContain('"a replica is left out: the primary reads"');
  });
});
