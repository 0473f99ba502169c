/** What the policy asks of tokens that there are: use, addresses, how many; and what is done about those beyond it. */
import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures";
import { expectAccessibleInEveryLook } from "./support/looks";
import { addToken, daysFromNow, openSmallOffice } from "./support/people";

const DAYS = "Revoke after days without use";
const ADDRESSES = "Allowed addresses";
const MOST = "Live tokens per member";

const save = (page: Page) => page.getByRole("button", { name: "Save policy" }).click();
const item = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });

test("names addresses, warns an administrator who is elsewhere, and acts on the next request", async ({
  callApi,
  openAs,
}) => {
  const { ada, wim } = await openSmallOffice();
  const token = await addToken(wim);
  const page = await openAs(ada, "/admin/policy");
  await page.getByLabel(ADDRESSES).fill("10.0.0.0/8\n::ffff:192.0.2.7");
  await expect(page.getByText("Your own address, 127.0.0.1, is not among the allowed ones.")).toBeVisible();
  await expect(page.getByText("Tokens work from 10.0.0.0/8, 192.0.2.7 only.", { exact: false })).toBeVisible();
  await expectAccessibleInEveryLook(page);
  expect((await callApi({ path: "/me", token: token.text })).status).toBe(200);
  await save(page);
  await expect(page.getByText("Saved.")).toBeVisible();
  expect((await callApi({ path: "/me", token: token.text })).status).toBe(401);
  await page.reload();
  await expect(page.getByLabel(ADDRESSES)).toHaveValue("10.0.0.0/8\n192.0.2.7");
  await page.getByLabel(ADDRESSES).fill("127.0.0.0/8");
  await expect(page.getByText("Your own address")).toHaveCount(0);
  await save(page);
  await expect(page.getByText("Saved.")).toBeVisible();
  expect((await callApi({ path: "/me", token: token.text })).status).toBe(200);
});

test("refuses an invalid address and numbers out of bounds, and focuses the field", async ({ openAs }) => {
  const { ada } = await openSmallOffice();
  const page = await openAs(ada, "/admin/policy");
  for (const [label, wrong, problem] of [
    [ADDRESSES, "10.0.0.1/8", '"10.0.0.1/8" is in the middle of a range: write 10.0.0.0/8, or the address alone.'],
    [DAYS, "13", "Give a whole number of days from 14 to 36,500, or nothing."],
    [MOST, "0", "Give a whole number from 1 to 1,000, or nothing."],
  ] as const) {
    const field = page.getByLabel(label);
    await field.fill(wrong);
    await expect(field).toHaveAccessibleDescription(new RegExp(problem.replace(/[.?]/g, "\\$&")));
    await save(page);
    await expect(field).toBeFocused();
    await field.fill("");
  }
  await expect(page.getByText("Saved.")).toHaveCount(0);
});

test.describe("without an answer", () => {
  test.use({ tolerated: [/ERR_FAILED/] });

  test("the page claims nothing that it does not know", async ({ openAs }) => {
    const { ada, wim } = await openSmallOffice();
    await addToken(wim, { name: "Yearly report", expires: daysFromNow(300) });
    const page = await openAs(ada, "/admin/policy");
    await page.route("**/admin/policy/exceeding?*", (route) => route.abort());
    await page.getByLabel("Maximum lifetime in days").fill("7");
    await expect(page.getByRole("heading", { name: "Non-compliant tokens: not known" })).toBeVisible();
    await page.getByLabel("Maximum lifetime in days").fill("366");
    await expect(page.getByRole("heading", { name: "Non-compliant tokens: 0" })).toBeVisible();
  });
});

test("lists the unused and the surplus ones, which can be selected and revoked there", async ({ callApi, openAs }) => {
  const { ada, wim } = await openSmallOffice();
  const busy = await addToken(wim, { name: "Website sync", lastUsed: daysFromNow(0) });
  const idle = await addToken(wim, { name: "Old importer", created: daysFromNow(-200), lastUsed: daysFromNow(-100) });
  await addToken(wim, { name: "<b>Never used</b>", created: daysFromNow(-91), expires: null });
  const page = await openAs(ada, "/admin/policy");
  await page.getByLabel(DAYS).fill("90");
  await page.getByLabel(MOST).fill("2");
  await expect(page.getByRole("heading", { name: "Non-compliant tokens: 2" })).toBeVisible();
  await expect(item(page, "Old importer")).toContainText("Unused");
  await expect(item(page, "Old importer")).toContainText("Over the maximum");
  await expect(item(page, "<b>Never used</b>")).toContainText("Unused");
  await page.getByRole("checkbox", { name: "Select Old importer of Wim Vermeer" }).check();
  await expectAccessibleInEveryLook(page);
  await page.getByRole("button", { name: "Revoke 1 …" }).click();
  const confirmDialog = page.getByRole("dialog", { name: "Revoke 1 token?" });
  await expect(confirmDialog.getByText("Old importer")).toBeVisible();
  await expect(confirmDialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await confirmDialog.getByRole("button", { name: "Revoke 1 token" }).click();
  await expect(page.getByText("1 token was revoked.")).toBeVisible();
  await expect(item(page, "Old importer")).toHaveCount(0);
  expect((await callApi({ path: "/me", token: idle.text })).status).toBe(401);
  expect((await callApi({ path: "/me", token: busy.text })).status).toBe(200);
});
