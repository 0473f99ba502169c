/** Callers who hang up in the middle of their request, and far more callers than connections: the connections come back. */
import { once } from "node:events";
import { request } from "node:http";
import { expect, it } from "vitest";
import { sql } from "../../support/database-client";
import { send } from "../../support/http";
import { startClients } from "../../support/load";
import { openMixedClient } from "../../support/mixed-client";
import { openOrganization, recordsPath } from "../../support/organization";
import { tally } from "../../support/parallel";
import { openRelayedService } from "../../support/relayed-service";

const CLIENTS = 200;
const POOL_SIZE = 5;
/** Statements so slow that five connections carry a tenth of what is asked. */
const DELAY_MS = 40;

const acme = await openOrganization("pool");
const token = acme.token("wim");
const under = openRelayedService({ DATABASE_POOL_SIZE: String(POOL_SIZE) });

/** Hangs up a moment after sending. */
async function askAndLeave(path: string, body?: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const method = body === undefined ? "GET" : "POST";
  const leaving = request(`${under.service.origin}/api/v1${path}`, { method, headers });
  leaving.on("error", () => undefined);
  leaving.end(body);
  await once(leaving, "socket");
  await new Promise((resolve) => setTimeout(resolve, 30));
  leaving.destroy();
}

it(`after ${CLIENTS} clients hang up midway, every connection of the pool is available to the others`, async () => {
  under.relay.delay(20);
  const path = recordsPath("samples");
  await Promise.all(
    Array.from({ length: CLIENTS }, (_, index) =>
      index % 2 === 0 ? askAndLeave(`${path}?search=nothing`) : askAndLeave(path, '{"data":{"name":"left"}}'),
    ),
  );
  under.relay.restore();
  const answers = async () =>
    tally(await Promise.all(Array.from({ length: POOL_SIZE * 4 }, () => send(under.service.origin, { path, token }))));
  await expect.poll(answers).toEqual({ "200": POOL_SIZE * 4 });
  expect(under.relay.connections()).toBeLessThanOrEqual(POOL_SIZE);
  expect(await sql("select from pg_stat_activity where state = 'idle in transaction'")).toEqual([]);
  expect(under.service.output()).not.toMatch(/uncaught|unhandled/i);
});

it(`of ${CLIENTS} clients on ${POOL_SIZE} slow connections, some get a response, the others 500, or 429 for lists`, async () => {
  const client = await openMixedClient(acme, () => under.service.origin);
  let asked = 0;
  under.relay.delay(DELAY_MS);
  const load = startClients(CLIENTS, () => client(asked++));
  await load.more(CLIENTS * 2);
  const answers = (await load.stop()).map(({ answer }) => answer);
  under.relay.restore();
  const counts = tally(answers);
  const { "200": read = 0, "201": written = 0, "429 RATE_LIMITED": inVain = 0, "500 SERVER_ERROR": shed = 0 } = counts;
  expect(read + written + inVain + shed).toBe(answers.length);
  expect(Math.min(read, shed)).toBeGreaterThan(0);
  // One more is for the readiness check.
  expect(under.relay.connections()).toBeLessThanOrEqual(POOL_SIZE + 1);

  const calm = startClients(5, () => send(under.service.origin, { path: "/me", token: acme.token("rea") }));
  await calm.more(50);
  const after = (await calm.stop()).map(({ answer }) => answer);
  expect(tally(after)).toEqual({ "200": after.length });
});
