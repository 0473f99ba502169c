/** Where the focus is once the control that had it is gone, and that nothing which stays in sight covers it. */
import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures";
import { onNarrowest, onPhone } from "./support/looks";
import { addToken, openSmallOffice, type Person } from "./support/people";

async function openOwnOffice(tokens: number): Promise<{ ada: Person; wim: Person }> {
  const { ada, wim } = await openSmallOffice();
  for (let index = 0; index < tokens; index += 1) {
    await addToken(wim, { name: `Sensor ${String(index).padStart(3, "0")}` });
  }
  return { ada, wim };
}

test("clearing filters moves the focus to the summary of the list", async ({ openAs }) => {
  const { wim } = await openOwnOffice(2);
  const page = await openAs(wim, "/tokens");
  await page.getByRole("searchbox").fill("nothing like it");
  await page.getByRole("link", { name: "Clear filters" }).click();
  const summary = page.getByText("2 tokens", { exact: true });
  await expect(summary).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Order by Name" })).toBeFocused();
});

test("opening another page of a list moves the focus to its summary", async ({ openAs }) => {
  const { wim } = await openOwnOffice(101);
  const page = await openAs(wim, "/tokens?sort=name");
  const next = page.getByRole("link", { name: "Next page" });
  await next.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("101 tokens, 51 to 100 shown")).toBeFocused();
  await next.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("101 tokens, 101 to 101 shown")).toBeFocused();
  await expect(page.getByRole("link", { name: "Sensor 100" })).toBeVisible();
});

test("clearing a selection moves the focus to the box that selects all", async ({ openAs }) => {
  const { ada } = await openOwnOffice(2);
  const page = await openAs(ada, "/admin/tokens");
  const all = page.getByRole("checkbox", { name: "Select all 2 shown" });
  await all.check();
  await page.getByRole("button", { name: "Clear selection" }).click();
  await expect(all).toBeFocused();
  await all.check();
  await page.getByRole("searchbox").fill("nothing like it");
  await expect(page.getByRole("heading", { name: "No token matches" })).toBeVisible();
  await page.getByRole("button", { name: "Clear selection" }).click();
  await expect(page.locator("#content")).toBeFocused();
});

test("deactivating and activating a member by keyboard keeps the focus in their row", async ({ openAs }) => {
  const { ada } = await openOwnOffice(0);
  const page = await openAs(ada, "/admin/members");
  const row = page.getByRole("row").filter({ hasText: "Wim Vermeer" });
  await row.getByRole("link", { name: /^Deactivate/ }).focus();
  await page.keyboard.press("Enter");
  const confirm = page.getByRole("dialog").getByRole("button", { name: "Deactivate member" });
  await expect(page.getByRole("dialog").getByText("No tokens are in use.")).toBeVisible();
  await confirm.press("Enter");
  await expect(row.getByRole("button", { name: /^Activate/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(row.getByRole("link", { name: /^Deactivate/ })).toBeFocused();
});

/** How far the focused control reaches under the bar, where it is not in the bar itself. */
const coveredPixels = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    const bar = [...document.querySelectorAll("main div")].find(
      (element) => getComputedStyle(element).position === "sticky",
    );
    if (activeElement === null || bar === undefined || bar.contains(activeElement)) return null;
    // What stands above the bar in the page is not under it.
    if (activeElement.compareDocumentPosition(bar) & Node.DOCUMENT_POSITION_FOLLOWING) return null;
    return bar.getBoundingClientRect().bottom - activeElement.getBoundingClientRect().top;
  });

for (const [how, narrow] of [
  ["360 px", onPhone],
  ["320 px", onNarrowest],
] as const) {
  test(`the selection bar never covers the focus, tabbing backwards, at ${how}`, async ({ signedInAs }) => {
    const { ada } = await openOwnOffice(20);
    const page = await signedInAs(ada);
    await narrow(page);
    await page.goto("/admin/tokens?sort=name");
    await page.getByRole("checkbox", { name: "Select Sensor 000 of Wim Vermeer" }).check();
    await page.getByRole("link", { name: "Sensor 019" }).focus();
    let looked = 0;
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press("Shift+Tab");
      const covered = await coveredPixels(page);
      if (covered === null) continue;
      looked += 1;
      expect(covered).toBeLessThanOrEqual(0);
    }
    expect(looked).toBeGreaterThan(20);
  });
}
