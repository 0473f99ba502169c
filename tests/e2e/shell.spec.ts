/** The frame of the pages: navigation, account, theme, keyboard, and where nothing can be shown. */
import type { Page } from "@playwright/test";
import { expect, FLOW, test } from "./support/fixtures";
import { holdRequests, openWithoutScripts } from "./support/held-scripts";
import { expectAccessibleInEveryLook, expectNoAxeViolations, inDark, onPhone } from "./support/looks";
import { addToken } from "./support/people";

const LIGHT = "rgb(247, 247, 245)";
const DARK = "rgb(17, 18, 20)";

const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const account = (page: Page) => page.getByRole("button", { name: /^Account/ });

test("the start page says where the interface and its description are", async ({ page, world }) => {
  await page.goto("/");
  await expect(page.getByText(`${world.origin}/api/v1`, { exact: true })).toBeVisible();
  const href = await page.getByRole("link", { name: /OpenAPI/ }).getAttribute("href");
  const answer = await page.request.get(href ?? "");
  expect(await answer.json()).toMatchObject({
    openapi: "3.1.0",
    info: { title: "Public Records API" },
    servers: [{ url: `${world.origin}/api/v1` }],
  });
  await page.getByRole("link", { name: "Sign in to manage tokens" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
});

test("where a reader forces colors, the current page and the chosen period have an edge", async ({
  signedInAs,
  world,
}) => {
  const { id } = await addToken(world.wim);
  const page = await signedInAs(world.wim);
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto(`/tokens/${id}`);
  await expect(page.getByRole("navigation", { name: "Period" })).toBeVisible();
  for (const name of ["Main", "Period"]) {
    const links = page.getByRole("navigation", { name }).getByRole("link");
    const edges = await links.evaluateAll((all) => all.map((link) => getComputedStyle(link).outlineStyle));
    expect(
      edges.filter((edge) => edge === "solid"),
      name,
    ).toHaveLength(1);
  }
});

test("a member is led to their own pages, an administrator to the organization's, too", async ({ world, openAs }) => {
  const own = ["Overview", "Tokens", "Webhooks", "Requests", "API reference", "Explain", "Connect an agent"];
  const linksOf = (page: Page) => page.getByRole("navigation", { name: "Main" }).getByRole("link");
  await expect(linksOf(await openAs(world.wim, "/tokens"))).toHaveText(own);
  const page = await openAs(world.ada, "/tokens");
  const links = linksOf(page);
  const all = [...own, "All tokens", "All webhooks", "Members", "Service accounts", "Policy", "Audit log"];
  await expect(links).toHaveText(all);
  for (const name of all.slice(own.length)) {
    await links.getByText(name, { exact: true }).click();
    await expect(links.filter({ hasText: name })).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
});

test("the start page shows who is signed in, and links to their tokens", async ({ world, openAs }) => {
  const page = await openAs(world.wim, "/");
  await expect(page.getByRole("link", { name: "Sign in to manage tokens" })).toHaveCount(0);
  await page.getByRole("link", { name: "Go to your tokens" }).click();
  await expect(page).toHaveURL(/\/tokens$/);
});

test("a slow page shows that it is loading", async ({ world, openAs }) => {
  const page = await openAs(world.wim, "/tokens");
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Explain" });
  await expect(page.getByRole("main").getByRole("link").first()).toBeVisible();
  const send = await holdRequests(page, /\/explain/);
  await link.click();
  await expect(page.locator("[data-progress]")).toBeAttached();
  send();
  await expect(page.getByRole("heading", { level: 1, name: "Explain a request" })).toBeVisible();
  await expect(page.locator("[data-progress]")).toHaveCount(0);
});

test("the side bar stays visible, however long the page is", async ({ world, openAs }) => {
  const page = await openAs(world.wim, "/reference");
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tokens" })).toBeInViewport();
  await expect(account(page)).toBeInViewport();
});

test("the first Tab skips past the side bar to the page", async ({ world, openAs }) => {
  const page = await openAs(world.wim, "/tokens");
  // Before the list has come, there is nothing on the page to go to.
  await expect(page.getByRole("main").getByRole("link").first()).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the page" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("#content")).toBeFocused();
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("main")?.id)).toBe("content");
});

test(
  "the account says who is signed in for which organization, and signs out for good",
  FLOW,
  async ({ newMember, openAs }) => {
    const person = await newMember({ name: "Una Signoff" });
    const page = await openAs(person, "/tokens");
    await account(page).click();
    await expect(page.getByText(person.email)).toBeVisible();
    await expect(page.getByText("Organization: Nordlicht")).toBeVisible();
    await expectNoAxeViolations(page);
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page).toHaveURL(/\/sign-in$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/sign-in/);
    await expect(page.getByLabel("Password")).toBeVisible();
    await page.goto("/tokens");
    await expect(page).toHaveURL(/\/sign-in\?next=%2Ftokens/);
  },
);

test("the theme follows the device, until somebody chooses one; then the server sends it", async ({
  world,
  openAs,
}) => {
  const page = await openAs(world.wim, "/tokens");
  expect(await ground(page)).toBe(LIGHT);
  await inDark(page);
  expect(await ground(page)).toBe(DARK);
  await account(page).click();
  await page.getByRole("radio", { name: "Light" }).check();
  expect(await ground(page)).toBe(LIGHT);
  const html = await (await page.request.get("/tokens")).text();
  expect(html).toContain('data-theme="light"');
  await page.reload();
  expect(await ground(page)).toBe(LIGHT);
  await account(page).click();
  await expect(page.getByRole("radio", { name: "Light" })).toBeChecked();
  await page.getByRole("radio", { name: "System" }).check();
  expect(await ground(page)).toBe(DARK);
});

test("a theme that is chosen before the scripts load applies to the page, and is remembered", async ({ page }) => {
  const release = await openWithoutScripts(page, "/");
  await page.getByRole("radio", { name: "Dark" }).check();
  release();
  await expect.poll(() => ground(page)).toBe(DARK);
  await page.reload();
  expect(await ground(page)).toBe(DARK);
});

test(
  "on a phone the side bar is a drawer, which closes on Escape and on navigation",
  FLOW,
  async ({ signedInAs, world }) => {
    const page = await signedInAs(world.ada);
    await onPhone(page);
    await page.goto("/tokens");
    const button = page.getByRole("button", { name: "Menu" });
    const menu = page.getByRole("navigation", { name: "Main" });
    await expect(menu).toHaveCount(0);
    await button.click();
    await expect(menu.getByRole("link")).toHaveCount(13);
    await expectNoAxeViolations(page);
    await page.keyboard.press("Escape");
    await expect(menu).toHaveCount(0);
    await expect(button).toBeFocused();
    await button.click();
    await onPhone(page);
    await menu.getByRole("link", { name: "Policy" }).click();
    await expect(page).toHaveURL(/\/admin\/policy$/);
    await expect(menu).toHaveCount(0);
  },
);

test.describe("where there is nothing", () => {
  test.use({ tolerated: [/404/] });

  for (const path of ["/no-such-page", "/no-such-page/%E0%A4%A"]) {
    test(`an unknown page says so, in every look: ${path}`, async ({ page }) => {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole("heading", { level: 1, name: "There is no such page" })).toBeVisible();
      await expectAccessibleInEveryLook(page);
    });
  }
});
