/** Where a member begins: what their tokens did, and the way to the first request where there was none. */
import type { Page } from "@playwright/test";
import { expect, FLOW, test } from "./support/fixtures";
import { expectAccessibleInEveryLook } from "./support/looks";
import { addToken, daysFromNow, type IssuedToken } from "./support/people";
import { openOnceRecorded, section } from "./support/token-page";

type CallApi = (call: { path: string; token: string }) => Promise<{ status: number }>;

/** Three accepted, one refused. They are written within a second or two. */
async function use(callApi: CallApi, { text }: IssuedToken): Promise<void> {
  for (let count = 0; count < 3; count += 1) await callApi({ path: "/entities/accounts/records", token: text });
  await callApi({ path: "/entities/tickets/records", token: text });
}

const numberOf = (page: Page, name: string) =>
  page.getByRole("main").locator("dl > div").filter({ hasText: name }).locator("dd").first();

test("shows a new member three steps to the first request, and which of them is next", async ({
  newMember,
  openAs,
}) => {
  const person = await newMember();
  const page = await openAs(person, "/overview");
  const steps = section(page, "Three steps to your first request").getByRole("listitem");
  await expect(steps).toHaveCount(3);
  await expect(steps.nth(1)).toContainText("/api/v1/me");
  await expectAccessibleInEveryLook(page);
  await addToken(person);
  await page.reload();
  await expect(steps.first()).toContainText("Create a token, done");
  await expect(page.getByRole("button", { name: "Create a read-only token" })).toHaveCount(0);
  await expect(steps.nth(2)).toContainText("Waiting for your first request …");
});

test(
  "shows the numbers of one's own tokens, and why the newest request was refused",
  FLOW,
  async ({ signedInAs, newMember, callApi }) => {
    const person = await newMember();
    const token = await addToken(person, { name: "Website sync" });
    await addToken(person, { name: "Old import", created: daysFromNow(-300), expires: daysFromNow(3) });
    await use(callApi, token);
    const page = await signedInAs(person);
    await openOnceRecorded(page, "/overview", section(page, "Requests"));
    await expect(numberOf(page, "Requests")).toHaveText("4");
    await expect(numberOf(page, "Live tokens")).toHaveText("2");
    await expect(numberOf(page, "Peak usage")).toHaveText(/^\d+ %$/);
    await expect(page.getByRole("main")).toContainText(/4 of [\d,]+ per minute, by Website sync/);
    await expect(numberOf(page, "Median")).toHaveText(/^[\d.]+ m?s$/);
    await expect(section(page, "Busiest tokens").getByRole("listitem")).toContainText([
      /^Website sync4 requests of Website sync/,
    ]);
    await expect(section(page, "Entities").getByRole("listitem")).toContainText([/^Accounts3 requests of Accounts/]);
    const refused = section(page, "Errors by cause").getByRole("listitem");
    await expect(refused).toContainText(["404 ENTITY_NOT_FOUND1 request"]);
    await expect(section(page, "Expired and expiring tokens").getByRole("listitem")).toContainText([
      /Old import.*Expires \d+ \w+ \d{4}/,
    ]);
    await expectAccessibleInEveryLook(page);

    await refused.getByRole("link", { name: "Explain" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Explain a request" })).toBeVisible();
    await expect(page.getByText("404 ENTITY_NOT_FOUND")).toBeVisible();
  },
);
