/** Processes end, politely and not (contract § 4): no answer is lost to SIGTERM, and nothing is half done by SIGKILL. */
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, inject, it } from "vitest";
import { startBalancer } from "../../support/balancer";
import { openTransaction, sql } from "../../support/database-client";
import { type Answer, post, send, sendTo } from "../../support/http";
import { startClients } from "../../support/load";
import { figure } from "../../support/long";
import { openMixedClient } from "../../support/mixed-client";
import { dataOf, openOrganization, type RecordView, recordsPath } from "../../support/organization";
import { tally } from "../../support/parallel";
import { startRelay } from "../../support/relay";
import { type Service, startService } from "../../support/service";

const WRITES = 50;
/** Hosts kill after thirty seconds as a rule. */
const GRACE_MS = 30_000;

const acme = await openOrganization("stopping");
const start = () => startService("node", inject("databaseUrl"));

function create(service: Service, name: string, key?: string): Promise<Answer> {
  const headers: Record<string, string> = key === undefined ? {} : { "idempotency-key": key };
  return send(service.origin, post(recordsPath("samples"), { data: { name } }, { token: acme.token("wim"), headers }));
}

const waitingForLocks = () =>
  sql("select from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'public-records-api'");

async function namesLike(pattern: string): Promise<string[]> {
  const rows = await sql<{ name: string }>("select data->>'name' as name from records where data->>'name' like $1", [
    pattern,
  ]);
  return rows.map(({ name }) => name).sort();
}

// At the same time: what they wait for is their own process.
describe.concurrent("SIGTERM", () => {
  it(`with ${WRITES} writes in flight: each gets its response and is stored, and the process ends in time with code 0`, async ({
    expect,
  }) => {
    for (let round = 0; round < figure(3, 20); round += 1) {
      const service = await start();
      const me = () => send(service.origin, { path: "/me", token: acme.token("rea") });
      expect(tally(await Promise.all(Array.from({ length: 20 }, me)))).toEqual({ "200": 20 });
      const names = Array.from({ length: WRITES }, (_, index) => `parting ${round} ${index}`);
      // No record is written until it ends.
      const holder = await openTransaction("lock table records in share mode");
      try {
        const pending = Promise.all(
          names.map((name, index) => create(service, name, index % 2 === 0 ? undefined : `${round}-${index}`)),
        );
        await expect.poll(waitingForLocks, { interval: 10 }).not.toEqual([]);
        const exited = service.stop();
        await holder.query("rollback");
        expect(tally(await pending)).toEqual({ "201": WRITES });
        expect(await exited).toBe(0);
        expect(await namesLike(`parting ${round} %`)).toEqual(names.sort());
      } finally {
        await holder.end();
        await service.kill();
      }
    }
  });

  it("first reports not ready, and still serves those who come meanwhile", async ({ expect }) => {
    const service = await start();
    const exited = service.stop();
    await expect.poll(async () => (await sendTo(service.origin, "/api/health/ready", {})).status).toBe(503);
    const answer = await send(service.origin, { path: "/me", token: acme.token("rea") });
    expect([answer.status, answer.headers.connection]).toEqual([200, "close"]);
    expect(await exited).toBe(0);
  });

  it("with a database that has fallen silent: the process still ends in time", async ({ expect }) => {
    const relay = await startRelay(inject("databaseUrl"));
    const service = await startService("node", relay.url);
    const ask = () => send(service.origin, { path: "/me", token: acme.token("rea") });
    expect(tally(await Promise.all(Array.from({ length: 20 }, ask)))).toEqual({ "200": 20 });
    relay.hang();
    const pending = ask();
    const exited = service.stop();
    const code = await Promise.race([exited, pause(GRACE_MS, "still running")]);
    await service.kill();
    await relay.stop();
    expect(code).toBe(0);
    expect((await pending).status).toBe(500);
  });
});

it("a rolling restart behind a balancer, under load: no request fails", async () => {
  const client = await openMixedClient(acme, () => balancer.origin);
  const balancer = await startBalancer();
  let running: Service[] = await Promise.all([start(), start()]);
  for (const { origin } of running) balancer.add(origin);
  const isReady = async () => (await sendTo(balancer.origin, "/api/health/ready", {})).status;
  await expect.poll(isReady).toBe(200);
  const load = startClients(4, client);
  await load.more(50);
  for (let round = 0; round < figure(1, 3); round += 1) {
    for (const old of running) {
      const fresh = await start();
      balancer.add(fresh.origin);
      await load.more(50);
      expect(await old.stop()).toBe(0);
      balancer.remove(old.origin);
      running = running.map((service) => (service === old ? fresh : service));
    }
  }
  await load.more(50);
  const answers = (await load.stop()).map(({ answer }) => answer);
  const { "200": read = 0, "201": written = 0, ...failed } = tally(answers);
  expect(failed).toEqual({});
  expect(read + written).toBe(answers.length);
  await balancer.stop();
  await Promise.all(running.map((service) => service.kill()));
});

it("SIGKILL in the middle of writes: acknowledged writes are stored, and a key and its record both exist or neither does", async () => {
  for (let round = 0; round < figure(2, 10); round += 1) {
    const service = await start();
    const answered: string[] = [];
    let last = 0;
    const load = startClients(20, async () => {
      last += 1;
      const name = `killed ${round} ${last}`;
      const answer = await create(service, name, last % 2 === 0 ? undefined : `kill-${round}-${last}`);
      if (answer.status === 201) answered.push(dataOf<RecordView>(answer).data.name as string);
      return answer;
    });
    await load.more(200);
    await service.kill();
    await load.stop();
    const stored = new Set(await namesLike(`killed ${round} %`));
    expect(answered.filter((name) => !stored.has(name))).toEqual([]);
    expect(answered.length).toBeGreaterThan(100);
  }
  const lonely = await sql(
    `select k.key from idempotency_keys k where k.key like 'kill-%'
       and not exists (select from records r where r.id = (k.outcome->>'id')::uuid)`,
  );
  expect(lonely).toEqual([]);
  const unkeyed = await sql(
    `select r.id from records r where r.data->>'name' ~ '^killed \\d+ \\d*[13579]$'
       and not exists (select from idempotency_keys k where k.outcome->>'id' = r.id::text)`,
  );
  expect(unkeyed).toEqual([]);
});
