/** Far more callers than connections: some are turned away in good time, and it ends when they leave. */
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { send } from "../../support/http";
import { startClients } from "../../support/load";
import { openMixedClient } from "../../support/mixed-client";
import { openOrganization } from "../../support/organization";
import { tally } from "../../support/parallel";
import { type Relay, startRelay } from "../../support/relay";
import { type Service, startService } from "../../support/service";

const CLIENTS = 200;
const POOL_SIZE = "5";
/** Statements so slow that five connections carry a tenth of what is asked. */
const DELAY_MS = 40;
/** A second's wait for a connection, on a machine that may be busy. */
const SHED_MS = 2_000;
/** A write waits three seconds for its share at most, and each of its three statements one for a connection. */
const ACCEPTED_MS = 6_000;
const RECOVERY_MS = 5_000;

const acme = await openOrganization("pool");
let relay: Relay;
let service: Service;
beforeAll(async () => {
  relay = await startRelay(inject("databaseUrl"));
  service = await startService("node", relay.url, { DATABASE_POOL_SIZE: POOL_SIZE });
});
afterAll(async () => {
  await service?.kill();
  await relay?.stop();
});

it(`of ${CLIENTS} clients on ${POOL_SIZE} slow connections, some get their answer, the others 500, or 429 for lists, all in time`, async () => {
  const client = await openMixedClient(acme, () => service.origin);
  let asked = 0;
  relay.delay(DELAY_MS);
  const load = startClients(CLIENTS, () => client(asked++));
  await load.more(CLIENTS * 2);
  const outcomes = await load.stop();
  relay.restore();
  const stopped = performance.now();
  const answers = outcomes.map(({ answer }) => answer);
  const counts = tally(answers);
  const { "200": read = 0, "201": written = 0, "429 RATE_LIMITED": inVain = 0, "500 SERVER_ERROR": shed = 0 } = counts;
  expect(read + written + inVain + shed).toBe(answers.length);
  expect(Math.min(read, shed)).toBeGreaterThan(0);
  const slowest = (accepted: boolean) =>
    Math.max(...outcomes.filter(({ answer }) => (answer?.status ?? 500) < 400 === accepted).map((o) => o.milliseconds));
  expect(slowest(false)).toBeLessThan(ACCEPTED_MS);
  expect(slowest(true)).toBeLessThan(ACCEPTED_MS);
  const shedMs = outcomes
    .filter(({ answer }) => answer?.status === 500)
    .map((o) => o.milliseconds)
    .sort((a, b) => a - b);
  expect(shedMs[Math.floor(shedMs.length / 2)]).toBeLessThan(SHED_MS);
  // One more is for the readiness check.
  expect(relay.connections()).toBeLessThanOrEqual(Number(POOL_SIZE) + 1);

  const calm = startClients(5, () => send(service.origin, { path: "/me", token: acme.token("rea") }));
  await calm.more(50);
  const after = (await calm.stop()).map(({ answer }) => answer);
  expect(tally(after)).toEqual({ "200": after.length });
  expect(performance.now() - stopped).toBeLessThan(RECOVERY_MS);
});
