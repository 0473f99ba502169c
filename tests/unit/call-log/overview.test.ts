/** What an overview sums up: of a member their own, of an administrator the organization's, and nothing of anybody else. */
import { beforeEach, describe, expect, it } from "vitest";
import { toKeptCall } from "@/lib/call-log/kept-call";
import { overviewOf } from "@/lib/call-log/overview";
import { listRequests } from "@/lib/call-log/requests";
import type { Member } from "@/lib/model";
import { clearOld } from "@/lib/store/maintenance";
import { writeCalls } from "@/lib/store/tokens/calls";
import { type UsageSum, writeMemberUsage } from "@/lib/store/tokens/member-usage";
import { writeSums } from "@/lib/store/tokens/usage";
import { openTestDatabase, query } from "../configuration/database";
import { finishedCall } from "./finished-calls";
import { newOwner, newToken } from "./owned-token";

openTestDatabase();

const NOW = new Date("2026-06-15T10:20:30Z");
const CREATE = { name: "records.create", path: "/entities/:entityKey/records" };
const NOON = new Date("2026-06-14T12:00:00Z");

let member: Member;
let administrator: Member;
let tokenId: string;

beforeEach(async () => {
  const { owner } = await newOwner();
  member = { ...owner, admin: false };
  administrator = { ...owner, admin: true };
  tokenId = (await newToken(owner)).id;
});

function sum(differences: Partial<UsageSum> = {}): UsageSum {
  return {
    tokenId,
    hour: NOON,
    ok: 0,
    refused: 0,
    limited: 0,
    failed: 0,
    durations: [],
    entities: {},
    codes: {},
    ...differences,
  };
}

describe("the usage of a member", () => {
  it("adds up over all of their tokens and all writers", async () => {
    const other = (await newToken(member)).id;
    await writeMemberUsage([
      sum({ ok: 3, durations: [1, 2], entities: { deals: 3 } }),
      sum({
        tokenId: other,
        ok: 2,
        refused: 1,
        durations: [0, 0, 2],
        entities: { deals: 1, cities: 1 },
        codes: { RECORD_NOT_FOUND: 1 },
      }),
    ]);
    await writeMemberUsage([
      sum({ ok: 1, failed: 1, durations: [1], entities: { cities: 4 }, codes: { SERVER_ERROR: 1 } }),
    ]);
    expect(await query("SELECT * FROM member_usage WHERE member_id = $1", [member.id])).toEqual([
      {
        member_id: member.id,
        hour: NOON,
        ok: 6,
        refused: 1,
        limited: 0,
        failed: 1,
        durations: [2, 2, 2],
        entities: { deals: 4, cities: 5 },
        codes: { RECORD_NOT_FOUND: 1, SERVER_ERROR: 1 },
      },
    ]);
  });

  it("is cleared after 90 days", async () => {
    await writeMemberUsage([
      sum({ hour: new Date(Date.now() - 91 * 86_400_000), ok: 1 }),
      sum({ hour: new Date(Date.now() - 89 * 86_400_000), ok: 2 }),
    ]);
    expect(await clearOld("member_usage")).toBeGreaterThanOrEqual(1);
    expect(await query("SELECT ok FROM member_usage WHERE member_id = $1", [member.id])).toEqual([{ ok: 2 }]);
  });
});

describe("an overview", () => {
  it("has the requests of the period, how long they took, and what they were about", async () => {
    await writeMemberUsage([
      sum({ hour: new Date("2026-06-13T12:00:00Z"), ok: 50, durations: [50], entities: { cities: 50 } }),
      // Ten within 3 ms to 5 ms: the median is in the middle of them.
      sum({
        ok: 10,
        refused: 2,
        limited: 1,
        failed: 1,
        durations: [0, 0, 0, 0, 10],
        entities: { deals: 9, cities: 1 },
      }),
    ]);
    const overview = await overviewOf(member, "24h", NOW);
    expect(overview.usage.total).toEqual({ ok: 10, refused: 2, limited: 1, failed: 1 });
    expect(overview.median).toBe(4);
    expect(overview.percentile95).toBeCloseTo(4.9);
    expect(overview.entities).toEqual([
      { entityKey: "deals", count: 9 },
      { entityKey: "cities", count: 1 },
    ]);
    expect((await overviewOf(member, "7d", NOW)).usage.total.ok).toBe(60);
  });

  it.each([["24h"], ["7d"]] as const)(
    "of %s has the busiest minute beside the limit of its token, and how many tokens were over theirs",
    async (period) => {
      const small = (await newToken(member)).id;
      await query("UPDATE tokens SET limits = $2 WHERE id = $1 RETURNING id", [small, { requestsPerMinute: 60 }]);
      // 200 of the service's 600 are a third; 57 of a limit of 60 nearly all.
      await writeSums(
        [sum({ ok: 200 }), sum({ tokenId: small, ok: 57, limited: 904 })],
        [
          { tokenId, minute: NOON, requests: 200 },
          { tokenId: small, minute: NOON, requests: 57 },
        ],
      );
      const { peak, limitedTokens } = await overviewOf(member, period, NOW);
      expect(peak).toEqual({ id: small, name: "Sync", requests: 57, limit: 60 });
      expect(limitedTokens).toBe(1);
    },
  );

  it("counts errors by their code as it counts classes", async () => {
    await writeMemberUsage([
      sum({ limited: 904, codes: { RATE_LIMITED: 904 } }),
      sum({ refused: 3, failed: 1, codes: { PERMISSION_DENIED: 2, RECORD_NOT_FOUND: 1 } }),
    ]);
    const { errors, usage } = await overviewOf(member, "24h", NOW);
    expect(usage.total).toEqual({ ok: 0, refused: 3, limited: 904, failed: 1 });
    // One of them was written by a version that did not count codes.
    expect(errors).toEqual({
      all: 908,
      byCode: [
        { code: "RATE_LIMITED", status: 429, count: 904 },
        { code: "PERMISSION_DENIED", status: 403, count: 2 },
        { code: "RECORD_NOT_FOUND", status: 404, count: 1 },
      ],
    });
  });

  it("is of the organization for an administrator, and of another's tokens for nobody else", async () => {
    await writeMemberUsage([sum({ ok: 7 })]);
    const stranger = { ...member, id: "00000000-0000-4000-8000-000000000000" };
    expect((await overviewOf({ ...administrator, id: stranger.id }, "24h", NOW)).usage.total.ok).toBe(7);
    expect((await overviewOf(stranger, "24h", NOW)).usage.total.ok).toBe(0);
    const { owner: outsider } = await newOwner();
    expect((await overviewOf({ ...outsider, admin: true }, "24h", NOW)).usage.total.ok).toBe(0);
  });
});

describe("the request log", () => {
  const log = async (search: Parameters<typeof listRequests>[0], viewer = member) =>
    (await listRequests(search, viewer, { now: NOW })).requests.map(({ requestId }) => requestId);

  beforeEach(async () => {
    const call = (at: string, requestId: string, differences: Parameters<typeof finishedCall>[0] = {}) =>
      toKeptCall(finishedCall({ tokenId, at: Date.parse(at), requestId, ...differences }));
    await writeCalls([
      call("2026-06-10T10:00:00Z", "old"),
      call("2026-06-15T10:00:00Z", "cities", { entityKey: "cities" }),
      call("2026-06-15T10:01:00Z", "refused", { status: 404 }),
      call("2026-06-15T10:02:00Z", "limited", { status: 429 }),
      call("2026-06-15T10:03:00Z", "failed", { status: 500, error: new Error("x") }),
      call("2026-06-09T10:00:00Z", "written", { method: "POST", endpoint: CREATE, entityKey: "notes" }),
    ]);
  });

  it.each([
    [{}, ["failed", "limited", "refused", "cities", "old", "written"]],
    [{ callClass: "ok" }, ["cities", "old", "written"]],
    [{ callClass: "refused" }, ["refused"]],
    [{ code: "SERVER_ERROR" }, ["failed"]],
    [{ entityKey: "cities" }, ["cities"]],
    [{ period: "24h" }, ["failed", "limited", "refused", "cities"]],
    [{ requestId: "old" }, ["old"]],
    [{ endpoint: "records.create" }, ["written"]],
    [{ callClass: "ok", entityKey: "deals" }, ["old"]],
    [{ tokenId: "0000000000000000000000" }, []],
  ] as const)("searched for %j has %j", async (search, expected) => {
    expect(await log(search)).toEqual(expected);
  });

  it("is of one's own tokens, of an administrator's organization, and of nobody else's", async () => {
    const id = "00000000-0000-4000-8000-000000000000";
    expect(await log({}, { ...member, id })).toEqual([]);
    expect(await log({}, { ...administrator, id })).toHaveLength(6);
    const { owner: outsider } = await newOwner();
    expect(await log({}, { ...outsider, admin: true })).toEqual([]);
    expect(await log({ requestId: "old" }, { ...outsider, admin: true })).toEqual([]);
  });

  it("continues where the last page ended: nothing twice, and nothing left out", async () => {
    const at = Date.parse("2026-06-15T10:10:00Z");
    await writeCalls(
      Array.from({ length: 60 }, (_, index) => toKeptCall(finishedCall({ tokenId, at, requestId: `n${index}` }))),
    );
    const first = await listRequests({}, member);
    const second = await listRequests({}, member, { cursor: first.nextCursor });
    expect([first.requests.length, second.requests.length, second.nextCursor]).toEqual([50, 16, null]);
    const ids = [...first.requests, ...second.requests].map(({ requestId }) => requestId);
    expect(ids.slice(0, 2)).toEqual(["n59", "n58"]);
    expect(new Set(ids).size).toBe(66);
  });

  it.each(["", "x", "1.2.3", "99999999999999.1"])("begins at the newest if the cursor is %j", async (cursor) => {
    expect((await listRequests({}, member, { cursor })).requests[0]?.requestId).toBe("failed");
  });
});
