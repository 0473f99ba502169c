/** How a page looks and reads: both themes and a phone, axe, and whether anything is cut off. */
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

type RunOnly = { type: "tag" | "rule"; values: string[] };

export const inDark = (page: Page) => page.emulateMedia({ colorScheme: "dark" });
export const inLight = (page: Page) => page.emulateMedia({ colorScheme: "light" });
export const onPhone = (page: Page) => page.setViewportSize(PHONE);
/** The width of 1280 px at 400 % (WCAG 1.4.10). */
export const onNarrowest = (page: Page) => page.setViewportSize({ width: 320, height: 640 });

/** Checks the page as it is now, open dialogs included. */
export function expectNoAxeViolations(page: Page): Promise<void> {
  return expectNoneOf(page, { type: "tag", values: RULES });
}

/** Checks only what a theme can break, in a fraction of the time. */
function expectEnoughContrast(page: Page): Promise<void> {
  return expectNoneOf(page, { type: "rule", values: ["color-contrast", "link-in-text-block"] });
}

/**
 * The "legacy mode" checks in the page itself, which has no frames of other origins. Without it, and with more than
 * violations, all that was found goes through this process to a second page and back, which costs five times as much.
 */
async function expectNoneOf(page: Page, runOnly: RunOnly): Promise<void> {
  const builder = new AxeBuilder({ page }).options({ runOnly, resultTypes: ["violations"] }).setLegacyMode();
  const { violations } = await builder.analyze();
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join("\n  ")}`,
  );
  expect(found).toEqual([]);
}

/** Checks it as it is, in the dark theme, and on a phone, where nothing may scroll sideways either. */
export async function expectAccessibleInEveryLook(page: Page): Promise<void> {
  const size = page.viewportSize() ?? DESKTOP;
  await expectNoAxeViolations(page);
  await inDark(page);
  await expectEnoughContrast(page);
  await inLight(page);
  await onPhone(page);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page);
  await onNarrowest(page);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(size);
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(excess, "pixels that the page is too wide").toBeLessThanOrEqual(0);
}
