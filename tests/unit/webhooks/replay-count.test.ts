/** What a replay would send, counted in a real database. */
import { describe, expect, it } from "vitest";
import { listDeliveries, noteTest } from "@/lib/store/webhooks/deliveries";
import { requireWebhook, whoseOf } from "@/lib/webhooks/read";
import { countReplay, replayWebhook } from "@/lib/webhooks/replay";
import { newOwner } from "../call-log/owned-token";
import { entityId, openTestDatabase, query } from "../configuration/database";
import { feedCaughtUp, newWebhook } from "./owned-webhook";

openTestDatabase();

const MINUTE_MS = 60_000;

/** A webhook whose token lists leads only, and a count of what was written to its entity in the last minute. */
async function webhookOfLeads() {
  const { owner, file } = await newOwner(({ roles }) => {
    roles[0]?.grants.splice(0, 1, { entity: "deals", verbs: ["list"], where: ["stage", "eq", "lead"] });
  });
  const { id, caller } = await newWebhook(owner);
  const deals = await entityId(file.organization.key, "deals");
  /** Each is written as often as given, so many seconds ago. */
  const write = async (count: number, stage: string, { times = 1, secondsAgo = 0 } = {}) => {
    await query(
      `WITH written AS (
         INSERT INTO records (entity_id, id, data, version, search_text)
         SELECT $1, gen_random_uuid(), jsonb_build_object('title', 'T', 'stage', $3::text), gen_random_uuid(), ''
         FROM generate_series(1, $2::int) RETURNING id
       )
       INSERT INTO changes (entity_id, record_id, at)
       SELECT $1, id, now() - make_interval(secs => $5) FROM written, generate_series(1, $4::int)`,
      [deals, count, stage, times, secondsAgo],
    );
    await feedCaughtUp();
  };
  const count = async (since = Date.now() - MINUTE_MS) =>
    countReplay(caller, await requireWebhook(id, whoseOf(caller)), { since });
  return { id, caller, write, count, deals };
}

describe("the records that a replay sends", () => {
  it("are those that the token can see, each once, since that moment", async () => {
    const { write, count } = await webhookOfLeads();
    expect(await count()).toEqual({ records: 0, more: false, reset: false });
    await write(3, "lead", { secondsAgo: 120 });
    await write(4, "lead");
    await write(2, "lead", { times: 3 });
    await write(5, "won");
    expect(await count()).toEqual({ records: 6, more: false, reset: false });
  });

  it("are none if the receiver must walk the list again", async () => {
    const { write, count, deals } = await webhookOfLeads();
    await write(1, "lead");
    await query("INSERT INTO changes (entity_id) VALUES ($1)", [deals]);
    await feedCaughtUp();
    expect(await count()).toEqual({ records: 0, more: false, reset: true });
  });

  it("are those of an attempt and after it, and are then sent", async () => {
    const { id, caller, write } = await webhookOfLeads();
    const read = () => requireWebhook(id, whoseOf(caller));
    await write(1, "lead");
    const before = await newWebhook(caller.member);
    const { from } = await requireWebhook(before.id, whoseOf(before.caller));
    await write(3, "lead");
    const attempt = { messageId: "msg_one", items: 3, outcome: "delivered", status: 204, milliseconds: 12 } as const;
    const start = { position: from.position, at: from.at, epoch: from.epoch };
    await noteTest(id, { ...attempt, kind: "changes", response: null, start });
    await noteTest(id, { ...attempt, kind: "test", response: null, start: null });
    const [test, kept] = await listDeliveries(id);
    const deliveryId = kept?.id ?? "";
    expect(await countReplay(caller, await read(), { deliveryId })).toEqual({ records: 3, more: false, reset: false });
    await replayWebhook(caller, id, { deliveryId }, { actor: "ada" });
    expect((await read()).from.position).toEqual(from.position);
    const none = { code: "INVALID_BODY", details: [{ field: "delivery" }] };
    await expect(countReplay(caller, await read(), { deliveryId: test?.id ?? "" })).rejects.toMatchObject(none);
    await expect(replayWebhook(before.caller, before.id, { deliveryId }, { actor: "eve" })).rejects.toMatchObject(none);
  });

  it("are not counted since a moment that is no longer kept", async () => {
    const { count } = await webhookOfLeads();
    await expect(count(Date.now() - 31 * 24 * 60 * MINUTE_MS)).rejects.toMatchObject({ code: "INVALID_BODY" });
  });
});
