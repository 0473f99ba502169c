/** What the pages are told of a token's calls: every bucket there, in UTC, and only of visible tokens. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { acceptedSince, callsSince } from "@/lib/call-log/calls-since";
import { toKeptCall } from "@/lib/call-log/kept-call";
import { type CallCounts, recentTrouble, sparklines, usageOf } from "@/lib/call-log/usage";
import type { Member } from "@/lib/model";
import { writeCalls } from "@/lib/store/tokens/calls";
import { writeSums } from "@/lib/store/tokens/usage";
import { findVisibleToken, ownTokens, type VisibleToken, visibleTokens } from "@/lib/tokens/read/visibility";
import { openTestDatabase } from "../configuration/database";
import { finishedCall } from "./finished-calls";
import { newOwner, newToken } from "./owned-token";

openTestDatabase();

const NOW = new Date("2026-06-15T10:20:30Z");
const NONE: CallCounts = { ok: 0, refused: 0, limited: 0, failed: 0 };

let owner: Member;
let tokenId: string;
let visible: VisibleToken;

beforeEach(async () => {
  ({ owner } = await newOwner());
  tokenId = (await newToken(owner)).id;
  visible = await requireVisible(tokenId, owner);
});

async function called(
  hour: string,
  counts: Partial<CallCounts> & { codes?: Record<string, number> },
  id = tokenId,
): Promise<void> {
  await writeSums([{ tokenId: id, hour: new Date(hour), ...NONE, codes: {}, ...counts }], []);
}

type Made = { at: string | Date; status?: number; requestId?: string; address?: string };

async function made(...calls: Made[]): Promise<void> {
  await writeCalls(calls.map(({ at, ...call }) => toKeptCall(finishedCall({ tokenId, at: +new Date(at), ...call }))));
}

it("usage of 24 hours has 24 buckets of an hour, the last of them still open", async () => {
  await called("2026-06-14T10:00:00Z", { ok: 1000 });
  await called("2026-06-14T11:00:00Z", { ok: 1, refused: 2 });
  await called("2026-06-15T10:00:00Z", { limited: 3, failed: 4 });
  const usage = await usageOf([visible], "24h", NOW);
  expect(usage?.buckets).toHaveLength(24);
  expect(usage?.buckets[0]).toEqual({ from: new Date("2026-06-14T11:00:00Z"), ...NONE, ok: 1, refused: 2 });
  expect(usage?.buckets[1]).toEqual({ from: new Date("2026-06-14T12:00:00Z"), ...NONE });
  expect(usage?.buckets[23]).toEqual({ from: new Date("2026-06-15T10:00:00Z"), ...NONE, limited: 3, failed: 4 });
  expect(usage).toMatchObject({ bucketSeconds: 3600, total: { ok: 1, refused: 2, limited: 3, failed: 4 } });
});

it("sparklines have one number a day for every visible token that was used, and show what was denied", async () => {
  const quiet = (await newToken(owner)).id;
  await called("2026-05-17T03:00:00Z", { ok: 5 });
  await called("2026-06-15T01:00:00Z", { ok: 1, refused: 1, limited: 2, failed: 4 });
  await called("2026-06-15T02:00:00Z", { ok: 1 });
  const lines = await sparklines(ownTokens(owner), NOW);
  expect(lines.get(tokenId)).toEqual({ ok: [5, ...Array(28).fill(0), 2], denied: [...Array(29).fill(0), 7] });
  expect(lines.has(quiet)).toBe(false);
  expect((await sparklines({ organizationId: owner.organizationId }, NOW)).has(tokenId)).toBe(true);
});

describe("calls since", () => {
  it("are counted exactly while they are kept one by one, and say where the last came from", async () => {
    await made(
      { at: "2026-06-15T09:59:59.999Z", address: "10.0.0.1" },
      { at: "2026-06-15T10:00:00Z", address: "10.0.0.2" },
      { at: "2026-06-15T10:00:01Z", address: "10.0.0.3", status: 404 },
    );
    expect(await callsSince(visible, new Date("2026-06-15T10:00:00Z"))).toEqual({
      accepted: { count: 1, exact: true },
      refused: { count: 1, exact: true },
      last: { at: new Date("2026-06-15T10:00:01Z"), address: "10.0.0.3", status: 404 },
      addresses: ["10.0.0.3", "10.0.0.2"],
    });
  });

  it("are a minimum if only a sample of their first hour is kept", async () => {
    await made({ at: "2026-06-15T08:20:00Z" }, { at: "2026-06-15T08:40:00Z" });
    await called("2026-06-15T08:00:00Z", { ok: 1000 });
    await called("2026-06-15T09:00:00Z", { ok: 70 });
    await called("2026-06-15T10:00:00Z", { ok: 80, refused: 1 });
    const since = await callsSince(visible, new Date("2026-06-15T08:30:00Z"));
    expect(since.accepted).toEqual({ count: 151, exact: false });
    expect(since.refused).toEqual({ count: 1, exact: false });
  });

  it("are counted exactly beyond what is kept where their first hour is kept whole", async () => {
    await made({ at: "2026-06-15T08:20:00Z" }, { at: "2026-06-15T08:40:00Z" });
    await called("2026-06-15T08:00:00Z", { ok: 2 });
    await called("2026-06-15T09:00:00Z", { ok: 7_000 });
    const since = await callsSince(visible, new Date("2026-06-15T08:30:00Z"));
    expect(since.accepted).toEqual({ count: 7_001, exact: true });
  });

  it("include the last use of the token even if it is in no sample", async () => {
    const lastUsed = new Date("2026-06-15T10:31:00Z");
    const used = { ...visible, token: { ...visible.token, lastUsed } };
    expect(await acceptedSince(used, new Date("2026-06-15T10:30:00Z"))).toBe(1);
    expect(await acceptedSince(used, new Date("2026-06-15T10:32:00Z"))).toBe(0);
  });
});

it("recent trouble is what was limited, and what was refused with 401 or 403, within 24 hours", async () => {
  await called("2026-06-14T10:00:00Z", { limited: 1000, refused: 5, codes: { TOKEN_EXPIRED: 5 } });
  await called("2026-06-14T11:00:00Z", { limited: 3, codes: { RATE_LIMITED: 3 } });
  await called("2026-06-15T10:00:00Z", {
    ok: 1,
    refused: 6,
    codes: { TOKEN_REVOKED: 1, PERMISSION_DENIED: 2, RECORD_NOT_FOUND: 3 },
  });
  const trouble = await recentTrouble(ownTokens(owner), NOW);
  expect([...trouble]).toEqual([[tokenId, { limited: 3, rejected: 3 }]]);
});

describe("a token of others", () => {
  it.each([
    ["another member", () => ({ ...owner, admin: false, id: randomUUID() })],
    ["another organization", () => ({ ...owner, admin: true, organizationId: randomUUID() })],
  ])("shows nothing to %s", async (_, viewerOf) => {
    await called("2026-06-15T10:00:00Z", { ok: 1, limited: 1 });
    await made({ at: "2026-06-15T10:00:00Z", status: 403 });
    const viewer = viewerOf();
    expect(await findVisibleToken(tokenId, viewer)).toBeNull();
    expect(await sparklines(visibleTokens(viewer), NOW)).toEqual(new Map());
    expect(await recentTrouble(visibleTokens(viewer), NOW)).toEqual(new Map());
  });

  it.each(["", "\0", "0".repeat(22), "x".repeat(10_000)])("is not found by an unknown id: %j", async (id) => {
    expect(await findVisibleToken(id, owner)).toBeNull();
  });
});

async function requireVisible(id: string, viewer: Member): Promise<VisibleToken> {
  const found = await findVisibleToken(id, viewer);
  if (found === null) throw new Error("the owner sees the token");
  return found;
}
