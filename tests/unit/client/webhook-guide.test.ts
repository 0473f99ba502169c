/** The receivers of docs/guides/webhooks.md, run as they are printed, with deliveries that are signed here. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newSigningKeys, shownSecret, signatureOf } from "@/lib/crypto/webhook-signature";
import { freePort } from "../../support/free-port";
import { installClient } from "../../support/installed-client";
import { blocksOf, run } from "../../support/pasted";
import { sendBytes } from "../../support/raw-http";
import { temporaryFolder } from "../../support/temporary-folder";

const GUIDE = "docs/guides/webhooks.md";
const folder = temporaryFolder();
const at = (name: string) => path.join(folder.path, name);
const keys = newSigningKeys();
const secret = shownSecret(keys);
const now = () => Math.floor(Date.now() / 1000);

type Item = { type: string; id?: string; record?: { id: string; data: object } };

const record = (id: string, name: string) => ({ id, data: { name } });
const changed = (id: string, name: string): Item => ({ type: "changed", record: record(id, name) });
const delivery = (items: Item[], reset = false) =>
  JSON.stringify({
    type: "records.changed",
    timestamp: new Date().toISOString(),
    data: { webhookId: "w1", entityKey: "cities", items, cursor: "c", more: false, reset },
  });

/** The list of the service, which can be held back. */
let records: ReturnType<typeof record>[] = [];
let held: (() => void)[] | null = null;
const service = createServer(({ url = "" }, response) => {
  const answer = () => send(url, response);
  if (held === null) answer();
  else held.push(answer);
});

function send(url: string, response: ServerResponse): void {
  const id = /\/records\/(?!query$)(\w+)$/.exec(url)?.[1];
  const data = id === undefined ? { items: records, nextCursor: null } : records.find((each) => each.id === id);
  response.setHeader("content-type", "application/json").end(JSON.stringify({ data }));
}

function release(): void {
  for (const each of held ?? []) each();
  held = null;
}

let receiver: ChildProcess | undefined;
let port = 0;

async function start(command: string, args: string[]): Promise<void> {
  port = await freePort();
  const base = `http://127.0.0.1:${(service.address() as AddressInfo).port}/api/v1`;
  const env = {
    PATH: process.env.PATH,
    BASE: base,
    PUBLIC_RECORDS_TOKEN: "service_v1_token",
    WEBHOOK_SECRET: secret,
    PORT: `${port}`,
  };
  receiver = spawn(command, args, { cwd: folder.path, env: { ...env, NODE_ENV: "test" }, stdio: "ignore" });
  const answers = () => fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "" }).then(({ status }) => status);
  await expect.poll(() => answers().catch(() => 0)).toBe(400);
}

async function stop(): Promise<void> {
  const child = receiver;
  if (child?.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill();
  await ended;
}

async function post(body: string, signed: { seconds?: number; signature?: string } = {}): Promise<number> {
  const { seconds = now(), signature = signatureOf([keys], "msg_1", seconds, body) } = signed;
  const headers = { "webhook-id": "msg_1", "webhook-timestamp": `${seconds}`, "webhook-signature": signature };
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body });
  await response.text();
  return response.status;
}

/** Sends what no library would send. Resolves to null if no response comes. */
async function sendLines(...lines: string[]): Promise<number | null> {
  const request = ["POST / HTTP/1.1", "host: localhost", ...lines, "", ""].join("\r\n");
  const { statuses } = await sendBytes(`http://127.0.0.1:${port}`, request);
  return statuses[0] ?? null;
}

/** Each is refused before its parts are converted. */
const HOSTILE: [what: string, ...lines: string[]][] = [
  ["no length", "transfer-encoding: chunked", "", "2", "{}", "0"],
  ["a length that is no number", "content-length: 2x"],
  ["a length of five thousand digits", `content-length: ${"9".repeat(5_000)}`],
  ["a timestamp of five thousand digits", "content-length: 2", `webhook-timestamp: ${"9".repeat(5_000)}`, "", "{}"],
  ["a timestamp in a power of ten", "content-length: 2", "webhook-timestamp: 1e9", "", "{}"],
];

const untilTaken = (body: string) => expect.poll(() => post(body)).toBe(204);

beforeAll(async () => {
  await installClient(folder.path);
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
});
afterEach(stop);
afterAll(() => {
  release();
  service.closeAllConnections();
  service.close();
  folder.remove();
});

describe("the receiver in JavaScript", () => {
  const [command = "", ...args] = (blocksOf(GUIDE, "sh")[1] ?? "").trim().split(" ");
  const startScript = () => start(command, args);
  const copy = (): { complete: boolean; records: { [id: string]: object } } =>
    JSON.parse(readFileSync(at("cities.json"), "utf8"));

  beforeAll(() => writeFileSync(at("receiver.mjs"), blocksOf(GUIDE, "js")[0] ?? ""));
  beforeEach(startScript);

  it("walks the list at the first delivery, and accepts none meanwhile", async () => {
    held = [];
    records = [record("a", "Utrecht"), record("b", "Dorestad")];
    expect(await post(delivery([]))).toBe(503);
    expect(await post(delivery([changed("a", "too early")]))).toBe(503);
    expect(existsSync(at("cities.json"))).toBe(false);
    release();
    await untilTaken(delivery([]));
    expect(copy()).toEqual({ complete: true, records: { a: records[0], b: records[1] } });
  });

  it("applies changes in order, fetches what is too large, and stores them before it confirms", async () => {
    records = [record("large", "Rotterdam")];
    const items = [
      changed("c", "1"),
      changed("c", "2"),
      { type: "removed", id: "b" },
      { type: "changed", id: "large" },
    ];
    expect(await post(delivery(items))).toBe(204);
    const expected = { a: record("a", "Utrecht"), c: record("c", "2"), large: records[0] };
    expect(copy().records).toEqual(expected);
    expect(await post(delivery(items))).toBe(204);
    expect(copy().records).toEqual(expected);
  });

  it("resumes from its file, and applies a repeated delivery after the first", async () => {
    held = [];
    records = [record("d", "of the list")];
    const first = post(delivery([{ type: "changed", id: "d" }]));
    await expect.poll(() => held?.length).toBe(1);
    const second = post(delivery([changed("d", "newer")]));
    release();
    expect(await Promise.all([first, second])).toEqual([204, 204]);
    expect(copy().records.d).toEqual(record("d", "newer"));
    expect(copy().records.a).toEqual(record("a", "Utrecht"));
  });

  it("walks again after a reset, also if it was stopped in the middle", async () => {
    held = [];
    records = [record("z", "Zutphen")];
    expect(await post(delivery([], true))).toBe(204);
    expect(copy()).toEqual({ complete: false, records: {} });
    await stop();
    await startScript();
    expect(await post(delivery([changed("y", "York")]))).toBe(503);
    release();
    await untilTaken(delivery([changed("y", "York")]));
    expect(copy()).toEqual({ complete: true, records: { z: records[0], y: record("y", "York") } });
  });

  it("refuses deliveries that are unsigned or old, and changes nothing", async () => {
    const before = copy();
    const body = delivery([changed("x", "forged")]);
    expect(await post(body, { signature: signatureOf([newSigningKeys()], "msg_1", now(), body) })).toBe(400);
    expect(await post(body, { seconds: now() - 400 })).toBe(400);
    expect(copy()).toEqual(before);
  });

  it.each(HOSTILE)("refuses what has %s", async (what, ...lines) => {
    // A length that is no number is refused by Node itself.
    expect(await sendLines(...lines)).toBe(/length of g|no length/.test(what) ? 413 : 400);
  });
});

it("the receiver in Go refuses a timestamp that is too long before it is converted", () => {
  const [code = ""] = blocksOf(GUIDE, "go");
  expect(code.indexOf("len(timestamp) > 12")).toBeGreaterThan(-1);
  expect(code.indexOf("len(timestamp) > 12")).toBeLessThan(code.indexOf("strconv.ParseInt(timestamp"));
});

describe("the receiver in Python", () => {
  beforeEach(() => start("python3", ["-c", blocksOf(GUIDE, "python")[0] ?? ""]));

  it.each(HOSTILE)("refuses what has %s", async (what, ...lines) => {
    expect(await sendLines(...lines)).toBe(/length/.test(what) ? 413 : 400);
  });

  it("accepts what is signed, also with another version of the keys, and nothing else", async () => {
    const body = delivery([changed("a", "Zoë \u{1f600}")]);
    expect(await post(body)).toBe(204);
    expect(await post(body, { signature: signatureOf([newSigningKeys(), keys], "msg_1", now(), body) })).toBe(204);
    expect(await post(body, { signature: signatureOf([newSigningKeys()], "msg_1", now(), body) })).toBe(400);
    expect(await post(body, { signature: "v1,é" })).toBe(400);
    expect(await post(body, { seconds: now() - 400 })).toBe(400);
    expect(await post(body, { seconds: now() + 400 })).toBe(400);
  });
});

it("the commands print the signature", async () => {
  const body = delivery([changed("a", "Zoë")]);
  writeFileSync(at("body.json"), body);
  const env = { WEBHOOK_SECRET: secret, ID: "msg_1", TIMESTAMP: "1614265330" };
  const { stdout } = await run("bash", ["-euc", blocksOf(GUIDE, "sh")[2] ?? ""], folder.path, env);
  expect(signatureOf([keys], "msg_1", 1_614_265_330, body)).toMatch(/^v1,\S+ v1a,/);
  expect(`v1,${stdout.trim()}`).toBe(signatureOf([keys], "msg_1", 1_614_265_330, body).split(" ")[0]);
});
