/** What the client sends again, and what it does not: reads always, writes only where they cannot be done twice. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RecordsError } from "@/packages/client/src/client";
import {
  type Fate,
  gives,
  hangs,
  isNotThere,
  loses,
  outcomeOf,
  RECORD,
  refuses,
  says,
  scripted,
  TOKEN,
} from "./scripted-fetch";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const CUT_OFF = says('{"data": {"id": "r1", "ent', 200, { "content-type": "application/json" });
const CUT_OFF_REFUSAL = says('{"error": {"code": "RECORD_NOT_F', 404, { "content-type": "application/json" });
const PAGE_OF_A_PROXY = says("<h1>Bad gateway</h1>", 503);
const keyOf = ({ headers }: { headers: { [name: string]: string } }) => headers["idempotency-key"];

const circle: { [key: string]: unknown } = {};
circle.circle = circle;
it.each<[what: string, data: { [key: string]: unknown }, idempotencyKey: string]>([
  ["a bigint", { amount: 5n }, "key"],
  ["a circle", circle, "key"],
  ["NaN, which JSON would write as null", { amount: Number.NaN }, "key"],
  ["a header that there cannot be", { amount: 5 }, "clé →"],
])("what cannot be sent is told at once as the caller's mistake: %s", async (_, data, idempotencyKey) => {
  const { deals, sent } = scripted(gives(RECORD, 201));
  const { error, seconds } = await outcomeOf(deals.create(data, { idempotencyKey }));
  expect(error).toBeInstanceOf(TypeError);
  expect([sent.length, seconds]).toEqual([0, 0]);
  expect((await outcomeOf(deals.create({ amount: 5 }))).value).toEqual(RECORD);
});

describe("a read", () => {
  it.each([
    ["lost on the way", loses],
    ["cut off", CUT_OFF],
    ["a refusal, cut off", CUT_OFF_REFUSAL],
    ["a proxy's 503", PAGE_OF_A_PROXY],
    ["a 500", refuses(500, "SERVER_ERROR")],
  ])("whose response is %s is sent again", async (_, fate) => {
    const { deals, sent } = scripted(fate, fate, gives(RECORD));
    const { value } = await outcomeOf(deals.get("r1"));
    expect(value).toEqual(RECORD);
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(
      Array(3).fill("GET /entities/deals/records/r1"),
    );
    expect(sent[0]?.headers).toEqual({ authorization: `Bearer ${TOKEN}` });
  });

  it.each([
    ["NO_RESPONSE", 0, loses],
    ["SERVER_ERROR", 503, PAGE_OF_A_PROXY],
    ["NO_RESPONSE", 0, CUT_OFF],
  ])("that gets none ends with %s, after five repetitions", async (code, status, fate) => {
    const { deals, sent } = scripted(fate);
    const { error } = await outcomeOf(deals.list({ where: ["title", "eq", "Roof"] }));
    expect(error).toBeInstanceOf(RecordsError);
    expect(error).toMatchObject({ code, status });
    expect(sent).toHaveLength(6);
  });

  it.each([
    ["7", 7],
    ["0", 1],
    ["soon", 1],
    ["3601", 3_600],
    ["Infinity", 1],
  ])("that is refused with 429 is sent again after a second to an hour: retry-after %s", async (text, seconds) => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const { deals } = scripted(refuses(429, "RATE_LIMITED", { "retry-after": text }), gives(RECORD));
    expect(await outcomeOf(deals.get("r1"))).toMatchObject({ value: RECORD, seconds });
  });

  it("waits longer each time, with a random factor", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    const { deals, sent } = scripted(loses);
    await outcomeOf(deals.get("r1"));
    expect(sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0))).toEqual([125, 250, 500, 1_000, 2_000]);
  });

  it.each([
    [400, "INVALID_FILTERS"],
    [404, "RECORD_NOT_FOUND"],
  ])("that is refused with %i is not sent again", async (status, code) => {
    const { deals, sent } = scripted(refuses(status, code, { "x-request-id": "q1" }));
    const { error } = await outcomeOf(deals.get("r1"));
    expect(error).toMatchObject({
      name: "RecordsError",
      code,
      status,
      message: `${code}.`,
      requestId: "q1",
      details: [],
    });
    expect(sent).toHaveLength(1);
  });

  it("that reaches another server says so", async () => {
    const { deals, sent } = scripted(says("<h1>Not found</h1>", 404));
    const { error } = await outcomeOf(deals.get("r1"));
    expect(error).toMatchObject({ code: "INVALID_RESPONSE", status: 404 });
    expect(error.message).toContain("Is the URL right?");
    expect(sent).toHaveLength(1);
  });

  it("that is sent elsewhere does not go there", async () => {
    const { deals, sent } = scripted(says("", 307, { location: "https://elsewhere.example/" }));
    const { error } = await outcomeOf(deals.get("r1"));
    expect(error).toMatchObject({ code: "INVALID_RESPONSE", status: 307 });
    expect(error.message).toContain("leads to https://elsewhere.example/");
    expect(sent.map(({ redirect }) => redirect)).toEqual(["manual"]);
  });

  it("that hangs is aborted in time, and sent again", async () => {
    const { deals, sent } = scripted(hangs, gives(RECORD));
    const { value } = await outcomeOf(deals.get("r1", { timeout: 2_000 }));
    expect(value).toEqual(RECORD);
    expect((sent[1]?.at ?? 0) - (sent[0]?.at ?? 0)).toBeGreaterThanOrEqual(2_000);
  });

  it("can take any time, if its caller says so", async () => {
    const slow: Fate = (_, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        setTimeout(() => resolve(Response.json({ data: RECORD })), 60_000);
      });
    const { value } = await outcomeOf(scripted(slow).deals.get("r1", { timeout: Number.POSITIVE_INFINITY }));
    expect(value).toEqual(RECORD);
  });

  it.each([
    ["while it is under way", hangs],
    ["between two attempts", loses],
  ])("that its caller aborts %s ends with the caller's reason", async (_, fate) => {
    // The pause is random, and could be zero.
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    const controller = new AbortController();
    const { deals, sent } = scripted(fate);
    const work = deals.get("r1", { signal: controller.signal });
    await vi.advanceTimersByTimeAsync(0);
    controller.abort(new Error("enough"));
    const { error } = await outcomeOf(work);
    expect(error).toEqual(new Error("enough"));
    expect(sent).toHaveLength(1);
  });
});

describe("a create", () => {
  it("whose response is lost is sent again with its key, and is another's with another", async () => {
    const { deals, sent } = scripted(loses, PAGE_OF_A_PROXY, gives(RECORD, 201));
    expect((await outcomeOf(deals.create({ title: "Roof" }))).value).toEqual(RECORD);
    await outcomeOf(deals.create({ title: "Roof" }));
    const [first, second, third, fourth] = sent.map(keyOf);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect([second, third]).toEqual([first, first]);
    expect(fourth).not.toBe(first);
    expect(sent[2]?.body).toEqual({ data: { title: "Roof" } });
  });

  it.each([
    ["a response never comes", loses],
    ["the repetition is not let in", refuses(401, "TOKEN_REVOKED")],
  ])("may have been done if %s", async (_, fate) => {
    const { deals } = scripted(loses, fate);
    const { error } = await outcomeOf(deals.create({ title: "Roof" }));
    expect(error).toMatchObject({ code: "OUTCOME_UNKNOWN" });
    expect(error.cause).toBeInstanceOf(RecordsError);
  });

  it("is known not to be done where nobody was reached, or the repetition is refused for what it says", async () => {
    const unreached = await outcomeOf(scripted(isNotThere).deals.create({}));
    expect(unreached.error).toMatchObject({ code: "NO_RESPONSE" });
    const refused = await outcomeOf(scripted(loses, refuses(409, "DUPLICATE_LABEL")).deals.create({}));
    expect(refused.error).toMatchObject({ code: "DUPLICATE_LABEL", status: 409 });
  });

  it("whose record cannot be read is reported as such, also by a repetition", async () => {
    const { deals } = scripted(loses, refuses(403, "CREATED_RECORD_NOT_READABLE"));
    const { error } = await outcomeOf(deals.create({}));
    expect(error).toMatchObject({ code: "CREATED_RECORD_NOT_READABLE" });
  });

  it("in a dry run is a read: without a key, and nothing can have been done", async () => {
    const { deals, sent } = scripted(loses);
    const { error } = await outcomeOf(deals.create({}, { dryRun: true }));
    expect(error).toMatchObject({ code: "NO_RESPONSE" });
    expect(sent[0]).toMatchObject({ path: "/entities/deals/records?dryRun=true" });
    expect(sent.map(keyOf)).toEqual(Array(6).fill(undefined));
  });
});

describe("an update", () => {
  it("whose response is lost is sent again for the same version", async () => {
    const { deals, sent } = scripted(loses, gives({ ...RECORD, versionId: "v2" }));
    const { value } = await outcomeOf(deals.update(RECORD, { title: "Wall" }));
    expect(value?.versionId).toBe("v2");
    expect(sent.map(({ method, headers }) => [method, headers["if-match"]])).toEqual(Array(2).fill(["PATCH", '"v1"']));
  });

  it("that then finds another version may have made it: it says so, and writes no more", async () => {
    const { deals, sent } = scripted(loses, refuses(412, "PRECONDITION_FAILED"));
    const { error } = await outcomeOf(deals.update(RECORD, { title: "Wall" }));
    expect(error).toMatchObject({ code: "OUTCOME_UNKNOWN", status: 412 });
    expect(sent).toHaveLength(2);
  });

  it("is decided again if it is known that it was not done, even after a lost response", async () => {
    const decide = vi.fn(() => ({ title: "Wall" }));
    const done = { status: 200, id: "r1", versionId: "v4", record: { ...RECORD, versionId: "v4" } };
    const { deals, sent } = scripted(
      gives(RECORD),
      refuses(412, "PRECONDITION_FAILED"),
      gives({ ...RECORD, versionId: "v2" }),
      loses,
      refuses(412, "PRECONDITION_FAILED"),
      gives({ ...RECORD, versionId: "v3" }),
      gives({ results: [done] }),
    );
    const { value } = await outcomeOf(deals.updateWith("r1", decide));
    expect(value).toEqual(done.record);
    expect(decide).toHaveBeenCalledTimes(3);
    const writes = sent.filter(({ method }) => method === "POST");
    expect(writes.map(({ body }) => (body as { operations: unknown[] }).operations)).toEqual(
      ["v1", "v2", "v2", "v3"].map((ifMatch) => [{ op: "update", id: "r1", ifMatch, data: { title: "Wall" } }]),
    );
    const [first, second, third, fourth] = writes.map(keyOf);
    expect(third).toBe(second);
    expect(new Set([first, second, fourth]).size).toBe(3);
  });

  it("is not decided again if it was done, or if the outcome is unknown", async () => {
    const decide = vi.fn(() => ({ title: "Wall" }));
    const changed = { ...RECORD, versionId: "v2" };
    const again = gives({ results: [{ status: 200, id: "r1", versionId: "v2" }] });
    const done = await outcomeOf(scripted(gives(RECORD), loses, again, gives(changed)).deals.updateWith("r1", decide));
    expect(done.value).toEqual(changed);
    const lost = await outcomeOf(scripted(gives(RECORD), loses).deals.updateWith("r1", decide));
    expect(lost.error).toMatchObject({ code: "OUTCOME_UNKNOWN" });
    expect(decide).toHaveBeenCalledTimes(2);
  });
});

it("a delete that finds nothing after a lost response may have succeeded itself", async () => {
  const { deals, sent } = scripted(loses, refuses(404, "RECORD_NOT_FOUND"));
  const { error } = await outcomeOf(deals.delete(RECORD));
  expect(error).toMatchObject({ code: "OUTCOME_UNKNOWN" });
  expect(sent.map(({ method, headers }) => [method, headers["if-match"]])).toEqual(Array(2).fill(["DELETE", '"v1"']));
});
