/** What `client.webhooks` sends, and what it does not send twice. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { gives, loses, outcomeOf, refuses, scripted } from "./scripted-fetch";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const SETTINGS = { name: "A copy", url: "https://hooks.example.com/deals", entityKey: "deals" };
const DRY = { dryRun: true };
const PAUSE = { paused: true };
const WEBHOOK = { id: "w1", versionId: "v1" };
type Webhooks = ReturnType<typeof scripted>["records"]["webhooks"];
type Sent = [method: string, path: string, body?: unknown, ifMatch?: string];

describe("client.webhooks", () => {
  it.each<[string, (webhooks: Webhooks) => Promise<unknown>, Sent]>([
    ["create", (it) => it.create(SETTINGS), ["POST", "/webhooks", { data: SETTINGS }]],
    ["create, dry", (it) => it.create(SETTINGS, DRY), ["POST", "/webhooks?dryRun=true", { data: SETTINGS }]],
    ["get", (it) => it.get("w/1"), ["GET", "/webhooks/w%2F1"]],
    ["update", (it) => it.update(WEBHOOK, PAUSE), ["PATCH", "/webhooks/w1", { data: PAUSE }, '"v1"']],
    ["delete", (it) => it.delete(WEBHOOK), ["DELETE", "/webhooks/w1", undefined, '"v1"']],
    ["delete, dry", (it) => it.delete(WEBHOOK, DRY), ["DELETE", "/webhooks/w1?dryRun=true", undefined, '"v1"']],
    ["test", (it) => it.test("w1"), ["POST", "/webhooks/w1/test"]],
    [
      "replay",
      (it) => it.replay("w1", new Date("2026-01-31T09:30:00Z")),
      ["POST", "/webhooks/w1/replay", { data: { since: "2026-01-31T09:30:00.000Z" } }],
    ],
    ["rotate", (it) => it.rotate("w1"), ["POST", "/webhooks/w1/rotate"]],
  ])("%s sends one request, and resolves to its data", async (_, call, [method, path, body, ifMatch]) => {
    const { records, sent } = scripted(gives({ id: "w1" }));
    expect((await outcomeOf(call(records.webhooks))).value).toEqual({ id: "w1" });
    expect(sent.map((each) => [each.method, each.path, each.body, each.headers["if-match"]])).toEqual([
      [method, path, body, ifMatch],
    ]);
    expect(sent[0]?.headers["idempotency-key"]).toBeUndefined();
  });

  it("lists webhooks and deliveries without an envelope", async () => {
    const { records, sent } = scripted(gives({ items: [{ id: "w1" }] }));
    expect((await outcomeOf(records.webhooks.list())).value).toEqual([{ id: "w1" }]);
    expect((await outcomeOf(records.webhooks.deliveries("w1"))).value).toEqual([{ id: "w1" }]);
    expect(sent.map(({ path }) => path)).toEqual(["/webhooks", "/webhooks/w1/deliveries"]);
  });

  it.each(["", ".", ".."])("refuses an id that would change the path: %j", (id) => {
    const { records } = scripted(gives({}));
    for (const call of ["get", "rotate"] as const) expect(() => records.webhooks[call](id)).toThrow(TypeError);
  });

  it("changes and deletes nothing without a version", async () => {
    const { records, sent } = scripted(gives({}));
    const unversioned = "w1" as unknown as typeof WEBHOOK;
    await expect(records.webhooks.update(unversioned, PAUSE)).rejects.toThrow(TypeError);
    await expect(records.webhooks.delete(unversioned)).rejects.toThrow(TypeError);
    expect(sent).toEqual([]);
  });

  it.each<[string, (webhooks: Webhooks) => Promise<unknown>]>([
    ["create", (it) => it.create(SETTINGS)],
    ["rotate", (it) => it.rotate("w1")],
  ])("%s is sent once if its response is lost, because the secret would be", async (_, call) => {
    const { records, sent } = scripted(loses, gives({ id: "w2" }, 201));
    expect((await outcomeOf(call(records.webhooks))).error).toMatchObject({ code: "OUTCOME_UNKNOWN" });
    expect(sent).toHaveLength(1);
  });

  it("is sent again if nothing was done", async () => {
    const { records, sent } = scripted(refuses(429, "RATE_LIMITED", { "retry-after": "1" }), gives({ id: "w1" }, 201));
    expect((await outcomeOf(records.webhooks.create(SETTINGS))).value).toEqual({ id: "w1" });
    expect(sent).toHaveLength(2);
  });

  it("sends a change again for the same version, and does not know its outcome if that is refused", async () => {
    const { records, sent } = scripted(loses, gives({ id: "w1" }));
    expect((await outcomeOf(records.webhooks.update(WEBHOOK, PAUSE))).value).toEqual({ id: "w1" });
    expect(sent.map(({ headers }) => headers["if-match"])).toEqual(['"v1"', '"v1"']);
    const refused = scripted(loses, refuses(412, "PRECONDITION_FAILED"));
    const { error } = await outcomeOf(refused.records.webhooks.delete(WEBHOOK));
    expect(error).toMatchObject({ code: "OUTCOME_UNKNOWN" });
  });
});
