/** What a batch holds of the calls that it was given, and how little it holds where there are too many. */
import { describe, expect, it } from "vitest";
import { CallBatch, type FinishedCall, MAX_CALLS, MAX_TOKENS } from "@/lib/call-log/batch";
import { finishedCall } from "./finished-calls";

const sumsOf = (batch: CallBatch) => batch.usage().map(({ durations: _, entities: __, ...sum }) => sum);

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

  it("as a use what was let in, with or without an answer, and no refused call", () => {
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

  it("on no entity that the token does not see, and of no request that was not admitted", () => {
    const batch = batchOf(
      { endpoint, caller, entityKey: "made up", status: 404 },
      { endpoint, caller: null, status: 401 },
      { endpoint: { name: "me", path: "/me" }, caller, entityKey: null },
    );
    expect(batch.verbUses()).toEqual([]);
  });
});

describe("a batch keeps", () => {
  it("the last 50 accepted calls of a token and the last 200 others, in their order", () => {
    const refused = Array.from({ length: 230 }, (_, index) => ({ requestId: `no ${index}`, status: 404 }));
    const calls = refused.flatMap((call, index) => (index < 60 ? [{ requestId: `ok ${index}` }, call] : [call]));
    const ids = batchOf(...calls)
      .calls()
      .map(({ requestId }) => requestId);
    const pairs = Array.from({ length: 60 }, (_, index) => [
      ...(index >= 10 ? [`ok ${index}`] : []),
      ...(index >= 30 ? [`no ${index}`] : []),
    ]);
    expect(ids).toEqual([...pairs.flat(), ...refused.slice(60).map(({ requestId }) => requestId)]);
  });

  it("no more calls than it has room for, and says how many it did not", () => {
    const tokens = Array.from({ length: MAX_CALLS + 7 }, (_, index) => ({ tokenId: `t${index}` }));
    const batch = batchOf(...tokens);
    expect(batch.calls()).toHaveLength(MAX_CALLS);
    expect(sumsOf(batch)).toHaveLength(MAX_CALLS + 7);
    expect(batch.forgotten).toEqual({ tokens: 0, calls: 7 });
  });

  it("no more tokens than it has room for, and forgets the first ones", () => {
    const batch = batchOf(...Array.from({ length: MAX_TOKENS + 3 }, (_, index) => ({ tokenId: `t${index}` })));
    expect(sumsOf(batch)).toHaveLength(MAX_TOKENS);
    expect(sumsOf(batch)[0]?.tokenId).toBe("t3");
    expect(batch.calls()[0]?.tokenId).toBe("t3");
    expect(batch.forgotten.tokens).toBe(3);
  });
});
