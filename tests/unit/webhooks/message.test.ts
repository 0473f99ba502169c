/** The body and the headers of a delivery (docs/contract.md, Webhooks). */
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import type { Range, RangeItem } from "@/lib/changes/range";
import { newSigningKeys, sealKeys, shownSecret } from "@/lib/crypto/webhook-signature";
import type { WebhookPayload } from "@/lib/model";
import { messageIdOf, sign } from "@/lib/webhooks/message";

process.env.APP_SECRET = "a secret of the tests, of no use elsewhere";

const ID = "01a1fd2f-9c1e-7b3a-8a55-2f0f6a0c9d11";
const [keys, former] = [newSigningKeys(), newSigningKeys()];
const place = (transaction: string, sequence: string) => ({ position: { transaction, sequence }, at: 1_000 });
const cursor = (transaction: string, sequence: string) => ({
  ...place(transaction, sequence),
  epoch: "e",
  permissions: "p",
});
const webhook = (payload: WebhookPayload) => ({
  id: ID,
  organizationId: "01a1fd2f-22f5-7575-9dc8-588bcf42ce35",
  entityKey: "deals",
  payload,
  keys: sealKeys(keys, ID),
  formerKeys: sealKeys(former, ID),
});
const changed = (id: string, envelope: string | null): RangeItem => ({
  id,
  at: "2026-01-31T09:30:00.000Z",
  keys: "{}",
  record: { versionId: `v-${id}`, envelope },
});
const removed: RangeItem = { id: "r", at: "2026-01-31T09:30:00.000Z", keys: '{"code":"R1"}', record: null };
const range = (items: RangeItem[]): Range => ({
  items,
  told: items.length,
  end: cursor("9", "9"),
  more: true,
  reset: false,
});
const NOW = Date.UTC(2026, 0, 31, 9, 30);

function dataOf(payload: WebhookPayload, items: RangeItem[]) {
  const { body } = sign(webhook(payload), "msg_1", range(items), NOW);
  return JSON.parse(body) as { type: string; timestamp: string; data: Record<string, unknown> };
}

describe("the body", () => {
  it("has records as the feed has them, removals first", () => {
    const { type, timestamp, data } = dataOf("records", [changed("c", '{"id":"c"}'), removed]);
    expect([type, timestamp]).toEqual(["records.changed", "2026-01-31T09:30:00.000Z"]);
    expect(data).toEqual({
      webhookId: ID,
      entityKey: "deals",
      items: [
        { type: "removed", id: "r", entityKey: "deals", keys: { code: "R1" }, at: "2026-01-31T09:30:00.000Z" },
        { type: "changed", record: { id: "c" }, at: "2026-01-31T09:30:00.000Z" },
      ],
      cursor: expect.any(String),
      more: true,
      reset: false,
    });
  });

  it("lists as ids what no longer fits, and what was not read", () => {
    const long = `{"text":"${"x".repeat(200 * 1024)}"}`;
    const items = dataOf("records", [changed("a", long), changed("b", long), changed("c", null)]).data.items;
    expect((items as { id?: string }[]).map(({ id }) => id)).toEqual([undefined, "b", "c"]);
  });
});

it("is also signed with the keys from before a rotation", () => {
  const { body, headers } = sign(webhook("records"), "msg_1", range([]), Date.now());
  for (const each of [keys, former]) expect(new Webhook(shownSecret(each)).verify(body, headers)).toBeTruthy();
  expect(headers["webhook-signature"]?.split(" ").map((part) => part.split(",")[0])).toEqual([
    "v1",
    "v1a",
    "v1",
    "v1a",
  ]);
});

describe("the id", () => {
  const webhook = { id: ID, from: cursor("1", "2"), replays: 0 };
  const id = messageIdOf(webhook, place("3", "4"));

  it("is the same for the same changes, however they were stored", () => {
    const until = { at: 5_000, position: { sequence: "4", transaction: "3" } };
    expect(messageIdOf(webhook, until)).toBe(id);
  });

  it.each([
    ["another webhook", messageIdOf({ ...webhook, id: "other" }, place("3", "4"))],
    ["another beginning", messageIdOf({ ...webhook, from: cursor("1", "3") }, place("3", "4"))],
    ["another end", messageIdOf(webhook, place("3", "5"))],
    ["another database", messageIdOf({ ...webhook, from: { ...webhook.from, epoch: "f" } }, place("3", "4"))],
    ["after a replay", messageIdOf({ ...webhook, replays: 1 }, place("3", "4"))],
  ])("is different for %s", (_, other) => {
    expect(other).not.toBe(id);
  });
});
