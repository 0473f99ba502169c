/**
 * A token is shown once and kept nowhere (spec: Authentication, 5). 100 tokens are issued, used, misused and revoked; then
 * everything that the service has written anywhere is searched for them, for their secrets, and for what secrets look like
 * in other encodings.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { runAdmin } from "../../support/admin";
import { sql } from "../../support/database-client";
import { type Call, send } from "../../support/http";
import { type IssuedTo, openOrganization, recordsPath } from "../../support/organization";
import { HAS_REDIS, type RunningRedis, startRedis, WITHOUT_REDIS } from "../../support/redis";
import { type Service, startService } from "../../support/service";

/** Every row of every table, the partitions of records included. Bytes come as `\x` and hexadecimal digits. */
async function dumpDatabase(): Promise<string> {
  const tables = await sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by name`,
  );
  const parts: string[] = [];
  for (const { name } of tables) {
    const rows = await sql<{ text: string }>(`select t::text as text from only ${name} as t`);
    parts.push(name, ...rows.map(({ text }) => text));
  }
  return parts.join("\n");
}

/** Every key with its value, whatever its type. */
async function dumpRedis(url: string): Promise<string> {
  const redis = new Redis(url);
  try {
    const parts: string[] = [];
    for (const key of await redis.keys("*")) {
      const value = await redis.dumpBuffer(key);
      parts.push(key, value?.toString("latin1") ?? "");
    }
    return parts.join("\n");
  } finally {
    redis.disconnect();
  }
}

/** The files of a folder and of those in it. */
function dumpFolder(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => path.join(folder, name));
  return files
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, "latin1"))
    .join("\n");
}

const TOKENS = 100;

const acme = await openOrganization("secretive");
const tokens: IssuedTo[] = [];
const LAST = `the last of ${acme.key}`;
let redis: RunningRedis | null = null;
let service: Service;

beforeAll(async () => {
  redis = HAS_REDIS ? await startRedis() : null;
  const store: Record<string, string> = redis === null ? {} : { REDIS_URL: redis.url };
  service = await startService(inject("adapter"), inject("databaseUrl"), { ...store, LOG_LEVEL: "trace" });
  for (let count = 0; count < TOKENS - 1; count += 1) tokens.push(await acme.issue(count % 2 === 0 ? "ada" : "ina"));
  tokens.push(await fromTheCommandLine());
  for (const token of tokens) await presentEverywhere(token);
  for (const { id } of tokens.slice(0, 50)) await revokeQuickly(id);
  for (const { text } of tokens) await send(service.origin, { path: "/me", token: text });
  await send(service.origin, { path: "/me", token: tokens.at(-1)?.text, headers: { "x-request-id": LAST } });
}, 120_000);

afterAll(async () => {
  await service?.kill();
  await redis?.stop();
});

describe(`${TOKENS} tokens, and their secrets`, () => {
  it("are nowhere in the database", async () => {
    const dump = await dumpDatabase();
    // Proof that the search reaches the table: the ids are there.
    for (const { id } of tokens) expect(dump).toContain(id);
    expect(found(dump)).toEqual([]);
  });

  it.skipIf(!HAS_REDIS)(`are nowhere in Redis${HAS_REDIS ? "" : ` (${WITHOUT_REDIS})`}`, async () => {
    const dump = await dumpRedis(String(redis?.url));
    expect(dump).toContain(tokens[0]?.id);
    expect(found(dump)).toEqual([]);
  });

  it("are nowhere in what the service printed", async () => {
    await expect.poll(service.output).toContain(LAST);
    const printed = service.output();
    expect(printed).toContain(tokens.at(-2)?.id);
    expect(found(printed)).toEqual([]);
  });

  it("are nowhere in what browsers are sent", () => {
    const bundle = dumpFolder(".next/static");
    expect(bundle.length).toBeGreaterThan(10_000);
    expect(found(bundle)).toEqual([]);
    expect(bundle).not.toMatch(/DATABASE_URL|APP_SECRET|UPSTASH_REDIS|secret_hash|secretHash/);
  });
});

/** Where each secret, or a telling part of it, stands. */
function found(dump: string): string[] {
  return tokens.flatMap(({ text }) => spellings(text).filter((spelling) => dump.includes(spelling)));
}

function spellings(text: string): string[] {
  const secret = text.slice(-49);
  const bytes = Buffer.from(secret);
  // Its beginning and its end tell of truncated copies; base64 of its middle is the same wherever it begins.
  return [
    secret.slice(0, 16),
    secret.slice(-16),
    bytes.toString("hex"),
    bytes.toString("base64").slice(0, 60),
    Buffer.from(text).toString("base64").slice(48, 96),
    Buffer.from(`Bearer ${text}`).toString("base64").slice(60, 108),
  ];
}

/** Rightly, and in every place where a token does not belong. */
async function presentEverywhere({ text, id }: IssuedTo): Promise<void> {
  const path = recordsPath("samples");
  const calls: Call[] = [
    { path: "/me", token: text },
    { path: `${path}?limit=1`, token: text },
    { method: "POST", path, token: text, json: { data: { name: `by ${id}` } } },
    { path: `/me?access_token=${text}` },
    { path: `/entities/${text}`, token: text },
    { path: "/me", headers: { cookie: `token=${text}` } },
    { path: "/me", headers: { authorization: `Basic ${Buffer.from(text).toString("base64")}` } },
    { path: "/me", token: `${text}x` },
    { path, token: text, method: "POST", json: { token: text } },
    { path: `${path}/query`, token: text, method: "POST", json: { where: ["id", text, text] } },
  ];
  await Promise.all(calls.map((call) => send(service.origin, call)));
}

async function fromTheCommandLine(): Promise<IssuedTo> {
  const member = `ada@${acme.key}.test`;
  const text = await runAdmin([
    "tokens",
    "create",
    "--organization",
    acme.key,
    "--member",
    member,
    "--name",
    "x",
    "--json",
  ]);
  const created = JSON.parse(text) as { id: string; token: string };
  return { id: created.id, text: created.token, memberId: acme.memberId("ada") };
}

async function revokeQuickly(id: string): Promise<void> {
  await sql("update tokens set revoked = now(), revoked_by = 'test' where id = $1", [id]);
}
