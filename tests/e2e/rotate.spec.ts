/** Rotation: another secret, the old one's last hours, and who may see any of it. */
import type { Page } from "@playwright/test";
import { postgres } from "@/lib/postgres/postgres";
import { expect, FLOW, test } from "./support/fixtures";
import { expectAccessibleInEveryLook } from "./support/looks";
import { readSecret, secretDialog, TOKEN } from "./support/new-token";
import { addToken, daysFromNow, type IssuedToken } from "./support/people";
import { dialog, openTab, openToken, section } from "./support/token-page";

const rotateButton = (page: Page) => page.getByRole("button", { name: "Rotate token" });
const overlap = (page: Page, name: string) => page.getByRole("radio", { name });

async function openRotation(page: Page, { id, name }: IssuedToken): Promise<void> {
  await page.goto(`/tokens/${id}/rotate`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Rotate “${name}”`);
}

/** Saves the secret, and goes on to the page of the new token. */
async function finish(page: Page): Promise<void> {
  await secretDialog(page).getByRole("checkbox", { name: "I saved it" }).check();
  await secretDialog(page).getByRole("button", { name: "Done, go to the new token" }).click();
  await expect(section(page, "Rotation")).toBeVisible();
}

async function successorsOf({ id }: IssuedToken): Promise<string[]> {
  const { rows } = await postgres().pool.query("select id from tokens where replaces_id = $1", [id]);
  return rows.map((row) => row.id);
}

test("both secrets work for the overlap, and are shown as a pair", async ({ signedInAs, newMember, callApi }) => {
  const owner = await newMember();
  const token = await addToken(owner, { name: "Export", expires: daysFromNow(20) });
  const page = await signedInAs(owner);
  await openToken(page, token);
  await page.getByRole("link", { name: "Rotate" }).click();
  await expect(overlap(page, "24 hours")).toBeChecked();
  await expect(overlap(page, "1 hour")).toHaveAccessibleName(/Until \d+ \w+ \d{4}, \d\d:\d\d:\d\d UTC$/);
  await expect(page.getByLabel("Expiry of the new secret").getByRole("option", { selected: true })).toHaveText(
    /^Keep its expiry of /,
  );
  await expectAccessibleInEveryLook(page);
  await overlap(page, "1 hour").check();
  await rotateButton(page).click();
  const secret = await readSecret(page);
  expect(secret).toMatch(TOKEN);
  await expect(secretDialog(page)).toContainText(`The old secret ${token.hint} works until`);
  for (const text of [token.text, secret]) expect((await callApi({ path: "/me", token: text })).status).toBe(200);
  await finish(page);
  const [successor] = await successorsOf(token);
  expect(page.url()).toMatch(new RegExp(`/tokens/${successor}$`));
  const { rows } = await postgres().pool.query("select expires from tokens where id = $1", [token.id]);
  expect(Math.abs(rows[0].expires.getTime() - Date.now() - 3_600_000)).toBeLessThan(60_000);
  await expect(section(page, "Rotation")).toContainText("Old secret");
  await expect(section(page, "Rotation")).toContainText("Rotating");
  await expectAccessibleInEveryLook(page);
});

test("without an overlap the old secret is refused on the next call", FLOW, async ({ callApi, openOwnToken }) => {
  const { token, page } = await openOwnToken({}, {}, "/rotate");
  await overlap(page, "Not at all").check();
  await rotateButton(page).click();
  await expect(secretDialog(page)).toContainText(`The old secret ${token.hint} stopped at`);
  expect((await callApi({ path: "/me", token: token.text })).status).toBe(401);
  expect((await callApi({ path: "/me", token: await readSecret(page) })).status).toBe(200);
  await secretDialog(page).getByRole("checkbox", { name: "I saved it" }).check();
  await secretDialog(page).getByRole("button", { name: "Done, go to the new token" }).click();
  await expect(page.getByText(/^Replaces/)).toContainText(token.hint);
});

test("calls with the old secret are counted live, and the overlap can be ended", async ({ callApi, openOwnToken }) => {
  const { token, page } = await openOwnToken({}, {}, "/rotate");
  await rotateButton(page).click();
  await finish(page);
  const pair = section(page, "Rotation");
  await expect(pair).toContainText("The old secret has not been used since the rotation.");
  for (let count = 0; count < 3; count += 1) await callApi({ path: "/me", token: token.text });
  await expect(pair).toContainText("3 accepted, 0 refused", { timeout: 15_000 });
  await expect(pair).toContainText("127.0.0.1");
  await pair.getByRole("link", { name: "End overlap now" }).click();
  const confirmDialog = dialog(page, "End the overlap now?");
  await expect(confirmDialog).toContainText("3 accepted requests with it since the rotation");
  await expect(confirmDialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expectAccessibleInEveryLook(page);
  await confirmDialog.getByRole("button", { name: "End overlap" }).click();
  await expect(confirmDialog).toHaveCount(0);
  expect((await callApi({ path: "/me", token: token.text })).status).toBe(401);
  await expect(pair).toHaveCount(0);
  await expect(page.getByText(/^Replaces/)).toContainText(token.hint);
});

test("both secrets are one token: its use, requests and history are on the page of either", async ({
  callApi,
  openOwnToken,
}) => {
  const { token, page } = await openOwnToken({ name: "Export" }, {}, "/rotate");
  await rotateButton(page).click();
  const secret = await readSecret(page);
  await finish(page);
  await callApi({ path: "/me", token: token.text });
  await callApi({ path: "/entities", token: secret });
  const [successor = ""] = await successorsOf(token);
  for (const id of [token.id, successor]) {
    await page.goto(`/tokens/${id}/requests`);
    const rows = section(page, "Last requests").locator("tbody tr");
    await expect(rows).toHaveCount(2, { timeout: 15_000 });
    await expect(rows.filter({ hasText: "/me" })).toContainText(token.hint);
    await expect(rows.filter({ hasText: "/entities" })).not.toContainText(token.hint);
    await openTab(page, "History");
    await expect(section(page, "History")).toContainText(/Rotated to service_v1_/);
    await openTab(page, "Overview");
    await expect(section(page, "Usage")).toContainText("with all 2 secrets");
    await expect(section(page, "Usage").getByRole("img")).toHaveAccessibleName(/: 2 requests: 2 accepted/);
  }
  await page.goto(`/tokens/${successor}/requests`);
  await expectAccessibleInEveryLook(page);
});

test("a double click makes one secret, and a second page of the form none", async ({ signedInAs, newMember }) => {
  const owner = await newMember();
  const token = await addToken(owner);
  const page = await signedInAs(owner);
  const second = await page.context().newPage();
  await openRotation(second, token);
  await openRotation(page, token);
  await rotateButton(page).dblclick();
  await expect(secretDialog(page)).toBeVisible();
  expect(await successorsOf(token)).toHaveLength(1);
  await rotateButton(second).click();
  await expect(second.getByRole("alert").filter({ hasText: "rotated already" })).toBeVisible();
  await expectAccessibleInEveryLook(second);
  await second.reload();
  await expect(second.getByText("This token has been rotated already")).toBeVisible();
  await expect(rotateButton(second)).toHaveCount(0);
  expect(await successorsOf(token)).toHaveLength(1);
});

test.describe("a rotation whose response is lost", () => {
  test.use({ tolerated: [/ERR_FAILED/] });

  test("claims neither success nor failure, and says how to find out", async ({ callApi, openOwnToken }) => {
    const { token, page } = await openOwnToken({}, {}, "/rotate");
    await overlap(page, "Not at all").check();
    const lost = page.locator("form").getByRole("alert");
    const [unknown, already] = ["The token may have been rotated", "This token has been rotated already"];

    await page.route(`**/tokens/${token.id}/rotate`, (route) => route.abort());
    await rotateButton(page).click();
    await expect(lost).toContainText(unknown);
    expect((await callApi({ path: "/me", token: token.text })).status).toBe(200);

    await page.unrouteAll();
    await page.route(`**/tokens/${token.id}/rotate`, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await rotateButton(page).click();
    await expect.poll(async () => (await callApi({ path: "/me", token: token.text })).status).toBe(401);
    await expect(lost).toContainText(unknown);
    await expect(lost).toContainText("If it was rotated, the old secret has stopped already.");
    await overlap(page, "1 hour").check();
    await expect(lost).toContainText("the old secret has stopped already");
    await expectAccessibleInEveryLook(page);

    await page.unrouteAll();
    await rotateButton(page).click();
    await expect(lost).toContainText(already);
    await expect(lost).not.toContainText("not rotated");
    await page.reload();
    await expect(page.getByText(already)).toBeVisible();
    expect(await successorsOf(token)).toHaveLength(1);
  });
});

test("the new secret never reappears once it was closed: not after Back, not after a reload", async ({
  openOwnToken,
}) => {
  const { page } = await openOwnToken();
  await page.getByRole("link", { name: "Rotate" }).click();
  await rotateButton(page).click();
  const secret = (await readSecret(page)).slice(-49);
  await finish(page);
  expect(await page.content()).not.toContain(secret);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await page.content()).not.toContain(secret);
  await page.reload();
  expect(await page.content()).not.toContain(secret);
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]));
  expect(stored).not.toContain(secret);
});

test("a token that has ended cannot be rotated", async ({ openOwnToken }) => {
  const { token: expired, page } = await openOwnToken({ created: daysFromNow(-9), expires: daysFromNow(-1) });
  await expect(page.getByRole("link", { name: "Rotate" })).toHaveCount(0);
  await expect(page.getByText(/^Expired at /)).toBeVisible();
  await page.goto(`/tokens/${expired.id}/rotate`);
  await expect(page.getByText("This token is expired")).toBeVisible();
  await expect(rotateButton(page)).toHaveCount(0);
  await expectAccessibleInEveryLook(page);
});
