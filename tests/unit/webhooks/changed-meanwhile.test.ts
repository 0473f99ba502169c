/** A webhook that is changed while its receiver holds the response, with a real sender, receiver and database. */
import { createServer, type ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import type { WebhookSettings } from "@/lib/model";
import { listDeliveries } from "@/lib/store/webhooks/deliveries";
import { changeWebhook } from "@/lib/webhooks/manage";
import { showWebhook } from "@/lib/webhooks/read";
import { sendDue } from "@/lib/webhooks/sender";
import { newOwner } from "../call-log/owned-token";
import { openTestDatabase, query } from "../configuration/database";
import { newDeal, newWebhook, originOf } from "./owned-webhook";

openTestDatabase();

type Request = { path: string; messageId: string; response: ServerResponse };

const requests: Request[] = [];
/** The first request of a webhook waits for its response; all others are accepted. */
const receiver = createServer((request, response) => {
  request.resume();
  const [path = "", messageId] = [request.url, String(request.headers["webhook-id"])];
  if (requests.some((other) => other.path.split("/")[1] === path.split("/")[1])) response.writeHead(204).end();
  requests.push({ path, messageId, response });
});
const origin = originOf(receiver);

const FAILING = "failing_since = now() - interval '1 day', told_failing = true";
const LONG_FAILING = "failing_since = now() - interval '6 days', told_failing = true";

/** What is there once its receiver has held an attempt, the webhook was changed, and the response has come. */
async function changedMeanwhile(state: string, change: Partial<WebhookSettings>, status: number) {
  const { owner, file } = await newOwner();
  const { key } = file.organization;
  const { id, caller } = await newWebhook(owner, { url: `${origin()}/${key}/former` });
  await query(`UPDATE webhooks SET ${state} WHERE id = $1`, [id]);
  await newDeal(key, { title: "Harbour light" });
  const own = () => requests.filter(({ path }) => path.startsWith(`/${key}/`));

  const sending = sendDue(20_000);
  await expect.poll(() => own().length).toBe(1);
  const given = change.url === undefined ? change : { url: `${origin()}/${key}${change.url}` };
  await changeWebhook({ caller, id, ifMatch: "any" }, async () => given, { actor: "ada" }, false);
  own()[0]?.response.writeHead(status).end(`status ${status}`);
  await sending;

  const deliveries = (await listDeliveries(id)).reverse();
  expect(deliveries[0]).toMatchObject({ response: status === 204 ? null : `status ${status}`, hasStart: true });
  const view = await showWebhook(caller, id);
  return {
    paths: own().map(({ path }) => path.slice(key.length + 1)),
    messages: new Set(own().map(({ messageId }) => messageId)).size,
    // Oldest first.
    statuses: deliveries.map((delivery) => delivery.status),
    view: { state: view.state, reason: view.reason, nextAttempt: view.nextAttempt, lag: view.lag?.changes },
  };
}

const DELIVERED = { state: "active", reason: null, nextAttempt: null, lag: 0 };
const PAUSED = { ...DELIVERED, state: "paused", reason: "PAUSED" };

it.each([
  ["answers 410", 410, "failures = 0"],
  ["fails, after more than five days", 500, `failures = 12, ${LONG_FAILING}`],
  ["fails, for the ninth time", 500, `failures = 8, ${FAILING}`],
  ["accepts", 204, "failures = 0"],
])(
  "another URL, given during an attempt, is sent the same delivery once that attempt has ended; it %s",
  async (_, status, state) => {
    expect(await changedMeanwhile(state, { url: "/next" }, status)).toEqual({
      paths: ["/former", "/next"],
      messages: 1,
      statuses: [status, 204],
      view: DELIVERED,
    });
  },
);

describe("another change, during an attempt", () => {
  it.each([
    ["continuing", { paused: false }, 410, "failures = 0"],
    ["continuing", { paused: false }, 500, `failures = 12, ${LONG_FAILING}`],
    ["another payload", { payload: "signal" as const }, 410, "failures = 0"],
  ])("%s: what then fails is retried with the change", async (_, change, status, state) => {
    expect(await changedMeanwhile(state, change, status)).toEqual({
      paths: ["/former", "/former"],
      messages: 1,
      statuses: [status, 204],
      view: DELIVERED,
    });
  });

  it.each([
    ["continuing: what is accepted then is not sent again", { paused: false }, 204, DELIVERED],
    ["another payload: what is accepted then is not sent again", { payload: "signal" as const }, 204, DELIVERED],
    ["pausing: what is accepted then is not sent again", { paused: true }, 204, PAUSED],
    ["pausing: the webhook stays paused, and is not disabled by a 410", { paused: true }, 410, { ...PAUSED, lag: 1 }],
  ])("%s", async (_, change, status, view) => {
    expect(await changedMeanwhile("failures = 0", change, status)).toEqual({
      paths: ["/former"],
      messages: 1,
      statuses: [status],
      view,
    });
  });
});
