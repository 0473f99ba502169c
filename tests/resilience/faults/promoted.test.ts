/** The primary goes, and its standby is promoted: an address with both hosts follows, and no acknowledged write is lost. */
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { send } from "../../support/http";
import { startClients } from "../../support/load";
import { dataOf, openOrganization, type RecordView, recordsPath } from "../../support/organization";
import { startDatabaseServer, stopDatabaseServer } from "../../support/own-database-server";
import { type Replica, startReplica } from "../../support/replica";
import { type Service, startService } from "../../support/service";

const acme = await openOrganization("promoted");
const token = acme.token("ada");
const primary = new URL(inject("databaseUrl"));
let replica: Replica;
let service: Service;

beforeAll(async () => {
  replica = await startReplica();
  // Standby first: it accepts no writes, so it is not used as long as the primary is there.
  const hosts = `${new URL(replica.url).host},${primary.host}`;
  const url = `${primary.href.replace(primary.host, hosts)}?target_session_attrs=read-write`;
  service = await startService("node", url);
}, 120_000);
afterAll(async () => {
  await service?.stop();
  await replica?.remove();
  await startDatabaseServer();
});

it("goes on with the standby, without a write that was answered 201 missing", async () => {
  const created: string[] = [];
  const writers = startClients(8, async (index) => {
    const json = { data: { name: `writer ${index}` } };
    const answer = await send(service.origin, { method: "POST", path: recordsPath("samples"), token, json });
    if (answer.status === 201) created.push(dataOf<RecordView>(answer).id);
    return answer;
  });
  await writers.more(100);
  // Stopping in order waits until the standby has everything, as a switchover does.
  await stopDatabaseServer();
  await replica.query("SELECT pg_promote(true, 30)");
  const before = created.length;
  await expect.poll(() => created.length).toBeGreaterThan(before + 100);
  const outcomes = await writers.stop();
  const failed = outcomes.map(({ answer }) => answer?.status).filter((status) => status !== 201);
  expect(failed).toContain(500);
  // Where requests pile up, they are refused.
  expect(failed.filter((status) => status !== 500 && status !== 429)).toEqual([]);
  const rows = await replica.query("SELECT id FROM records");
  const stored = new Set(rows.map(({ id }) => id));
  expect(created.filter((id) => !stored.has(id))).toEqual([]);
});
