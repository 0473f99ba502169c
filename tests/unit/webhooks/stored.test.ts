/** What is read about webhooks, against a real database: attempts that are explained, the lag, and the metrics. */
import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { Caller } from "@/lib/authentication/authenticate";
import { explainDelivery } from "@/lib/explanation/delivery";
import type { Member } from "@/lib/model";
import { transaction } from "@/lib/postgres/transaction";
import { metrics } from "@/lib/process/metrics";
import { inShare } from "@/lib/records/load/shares";
import { listAttemptsOf, noteTest } from "@/lib/store/webhooks/deliveries";
import { giveBack } from "@/lib/store/webhooks/due";
import { rotateToken } from "@/lib/tokens/change/rotate";
import { createWebhook } from "@/lib/webhooks/create";
import { measureWebhooks } from "@/lib/webhooks/measure";
import { listShown, showWebhook } from "@/lib/webhooks/read";
import { newOwner } from "../call-log/owned-token";
import { openTestDatabase, query } from "../configuration/database";
import { newWebhook } from "./owned-webhook";

process.env.METRICS_PORT = "9";
openTestDatabase();

const ATTEMPT = {
  kind: "changes",
  items: 3,
  outcome: "status",
  status: 500,
  milliseconds: 12,
  response: null,
  start: null,
} as const;

it("an attempt is explained to those who can see the token of its webhook, and to nobody else", async () => {
  const { owner, organizationId } = await newOwner();
  const { id } = await newWebhook(owner);
  await noteTest(id, { ...ATTEMPT, messageId: "msg_one" });
  const other = { ...owner, id: "019f0000-0000-7000-8000-000000000000", email: "eve@acme.test", admin: false };
  const foreign = (await newOwner()).owner;
  const explained = async (member: Member) => (await explainDelivery("msg_one", member))?.attempts;
  expect(await explained({ ...owner, admin: false })).toMatchObject([{ messageId: "msg_one", status: 500 }]);
  expect(await explained({ ...other, admin: true })).toMatchObject([{ messageId: "msg_one", status: 500 }]);
  expect(await explained(other)).toBeUndefined();
  expect(await explained({ ...foreign, admin: true })).toBeUndefined();
  expect(await listAttemptsOf("msg_one", { organizationId, ownerIds: [other.id] })).toEqual([]);
  expect(await listAttemptsOf("msg_one", { organizationId, ownerIds: [owner.id] })).toHaveLength(1);
});

it("a form that is sent three times at once creates one webhook, whose secret is shown once; a form of another token creates its own", async () => {
  const { owner } = await newOwner();
  const { caller } = await newWebhook(owner);
  const what = { entityKey: "deals", payload: "ids" as const, fields: null, expand: [] };
  const settings = { name: "Once", url: "https://hooks.example.com/in", paused: false, ...what };
  const send = (by: Caller) => createWebhook(by, settings, { actor: "test" }, false, "form 1");
  const outcomes = await Promise.all([send(caller), send(caller), send(caller)]);
  const [created, ...more] = outcomes.filter(({ keys }) => keys !== null);
  expect(more).toEqual([]);
  expect(created?.keys?.signingSecret).toMatch(/^whsec_/);
  const before = outcomes.flatMap(({ view: { id, name }, keys }) => (keys === null ? [{ id, name }] : []));
  const known = { id: created?.view.id, name: "Once" };
  expect(before).toEqual([known, known]);
  expect((await listShown(caller)).map(({ name }) => name).sort()).toEqual(["A copy", "Once"]);
  const other = await newWebhook(owner);
  expect((await send(other.caller)).keys?.signingSecret).toMatch(/^whsec_/);
  await rotateToken({ tokenId: caller.token.id, visibility: null, overlapSeconds: 3_600 }, { actor: "test" });
  expect(await send(caller)).toMatchObject({ view: known, keys: null });
});

it("the lag is null when there is no time to count, and the rest of the webhook is shown", async () => {
  const { owner } = await newOwner();
  const { id, caller } = await newWebhook(owner);
  const { organizationId } = caller.configuration;
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  // More than any share: the rest of them wait, and so does the count.
  const busy = Array.from({ length: 100 }, () =>
    inShare("list", { organizationId, tokenId: caller.token.id }, new AbortController().signal, () => ended).catch(
      () => {},
    ),
  );
  const view = await showWebhook(caller, id);
  end();
  await Promise.all(busy);
  expect(view).toMatchObject({ id, state: "active", lag: null, lastAttempt: null });
  expect((await showWebhook(caller, id)).lag).toEqual({ changes: 0, more: false, seconds: 0 });
});

it("the metrics show the lag and the number of disabled webhooks, from one reading", async () => {
  const { owner } = await newOwner();
  const { id } = await newWebhook(owner);
  await query("update webhooks set disabled = 'GONE' where id = $1", [id]);
  measureWebhooks();
  const registry = metrics()?.registry;
  const statements = async () => {
    const { values = [] } = (await registry?.getSingleMetric("records_statements_total")?.get()) ?? {};
    return values.reduce((sum, { value }) => sum + value, 0);
  };
  const before = await statements();
  const text = (await registry?.metrics()) ?? "";
  expect((await statements()) - before).toBe(1);
  expect(text).toMatch(/^records_webhooks_disabled\{.*\} 1$/m);
  expect(text).toMatch(/^records_webhook_lag_seconds\{.*\} 0$/m);
});

it("a webhook that is given back is due at once, at whichever fraction of a millisecond", async () => {
  const { id } = await newWebhook((await newOwner()).owner);
  for (let time = 0; time < 20; time += 1) {
    const lease = randomUUID();
    const isDue = await transaction(async (on) => {
      await on.query("UPDATE webhooks SET lease = $1 WHERE id = $2", [lease, id]);
      await giveBack(id, lease, 0, on);
      return (await on.query("SELECT due <= now() AS due FROM webhooks WHERE id = $1", [id])).rows;
    });
    expect(isDue).toEqual([{ due: true }]);
  }
});
