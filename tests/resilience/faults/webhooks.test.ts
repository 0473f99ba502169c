/**
 * Webhooks while everything fails (docs/contract.md, Webhooks): receivers that refuse, hang and reset, processes that are killed,
 * a database that restarts. A receiver that applies what it gets holds what the token can list, in the end.
 */
import { createServer, type Server } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { sql } from "../../support/database-client";
import { send } from "../../support/http";
import { startClients } from "../../support/load";
import { figure, IS_LONG } from "../../support/long";
import { Mirror } from "../../support/mirror";
import { FOLLOWERS, NoteWriter } from "../../support/note-writer";
import { dataOf, openOrganization } from "../../support/organization";
import type { MemberName } from "../../support/organization-file";
import { startDatabaseServer, stopDatabaseServer } from "../../support/own-database-server";
import { originOf } from "../../support/parallel";
import { findProcesses } from "../../support/processes";
import { type Service, startService } from "../../support/service";
import { passOn, WebhookReceiver } from "../../support/webhook-receivers";

const WRITES = figure(1_500, 100_000);
const WRITERS = 4;
const KILLS = figure(4, 30);
const SUBSCRIPTIONS = figure(18, 40);
const OWNERS: MemberName[] = IS_LONG ? [...FOLLOWERS, "ada", "wim", "apo", "ann", "ben"] : FOLLOWERS;
const PAYLOADS = ["records", "ids", "signal"] as const;
/** Of the attempts, how many a receiver does not accept. */
const FAILING = 0.3;
/** What is on its way may still arrive. */
const ON_ITS_WAY_MS = 2_000;
/** What is left then is delivered to receivers that accept everything. */
const SETTLED_WITHIN_MS = figure(90_000, 300_000);
const PASSING_EVERY_MS = 1_000;

const acme = await openOrganization("told");
const notes = new NoteWriter(acme);
const receivers = new Map<string, WebhookReceiver>();
let service: Service;
let receiver: Server;

const listOf = async (owner: MemberName) => {
  const mirror = Mirror.of("notes", acme.token(owner), () => originOf(0));
  await mirror.begin();
  return mirror;
};

beforeAll(async () => {
  receiver = createServer((request, response) => void passOn(receivers, request, response).catch(() => {}));
  const port = inject("receiverPort");
  await new Promise<void>((resolve) => receiver.listen(port, "127.0.0.1", resolve));
  const host = `127.0.0.1:${port}`;
  service = await startService("node", inject("databaseUrl"), { API_PROCESSES: "2", WEBHOOKS_PRIVATE_HOSTS: host });
  for (let index = 0; index < SUBSCRIPTIONS; index += 1) await subscribe(index, `http://${host}`);
});
afterAll(async () => {
  await service?.kill();
  receiver.closeAllConnections();
  receiver.close();
});

async function subscribe(index: number, origin: string): Promise<void> {
  const owner = OWNERS[index % OWNERS.length] as MemberName;
  const payload = PAYLOADS[Math.floor(index / OWNERS.length) % PAYLOADS.length] as (typeof PAYLOADS)[number];
  const data = { name: `${owner} ${payload}`, url: `${origin}/${index}`, entityKey: "notes", payload };
  const token = acme.token(owner);
  const answer = await send(service.origin, { method: "POST", path: "/webhooks", token, json: { data } });
  expect(answer.status, answer.text).toBe(201);
  const { id } = dataOf<{ id: string }>(answer);
  receivers.set(id, new WebhookReceiver({ id, owner, payload }, () => listOf(owner)));
}

function failSometimes(share: number): void {
  for (const each of receivers.values()) each.failing = share;
}

/** As if the time had come at which what failed is tried again. */
const letTimePass = () => sql("update webhooks set due = now() where due > now() and disabled is null");

function write() {
  const made: string[] = [];
  return startClients(WRITERS, (index) => notes.write(originOf(index), made));
}

async function isBehind(): Promise<boolean> {
  const [row] = await sql<{ behind: number }>(
    `select count(*)::int as behind from webhooks w where w.organization_id = $1 and exists (
       select from changes c where c.entity_id = w.entity_id
         and (c.transaction, c.sequence) > (w.from_transaction::text::xid8, w.from_sequence))`,
    [acme.id],
  );
  return row?.behind !== 0;
}

it(
  "webhooks of many owners, while receivers fail and processes and a database die, leave each receiver with what its token can list, in order, and nothing after a revocation",
  async ({ annotate }) => {
    failSometimes(FAILING);
    const load = write();
    // The database may be away.
    const passing = setInterval(() => void letTimePass().catch(() => {}), PASSING_EVERY_MS);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await load.more(WRITES / KILLS);
      const [pid] = findProcesses(service.hostPid, "api-process");
      if (pid !== undefined) process.kill(pid, "SIGKILL");
      if (kill === 1) {
        await stopDatabaseServer();
        await startDatabaseServer();
      }
    }
    const written = await load.stop();
    clearInterval(passing);
    failSometimes(0);

    const ends = performance.now() + SETTLED_WITHIN_MS;
    while (performance.now() < ends && (await isBehind())) {
      await letTimePass();
      await pause(300);
    }
    let deliveries = 0;
    for (const { subscription, versions, faults, ids } of receivers.values()) {
      const { owner, payload } = subscription;
      deliveries += ids.size;
      expect(faults, `${owner} ${payload}`).toEqual([]);
      if (payload === "signal") continue;
      const { records } = await listOf(owner);
      const listed = [...records].map(([id, { versionId }]) => [id, versionId]);
      expect([...versions].sort(), `${owner} ${payload}`).toEqual(listed.sort());
    }
    const done = written.filter(({ answer }) => answer !== null && answer.status < 300).length;
    annotate(`${done} writes, ${deliveries} deliveries to ${receivers.size} receivers`);

    const revoked = [...receivers.values()].filter(({ subscription }) => subscription.owner === "rea");
    const again = write();
    await again.more(100);
    await sql("update tokens set revoked = now(), revoked_by = 'test' where id = $1", [
      acme.token("rea").split("_")[2],
    ]);
    const at = performance.now();
    await again.more(300);
    await again.stop();
    await pause(2 * ON_ITS_WAY_MS);
    const late = revoked.filter(({ lastAt }) => lastAt > at + ON_ITS_WAY_MS);
    expect(late.map(({ subscription }) => subscription.payload)).toEqual([]);
    expect([...receivers.values()].some(({ lastAt }) => lastAt > at)).toBe(true);
  },
  figure(600_000, 1_500_000),
);
