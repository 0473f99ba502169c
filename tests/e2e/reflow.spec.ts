/** Narrow windows, large text and long names (WCAG 1.4.10, 1.4.4): nothing is cut off, and nothing scrolls sideways. */
import type { Locator, Page } from "@playwright/test";
import { postgres } from "@/lib/postgres/postgres";
import { writeSums } from "@/lib/store/tokens/usage";
import { addAccount, openManagedOffice } from "./support/accounts";
import { expect, test } from "./support/fixtures";
import { onNarrowest, onPhone } from "./support/looks";
import { addPerson, addToken, daysFromNow, openOffice, reconfigure } from "./support/people";
import { dialog, openOnceRecorded, openToken } from "./support/token-page";

const doubleText = (page: Page) => page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));

/** What reaches beyond the right edge of the place, or of whatever hides the rest of it. */
function cutOff(place: Locator): Promise<string[]> {
  return place.evaluate((root) => {
    const right = root.getBoundingClientRect().left + root.clientWidth;
    // A list cuts the names in its lines on purpose, and has the whole one as a title.
    const isInTitled = (element: Element) => element.parentElement?.closest("[title]") != null;
    const isMeantTo = (element: Element) =>
      isInTitled(element) ||
      element.closest(".sr-only, .not-focus\\:sr-only, svg, [hidden], input, textarea, pre, select") !== null;
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

/** On each of the pages, in the window as it is. */
async function expectNothingCutOff(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect.soft(await cutOff(page.locator("html")), `${path} at ${page.viewportSize()?.width}`).toEqual([]);
  }
}

const PAGES = [
  "",
  "/ID",
  "/ID/requests",
  "/ID/access",
  "/ID/history",
  "/ID/edit",
  "/ID/rotate",
  "/ID/revoke",
  "/new",
].map((path) => `/tokens${path}`);
const ADMIN_PAGES = [
  "tokens",
  "members",
  "members/new",
  "members/MEMBER",
  "members/MEMBER/deactivate",
  "policy",
  "audit",
].map((path) => `/admin/${path}`);

test("text of twice the size fits 320 px on every page", async ({ signedInAs, callApi }) => {
  test.slow();
  const { ada, wim } = await openManagedOffice();
  const token = await addToken(ada, { name: "Website sync", purpose: "Shows deals", lastUsed: new Date() });
  const refused = await callApi({ path: "/entities/nothing/records", token: token.text });
  const explanation = `/explain?request=${refused.headers["x-request-id"]}`;
  const page = await signedInAs(ada);
  await openOnceRecorded(page, explanation, page.getByText("The request", { exact: true }));
  await onNarrowest(page);
  for (const path of [
    ...PAGES,
    ...ADMIN_PAGES,
    "/overview",
    "/requests",
    "/notices",
    "/explain",
    "/connect",
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
  await page.getByRole("link", { name: "Revoke", exact: true }).click();
  expect(await cutOff(dialog(page, "Revoke “Website sync”?"))).toEqual([]);
});

test("a name of sixty letters without a break fits a phone on every page that names it", async ({ signedInAs }) => {
  const ada = await addPerson(await openOffice(), { name: "Ada Lindqvist", roles: ["manager"], admin: true });
  const name = "production_warehouse_inventory_synchronisation_service_no_12";
  const token = await addToken(ada, { name, lastUsed: new Date() });
  const page = await signedInAs(ada);
  await onPhone(page);
  const own = [...PAGES, "/tokens/new?from=ID", "/requests?token=ID"].map((path) => path.replace("ID", token.id));
  await expectNothingCutOff(page, [...own, "/admin/tokens", "/overview"]);
  await openToken(page, token);
  await page.getByRole("link", { name: "Revoke", exact: true }).click();
  const confirmDialog = dialog(page, `Revoke “${name}”?`);
  expect(await cutOff(confirmDialog)).toEqual([]);
  await confirmDialog.getByRole("button", { name: "Revoke token" }).click();
  await expect(confirmDialog.getByText(`Type the name as it is: ${name}`)).toBeVisible();
  expect(await cutOff(confirmDialog)).toEqual([]);
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
  const own = [`/tokens/new?from=${token.id}`, `/tokens/${token.id}`, `/tokens/${token.id}/access`];
  await expectNothingCutOff(page, [...own, "/reference", "/reference/deals"]);
});

test("an address and a role of sixty letters without a break fit every window, and so does a long name", async ({
  signedInAs,
}) => {
  const { office, ada } = await openManagedOffice();
  const long = "verantwortlichkeitenabgrenzungsbeauftragtenstellvertretungxx";
  await reconfigure(office, ({ organization, roles }) => {
    Object.assign(organization, { membersManagedBy: "pages" });
    Object.assign(roles[1] ?? {}, { name: long });
  });
  const wim = await addPerson(office, { name: long, email: `${long}.${Date.now()}@${long}.example.test` });
  const account = await addAccount(office, { name: long, keepers: [wim] });
  await addToken(wim, { name: "Website sync", lastUsed: new Date() });
  const page = await signedInAs(ada);
  for (const width of [1280, 1024, 768, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await expectNothingCutOff(page, [
      "/admin/members",
      ...["", "/deactivate", "/hand-over"].map((path) => `/admin/members/${wim.memberId}${path}`),
      "/accounts",
      `/accounts/${account.memberId}`,
      "/admin/tokens",
      "/admin/audit",
    ]);
  }
});

/** What in a row of a table reaches under the cell beside its own, or is cut at its edge. */
function beyondCells(page: Page): Promise<(string | null)[]> {
  return page.getByRole("cell").evaluateAll((cells) =>
    cells.flatMap((cell) =>
      [...cell.querySelectorAll("*")]
        .filter((part) => part.checkVisibility() && part.closest(".sr-only, svg, [popover]") === null)
        .filter(
          (part) =>
            part.getBoundingClientRect().right > cell.getBoundingClientRect().right || part.matches(".truncate"),
        )
        .map((part) => part.textContent),
    ),
  );
}

test("names and the worst exception fit in a list of tokens, at every width", async ({ signedInAs }) => {
  const { ada, wim } = await openManagedOffice();
  const scopes = [
    { entity: "accounts", verbs: ["list"] },
    { entity: "deals", verbs: ["list", "create", "update", "approve"] },
    { entity: "contacts", verbs: ["list"] },
  ];
  const name = "Nightly price export";
  for (const owner of [ada, wim]) await addToken(owner, { name, scopes, lastUsed: new Date(Date.now() - 1_400_000) });
  const troubled = await addToken(ada, {
    name,
    scopes: scopes.slice(0, 1),
    created: daysFromNow(-30),
    expires: daysFromNow(3),
  });
  const codes = { PERMISSION_DENIED: 3, RATE_LIMITED: 2 };
  await writeSums([{ tokenId: troubled.id, hour: new Date(), ok: 1, refused: 3, limited: 2, failed: 0, codes }], []);
  await addToken(ada, { name, scopes, revoked: new Date(Date.now() - 3 * 86_400_000) });
  const page = await signedInAs(ada);
  for (const width of [1024, 1100, 1280, 1440, 1680]) {
    await page.setViewportSize({ width, height: 740 });
    for (const path of ["/tokens", "/admin/tokens"]) {
      await page.goto(path);
      const cut = await page
        .getByRole("rowheader")
        .getByRole("link", { name })
        .evaluateAll((links) => links.filter((link) => link.scrollWidth > link.clientWidth).length);
      expect.soft(cut, `${path} at ${width}`).toBe(0);
      expect.soft(await beyondCells(page), `${path} at ${width}`).toEqual([]);
    }
  }
});

test("the longest code, path and address fit every window in the request log", async ({ signedInAs, callApi }) => {
  const office = await openOffice();
  const ada = await addPerson(office, { name: "Ada Lindqvist", roles: ["manager"], admin: true });
  const name = "production_warehouse_inventory_synchronisation_service_no_12";
  const token = await addToken(ada, { name });
  await callApi({ path: "/entities/nothing/records", token: token.text });
  const page = await signedInAs(ada);
  await openOnceRecorded(page, "/requests", page.getByRole("cell").filter({ hasText: "ENTITY_NOT_FOUND" }));
  await postgres().pool.query(
    "update token_calls set code = 'CREATED_RECORD_NOT_READABLE', status = 403, address = '2001:db8:aaaa:bbbb:cccc:dddd:eeee:ffff' where token_id = $1",
    [token.id],
  );
  for (const width of [1280, 1100, 1024, 768, 360]) {
    await page.setViewportSize({ width, height: 740 });
    for (const path of ["/requests", `/tokens/${token.id}/requests`]) {
      await page.goto(path);
      await expect(page.getByRole("cell").filter({ hasText: "CREATED_RECORD_NOT_READABLE" })).toBeVisible();
      expect.soft(await cutOff(page.locator("html")), `${path} at ${width}`).toEqual([]);
    }
  }
});
