/** Clients that hang up in the middle of their request: what they asked for is bounded, and their connections come back. */
import { once } from "node:events";
import { request } from "node:http";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { sql } from "../../support/database-client";
import { send } from "../../support/http";
import { openOrganization, recordsPath } from "../../support/organization";
import { tally } from "../../support/parallel";
import { type Relay, startRelay } from "../../support/relay";
import { type Service, startService } from "../../support/service";

const POOL_SIZE = 5;
const LEAVING = 200;

const acme = await openOrganization("leaving");
const token = acme.token("wim");
let relay: Relay;
let service: Service;
beforeAll(async () => {
  relay = await startRelay(inject("databaseUrl"));
  service = await startService("node", relay.url, { DATABASE_POOL_SIZE: String(POOL_SIZE) });
});
afterAll(async () => {
  await service?.kill();
  await relay?.stop();
});

/** Hangs up a moment after sending. */
async function askAndLeave(path: string, body?: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const leaving = request(`${service.origin}/api/v1${path}`, { method: body === undefined ? "GET" : "POST", headers });
  leaving.on("error", () => undefined);
  leaving.end(body);
  await once(leaving, "socket");
  await new Promise((resolve) => setTimeout(resolve, 30));
  leaving.destroy();
}

it(`after ${LEAVING} clients that left in the middle, every connection of the pool is there for those who stay`, async () => {
  relay.delay(20);
  const path = recordsPath("samples");
  await Promise.all(
    Array.from({ length: LEAVING }, (_, index) =>
      index % 2 === 0 ? askAndLeave(`${path}?search=nothing`) : askAndLeave(path, '{"data":{"name":"left"}}'),
    ),
  );
  relay.restore();
  const answers = async () =>
    tally(await Promise.all(Array.from({ length: POOL_SIZE * 4 }, () => send(service.origin, { path, token }))));
  await expect.poll(answers).toEqual({ "200": POOL_SIZE * 4 });
  expect(relay.connections()).toBeLessThanOrEqual(POOL_SIZE);
  expect(await sql("select from pg_stat_activity where state = 'idle in transaction'")).toEqual([]);
  expect(service.output()).not.toMatch(/uncaught|unhandled/i);
});
