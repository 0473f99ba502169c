/** Webhooks: from the first test to the last delivery, and who can do what with them. */

import type { Locator, Page } from "@playwright/test";
import { postgres } from "@/lib/postgres/postgres";
import { verifyWebhook } from "@/packages/client/src/webhook";
import { addAccount, openManagedOffice } from "./support/accounts";
import { callAction, captureAction } from "./support/actions";
import { expect, FLOW, test } from "./support/fixtures";
import { expectAccessibleInEveryLook } from "./support/looks";
import { addToken } from "./support/people";
import { dialog, section } from "./support/token-page";
import { addAttempts, addWebhook, finish, openReceiver, readSecret, secretDialog } from "./support/webhooks";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

const expectGuide = (place: Page | Locator) =>
  expect(place.getByRole("link", { name: "Guide: a receiver that keeps a copy" })).toHaveAttribute(
    "href",
    "/docs/guides/webhooks",
  );

// Pages of others are not there, and scenarios ask for them.
test.use({ tolerated: [/status of 404/] });

async function auditOf(webhookId: string): Promise<string[]> {
  const { rows } = await postgres().pool.query(
    "select action from audit_events where details->>'webhookId' = $1 order by id",
    [webhookId],
  );
  return rows.map((row) => row.action);
}

test(
  "a webhook is created, tested, paused, continued, rotated, replayed and deleted",
  FLOW,
  async ({ newMember, callApi, openAs }) => {
    const receiver = await openReceiver();
    const owner = await newMember({ roles: ["manager"] });
    const token = await addToken(owner, { name: "Website sync" });
    const page = await openAs(owner, "/webhooks");
    await expectGuide(page);
    await page.getByRole("link", { name: "Create your first webhook" }).click();
    await expectGuide(page);
    await page.getByLabel("Entity").selectOption("deals");
    await expect(page).toHaveURL(/entity=deals/);
    await page.getByLabel("URL").fill("http://example.com/");
    await page.getByLabel("Name", { exact: true }).fill("Website");
    await button(page, "Create webhook").click();
    await expect(page.getByLabel("URL")).toHaveAccessibleDescription(/Use https/);
    await page.getByLabel("URL").fill(receiver.url);
    receiver.status = 401;
    await button(page, "Send a test").click();
    await expect(page.getByRole("status").getByText("Reached: it answered 401")).toBeVisible();
    receiver.status = 204;
    await button(page, "Create webhook").click();
    const secret = await readSecret(page);
    await expectGuide(secretDialog(page));
    await secretDialog(page).getByRole("button", { name: "Send a test" }).click();
    await expect(secretDialog(page).getByText(/^Delivered: 204, after/)).toBeVisible();
    await expectAccessibleInEveryLook(page);
    const tested = receiver.received.at(-1);
    const delivery = await verifyWebhook(tested?.headers ?? {}, tested?.body ?? "", secret);
    expect(delivery.data.items).toEqual([]);
    await finish(page);
    await expect(page.getByRole("heading", { level: 1, name: "Website" })).toBeVisible();
    const id = page.url().split("/").at(-1) ?? "";
    await expect(page.getByText("key=hidden")).toHaveCount(0);
    await expect(page.getByText(secret)).toHaveCount(0);

    await button(page, "Pause").click();
    await expect(page.getByText("Nothing is sent until you resume it.", { exact: false })).toBeVisible();
    const record = JSON.stringify({ data: { title: "Harbour light" } });
    const created = await callApi({ method: "POST", path: "/entities/deals/records", token: token.text, body: record });
    expect(created.status).toBe(201);
    const before = receiver.received.length;
    await button(page, "Resume").click();
    await expect(button(page, "Pause")).toBeVisible();
    await expect.poll(() => receiver.received.length).toBe(before + 1);
    await expect(page.getByRole("status").getByText("Idle")).toBeVisible({ timeout: 15_000 });

    await page.getByRole("link", { name: "Rotate secret" }).click();
    await button(page, "Rotate secret").click();
    await expect(secretDialog(page).getByText("The secret before signs as well for 24 hours.")).toBeVisible();
    const next = await readSecret(page);
    expect(next).not.toBe(secret);
    await finish(page);
    await expect(section(page, "Signing").getByText("2 active. The older one ends")).toBeVisible();

    await page.getByLabel("Since (UTC)").fill(new Date(Date.now() - 3_600_000).toISOString().slice(0, 16));
    await button(page, "Replay").click();
    await expect(dialog(page, "Replay changes of “Website”?")).toBeVisible();
    await expect(page.getByText(/^Sends \d+ records?\.$/)).toBeVisible();
    await button(page, "Replay changes").click();
    await expect(page).toHaveURL(`/webhooks/${id}`);
    await expect.poll(() => receiver.received.length).toBe(before + 2);
    const again = receiver.received.at(-1);
    for (const key of [secret, next]) {
      const { data } = await verifyWebhook(again?.headers ?? {}, again?.body ?? "", key);
      // Other scenarios change deals of the same organization meanwhile.
      expect(JSON.stringify(data.items)).toContain("Harbour light");
    }

    await page.getByRole("link", { name: "Delete" }).click();
    await dialog(page, "Delete “Website”?").getByRole("button", { name: "Delete webhook" }).click();
    await expect(page).toHaveURL("/webhooks");
    await expect(page.getByRole("heading", { name: "No webhooks yet" })).toBeVisible();
    expect(await auditOf(id)).toEqual([
      "webhook.create",
      "webhook.test",
      "webhook.pause",
      "webhook.resume",
      "webhook.rotate",
      "webhook.replay",
      "webhook.delete",
    ]);
    await receiver.close();
  },
);

test("the last attempts are read as text, by keys, and as a table, in every look", async ({ newMember, openAs }) => {
  const owner = await newMember({ roles: ["manager"] });
  const { id } = await addWebhook(await addToken(owner));
  await addAttempts(id, 100);
  const page = await openAs(owner, `/webhooks/${id}`);
  const attempts = section(page, "Attempts");
  await expect(attempts.getByText(/^The last 100 attempts, \d+ failed$/)).toBeVisible();
  const reader = attempts.getByRole("slider");
  await reader.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(reader).toHaveText(/: Failed: 500, after 109 ms \(5 changes\)$/);
  await attempts.getByText("Show as a table").click();
  await expect(attempts.getByRole("row")).toHaveCount(101);
  await expectAccessibleInEveryLook(page);
  for (const path of ["/edit", "/rotate", "/delete"]) {
    await page.goto(`/webhooks/${id}${path}`);
    await expectAccessibleInEveryLook(page);
  }
});

test("the list and the form are accessible in every look", async ({ newMember, openAs }) => {
  const owner = await newMember({ roles: ["manager"] });
  const page = await openAs(owner, "/webhooks");
  await expectAccessibleInEveryLook(page);
  const token = await addToken(owner);
  const { id } = await addWebhook(token, { name: "Website", url: "https://hooks.example.com/deals?key=hidden" });
  await addWebhook(token, { name: "Warehouse", paused: true });
  await addAttempts(id, 3);
  await page.goto("/webhooks");
  await expect(page.getByRole("row")).toHaveCount(3);
  await expect(page.getByText("key=hidden")).toHaveCount(0);
  await expect(page.getByText("Paused", { exact: true })).toHaveCount(1);
  await expectAccessibleInEveryLook(page);
  await page.goto("/webhooks/new");
  await page.getByText("Only some fields").click();
  await expectAccessibleInEveryLook(page);
});

test("a delivery that is not accepted is explained, with its next attempt", async ({ newMember, openAs }) => {
  const owner = await newMember({ roles: ["manager"] });
  const { id } = await addWebhook(await addToken(owner), { name: "Website" });
  await addAttempts(id, 9);
  await postgres().pool.query(
    `update webhooks set failures = 2, due = now() + interval '5 minutes', failing_since = now(),
       last_attempt = '{"at": "2026-01-31T09:30:00.000Z", "outcome": "status", "status": 500, "milliseconds": 19}'
     where id = $1`,
    [id],
  );
  const page = await openAs(owner, `/webhooks/${id}`);
  await expect(page.getByText("The last attempt failed: 500, after 19 ms")).toBeVisible();
  await expect(page.getByRole("status").getByText("Failing")).toBeVisible();
  await expect(page.getByText('{"error": "<b>out of disk</b>"}').first()).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await section(page, "Attempts").getByText("Show as a table").click();
  await section(page, "Attempts")
    .getByRole("link", { name: /^msg_.*_9$/ })
    .click();
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("Not delivered yet, after 1 attempt");
  await expectAccessibleInEveryLook(page);
  await page.goto("/explain?request=msg_unknown");
  await expect(page.getByText("No such request")).toBeVisible();
});

test("a replay is counted and confirmed, and its status is live", async ({ newMember, callApi, openAs }) => {
  const receiver = await openReceiver();
  const { office } = await openManagedOffice();
  const owner = await newMember({ office, roles: ["manager"] });
  const token = await addToken(owner);
  const { id } = await addWebhook(token, { url: receiver.url });
  for (let record = 1; record <= 6; record += 1) {
    const body = JSON.stringify({ data: { title: `Deal ${record}` } });
    await callApi({ method: "POST", path: "/entities/deals/records", token: token.text, body });
  }
  const page = await openAs(owner, `/webhooks/${id}`);
  const status = page.getByRole("definition").getByRole("status").filter({ hasText: /./ });
  await expect(status).toHaveText("Idle", { timeout: 20_000 });
  const before = receiver.received.length;
  let answer = () => {};
  receiver.ready = new Promise((resolve) => {
    answer = resolve;
  });
  await button(page, "Replay").click();
  await expect(page.getByText("Sends 6 records.")).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await button(page, "Cancel").click();
  await expect(status).toHaveText("Idle");
  await button(page, "Replay").click();
  await button(page, "Replay changes").click();
  await expect(status).toHaveText("Sending");
  await expect(page.getByText(/^6 changes, /)).toBeVisible();
  answer();
  // Nobody reloads the page.
  await expect(status).toHaveText("Idle");
  expect(receiver.received).toHaveLength(before + 1);
  await section(page, "Attempts").getByText("Show as a table").click();
  await expectAccessibleInEveryLook(page);
  const replays = page.getByRole("link", { name: /^Replay from here/ });
  await replays.first().click();
  await expect(page.getByText("Sends 6 records.")).toBeVisible();
  await expect(page.getByText("changed in this delivery or after it", { exact: false })).toBeVisible();
  await button(page, "Replay changes").click();
  await expect.poll(() => receiver.received.length).toBe(before + 2);
  await page.goto(`/webhooks/${id}/replay?since=${new Date().toISOString().slice(0, 19)}`);
  await expect(page.getByText("The token can see no changes since then: nothing to send.")).toBeVisible();
  await expect(button(page, "Replay changes")).toHaveCount(0);
  await receiver.close();
});

test("an edit applies from the next delivery, and a second tab overwrites nothing", async ({ newMember, openAs }) => {
  const owner = await newMember({ roles: ["manager"] });
  const { id } = await addWebhook(await addToken(owner));
  const page = await openAs(owner, `/webhooks/${id}/edit`);
  const other = await page.context().newPage();
  await other.goto(`/webhooks/${id}/edit`);
  await page.getByLabel("Name", { exact: true }).fill("Warehouse");
  await page.getByRole("radio", { name: /^IDs only/ }).check();
  await button(page, "Save changes").click();
  await expect(page.getByRole("heading", { level: 1, name: "Warehouse" })).toBeVisible();
  await expect(page.getByText("IDs only")).toBeVisible();
  await other.getByLabel("Name", { exact: true }).fill("Late");
  await button(other, "Save changes").click();
  await expect(other.getByRole("alert").getByText(/has changed this webhook meanwhile/)).toBeVisible();
});

test("other members find nothing; administrators pause and delete, without the secret or the URL", async ({
  signedInAs,
  newMember,
}) => {
  const { office, ada, wim } = await openManagedOffice();
  const rea = await newMember({ office, name: "Rea Costa" });
  const { id } = await addWebhook(await addToken(wim), {
    name: "Website",
    url: "https://hooks.example.com/a?key=hidden",
  });
  const paths = ["", "/edit", "/rotate", "/replay", "/delete"];
  const stranger = await signedInAs(rea);
  for (const path of paths) expect((await stranger.goto(`/webhooks/${id}${path}`))?.status()).toBe(404);
  await stranger.goto("/webhooks");
  await expect(stranger.getByText("No webhooks yet")).toBeVisible();

  const page = await signedInAs(ada);
  for (const path of ["/edit", "/rotate", "/replay"])
    expect((await page.goto(`/webhooks/${id}${path}`))?.status()).toBe(404);
  await page.goto("/admin/webhooks");
  await page.getByRole("link", { name: "Website", exact: true }).click();
  await expect(button(page, "Pause")).toBeVisible();
  for (const name of ["Send a test", "Replay"]) await expect(button(page, name)).toHaveCount(0);
  for (const name of ["Edit", "Rotate secret"]) await expect(page.getByRole("link", { name })).toHaveCount(0);
  expect(await page.content()).not.toContain("key=hidden");

  await postgres().pool.query(
    `update webhooks set failures = 2, failing_since = now(), due = now() + interval '1 day',
       last_attempt = '{"at": "2026-01-31T09:30:00.000Z", "outcome": "status", "status": 500, "milliseconds": 19}'
     where id = $1`,
    [id],
  );
  await page.reload();
  await button(page, "Resume").click();
  await expect(button(page, "Resume")).toHaveCount(0);
  const { rows: resumed } = await postgres().pool.query("select failures from webhooks where id = $1", [id]);
  expect(resumed).toEqual([{ failures: 0 }]);

  const pausing = await captureAction(page, () => button(page, "Pause").click());
  await expect(button(page, "Resume")).toBeVisible();
  await callAction(pausing, { as: rea, replace: [["yes", "no"]] });
  const { rows } = await postgres().pool.query("select paused from webhooks where id = $1", [id]);
  expect(rows).toEqual([{ paused: true }]);

  await page.getByRole("link", { name: "Delete" }).click();
  await dialog(page, /^Delete/)
    .getByRole("button", { name: "Delete webhook" })
    .click();
  await expect(page).toHaveURL("/admin/webhooks");
  expect(await auditOf(id)).toEqual(["webhook.create", "webhook.resume", "webhook.pause", "webhook.delete"]);
});

test("a webhook of a service account is that of its keepers, and one of an expired token can still be deleted", async ({
  openAs,
}) => {
  const { office, wim } = await openManagedOffice();
  const account = await addAccount(office, { keepers: [wim] });
  const token = await addToken(account, { name: "Nightly" });
  const { id } = await addWebhook(token, { name: "Warehouse" });
  const page = await openAs(wim, "/webhooks");
  await expect(page.getByRole("row", { name: /Warehouse/ })).toContainText("Nightly sync");
  await page.goto(`/webhooks/${id}`);
  await expect(page.getByRole("link", { name: "Edit" })).toBeVisible();
  await page.goto(`/tokens/${token.id}`);
  await section(page, "Webhooks").getByRole("link", { name: "Warehouse" }).click();
  await expect(page).toHaveURL(`/webhooks/${id}`);
  await postgres().pool.query("update tokens set expires = now() - interval '1 hour' where id = $1", [token.id]);
  await page.reload();
  await expect(page.getByText("Paused: its token has expired")).toBeVisible();
  await expect(page.getByRole("link", { name: "Edit" })).toHaveCount(0);
  await page.getByRole("link", { name: "Delete" }).click();
  await dialog(page, /^Delete/)
    .getByRole("button", { name: "Delete webhook" })
    .click();
  await expect(page).toHaveURL("/webhooks");
});
