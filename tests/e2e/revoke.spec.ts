/** Revoking a token: what is asked before, what stops, and what is proved afterwards. */
import type { Page } from "@playwright/test";
import { postgres } from "@/lib/postgres/postgres";
import { expect, FLOW, test } from "./support/fixtures";
import { holdRequests } from "./support/held-scripts";
import { endSessionsOf, identityDialog, proveIdentity } from "./support/identity";
import { expectAccessibleInEveryLook, onPhone } from "./support/looks";
import { addToken } from "./support/people";
import { dialog, openToken, tabTo } from "./support/token-page";

const revokeButton = (page: Page) => page.getByRole("link", { name: "Revoke", exact: true });
const confirmDialog = (page: Page) => dialog(page, /^Revoke “/);
const stopped = (page: Page) => page.getByText(/^Stopped at .* \d\d:\d\d:\d\d UTC$/);
const confirmButton = (page: Page) => confirmDialog(page).getByRole("button", { name: "Revoke token" });

test("the dialog names token, owner and last use, begins on Cancel, and gives focus back", async ({
  signedInAs,
  newMember,
  callApi,
}) => {
  const owner = await newMember({ name: "Wim Vermeer" });
  const lastUsed = new Date(Date.now() - 3 * 60_000);
  const token = await addToken(owner, { name: "Nightly export", lastUsed });
  const page = await signedInAs(owner);
  await openToken(page, token);
  await revokeButton(page).click();
  await expect(confirmDialog(page)).toHaveAccessibleName("Revoke “Nightly export”?");
  await expect(confirmDialog(page)).toContainText(token.hint);
  await expect(confirmDialog(page)).toContainText("Wim Vermeer");
  await expect(confirmDialog(page)).toContainText("3 minutes ago from 192.0.2.7");
  await expect(confirmDialog(page).getByRole("button", { name: "Cancel" })).toBeFocused();
  await expectAccessibleInEveryLook(page);
  await page.keyboard.press("Escape");
  await expect(confirmDialog(page)).toHaveCount(0);
  await expect(revokeButton(page)).toBeFocused();
  await revokeButton(page).click();
  await page.keyboard.press("Enter");
  await expect(confirmDialog(page)).toHaveCount(0);
  expect((await callApi({ path: "/me", token: token.text })).status).toBe(200);
});

test("a revoked token is refused on the very next call, and the page proves it", async ({ callApi, openOwnToken }) => {
  const { owner, token, page } = await openOwnToken({ name: "Trial" });
  await revokeButton(page).click();
  await expect(confirmDialog(page).getByRole("textbox")).toHaveCount(0);
  await confirmButton(page).click();
  await expect(stopped(page)).toBeVisible();
  // Said below the dialog that is gone, until the next click.
  const said = page.getByRole("status").filter({ hasText: /^Done\.$/ });
  await expect(said).toBeVisible();
  const answer = await callApi({ path: "/me", token: token.text });
  expect([answer.status, answer.json]).toMatchObject([401, { error: { code: "TOKEN_REVOKED" } }]);
  await expect(page.getByRole("main").getByText("Revoked", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("0 requests accepted since.")).toBeVisible();
  await expect(revokeButton(page)).toHaveCount(0);
  await expect(page.locator("#content")).toBeFocused();
  await expectAccessibleInEveryLook(page);
  const [row] = (await postgres().pool.query("select revoked_by from tokens where id = $1", [token.id])).rows;
  expect(row).toEqual({ revoked_by: owner.email });
  await expect(said).toBeVisible();
  await page.getByRole("heading", { level: 1 }).click();
  await expect(said).toHaveCount(0);
});

test("a token that was used today is revoked only when its name is typed", FLOW, async ({ callApi, openOwnToken }) => {
  const { token, page } = await openOwnToken({
    name: "Nightly export",
    lastUsed: new Date(Date.now() - 23 * 3_600_000),
  });
  await revokeButton(page).click();
  const name = confirmDialog(page).getByRole("textbox", { name: /Type its name to confirm/ });
  await name.fill("nightly");
  await confirmButton(page).click();
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await expect(name).toHaveAccessibleDescription("Type the name as it is: Nightly export");
  await expectAccessibleInEveryLook(page);
  expect((await callApi({ path: "/me", token: token.text })).status).toBe(200);
  await name.fill("Nightly export");
  await name.press("Enter");
  await expect(stopped(page)).toBeVisible();
  expect((await callApi({ path: "/me", token: token.text })).status).toBe(401);
});

test("the whole flow works by keyboard alone, on a phone too", async ({ signedInAs, newMember, callApi }) => {
  const owner = await newMember();
  const token = await addToken(owner, { name: "Trial" });
  const page = await signedInAs(owner);
  await onPhone(page);
  await openToken(page, token);
  await tabTo(page, "Revoke");
  await page.keyboard.press("Enter");
  await expect(confirmDialog(page).getByRole("button", { name: "Cancel" })).toBeFocused();
  await tabTo(page, "Revoke token");
  await page.keyboard.press("Enter");
  await expect(stopped(page)).toBeVisible();
  expect((await callApi({ path: "/me", token: token.text })).status).toBe(401);
});

test("a session that ended meanwhile must be renewed, and nothing is revoked without that", async ({
  callApi,
  openOwnToken,
}) => {
  const { owner, token, page } = await openOwnToken({ name: "Trial" });
  await revokeButton(page).click();
  await expect(confirmButton(page)).toBeVisible();
  await endSessionsOf(owner);
  await confirmButton(page).click();
  await expect(identityDialog(page)).toBeVisible();
  expect((await callApi({ path: "/me", token: token.text })).status).toBe(200);
  await proveIdentity(page, owner);
  await expect(stopped(page)).toBeVisible();
  expect((await callApi({ path: "/me", token: token.text })).status).toBe(401);
});

const WAYS_OUT: [string, (page: Page) => Promise<unknown>][] = [
  ["Escape", (page) => page.keyboard.press("Escape")],
  ["Back", (page) => page.goBack()],
  ["Cancel", (page) => confirmDialog(page).getByRole("button", { name: "Cancel" }).click()],
];

for (const [way, leave] of WAYS_OUT) {
  test(`${way} goes back once, even while the token is being revoked`, async ({ openAs, newMember }) => {
    const owner = await newMember();
    const token = await addToken(owner, { name: "Trial" });
    const page = await openAs(owner, "/tokens");
    await page.getByRole("link", { name: "Trial", exact: true }).click();
    await revokeButton(page).click();
    const send = await holdRequests(page, `**/tokens/${token.id}/revoke`);
    await confirmButton(page).click();
    await leave(page);
    send();
    await expect(stopped(page)).toBeVisible();
    await expect(confirmDialog(page)).toHaveCount(0);
    await expect(page).toHaveURL(`/tokens/${token.id}`);
  });
}
