/** The audit log narrowed: by person, kind, token, address and day, chip by chip; and the file under the same filter. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { postgres } from "@/lib/postgres/postgres";
import { revokeToken } from "@/lib/tokens/change/revoke";
import { expect, FLOW, test } from "./support/fixtures";
import { expectAccessibleInEveryLook } from "./support/looks";
import { addToken, type Office, openSmallOffice, type Person } from "./support/people";

const NAME = "<img src=x> Website \u202e sync";

async function openLoggedOffice(): Promise<{ office: Office; ada: Person; tokenId: string }> {
  const { office, ada } = await openSmallOffice();
  const [one, other] = [await addToken(ada, { name: NAME }), await addToken(ada, { name: "Reports" })];
  const revoke = (tokenId: string, address: string) =>
    revokeToken({ tokenId, visibility: null }, { actor: ada.email, address, requestId: "a request" });
  await revoke(one.id, "192.0.2.7");
  await revoke(other.id, "192.0.2.8");
  return { office, ada, tokenId: one.id };
}

const rows = (page: Page) => page.getByRole("table").locator("tbody").getByRole("row");
const chip = (page: Page, text: string) => page.getByRole("link", { name: `Remove the filter ${text}`, exact: true });

test("is narrowed by token, person and address, and widened chip by chip", async ({ openAs }) => {
  const { ada, tokenId } = await openLoggedOffice();
  const page = await openAs(ada, "/admin/audit");
  const all = await rows(page).count();
  // A choice is sent as it is made; typed text by Enter.
  await page.getByLabel("Token").selectOption(tokenId);
  await expect(chip(page, `Token: ${NAME}`)).toBeVisible();
  await page.getByRole("combobox", { name: "Who" }).pressSequentially(ada.email.slice(0, 5));
  await page.getByRole("textbox", { name: "IP address" }).pressSequentially("192.0.2.7");
  await page.getByRole("textbox", { name: "IP address" }).press("Enter");
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("Token revoked");
  await expect(page).toHaveTitle(/^Audit log/);
  await expectAccessibleInEveryLook(page);
  await chip(page, `Token: ${NAME}`).click();
  await expect(chip(page, `Token: ${NAME}`)).toHaveCount(0);
  await expect(page).toHaveURL(/who=.*address=192\.0\.2\.7/);
  await expect(rows(page)).toHaveCount(1);
  await chip(page, "IP address: 192.0.2.7").click();
  await expect(rows(page)).toHaveCount(2);
  await chip(page, `Who: ${ada.email.slice(0, 5)}`).click();
  await expect(page).toHaveURL("/admin/audit");
  await expect(rows(page)).toHaveCount(all);
  await expect(page.locator("main img")).toHaveCount(0);
});

test("has a line for each event, and the rest where it is opened", FLOW, async ({ openAs }) => {
  const { ada } = await openLoggedOffice();
  const page = await openAs(ada, "/admin/audit?what=token.revoke");
  await expect(rows(page)).toHaveCount(2);
  for (const row of await rows(page).all()) expect((await row.boundingBox())?.height).toBeLessThanOrEqual(40);
  const opened = rows(page).first();
  await expect(opened.getByRole("definition").filter({ hasText: "a request" })).toBeHidden();
  await opened.getByText("Token revoked").click();
  await expect(opened.getByRole("definition").filter({ hasText: "a request" })).toBeVisible();
  await expectAccessibleInEveryLook(page);
});

test("leaves out sign-ins until they are asked for; the file and a filter by kind have them", async ({ openAs }) => {
  const { office, ada } = await openLoggedOffice();
  await postgres().pool.query(
    `insert into audit_events (id, organization_id, actor, action, subject)
     select gen_random_uuid(), $1, 'eve@example.test', action, 'eve@example.test'
     from unnest(array['member.sign-in', 'member.sign-in-refused', 'member.sign-out', 'member.second-factor-refused']) action`,
    [office.id],
  );
  const page = await openAs(ada, "/admin/audit?who=eve");
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("Wrong code refused");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export as CSV" }).click(),
  ]);
  expect((await readFile(await download.path(), "utf8")).trim().split("\r\n")).toHaveLength(5);
  await page.getByRole("link", { name: "Show sign-ins" }).click();
  await expect(rows(page)).toHaveCount(4);
  await page.getByLabel("What").selectOption({ label: "Signed out" });
  await expect(rows(page)).toHaveCount(1);
  await chip(page, "What: Signed out").click();
  await expect(rows(page)).toHaveCount(4);
  await page.getByRole("link", { name: "Hide sign-ins" }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.goto("/admin/audit?what=member.sign-in-refused");
  await expect(rows(page)).toHaveCount(1);
});
