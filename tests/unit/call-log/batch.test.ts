/** What a batch holds of the calls that it was given, and how little it holds where there are too many. */
import { describe, expect, it } from "vitest";
import { CallBatch, MAX_ACCEPTED_CALLS, MAX_CALLS, MAX_TOKENS } from "@/lib/call-log/batch";
import type { FinishedCall } from "@/lib/call-log/finished-call";
import { ApiError } from "@/lib/errors";
import { finishedCall } from "./finished-calls";

const sumsOf = (batch: CallBatch) => batch.usage().map(({ durations: _, entities: __, codes: ___, ...sum }) => sum);

const TEN = Date.parse("2026-06-01T10:59:59.999Z");
const ELEVEN = Date.parse("2026-06-01T11:00:00.000Z");

function batchOf(...calls: Parameters<typeof finishedCall>[0][]): CallBatch {
  const batch = new CallBatch();
  for (const call of calls) batch.add(finishedCall(call));
  return batch;
}

describe("a batch counts", () => {
  it("by token, hour and class", () => {
    const batch = batchOf(
      { tokenId: "a", at: TEN, status: 200 },
      { tokenId: "a", at: TEN, status: 304 },
      { tokenId: "a", at: TEN, status: 404 },
      { tokenId: "a", at: TEN, status: 429 },
      { tokenId: "a", at: TEN, status: 500 },
      { tokenId: "a", at: ELEVEN, status: 201 },
      { tokenId: "b", at: TEN, status: 401 },
    );
    expect(sumsOf(batch)).toEqual([
      { tokenId: "a", hour: new Date("2026-06-01T10:00:00Z"), ok: 2, refused: 1, limited: 1, failed: 1 },
      { tokenId: "a", hour: new Date("2026-06-01T11:00:00Z"), ok: 1, refused: 0, limited: 0, failed: 0 },
      { tokenId: "b", hour: new Date("2026-06-01T10:00:00Z"), ok: 0, refused: 1, limited: 0, failed: 0 },
    ]);
  });

  it("as a use every admitted request, with or without a response, and no refused call", () => {
    const batch = batchOf({ tokenId: "a", at: ELEVEN, status: 429 }, { tokenId: "b", at: ELEVEN, status: 401 });
    batch.noteUse("a", TEN, "10.0.0.1");
    batch.noteUse("c", TEN, "10.0.0.2");
    batch.noteUse("c", ELEVEN, "10.0.0.3");
    expect(batch.uses()).toEqual([
      { tokenId: "a", at: new Date(TEN), address: "10.0.0.1" },
      { tokenId: "c", at: new Date(ELEVEN), address: "10.0.0.3" },
    ]);
  });
});

describe("a batch notes the verbs that were used", () => {
  const caller = { access: { entity: (key: string) => (key === "deals" ? {} : null) } } as FinishedCall["caller"];
  const endpoint = { name: "records.create", path: "/entities/:entityKey/records", verbs: ["create"] as const };

  it("by token and entity, the last time of each, refused ones included", () => {
    const batch = batchOf(
      { tokenId: "a", at: TEN, endpoint, caller },
      { tokenId: "a", at: ELEVEN, endpoint, caller, status: 409 },
      { tokenId: "b", at: TEN, endpoint, caller },
    );
    expect(batch.verbUses()).toEqual([
      { tokenId: "a", entityKey: "deals", verb: "create", at: new Date(ELEVEN) },
      { tokenId: "b", entityKey: "deals", verb: "create", at: new Date(TEN) },
    ]);
  });

  it("only on entities that the token sees, and only for admitted requests", () => {
    const batch = batchOf(
      { endpoint, caller, entityKey: "made up", status: 404 },
      { endpoint, caller: null, status: 401 },
      { endpoint: { name: "me", path: "/me" }, caller, entityKey: null },
    );
    expect(batch.verbUses()).toEqual([]);
  });
});

it("a batch counts against limits by the minute, a request as often as it counts, and none that was refused before it counted", () => {
  const admitted = { caller: {} as FinishedCall["caller"] };
  const batch = batchOf(
    { tokenId: "a", at: TEN, ...admitted },
    { tokenId: "a", at: TEN, ...admitted, counted: 10, status: 400 },
    { tokenId: "a", at: ELEVEN, ...admitted },
    { tokenId: "a", at: ELEVEN, status: 429 },
  );
  expect(batch.minutes()).toEqual([
    { tokenId: "a", minute: new Date("2026-06-01T10:59:00Z"), requests: 11 },
    { tokenId: "a", minute: new Date("2026-06-01T11:00:00Z"), requests: 1 },
  ]);
});

describe("a batch holds", () => {
  const refused = { status: 404, error: new ApiError("RECORD_NOT_FOUND", "") };

  it("fifty requests of a token and kind, in order, then a sample that says how many each represents", () => {
    const accepted = Array.from({ length: 620 }, (_, index) => ({ requestId: `ok ${index + 1}` }));
    const batch = batchOf(...accepted, { ...refused, requestId: "no 1" });
    const held = batch.calls().map(({ call: { requestId }, oneOf }) => [requestId, oneOf]);
    expect(held).toEqual([
      ...Array.from({ length: 50 }, (_, index) => [`ok ${index + 1}`, 1]),
      ...Array.from({ length: 45 }, (_, index) => [`ok ${60 + index * 10}`, 10]),
      ["ok 600", 100],
      ["no 1", 1],
    ]);
  });

  it("no more than fits, with at most half for accepted requests, and says how many it dropped", () => {
    const ok = Array.from({ length: MAX_CALLS }, (_, index) => ({ tokenId: `t${index}` }));
    const no = Array.from({ length: MAX_CALLS }, (_, index) => ({ tokenId: `u${index}`, ...refused }));
    const batch = batchOf(...ok, ...no);
    const held = batch.calls().map(({ call }) => call.status);
    expect([held.filter((status) => status === 200).length, held.length]).toEqual([MAX_ACCEPTED_CALLS, MAX_CALLS]);
    expect(sumsOf(batch)).toHaveLength(2 * MAX_CALLS);
    expect(batch.forgotten).toEqual({ tokens: 0, calls: MAX_CALLS });
  });

  it("no more tokens than fit, and forgets the first ones", () => {
    const batch = batchOf(...Array.from({ length: MAX_TOKENS + 3 }, (_, index) => ({ tokenId: `t${index}` })));
    expect(sumsOf(batch)).toHaveLength(MAX_TOKENS);
    expect(sumsOf(batch)[0]?.tokenId).toBe("t3");
    expect(batch.calls()[0]?.call.tokenId).toBe("t3");
    expect(batch.forgotten.tokens).toBe(3);
  });
});
