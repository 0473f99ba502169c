/**
 * Webhooks while everything fails (docs/contract.md, Webhooks): receivers that refuse, hang and reset, processes that are killed,
 * a database that restarts. A receiver that applies what it gets holds what the token can list, in the end.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { sql } from "../../support/database-client";
import { send } from "../../support/http";
import { startClients } from "../../support/load";
import { figure } from "../../support/long";
import { type FeedItem, Mirror } from "../../support/mirror";
import { dataOf, openOrganization, type RecordView, recordsPath } from "../../support/organization";
import type { MemberName } from "../../support/organization-file";
import { startDatabaseServer, stopDatabaseServer } from "../../support/own-database-server";
import { originOf } from "../../support/parallel";
import { findProcesses } from "../../support/processes";
import { type Service, startService } from "../../support/service";

const WRITES = figure(1_500, 100_000);
const WRITERS = 4;
const KILLS = figure(4, 30);
/** Everybody, one team, one's own, by address, both, and one who sees a field on some records only. */
const OWNERS: MemberName[] = ["rea", "red", "sen", "asa", "duo", "par"];
const PAYLOADS = ["records", "ids", "signal"] as const;
const TEAMS = ["red", "blue", null];
/** Of the attempts, how many a receiver does not accept. */
const FAILING = 0.3;
/** What is on its way may still arrive. */
const ON_ITS_WAY_MS = 500;
/** What is left then is delivered to receivers that accept everything. */
const SETTLED_WITHIN_MS = 90_000;

type Item = FeedItem | { type: "changed"; id: string; versionId: string };
type Delivery = {
  type: string;
  data: { webhookId: string; items: Item[]; cursor: string; more: boolean; reset: boolean };
};
type Subscription = {
  id: string;
  owner: MemberName;
  payload: (typeof PAYLOADS)[number];
  /** By record: its version. */
  versions: Map<string, string>;
  updated: Map<string, string>;
  /** The ids of deliveries in their order, repetitions left out. */
  ids: string[];
  /** Whether the last one was accepted. */
  isAccepted: boolean;
  open: number;
  lastAt: number;
  faults: string[];
};

const acme = await openOrganization("told");
const subscriptions = new Map<string, Subscription>();
let service: Service;
let receiver: Server;
let failing = 0;

const pick = <Item>(items: readonly Item[]) => items[Math.floor(Math.random() * items.length)] as Item;

beforeAll(async () => {
  receiver = createServer((request, response) => void receive(request, response));
  const port = inject("receiverPort");
  await new Promise<void>((resolve) => receiver.listen(port, "127.0.0.1", resolve));
  const host = `127.0.0.1:${port}`;
  service = await startService("node", inject("databaseUrl"), { API_PROCESSES: "2", WEBHOOKS_PRIVATE_HOSTS: host });
  for (const owner of OWNERS) for (const payload of PAYLOADS) await subscribe(owner, payload, `http://${host}`);
});
afterAll(async () => {
  await service?.kill();
  receiver.closeAllConnections();
  receiver.close();
});

async function subscribe(owner: MemberName, payload: Subscription["payload"], origin: string): Promise<void> {
  const data = { name: `${owner} ${payload}`, url: `${origin}/${owner}/${payload}`, entityKey: "notes", payload };
  const token = acme.token(owner);
  const answer = await send(service.origin, { method: "POST", path: "/webhooks", token, json: { data } });
  expect(answer.status, answer.text).toBe(201);
  const { id } = dataOf<{ id: string }>(answer);
  const nothing = {
    versions: new Map(),
    updated: new Map(),
    ids: [],
    isAccepted: true,
    open: 0,
    lastAt: 0,
    faults: [],
  };
  subscriptions.set(id, { id, owner, payload, ...nothing });
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const arrived = performance.now();
  let text = "";
  for await (const piece of request) text += piece;
  const { data } = JSON.parse(text) as Delivery;
  const subscription = subscriptions.get(data.webhookId);
  if (subscription === undefined) return void response.writeHead(410).end();
  subscription.open += 1;
  response.on("close", () => (subscription.open -= 1));
  if (subscription.open > 1) subscription.faults.push("two at a time");
  subscription.lastAt = arrived;
  noteOrder(subscription, String(request.headers["webhook-id"]));
  if (Math.random() < failing) return fail(subscription, data, response);
  await apply(subscription, data);
  // The sender may have died meanwhile, and sends it again.
  subscription.isAccepted = !response.destroyed;
  response.writeHead(204).end();
}

function noteOrder(subscription: Subscription, id: string): void {
  if (subscription.ids.at(-1) === id) return;
  if (subscription.ids.includes(id)) subscription.faults.push(`an id came back: ${id}`);
  if (!subscription.isAccepted) subscription.faults.push(`a delivery was left out before ${id}`);
  subscription.ids.push(id);
  subscription.isAccepted = false;
}

async function fail(subscription: Subscription, data: Delivery["data"], response: ServerResponse): Promise<void> {
  const way = pick(["500", "429", "reset", "redirect", "after applying"]);
  if (way === "reset") return void response.socket?.resetAndDestroy();
  if (way === "429") return void response.writeHead(429, { "retry-after": "1" }).end();
  if (way === "redirect") return void response.writeHead(307, { location: "http://127.0.0.1:1/" }).end();
  if (way === "after applying") await apply(subscription, data);
  response.writeHead(500).end("no".repeat(1_000));
}

async function apply(subscription: Subscription, { items, reset }: Delivery["data"]): Promise<void> {
  const { versions, updated, payload, owner } = subscription;
  if (reset) {
    const mirror = Mirror.of("notes", acme.token(owner), () => originOf(0));
    await mirror.begin();
    versions.clear();
    for (const [id, { versionId }] of mirror.records) versions.set(id, versionId);
    return;
  }
  for (const item of items) {
    if (item.type === "removed") {
      versions.delete(item.id);
      continue;
    }
    if (!("record" in item)) {
      versions.set(item.id, item.versionId);
      continue;
    }
    const { record } = item;
    if (payload !== "records") subscription.faults.push("a record where none was asked for");
    if ((updated.get(record.id) ?? "") > record.updated) subscription.faults.push(`${record.id} went back`);
    updated.set(record.id, record.updated);
    versions.set(record.id, record.versionId);
  }
}

/** As if the time had come at which what failed is tried again. */
const letTimePass = () => sql("update webhooks set due = now() where due > now() and disabled is null");

function write() {
  const token = acme.token("ada");
  const assignees = [`asa@${acme.key}.test`, `duo@${acme.key}.test`, null];
  const made: string[] = [];
  return startClients(WRITERS, async (index) => {
    const data = { title: `note ${Math.random()}`, team: pick(TEAMS), assignee: pick(assignees) };
    const id = Math.random() < 0.3 || made.length === 0 ? undefined : pick(made);
    const origin = originOf(index);
    if (id === undefined) {
      const answer = await send(origin, { method: "POST", path: recordsPath("notes"), token, json: { data } });
      if (answer.status === 201) made.push(dataOf<RecordView>(answer).id);
      return answer;
    }
    const path = `${recordsPath("notes")}/${id}`;
    const headers = { "if-match": "*" };
    if (Math.random() < 0.1) return send(origin, { method: "DELETE", path, token, headers });
    return send(origin, { method: "PATCH", path, token, headers, json: { data } });
  });
}

describe("webhooks of many owners, with receivers that fail, and processes and a database that die", () => {
  it("leave each receiver with what its token can list, in order, and nothing after a revocation", async ({
    annotate,
  }) => {
    failing = FAILING;
    const load = write();
    for (let kill = 0; kill < KILLS; kill += 1) {
      await load.more(WRITES / KILLS);
      await letTimePass();
      const [pid] = findProcesses(service.hostPid, "api-process");
      if (pid !== undefined) process.kill(pid, "SIGKILL");
      if (kill === 1) {
        await stopDatabaseServer();
        await startDatabaseServer();
      }
    }
    await load.stop();
    failing = 0;

    const versionsOf = async (owner: MemberName) => {
      const mirror = Mirror.of("notes", acme.token(owner), () => originOf(0));
      await mirror.begin();
      return [...mirror.records].map(([id, { versionId }]) => [id, versionId]).sort();
    };
    const ends = performance.now() + SETTLED_WITHIN_MS;
    const isBehind = async () => {
      const [row] = await sql<{ behind: number }>(
        `select count(*)::int as behind from webhooks w where w.organization_id = $1 and exists (
             select from changes c where c.entity_id = w.entity_id
               and (c.transaction, c.sequence) > (w.from_transaction::text::xid8, w.from_sequence))`,
        [acme.id],
      );
      return row?.behind !== 0;
    };
    while (performance.now() < ends && (await isBehind())) {
      await letTimePass();
      await pause(300);
    }
    let attempts = 0;
    for (const subscription of subscriptions.values()) {
      const { owner, payload, versions, faults, ids } = subscription;
      attempts += ids.length;
      expect(faults, `${owner} ${payload}`).toEqual([]);
      if (payload !== "signal") expect([...versions].sort(), `${owner} ${payload}`).toEqual(await versionsOf(owner));
    }
    annotate(`${attempts} deliveries to ${subscriptions.size} receivers`);

    const revoked = [...subscriptions.values()].filter(({ owner }) => owner === "rea");
    const again = write();
    await again.more(100);
    await sql("update tokens set revoked = now(), revoked_by = 'test' where id = $1", [
      acme.token("rea").split("_")[2],
    ]);
    const at = performance.now();
    await again.more(300);
    await again.stop();
    await pause(1_500);
    expect(revoked.filter(({ lastAt }) => lastAt > at + ON_ITS_WAY_MS).map(({ payload }) => payload)).toEqual([]);
    expect([...subscriptions.values()].some(({ lastAt }) => lastAt > at)).toBe(true);
  }, 600_000);
});
