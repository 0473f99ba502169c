/** Pages that need no session: read in every look; and the documentation, public and without a script. */
import { expect, FLOW, test } from "./support/fixtures";
import { expectAccessibleInEveryLook } from "./support/looks";

test.describe("for a visitor", () => {
  test.slow();

  for (const [path, heading] of [
    ["/", "Your organization’s records, for your integrations"],
    ["/sign-in", "Sign in"],
    ["/docs", "Documentation"],
    ["/docs/errors", "Errors"],
    ["/docs/guides/load", "Load many records"],
    ["/docs/client", "public-records"],
  ] as const) {
    test(`${path} can be read in every look`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
      await expectAccessibleInEveryLook(page);
    });
  }
});

test.describe("where there is no document", () => {
  test.use({ tolerated: [/404/] });

  test("shows the usual page for everything that does not exist", async ({ page }) => {
    for (const path of ["/docs/decisions", "/docs/guides/nothing", "/docs/%2e%2e%2fpackage"]) {
      expect([path, (await page.goto(path))?.status()]).toEqual([path, 404]);
      await expect(page.getByRole("heading", { level: 1, name: "There is no such page" })).toBeVisible();
    }
  });
});

test("links from the start page to a guide, on to the next, and to the errors", FLOW, async ({ page }) => {
  await page.goto("/");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Documentation" }).click();
  await page.getByRole("main").getByRole("link", { name: "Load many records" }).last().click();
  await expect(page.getByRole("heading", { level: 1, name: "Load many records" })).toBeVisible();
  await page.getByRole("link", { name: "Next Upsert from another system" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Upsert from another system" })).toBeVisible();
  await page.goto("/docs/errors#RATE_LIMITED");
  await expect(page.locator("#RATE_LIMITED")).toBeInViewport();
});
