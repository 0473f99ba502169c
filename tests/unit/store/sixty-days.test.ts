/**
 * Sixty days of use on a clock that is put forward: what requests leave behind stays bounded, because maintenance clears what is past
 * its time. A million requests a day, or `REQUESTS_A_DAY`.
 */
import { beforeAll, expect, it, vi } from "vitest";
import { issueToken } from "@/lib/authentication/token-secret";
import { LOGGED_DAYS, MAX_KNOWN_ADDRESSES, NOTICE_DAYS } from "@/lib/limits";
import { maintain } from "@/lib/maintenance";
import { runtime } from "@/lib/process/runtime";
import { writeTokenAddresses } from "@/lib/store/tokens/addresses";
import { type KeptCall, writeCalls } from "@/lib/store/tokens/calls";
import { writeMemberUsage } from "@/lib/store/tokens/member-usage";
import { type CallSum, writeSums, writeTokenUses } from "@/lib/store/tokens/usage";
import { writeVerbUses } from "@/lib/store/tokens/verb-uses";
import { IS_LONG } from "../../support/long";
import { apply } from "../configuration/applied";
import { entityId, fill, openTestDatabase, query } from "../configuration/database";
import { exampleFile } from "../configuration/example";

openTestDatabase();
vi.setConfig({ testTimeout: 3_600_000 });
process.env.LOG_LEVEL = "silent";

const DAYS = 60;

/** Each token makes 5,000 a day. Of a day's requests, a tenth are creates with a key, and a fifth write. */
const REQUESTS = Number(process.env.REQUESTS_A_DAY ?? 1_000_000);
const TOKENS = Math.ceil(REQUESTS / 5_000);
const [KEYS, CHANGES] = [REQUESTS / 10, REQUESTS / 5];
const [ENTITIES, VERBS] = [
  ["accounts", "deals"],
  ["list", "create", "update", "delete"],
];
/** How often an hour's sums are written; in truth once a second, always to the same rows. */
const WRITES_OF_HOUR = 2;

const tokenIds: string[] = [];

beforeAll(async () => {
  if (!IS_LONG) return;
  await apply(exampleFile("acme"));
  for (let count = 0; count < TOKENS; count += 1) {
    const { id, secretHash } = issueToken();
    tokenIds.push(id);
    await query(
      `INSERT INTO tokens (id, organization_id, member_id, name, secret_hash)
       SELECT $1, organization_id, id, 'counted', $2 FROM members LIMIT 1`,
      [id, secretHash],
    );
  }
  // Found before PostgreSQL's own: every statement of the service tells the time by it.
  await query("CREATE SCHEMA clock");
  await query("CREATE TABLE clock.day AS SELECT 0 AS day");
  await query(`CREATE FUNCTION clock.now() RETURNS timestamptz LANGUAGE sql STABLE
    AS 'SELECT pg_catalog.now() + make_interval(days => (SELECT day FROM clock.day))'`);
  await query(
    "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = clock, pg_catalog, public', current_database()); END $$",
  );
  await runtime.close();
});

async function liveDay(day: number, entity: string): Promise<void> {
  await query("UPDATE clock.day SET day = $1", [day]);
  const start = Date.now() + day * 86_400_000;
  for (let hour = 0; hour < 24; hour += 1) {
    const at = new Date(start + hour * 3_600_000);
    const whole = new Date(Math.floor(at.getTime() / 3_600_000) * 3_600_000);
    const ok = Math.round(REQUESTS / TOKENS / 24 / WRITES_OF_HOUR);
    const sums: CallSum[] = tokenIds.map((tokenId) => ({
      tokenId,
      hour: whole,
      ok,
      refused: 1,
      limited: 0,
      failed: 0,
      codes: { PERMISSION_DENIED: 1 },
    }));
    const minutes = tokenIds.map((tokenId) => ({ tokenId, minute: whole, requests: ok }));
    const usage = sums.map((sum) => ({ ...sum, durations: [ok], entities: { deals: ok } }));
    for (let time = 0; time < WRITES_OF_HOUR; time += 1) {
      await writeSums(sums, minutes);
      await writeMemberUsage(usage);
    }
    for (const tokenId of tokenIds) {
      const uses = ENTITIES.flatMap((entityKey) => VERBS.map((verb) => ({ tokenId, entityKey, verb, at })));
      await writeVerbUses(uses);
    }
    await writeCalls(
      tokenIds.flatMap((tokenId) => [callOf(tokenId, at, 200), callOf(tokenId, at, 200), callOf(tokenId, at, 403)]),
    );
    await writeTokenUses(tokenIds.map((tokenId) => ({ tokenId, at, address: "192.0.2.1" })));
    // Of tokens that go about: from an address that is new in each hour.
    const address = `2001:db8:${day}:${hour}::/64`;
    await writeTokenAddresses(tokenIds.map((tokenId) => ({ tokenId, at, address })));
  }
  await fill(
    `INSERT INTO idempotency_keys (token_id, key, body_hash, created)
     SELECT $1, $2 || ' ' || n, sha256(''), clock.now() - make_interval(secs => 86400.0 * n / $3) FROM generate_series(1, $3::int) n`,
    [tokenIds[0], String(day), KEYS],
  );
  await fill(
    `INSERT INTO changes (entity_id, transaction, at, record_id)
     SELECT $1::uuid, pg_current_xact_id(), clock.now(), gen_random_uuid() FROM generate_series(1, $2::int)`,
    [entity, CHANGES],
  );
  expect(Object.values(await maintain())).not.toContain(null);
  // What autovacuum does meanwhile, in the course of a day.
  await fill("VACUUM");
}

const callOf = (tokenId: string, at: Date, status: number): KeptCall => ({
  tokenId,
  at,
  method: "GET",
  path: "/entities/:entityKey/records/:recordId",
  endpoint: "records.read",
  entityKey: "deals",
  status,
  milliseconds: 3,
  code: status < 400 ? null : "PERMISSION_DENIED",
  requestId: crypto.randomUUID(),
  address: "192.0.2.1",
  userAgent: "sync/1.0",
  limitPerMinute: 600,
  oneOf: 1,
  detail: null,
});

const TABLES = [
  "token_usage",
  "member_usage",
  "token_days",
  "token_calls",
  "token_uses",
  "token_verb_uses",
  "token_addresses",
  "notices",
  "idempotency_keys",
  "changes",
] as const;
type Sizes = Record<(typeof TABLES)[number], { rows: number; megabytes: number }>;

async function sizes(): Promise<Sizes> {
  const found: Partial<Sizes> = {};
  for (const table of TABLES) {
    const [row] = await query<{ rows: number; megabytes: number }>(
      `SELECT (SELECT count(*)::int FROM ${table}) AS rows,
         round((pg_total_relation_size('${table}') + coalesce((SELECT sum(pg_total_relation_size(relid))
           FROM pg_partition_tree('${table}') WHERE isleaf AND relid <> '${table}'::regclass), 0)) / 1048576.0, 1)::float8 AS megabytes`,
    );
    if (row !== undefined) found[table] = row;
  }
  return found as Sizes;
}

it.skipIf(!IS_LONG)(
  "sixty days leave no more than the days that are kept (skipped: only LONG=1 lives them)",
  async () => {
    const entity = String(await entityId("acme", String(exampleFile("acme").entities[0]?.key)));
    const seen: Sizes[] = [];
    for (let day = 1; day <= DAYS; day += 1) {
      await liveDay(day, entity);
      if (day % 15 === 0) seen.push(await sizes());
    }
    console.table(
      seen.map((each) =>
        Object.fromEntries(TABLES.map((table) => [table, `${each[table].rows} / ${each[table].megabytes} MB`])),
      ),
    );
    const last = seen.at(-1) as Sizes;
    // By the hour and the day, as long as they are kept: nothing else adds rows.
    expect(last.token_usage.rows).toBeLessThanOrEqual(TOKENS * 25 * (DAYS + 1));
    expect(last.token_days.rows).toBeLessThanOrEqual(TOKENS * (DAYS + 2));
    expect(last.token_calls.rows).toBeLessThanOrEqual(TOKENS * 24 * 3 * (LOGGED_DAYS + 1));
    expect(last.token_uses.rows).toBe(TOKENS);
    // One row for each verb of an entity, and as many addresses as are known of a token, each told once.
    expect(last.token_verb_uses.rows).toBe(TOKENS * ENTITIES.length * VERBS.length);
    expect(last.token_addresses.rows).toBe(TOKENS * MAX_KNOWN_ADDRESSES);
    expect(last.notices.rows).toBeLessThanOrEqual(TOKENS * MAX_KNOWN_ADDRESSES);
    expect(last.notices.rows).toBeGreaterThan(0);
    // All tokens are one member's.
    expect(last.member_usage.rows).toBeLessThanOrEqual(25 * (DAYS + 1));
    // A day's, and what the clock went on by while the last day was written.
    expect(last.idempotency_keys.rows).toBeLessThanOrEqual(KEYS * 1.1);
    // Thirty days, and up to two weeks until a partition is past them as a whole.
    expect(last.changes.rows).toBeLessThanOrEqual(CHANGES * 45);
    expect(last.changes.rows).toBeGreaterThanOrEqual(CHANGES * 30);
    // Neither do the tables grow for what was removed from them.
    const [, , before] = seen as [Sizes, Sizes, Sizes];
    for (const table of ["token_calls", "idempotency_keys", "token_uses", "token_verb_uses"] as const) {
      expect(last[table].megabytes, table).toBeLessThanOrEqual(before[table].megabytes * 1.2 + 0.5);
    }
    await query("UPDATE clock.day SET day = $1", [DAYS + NOTICE_DAYS + 2]);
    expect(Object.values(await maintain())).not.toContain(null);
    const left = await sizes();
    const ofDays = [
      "token_usage",
      "member_usage",
      "token_calls",
      "token_addresses",
      "notices",
      "idempotency_keys",
    ] as const;
    expect(ofDays.map((table) => [table, left[table].rows])).toEqual(ofDays.map((table) => [table, 0]));
  },
);
