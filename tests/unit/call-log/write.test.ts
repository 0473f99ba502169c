/** Calls reach PostgreSQL in batches, add up whoever writes them, and cost nobody an answer when they do not. */
import pg from "pg";
import { beforeEach, describe, expect, it } from "vitest";
import { calls } from "@/lib/call-log/batch";
import { readDetail, toKeptCall } from "@/lib/call-log/kept-call";
import { callLog } from "@/lib/call-log/write";
import { ApiError } from "@/lib/errors";
import { clearOld } from "@/lib/store/maintenance";
import { clearOldCalls, writeCalls } from "@/lib/store/tokens/calls";
import { writeSums } from "@/lib/store/tokens/usage";
import { openTestDatabase, query } from "../configuration/database";
import { finishedCall } from "./finished-calls";
import { newOwner, newToken } from "./owned-token";

openTestDatabase();

const NOON = Date.parse("2026-06-01T12:00:00Z");
let tokenId: string;
let organizationId: string;

beforeEach(async () => {
  const { owner } = await newOwner();
  organizationId = owner.organizationId;
  tokenId = (await newToken(owner)).id;
});

const sumsOf = (id: string) =>
  query("SELECT hour, ok, refused, limited, failed FROM token_usage WHERE token_id = $1 ORDER BY hour", [id]);
const daysOf = (id: string) =>
  query("SELECT day::text, ok, denied, limited, peak FROM token_days WHERE token_id = $1 ORDER BY day", [id]);
const requestIdsOf = async (id: string) => {
  const rows = await query<{ request_id: string }>(
    "SELECT request_id FROM token_calls WHERE token_id = $1 ORDER BY id",
    [id],
  );
  return rows.map((row) => row.request_id);
};

describe("recorded calls", () => {
  it("are counted, kept and recorded as the last use, all in one flush", async () => {
    calls().batch.noteUse(tokenId, NOON, "10.0.0.8");
    calls().batch.add(finishedCall({ tokenId, at: NOON, requestId: "one" }));
    calls().batch.noteUse(tokenId, NOON + 5, "10.0.0.9");
    calls().batch.add(finishedCall({ tokenId, at: NOON + 5, requestId: "two", status: 404 }));
    await callLog().flush();
    expect(await sumsOf(tokenId)).toEqual([{ hour: new Date(NOON), ok: 1, refused: 1, limited: 0, failed: 0 }]);
    const kept =
      "SELECT at, endpoint, entity_key, address, organization_id, one_of FROM token_calls WHERE token_id = $1";
    const call = { at: new Date(NOON), endpoint: "records.list", entity_key: "deals", address: "10.0.0.8" };
    expect(await query(`${kept} AND request_id = 'one'`, [tokenId])).toEqual([
      { ...call, organization_id: organizationId, one_of: 1 },
    ]);
    expect(await query("SELECT * FROM token_uses WHERE token_id = $1", [tokenId])).toEqual([
      { token_id: tokenId, last_used: new Date(NOON + 5), last_used_address: "10.0.0.9" },
    ]);
  });

  it("of a token that is gone are dropped, and those of others are not", async () => {
    calls().batch.add(finishedCall({ tokenId: "gone000000000000000000", requestId: "gone" }));
    calls().batch.add(finishedCall({ tokenId, requestId: "here" }));
    await callLog().flush();
    expect(await requestIdsOf(tokenId)).toEqual(["here"]);
  });
});

it("concurrent writers add up exactly, whatever order each has its tokens in", async () => {
  const { owner } = await newOwner();
  const ids: string[] = [];
  for (let count = 0; count < 20; count += 1) ids.push((await newToken(owner)).id);
  const hour = new Date(NOON);
  const codes = { RATE_LIMITED: 3 };
  const sums = ids.map((id) => ({ tokenId: id, hour, ok: 1, refused: 2, limited: 3, failed: 4, codes }));
  const minutes = ids.flatMap((id) => [
    { tokenId: id, minute: hour, requests: 2 },
    { tokenId: id, minute: new Date(NOON + 60_000), requests: 1 },
  ]);
  const writer = async (own: typeof sums) => {
    for (let time = 0; time < 10; time += 1) await writeSums(own, minutes);
  };
  await Promise.all(Array.from({ length: 8 }, (_, index) => writer(index % 2 === 0 ? sums : sums.toReversed())));
  for (const id of ids) {
    expect(await sumsOf(id)).toEqual([{ hour, ok: 80, refused: 160, limited: 240, failed: 320 }]);
    expect(await daysOf(id)).toEqual([{ day: "2026-06-01", ok: 80, denied: 720, limited: 240, peak: 160 }]);
    expect(await query("SELECT codes, peak FROM token_usage WHERE token_id = $1", [id])).toEqual([
      { codes: { RATE_LIMITED: 240 }, peak: 160 },
    ]);
  }
});

it.each(["token_uses", "token_usage", "token_calls"])(
  "a table that cannot be written, %s: the other tables are written all the same, and nothing is thrown",
  async (table) => {
    const holder = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await holder.connect();
    try {
      await holder.query("BEGIN");
      await holder.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      calls().batch.noteUse(tokenId, NOON, "10.0.0.8");
      calls().batch.add(finishedCall({ tokenId, requestId: "in the way" }));
      await callLog().flush();
      await holder.query("ROLLBACK");
    } finally {
      await holder.end();
    }
    const written = ["token_uses", "token_usage", "token_calls"].map(
      async (each) => [each, (await query(`SELECT FROM ${each} WHERE token_id = $1`, [tokenId])).length] as const,
    );
    expect(Object.fromEntries(await Promise.all(written))).toEqual({
      ...{ token_uses: 1, token_usage: 1, token_calls: 1 },
      [table]: 0,
    });
  },
);

describe("the log of a busy hour", () => {
  const send = async (count: number, differences: Parameters<typeof finishedCall>[0]) => {
    for (let sent = 0; sent < count; sent += 50) {
      for (let place = sent; place < Math.min(count, sent + 50); place += 1) {
        calls().batch.add(finishedCall({ tokenId, at: NOON + place, ...differences }));
      }
      await callLog().flush();
    }
  };
  const kept = (code: string | null) =>
    query<{ one_of: number; rows: number }>(
      "SELECT one_of, count(*)::int AS rows FROM token_calls WHERE token_id = $1 AND code IS NOT DISTINCT FROM $2 GROUP BY 1 ORDER BY 1",
      [tokenId, code],
    );

  it("has its first requests whole, then one of ten, and each error's code apart", async () => {
    await send(400, { status: 429, error: new ApiError("RATE_LIMITED", "") });
    await send(20, { status: 403, error: new ApiError("PERMISSION_DENIED", "") });
    await send(500, {});
    expect(await kept("RATE_LIMITED")).toEqual([
      { one_of: 1, rows: 300 },
      { one_of: 10, rows: 10 },
    ]);
    expect(await kept("PERMISSION_DENIED")).toEqual([{ one_of: 1, rows: 20 }]);
    expect(await kept(null)).toEqual([
      { one_of: 1, rows: 300 },
      { one_of: 10, rows: 20 },
    ]);
  });

  it("of an organization is bounded, too: its accepted requests and the others apart, over all writers", async () => {
    const accepted = (count: number) =>
      Array.from({ length: count }, (_, index) => toKeptCall(finishedCall({ tokenId, at: NOON + index })));
    await Promise.all([writeCalls(accepted(1_550)), writeCalls(accepted(1_500))]);
    const refused = finishedCall({ tokenId, at: NOON, status: 404, error: new ApiError("RECORD_NOT_FOUND", "") });
    await writeCalls([toKeptCall(refused)]);
    expect(await kept(null)).toEqual([
      { one_of: 1, rows: 3_000 },
      { one_of: 10, rows: 5 },
    ]);
    expect(await kept("RECORD_NOT_FOUND")).toEqual([{ one_of: 1, rows: 1 }]);
  });
});

it("clearing forgets requests after 7 days and sums after 90, and none before", async () => {
  const daysAgo = (days: number) => Date.now() - days * 86_400_000;
  const hourAgo = (days: number) => new Date(Math.floor(daysAgo(days) / 3_600_000) * 3_600_000);
  await writeCalls(
    [8, 6].map((days) => toKeptCall(finishedCall({ tokenId, at: daysAgo(days), requestId: `${days} days ago` }))),
  );
  const counts = { ok: 1, refused: 0, limited: 0, failed: 0 };
  const sums = [91, 89].map((days) => ({ tokenId, hour: hourAgo(days), ...counts, codes: {} }));
  await writeSums(
    sums,
    sums.map(({ hour }) => ({ tokenId, minute: hour, requests: 1 })),
  );
  await clearOldCalls();
  await clearOld("token_usage", "token_days", "token_minutes", "request_log_hours");
  expect(await requestIdsOf(tokenId)).toEqual(["6 days ago"]);
  expect(await sumsOf(tokenId)).toEqual([{ hour: hourAgo(89), ...counts }]);
  expect(await daysOf(tokenId)).toHaveLength(1);
  expect(await query("SELECT FROM token_minutes WHERE token_id = $1", [tokenId])).toEqual([]);
  expect(await query("SELECT FROM request_log_hours WHERE organization_id = $1", [organizationId])).toEqual([]);
});

it.each([
  ["sync/1.2 (+https://example.test)", "sync/1.2 (+https://example.test)"],
  ["a\u0000b\u001b[31mc\u202ed", "ab[31mcd"],
  ["x".repeat(300), "x".repeat(200)],
  [" \u200b ", null],
  [`sync ${"service_v1_"}${"a".repeat(22)}_${"b".repeat(49)}`, null],
])(
  "what a program says of itself, %j, is kept as %j: cut, without what cannot be seen, and never with a token",
  (sent, expected) => {
    expect(toKeptCall(finishedCall({ userAgent: sent })).userAgent).toBe(expected);
  },
);

it("keeps the check that refused if the reason is too long", () => {
  const fields = Array.from({ length: 10 }, (_, index) => ({ field: `field${index}`, message: "x".repeat(600) }));
  const error = new ApiError("INVALID_BODY", "wrong", { reason: { step: "validation", details: fields } });
  const kept = toKeptCall(finishedCall({ status: 400, error: error }));
  expect(JSON.stringify(kept.detail).length).toBeLessThan(4_096);
  expect(readDetail(kept)?.refusal).toMatchObject({ step: "validation", others: 10 });
});
