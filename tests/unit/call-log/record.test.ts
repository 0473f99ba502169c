/** Calls reach PostgreSQL in batches, add up whoever writes them, and cost nobody an answer when they do not. */
import pg from "pg";
import { beforeEach, describe, expect, it } from "vitest";
import { readDetail, toKeptCall } from "@/lib/call-log/kept-call";
import { callLog, clearSome } from "@/lib/call-log/record";
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
  query("SELECT day::text, ok, denied FROM token_days WHERE token_id = $1 ORDER BY day", [id]);
const requestIdsOf = async (id: string) => {
  const rows = await query<{ request_id: string }>(
    "SELECT request_id FROM token_calls WHERE token_id = $1 ORDER BY id",
    [id],
  );
  return rows.map((row) => row.request_id);
};

describe("recorded calls", () => {
  it("are kept with the text of their refusal, which is never cut inside a character", async () => {
    const error = new ApiError("INVALID_BODY", `${"x".repeat(299)}😀 and more`);
    callLog().open.add(finishedCall({ tokenId, at: NOON, status: 400, error }));
    await callLog().flush();
    expect(await query("SELECT detail->>'message' AS message FROM token_calls WHERE token_id = $1", [tokenId])).toEqual(
      [{ message: "x".repeat(299) }],
    );
  });

  it("are counted, kept and noted as the last use, all by one flush", async () => {
    callLog().open.noteUse(tokenId, NOON, "10.0.0.8");
    callLog().open.add(finishedCall({ tokenId, at: NOON, requestId: "one" }));
    callLog().open.noteUse(tokenId, NOON + 5, "10.0.0.9");
    callLog().open.add(finishedCall({ tokenId, at: NOON + 5, requestId: "two", status: 404 }));
    await callLog().flush();
    expect(await sumsOf(tokenId)).toEqual([{ hour: new Date(NOON), ok: 1, refused: 1, limited: 0, failed: 0 }]);
    expect(await query("SELECT * FROM token_calls WHERE token_id = $1 AND request_id = 'one'", [tokenId])).toEqual([
      {
        id: expect.any(String),
        token_id: tokenId,
        at: new Date(NOON),
        method: "GET",
        path: "/entities/:entityKey/records",
        endpoint: "records.list",
        entity_key: "deals",
        status: 200,
        code: null,
        request_id: "one",
        address: "10.0.0.8",
        detail: null,
        milliseconds: 4,
        organization_id: organizationId,
      },
    ]);
    expect(await query("SELECT * FROM token_uses WHERE token_id = $1", [tokenId])).toEqual([
      { token_id: tokenId, last_used: new Date(NOON + 5), last_used_address: "10.0.0.9" },
    ]);
  });

  it("of one millisecond are kept in their order, whoever made them and whatever came of them", async () => {
    const other = (await newToken((await newOwner()).owner)).id;
    const made = Array.from({ length: 40 }, (_, index) => ({
      id: `call ${index}`,
      by: index % 3 === 0 ? other : tokenId,
    }));
    for (const [index, { id, by }] of made.entries()) {
      callLog().open.add(finishedCall({ tokenId: by, at: NOON, requestId: id, status: index % 2 === 0 ? 200 : 404 }));
    }
    await callLog().flush();
    for (const owner of [tokenId, other]) {
      expect(await requestIdsOf(owner)).toEqual(made.filter(({ by }) => by === owner).map(({ id }) => id));
    }
  });

  it("are written without being asked, about a second later", async () => {
    callLog().open.add(finishedCall({ tokenId, requestId: "by itself" }));
    await expect.poll(() => requestIdsOf(tokenId), { timeout: 10_000 }).toEqual(["by itself"]);
  });

  it("of a token that is gone are dropped, and those of others are not", async () => {
    callLog().open.add(finishedCall({ tokenId: "gone000000000000000000", requestId: "gone" }));
    callLog().open.add(finishedCall({ tokenId, requestId: "here" }));
    await callLog().flush();
    expect(await requestIdsOf(tokenId)).toEqual(["here"]);
  });
});

describe("writers that meet", () => {
  it("add up exactly, whatever order each has its tokens in", async () => {
    const { owner } = await newOwner();
    const ids: string[] = [];
    for (let count = 0; count < 20; count += 1) ids.push((await newToken(owner)).id);
    const hour = new Date(NOON);
    const sums = ids.map((id) => ({ tokenId: id, hour, ok: 1, refused: 2, limited: 3, failed: 4 }));
    const writer = async (own: typeof sums) => {
      for (let time = 0; time < 10; time += 1) await writeSums(own);
    };
    await Promise.all(Array.from({ length: 8 }, (_, index) => writer(index % 2 === 0 ? sums : sums.toReversed())));
    for (const id of ids) {
      expect(await sumsOf(id)).toEqual([{ hour, ok: 80, refused: 160, limited: 240, failed: 320 }]);
      expect(await daysOf(id)).toEqual([{ day: "2026-06-01", ok: 80, denied: 720 }]);
    }
  });
});

describe("a table that cannot be written", () => {
  it.each(["token_uses", "token_usage", "token_calls"])(
    "%s: the other notes are taken all the same, and nothing is thrown",
    async (table) => {
      const holder = new pg.Client({ connectionString: process.env.DATABASE_URL });
      await holder.connect();
      try {
        await holder.query("BEGIN");
        await holder.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
        callLog().open.noteUse(tokenId, NOON, "10.0.0.8");
        callLog().open.add(finishedCall({ tokenId, requestId: "in the way" }));
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
});

describe("clearing", () => {
  const calls = (count: number, status: number) =>
    Array.from({ length: count }, (_, index) =>
      toKeptCall(finishedCall({ tokenId, at: Date.now() + index, requestId: `${status} ${index}`, status })),
    );
  const always = () => 0;
  const never = () => 1;

  it("leaves a token its last 50 accepted calls and its last 200 others", async () => {
    const added = [...calls(53, 200), ...calls(204, 404)];
    await writeCalls(added);
    await clearSome(added, always);
    const expected = added.filter(({ status }, index) => (status === 200 ? index >= 3 : index >= 53 + 4));
    expect(await requestIdsOf(tokenId)).toEqual(expected.map(({ requestId }) => requestId));
  });

  it("comes by chance, and may not come", async () => {
    const added = calls(49, 200);
    await writeCalls([...added, ...added]);
    await clearSome(added, never);
    expect(await requestIdsOf(tokenId)).toHaveLength(98);
  });

  it("comes surely where as many were added as are kept", async () => {
    const added = calls(50, 200);
    await writeCalls([...added, ...added]);
    await clearSome(added, () => 0.999);
    expect(await requestIdsOf(tokenId)).toHaveLength(50);
  });

  it("forgets calls after 30 days and sums after 90, and none before", async () => {
    const daysAgo = (days: number) => Date.now() - days * 86_400_000;
    const hourAgo = (days: number) => new Date(Math.floor(daysAgo(days) / 3_600_000) * 3_600_000);
    await writeCalls(
      [31, 29].map((days) => toKeptCall(finishedCall({ tokenId, at: daysAgo(days), requestId: `${days} days ago` }))),
    );
    const none = { ok: 1, refused: 0, limited: 0, failed: 0 };
    await writeSums([91, 89].map((days) => ({ tokenId, hour: hourAgo(days), ...none })));
    await clearOldCalls();
    await clearOld("token_usage", "token_days");
    expect(await requestIdsOf(tokenId)).toEqual(["29 days ago"]);
    expect(await sumsOf(tokenId)).toEqual([{ hour: hourAgo(89), ...none }]);
    expect(await daysOf(tokenId)).toHaveLength(1);
  });
});

it("reads what was kept under the names of the version before", () => {
  const refusal = { step: "right to this change", right: "sign" };
  const permissions = { version: 1, roleKeys: ["clerk"], scoped: null };
  expect(readDetail({ detail: { rights: permissions, refusal, message: null } })).toEqual({
    permissions,
    refusal: { step: "permission for this change", permission: "sign" },
    message: null,
  });
});
