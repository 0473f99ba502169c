/** Steps that several scenarios of a token's page share. */
import { expect, type Locator, type Page } from "@playwright/test";
import type { IssuedToken } from "./people";

export const openToken = (page: Page, { id }: IssuedToken, query = "") => page.goto(`/tokens/${id}${query}`);

/** Calls are recorded a moment after they are answered: opens the page until what was recorded is `there`. */
export async function openOnceRecorded(page: Page, path: string, there: Locator): Promise<void> {
  await expect(async () => {
    await page.goto(path);
    await expect(there).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

/** Opens it as people do from any other tab of the token. */
export async function openTab(page: Page, name: "Overview" | "Requests" | "Access" | "History"): Promise<void> {
  const tab = page.getByRole("navigation", { name: "Token" }).getByRole("link", { name });
  await tab.click();
  await expect(tab).toHaveAttribute("aria-current", "page");
}

export const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
export const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

/** The texts of a row's cells, without the column names of narrow pages. */
export const accessRow = (page: Page, entity: string) =>
  section(page, "Access now")
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: entity }) })
    .getByRole("cell");

/** Uses the Tab key, as somebody without a mouse does. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
    if (focused === name) return;
  }
  expect(`focus on ${name}`).toBe("reached with the Tab key");
}
