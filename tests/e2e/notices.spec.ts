/** What a member hears of their tokens without looking for it: in the frame, and on a page of its own. */
import type { Page } from "@playwright/test";
import { maintain } from "@/lib/maintenance";
import { postgres } from "@/lib/postgres/postgres";
import { revokeToken } from "@/lib/tokens/change/revoke";
import { rotateToken } from "@/lib/tokens/change/rotate";
import { expect, FLOW, test } from "./support/fixtures";
import { expectAccessibleInEveryLook, onPhone } from "./support/looks";
import { addToken, daysFromNow, type Person } from "./support/people";

const item = (page: Page, text: string) =>
  page
    .getByRole("list", { name: /^Notices/ })
    .getByRole("listitem")
    .filter({ hasText: text });
const unread = (page: Page) => page.getByRole("link", { name: /^Notices/ });
const revoke = (tokenId: string, actor: string) => revokeToken({ tokenId, visibility: null }, { actor });

test("start out empty, and the page says what they will be", async ({ newMember, openAs }) => {
  const page = await openAs(await newMember(), "/notices");
  await expect(page.getByRole("heading", { name: "No notices" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Mark all as read" })).toHaveCount(0);
  await expect(unread(page)).toHaveText("Notices");
  await expectAccessibleInEveryLook(page);
});

test("report each event of a token, newest first, with names as plain text", async ({ newMember, world, openAs }) => {
  const wim = await newMember();
  const name = "<img src=x onerror=alert(1)> \u202e sync";
  const [revoked, rotated] = [await addToken(wim, { name }), await addToken(wim)];
  await addToken(wim, { name: "Ends soon", created: daysFromNow(-30), expires: daysFromNow(6) });
  await maintain();
  await rotateToken({ tokenId: rotated.id, visibility: null, overlapSeconds: 3_600 }, { actor: "command line" });
  await revoke(revoked.id, world.ada.email);
  const page = await openAs(wim, "/notices");
  await expect(page.getByRole("list", { name: /^Notices/ }).getByRole("listitem")).toContainText([
    `was revoked by ${world.ada.email}.`,
    "was rotated by command line.",
    "Ends soon expires within 7 days",
  ]);
  await expect(item(page, "was revoked by").getByRole("link", { name })).toBeVisible();
  await expect(page.locator("main img")).toHaveCount(0);
  await expectAccessibleInEveryLook(page);
  await item(page, "Ends soon").getByRole("link", { name: "Ends soon" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Ends soon" })).toBeVisible();
});

test(
  "are counted in the frame, and marked as read one by one and all together",
  FLOW,
  async ({ newMember, world, openAs }) => {
    const wim = await newMember();
    for (const name of ["One", "Two", "Three"]) await revoke((await addToken(wim, { name })).id, world.ada.email);
    const page = await openAs(wim, "/notices");
    await expect(unread(page)).toHaveText("Notices3 unread");
    await page.getByRole("button", { name: "Mark as read: Two" }).click();
    await expect(unread(page)).toHaveText("Notices2 unread");
    await expect(item(page, "Two")).not.toContainText("New");
    await revoke((await addToken(wim, { name: "Four" })).id, world.ada.email);
    await page.getByRole("button", { name: "Mark all as read" }).click();
    // What came meanwhile was not seen.
    await expect(unread(page)).toHaveText("Notices1 unread");
    await expect(item(page, "Four")).toContainText("New");
    await expect(page.getByText("New", { exact: true })).toHaveCount(1);
  },
);

test("are recounted on each page that is opened, in the frame that stays", async ({ newMember, world, openAs }) => {
  const wim = await newMember();
  const page = await openAs(wim, "/overview");
  await expect(page.getByRole("button", { name: "Find Ctrl K" })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isStillThere: true }));
  const go = (name: string) => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click();
  const { id } = await addToken(wim);
  await revoke(id, world.ada.email);
  await go("Requests");
  await expect(unread(page)).toHaveText("Notices1 unread");
  await revoke((await addToken(wim)).id, world.ada.email);
  await go("Explain");
  await expect(unread(page)).toHaveText("Notices2 unread");
  // What the server counts when the frame is rendered anew is newer.
  await unread(page).click();
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(unread(page)).toHaveText("Notices");
  expect(await page.evaluate(() => "isStillThere" in window)).toBe(true);
});

test("link to older ones page by page, also on a phone, where the button of the menu counts them", async ({
  signedInAs,
  newMember,
}) => {
  const wim: Person = await newMember();
  const { id } = await addToken(wim);
  await postgres().pool.query(
    `insert into notices (organization_id, member_id, token_id, kind, at, details)
     select $1, $2, $3, 'token.new-address', now() - make_interval(mins => n), jsonb_build_object('address', '192.0.2.' || n)
     from generate_series(1, 120) n`,
    [wim.office.id, wim.memberId, id],
  );
  const page = await signedInAs(wim);
  await onPhone(page);
  await page.goto("/notices");
  await expect(page.getByRole("button", { name: "Menu 99+ unread" })).toBeVisible();
  await page.getByRole("link", { name: "Older" }).click();
  await expect(item(page, "192.0.2.51.")).toBeVisible();
  await expect(item(page, "192.0.2.50.")).toHaveCount(0);
  await page.getByRole("link", { name: "Older" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "192.0.2.120." })).toBeVisible();
  await expect(page.getByRole("link", { name: "Older" })).toHaveCount(0);
});
