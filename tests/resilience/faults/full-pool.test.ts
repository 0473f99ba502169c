/** Far more callers than connections: some are turned away, and it ends when they leave. */
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

it(`of ${CLIENTS} clients on ${POOL_SIZE} slow connections, some get their answer, the others 500, or 429 for lists`, async () => {
  const client = await openMixedClient(acme, () => service.origin);
  let asked = 0;
  relay.delay(DELAY_MS);
  const load = startClients(CLIENTS, () => client(asked++));
  await load.more(CLIENTS * 2);
  const answers = (await load.stop()).map(({ answer }) => answer);
  relay.restore();
  const counts = tally(answers);
  const { "200": read = 0, "201": written = 0, "429 RATE_LIMITED": inVain = 0, "500 SERVER_ERROR": shed = 0 } = counts;
  expect(read + written + inVain + shed).toBe(answers.length);
  expect(Math.min(read, shed)).toBeGreaterThan(0);
  // One more is for the readiness check.
  expect(relay.connections()).toBeLessThanOrEqual(Number(POOL_SIZE) + 1);

  const calm = startClients(5, () => send(service.origin, { path: "/me", token: acme.token("rea") }));
  await calm.more(50);
  const after = (await calm.stop()).map(({ answer }) => answer);
  expect(tally(after)).toEqual({ "200": after.length });
});
