/** A network so slow that a page arrives long before its scripts. */
import type { Page } from "@playwright/test";

/** Opens a page whose scripts arrive when the returned function is called. */
export async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  const release = await holdScripts(page);
  await page.goto(path, { waitUntil: "commit" });
  return release;
}

/** Scripts requested from now on arrive when the returned function is called. */
export const holdScripts = (page: Page) => holdRequests(page, "**/_next/static/chunks/*.js");

export async function holdRequests(page: Page, pattern: string | RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
