/** Narrow windows, large text and long names (WCAG 1.4.10, 1.4.4): nothing is cut off, and nothing scrolls sideways. */
import type { Locator, Page } from "@playwright/test";
import { openManagedOffice } from "./support/accounts";
import { expect, test } from "./support/fixtures";
import { onNarrowest, onPhone } from "./support/looks";
import { addPerson, addToken, openOffice, reconfigure } from "./support/people";
import { dialog, openToken } from "./support/token-page";

const doubleText = (page: Page) => page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));

/** What reaches beyond the right edge of the place, or of whatever hides the rest of it. */
function cutOff(place: Locator): Promise<string[]> {
  return place.evaluate((root) => {
    const right = root.getBoundingClientRect().left + root.clientWidth;
    // A list cuts the names in its lines on purpose, and has the whole one as a title.
    const isInTitled = (element: Element) => element.parentElement?.closest("[title]") != null;
    const isMeantTo = (element: Element) =>
      isInTitled(element) || element.closest(".sr-only, svg, [hidden], input, textarea, pre, select") !== null;
    const hides = (element: Element) =>
      !element.hasAttribute("title") &&
      /hidden|clip/.test(getComputedStyle(element).overflowX) &&
      element.scrollWidth > element.clientWidth + 1;
    return [...root.querySelectorAll("*")]
      .filter((element) => element.checkVisibility() && !isMeantTo(element))
      .filter((element) => element.getBoundingClientRect().right > right + 1 || hides(element))
      .map((element) => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 40)}`);
  });
}

const PAGES = ["", "/ID", "/ID/requests", "/ID/access", "/ID/history", "/ID/edit", "/ID/rotate", "/new"].map(
  (path) => `/tokens${path}`,
);
const ADMIN_PAGES = ["tokens", "members", "members/new", "members/MEMBER", "policy", "audit"].map(
  (path) => `/admin/${path}`,
);

test("text of twice the size fits 320 px on every page", async ({ signedInAs, callApi }) => {
  test.slow();
  const { ada, wim } = await openManagedOffice();
  const token = await addToken(ada, { name: "Website sync", purpose: "Shows deals", lastUsed: new Date() });
  const refused = await callApi({ path: "/entities/nothing/records", token: token.text });
  const explanation = `/explain?request=${refused.headers["x-request-id"]}`;
  const page = await signedInAs(ada);
  await expect(async () => {
    await page.goto(explanation);
    await expect(page.getByText("The request", { exact: true })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await onNarrowest(page);
  for (const path of [
    ...PAGES,
    ...ADMIN_PAGES,
    "/overview",
    "/requests",
    "/notices",
    "/explain",
    explanation,
    "/second-factor",
    "/second-factor/set-up",
    "/password",
    "/reference",
    "/reference/deals",
  ]) {
    await page.goto(path.replace("ID", token.id).replace("MEMBER", wim.memberId));
    await doubleText(page);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect.soft(await cutOff(page.locator("html")), path).toEqual([]);
  }
  await openToken(page, token);
  await doubleText(page);
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  expect(await cutOff(dialog(page, "Revoke “Website sync”?"))).toEqual([]);
});

test("a name of sixty letters without a break fits a phone on every page that names it", async ({ signedInAs }) => {
  const ada = await addPerson(await openOffice(), { name: "Ada Lindqvist", roles: ["manager"], admin: true });
  const name = "production_warehouse_inventory_synchronisation_service_no_12";
  const token = await addToken(ada, { name, lastUsed: new Date() });
  const page = await signedInAs(ada);
  await onPhone(page);
  for (const path of [...PAGES, "/tokens/new?from=ID", "/admin/tokens", "/overview", `/requests?token=${token.id}`]) {
    await page.goto(path.replace("ID", token.id));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect.soft(await cutOff(page.locator("html")), path).toEqual([]);
  }
  await openToken(page, token);
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  const asking = dialog(page, `Revoke “${name}”?`);
  expect(await cutOff(asking)).toEqual([]);
  await asking.getByRole("button", { name: "Revoke token" }).click();
  await expect(asking.getByText(`Type the name as it is: ${name}`)).toBeVisible();
  expect(await cutOff(asking)).toEqual([]);
});

test("labels of sixty letters without a break fit a phone, too", async ({ signedInAs }) => {
  const office = await openOffice();
  const label = "Materialbewirtschaftungsschnittstellenverantwortlichkeitenxxx";
  await reconfigure(office, ({ entities }) => {
    const [, deals] = entities;
    Object.assign(deals ?? {}, { label, pluralLabel: label, description: label });
    Object.assign(deals?.fields[0] ?? {}, { label });
  });
  const ada = await addPerson(office, { name: "Ada Lindqvist", roles: ["manager"], admin: true });
  const token = await addToken(ada, { name: "Website sync", scopes: [{ entity: "deals", verbs: ["list", "delete"] }] });
  const page = await signedInAs(ada);
  await onPhone(page);
  for (const path of ["/tokens/new?from=ID", "/tokens/ID", "/tokens/ID/access", "/reference", "/reference/deals"]) {
    await page.goto(path.replace("ID", token.id));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect.soft(await cutOff(page.locator("html")), path).toEqual([]);
  }
});

test("the code of an explained request fits 320 px with text of twice the size", async ({ signedInAs, callApi }) => {
  const ada = await addPerson(await openOffice(), { name: "Ada Lindqvist", roles: ["manager"] });
  const token = await addToken(ada);
  const refused = await callApi({ path: "/entities/unknown/records", token: token.text });
  const page = await signedInAs(ada);
  await onNarrowest(page);
  await expect(async () => {
    await page.goto(`/explain?request=${refused.headers["x-request-id"]}`);
    await expect(page.getByText("ENTITY_NOT_FOUND").first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await doubleText(page);
  expect(await cutOff(page.locator("html"))).toEqual([]);
});
