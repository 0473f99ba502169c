/** A table of one entity that another session keeps locked: its requests wait or fail, and those of other entities do not. */
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { openTransaction, sql } from "../../support/database-client";
import { type Answer, send, sendTo } from "../../support/http";
import { startClients } from "../../support/load";
import { openOrganization, recordsPath } from "../../support/organization";
import { openService } from "../../support/own-service";
import { tally } from "../../support/parallel";

const acme = await openOrganization("locked");
const token = acme.token("ada");
const LOCKED = recordsPath("samples");
const OTHER = recordsPath("accounts");
const record = await acme.create("ada", "samples", { name: "behind the lock" });
const account = await acme.create("ada", "accounts", { name: "beside it" });

const service = openService();

it("an entity whose table is locked is the only one whose requests wait, and the process is ready", async () => {
  const [entity] = await sql<{ id: string }>(
    "select e.id from entities e join organizations o on o.id = e.organization_id where o.key = $1 and e.key = 'samples'",
    [acme.key],
  );
  const ask = (path: string, call: object = {}) => send(service.origin, { path, token, ...call });
  const beside = startClients(2, () => ask(account.path));
  const partition = `record_partitions.r_${entity?.id.replaceAll("-", "")}`;
  const holder = await openTransaction(`lock table ${partition} in access exclusive mode`);
  const loads = [
    startClients(8, () => ask(`${LOCKED}?limit=5`)),
    startClients(30, () => ask(record.path)),
    startClients(2, (index) => ask(LOCKED, { method: "POST", json: { data: { name: `waits ${index}` } } })),
  ];
  await expect.poll(() => service.output()).toContain("another session keeps a table locked");
  // What waits already ends within its lock timeout.
  await pause(2_500);
  const lists: Answer[] = [];
  const reads: Answer[] = [];
  const writes: Answer[] = [];
  const ready: Answer[] = [];
  for (let round = 0; round < 40; round += 1) {
    lists.push(await ask(`${OTHER}?limit=5`));
    reads.push(await ask(account.path));
    writes.push(await ask(OTHER, { method: "POST", json: { data: { name: `account ${round}` } } }));
    ready.push(await sendTo(service.origin, "/api/health/ready", {}));
  }
  await holder.end();
  const refused = (await Promise.all(loads.map((load) => load.stop()))).flat().map(({ answer }) => answer);
  expect(refused.filter((answer) => (answer?.status ?? 500) >= 500)).toEqual([]);
  const read = (await beside.stop()).map(({ answer }) => answer);
  expect(tally(read)).toEqual({ "200": read.length });
  expect(refused.map((answer) => answer?.text).join()).toContain(
    String.raw`Other work on the database keeps the table of \"samples\" locked. Other entities are not affected. Try again in 1 second.`,
  );
  expect(tally(lists)).toEqual({ "200": 40 });
  expect(tally(reads)).toEqual({ "200": 40 });
  expect(tally(writes)).toEqual({ "201": 40 });
  expect(tally(ready)).toEqual({ "200": 40 });
  // Free again, it is used again.
  await expect.poll(async () => (await ask(`${LOCKED}?limit=5`)).status).toBe(200);
  expect((await ask(record.path)).status).toBe(200);
});
