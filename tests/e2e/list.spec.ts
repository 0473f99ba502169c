/** The list of a member's tokens: what it shows, how it is searched, filtered and ordered, and what it keeps to itself. */
import type { Page } from "@playwright/test";
import { postgres } from "@/lib/postgres/postgres";
import { writeSums } from "@/lib/store/tokens/usage";
import { expect, FLOW, test } from "./support/fixtures";
import { expectAccessibleInEveryLook, expectNoAxeViolations, onPhone } from "./support/looks";
import { addManyTokens } from "./support/many-tokens";
import { addToken, daysFromNow, type IssuedToken, type Person } from "./support/people";

const search = (page: Page) => page.getByRole("searchbox", { name: "Search by name or hint, or paste a token" });
const row = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });
const names = (page: Page) => page.getByRole("rowheader").getByRole("link");

const tip = (page: Page) => page.locator("#tip");
const openFilters = (page: Page) => page.locator("summary", { hasText: "Filters" }).click();
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const chip = (page: Page, name: string) => page.getByRole("link", { name: `Remove the filter ${name}` });
const statusOf = (page: Page, name: string) => row(page, name).getByRole("cell").nth(4);

/** As a clipboard would give it. */
async function paste(page: Page, text: string): Promise<void> {
  await search(page).focus();
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    // A browser inserts what is pasted unless somebody says otherwise.
    if (document.activeElement?.dispatchEvent(event)) document.execCommand("insertText", false, pasted);
  }, text);
}

/** `newToken` is the one to copy from; the old one works for another hour. */
async function addPair(owner: Person, name: string): Promise<{ newToken: IssuedToken; oldToken: IssuedToken }> {
  const oldToken = await addToken(owner, { name, created: daysFromNow(-20), expires: daysFromNow(1 / 24) });
  const newToken = await addToken(owner, { name });
  await postgres().pool.query("update tokens set replaces_id = $1 where id = $2", [oldToken.id, newToken.id]);
  return { newToken, oldToken };
}

test("a member without a token learns what one is, and how to get one", async ({ newMember, openAs }) => {
  const page = await openAs(await newMember(), "/tokens");
  await expect(page.getByRole("heading", { name: "No tokens yet" })).toBeVisible();
  await expect(page.getByLabel("A sample request")).toContainText('-H "Authorization: Bearer service_v1_…"');
  await expect(search(page)).toHaveCount(0);
  await expectAccessibleInEveryLook(page);
  await page.getByRole("link", { name: "Create your first token" }).click();
  await expect(page).toHaveURL(/\/tokens\/new$/);
});

test(
  "a token is shown with its purpose, hint, access, last use, expiry and status",
  FLOW,
  async ({ newMember, openAs }) => {
    const owner = await newMember();
    const { hint, id } = await addToken(owner, {
      name: "Nightly export",
      purpose: "Copies deals at 02:00",
      scopes: [
        { entity: "deals", verbs: ["list"] },
        { entity: "contacts", verbs: ["list"] },
      ],
      lastUsed: new Date(Date.now() - 3 * 60_000),
    });
    const page = await openAs(owner, "/tokens");
    const cells = row(page, "Nightly export");
    await expect(cells.getByRole("rowheader")).toContainText("Copies deals at 02:00");
    await expect(cells.getByRole("rowheader")).toContainText(hint);
    // At other widths there is one chip for both, which is not shown here.
    await expect(cells.getByRole("cell").nth(0)).toHaveText(/^Deals\s*R\s*: list\s*Contacts\s*R\s*: list$/, {
      useInnerText: true,
    });
    await expect(cells.getByRole("cell").nth(1)).toContainText("3 minutes ago");
    await expect(cells.getByRole("cell").nth(1)).toContainText("192.0.2.7");
    await expect(cells.getByRole("cell").nth(3)).toContainText(/\d{1,2} [A-Z][a-z]{2,3} 20\d\d/);
    await expect(cells.getByRole("cell").nth(4)).toContainText("Active");
    await names(page).click();
    await expect(page).toHaveURL(new RegExp(`/tokens/${id}$`));
  },
);

test("every status has its word", async ({ newMember, openAs }) => {
  const owner = await newMember();
  await addToken(owner, { name: "Fresh" });
  await addToken(owner, { name: "Soon", created: daysFromNow(-27), expires: daysFromNow(3) });
  await addToken(owner, { name: "Forgotten", created: daysFromNow(-31) });
  await addToken(owner, { name: "Over", created: daysFromNow(-31), expires: daysFromNow(-1) });
  await addToken(owner, { name: "Stopped", revoked: daysFromNow(-1) });
  const { newToken } = await addPair(owner, "Pair");
  const page = await openAs(owner, "/tokens");
  const expected = {
    Fresh: "Active",
    Soon: "Expires soon",
    Forgotten: "Never used",
    Over: "Expired",
    Stopped: "Revoked",
  };
  for (const [name, status] of Object.entries(expected)) {
    await expect(statusOf(page, name)).toHaveText(status);
  }
  await expect(row(page, newToken.name).last().getByRole("cell").nth(4)).toHaveText("Rotating");
  await expectAccessibleInEveryLook(page);
});

test("the exact time is available by keyboard, in UTC and in the reader's own zone", async ({ newMember, openAs }) => {
  const owner = await newMember();
  await addToken(owner, { name: "Clock", lastUsed: new Date("2026-01-15T10:31:26.000Z") });
  const page = await openAs(owner, "/tokens");
  const time = row(page, "Clock").getByRole("button").first();
  await expect(tip(page)).toBeHidden();
  await time.focus();
  await expect(tip(page)).toHaveText("15 Jan 2026, 10:31:26 UTC\n15 Jan 2026, 11:31:26 your time");
  await expectNoAxeViolations(page);
  await page.keyboard.press("Escape");
  await expect(tip(page)).toBeHidden();
  await expect(time).toHaveAccessibleName(/ago ?, 15 Jan 2026, 10:31:26 UTC$/);
});

test("calls of thirty days are charted, and described in words", async ({ newMember, openAs }) => {
  const owner = await newMember();
  const { id } = await addToken(owner, { name: "Busy", lastUsed: new Date() });
  const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000);
  const earlier = new Date(hour.getTime() - 9 * 86_400_000);
  const sums = [
    { tokenId: id, hour, ok: 1200, refused: 3, limited: 2, failed: 0, codes: {} },
    { tokenId: id, hour: earlier, ok: 34, refused: 0, limited: 0, failed: 1, codes: {} },
  ];
  await writeSums(sums, []);
  const page = await openAs(owner, "/tokens");
  await expect(row(page, "Busy").getByRole("img")).toHaveAccessibleName("30 days: 1,234 requests accepted, 6 denied");
  await expect(row(page, "Busy").getByText("Rate-limited")).toBeVisible();
});

const news = (page: Page) => page.getByRole("region", { name: "Unread notices" });

test("an owner hears of a token that an administrator revoked, and who did, until it is dismissed", async ({
  newMember,
  world,
  openAs,
}) => {
  const owner = await newMember();
  const token = await addToken(owner, { name: "Website sync" });
  await addToken(owner, { name: "Another" });
  const administrator = await openAs(world.ada, `/tokens/${token.id}`);
  await administrator.getByRole("link", { name: "Revoke" }).click();
  await administrator.getByRole("button", { name: "Revoke token" }).click();
  await expect(administrator.getByText(/^Stopped at /)).toBeVisible();

  const page = await openAs(owner, "/tokens");
  await expect(news(page).getByText("1 unread notice", { exact: true })).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await news(page).getByRole("link", { name: "Show" }).click();
  await expect(page.getByText(`Website sync was revoked by ${world.ada.email}.`)).toBeVisible();
  await page.goBack();
  await news(page).getByRole("button", { name: "Dismiss all" }).click();
  await expect(news(page)).toHaveCount(0);
  await expect(page.getByRole("link", { name: /^Notices/ })).toHaveText("Notices");
});

test("typing searches names and hints, and the address keeps the search", FLOW, async ({ newMember, openAs }) => {
  const owner = await newMember();
  const { hint } = await addToken(owner, { name: "Website sync" });
  await addToken(owner, { name: "Nightly export" });
  const page = await openAs(owner, "/tokens");
  await search(page).pressSequentially("web SYNC");
  await expect(names(page)).toHaveText(["Website sync"]);
  await expect(page.getByText("1 of 2 tokens")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/tokens\?q=web\+SYNC$/);
  await page.reload();
  await expect(search(page)).toHaveValue("web SYNC");
  await expect(names(page)).toHaveText(["Website sync"]);
  await search(page).fill(hint);
  await expect(page).toHaveURL(/q=service_v1_/);
  await expect(names(page)).toHaveText(["Website sync"]);
  await names(page).click();
  await expect(page).toHaveURL(/\/tokens\/\w{22}$/);
  await page.goBack();
  await expect(search(page)).toHaveValue(hint);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tokens" }).click();
  await expect(search(page)).toHaveValue("");
  await expect(names(page)).toHaveCount(2);
});

test("filters and order are in the address, and work from it", async ({ newMember, openAs }) => {
  const owner = await newMember();
  const reads = [{ entity: "deals", verbs: ["list" as const] }];
  await addToken(owner, { name: "Reads deals", scopes: reads, created: daysFromNow(-100), lastUsed: daysFromNow(-95) });
  await addToken(owner, {
    name: "Makes contacts",
    scopes: [{ entity: "contacts", verbs: ["create"] }],
    created: daysFromNow(-27),
    expires: daysFromNow(3),
  });
  await addToken(owner, { name: "Everything", created: daysFromNow(-1), lastUsed: daysFromNow(-0.5) });
  const page = await openAs(owner, "/tokens");
  await openFilters(page);

  await field(page, "Entity").selectOption("Deals");
  await expect(names(page)).toHaveText(["Everything", "Reads deals"]);
  await field(page, "Verb").selectOption("update");
  await expect(names(page)).toHaveText(["Everything"]);
  await expect(page).toHaveURL(/\?entity=deals&verb=update$/);
  await chip(page, "Entity: Deals").click();
  await expect(page).toHaveURL(/\?verb=update$/);
  await expect(field(page, "Entity")).toHaveValue("");
  await page.goBack();
  await expect(field(page, "Entity")).toHaveValue("deals");

  await page.goto("/tokens?attention=unused&sort=used");
  await expect(names(page)).toHaveText(["Reads deals"]);
  await openFilters(page);
  await field(page, "Use and expiry").selectOption("Expires within 7 days");
  await expect(names(page)).toHaveText(["Makes contacts"]);
  await expect(page.getByRole("columnheader", { name: "Last used" })).toHaveAttribute("aria-sort", "descending");
  await page.goto("/tokens?sort=expires");
  await expect(names(page).first()).toHaveText("Makes contacts");
  await page.getByRole("link", { name: "Order by Name" }).click();
  await expect(page).toHaveURL(/\?sort=name$/);
  await expect(field(page, "Order")).toHaveValue("name");
  await expect(page.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "ascending");
  await page.getByRole("link", { name: "Order by Name" }).click();
  await expect(names(page)).toHaveText(["Reads deals", "Makes contacts", "Everything"]);
  await expect(page.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "descending");
  await expect(field(page, "Order")).toHaveValue("-name");
});

test("where nothing matches, one button clears the filters", async ({ newMember, openAs }) => {
  const owner = await newMember();
  await addToken(owner, { name: "Only one" });
  const page = await openAs(owner, "/tokens?q=nothing&status=revoked");
  await expect(page.getByRole("heading", { name: "No token matches" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "0 of 1 token" })).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(names(page)).toHaveText(["Only one"]);
  await expect(page).toHaveURL(/\/tokens$/);
  await expect(search(page)).toHaveValue("");
});

test("a pasted token is found by its id, and its secret goes nowhere", async ({ signedInAs, newMember }) => {
  const owner = await newMember();
  const token = await addToken(owner, { name: "Leaked somewhere" });
  await addToken(owner, { name: "Another" });
  const secret = token.text.slice(token.text.lastIndexOf("_") + 1);
  const page = await signedInAs(owner);
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  await page.goto("/tokens");
  await paste(page, `export TOKEN_FOR_SYNC="${token.text}"\n`);
  await expect(page.getByText("Found the token you pasted")).toBeVisible();
  await expect(names(page)).toHaveText(["Leaked somewhere"]);
  await expect(search(page)).toHaveValue("");
  await expectAccessibleInEveryLook(page);
  await page.getByRole("link", { name: "Leaked somewhere" }).first().click();
  await expect(page).toHaveURL(new RegExp(`/tokens/${token.id}$`));
  await page.goBack();
  await expect(search(page)).toHaveValue("");
  expect(sent.filter((text) => text.includes(secret))).toEqual([]);
  const kept = await page.evaluate(() => [
    location.href,
    JSON.stringify({ ...localStorage, ...sessionStorage }),
    document.cookie,
  ]);
  expect(kept.filter((text) => text.includes(secret))).toEqual([]);
});

test("another member's token is not found, and a damaged one is not kept", async ({ newMember, world, openAs }) => {
  const owner = await newMember();
  await addToken(owner, { name: "Mine" });
  const foreign = await addToken(world.wim, { name: "Not mine" });
  const page = await openAs(owner, "/tokens");
  await paste(page, foreign.text);
  await expect(page.getByText("None of these tokens")).toBeVisible();
  await expect(names(page)).toHaveCount(0);
  await expectNoAxeViolations(page);
  await page.getByRole("link", { name: "Show all tokens" }).click();
  await expect(names(page)).toHaveText(["Mine"]);

  await paste(page, foreign.text.slice(0, -1));
  await expect(page.getByText("This is not a whole token")).toBeVisible();
  await expect(search(page)).toHaveValue("");
  await expect(page).toHaveURL(/\/tokens$/);
});

test("a token that is typed key by key never leaves the field either", async ({ signedInAs, newMember }) => {
  const owner = await newMember();
  const token = await addToken(owner, { name: "Typed" });
  const page = await signedInAs(owner);
  const addresses: string[] = [];
  page.on("framenavigated", (frame) => addresses.push(frame.url()));
  await page.goto("/tokens");
  await search(page).pressSequentially(token.text, { delay: 5 });
  await expect(search(page)).not.toHaveValue(token.text);
  const secret = token.text.slice(token.text.lastIndexOf("_") + 1);
  expect(addresses.filter((address) => address.includes(secret.slice(0, 23)))).toEqual([]);
});

test("a click anywhere in a row opens its token, except on a time", async ({ newMember, openAs }) => {
  const owner = await newMember();
  const { id } = await addToken(owner, { name: "Nightly export", lastUsed: new Date() });
  const page = await openAs(owner, "/tokens");
  const cells = row(page, "Nightly export").getByRole("cell");
  await cells.nth(1).getByRole("button").click();
  await expect(page).toHaveURL("/tokens");
  await cells.nth(0).click();
  await expect(page).toHaveURL(`/tokens/${id}`);
});

test("nothing of a token's hash reaches the browser", async ({ signedInAs, newMember }) => {
  const owner = await newMember();
  const { id } = await addToken(owner, { name: "Hashed" });
  const [stored] = (await postgres().pool.query("select secret_hash from tokens where id = $1", [id])).rows;
  const page = await signedInAs(owner);
  for (const path of ["/tokens", `/tokens/${id}`, `/tokens/${id}/access`, `/tokens/${id}/edit`]) {
    const html = await (await page.request.get(path)).text();
    expect(html).toContain("Hashed");
    for (const encoding of ["hex", "base64", "base64url"] as const)
      expect(html).not.toContain((stored.secret_hash as Buffer).toString(encoding));
    expect(html).not.toMatch(/secret_?hash/i);
  }
});

test("a row is at most 56 px high, and its card on a phone 100", async ({ newMember, openAs }) => {
  const owner = await newMember();
  const scopes = ["deals", "contacts", "invoices", "companies"].map((entity) => ({
    entity,
    verbs: ["list", "update"],
  }));
  await addToken(owner, { name: `${"Long-".repeat(15)}name`, purpose: "p".repeat(400), scopes, lastUsed: new Date() });
  await addToken(owner, { name: "Short", created: daysFromNow(-27), expires: daysFromNow(3) });
  const page = await openAs(owner, "/tokens");
  const heights = () => page.locator("tbody tr").evaluateAll((rows) => rows.map((each) => each.clientHeight));
  for (const height of await heights()) expect(height).toBeLessThanOrEqual(56);
  await expect(page.getByText("+2")).toBeVisible();
  await onPhone(page);
  for (const height of await heights()) expect(height).toBeLessThanOrEqual(100);
  for (const words of ["Used just now", /^Expires /])
    await expect(page.getByRole("table").getByText(words).first()).toBeVisible();
  await expectAccessibleInEveryLook(page);
});

test.describe("the menu of a row", () => {
  test("copies the hint, and opens the rotation", async ({ signedInAs, newMember, browserName: _ }) => {
    const owner = await newMember();
    const { hint, id } = await addToken(owner, { name: "Website sync" });
    const page = await signedInAs(owner);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto("/tokens");
    const more = page.getByRole("button", { name: "More for Website sync" });
    await more.click();
    await expectAccessibleInEveryLook(page);
    await page.getByRole("button", { name: "Copy hint" }).click();
    await expect(page.getByText(`${hint} copied.`)).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(hint);
    await expect(page).toHaveURL("/tokens");
    await more.click();
    await page.getByRole("link", { name: "Rotate …" }).click();
    await expect(page).toHaveURL(`/tokens/${id}/rotate`);
  });

  test("opens, navigates and closes by keyboard, and returns the focus to its button", async ({
    newMember,
    openAs,
  }) => {
    const owner = await newMember();
    await addToken(owner, { name: "Website sync" });
    const page = await openAs(owner, "/tokens");
    const more = page.getByRole("button", { name: "More for Website sync" });
    await more.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Open", exact: true })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Copy hint" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(more).toBeFocused();
    await expect(page.getByRole("button", { name: "Copy hint" })).toBeHidden();
    await more.click();
    const focused = await page.getByRole("link", { name: "Revoke …" }).evaluate((item: HTMLElement) => {
      item.focus();
      item.click();
      return document.activeElement?.textContent;
    });
    expect(focused).toBe("More for Website sync");
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await expect(more).toBeFocused();
  });

  test("of a token that has ended offers neither rotation nor revocation", async ({ newMember, openAs }) => {
    const owner = await newMember();
    await addToken(owner, { name: "Stopped", revoked: daysFromNow(-1) });
    const page = await openAs(owner, "/tokens");
    await page.getByRole("button", { name: "More for Stopped" }).click();
    await expect(page.getByRole("button", { name: "Copy hint" })).toBeVisible();
    await expect(page.getByRole("link", { name: /Rotate|Revoke/ })).toHaveCount(0);
  });
});

test("pages of the list show each token once, and say where they are", async ({ newMember, openAs }) => {
  const owner = await newMember();
  await addManyTokens(owner, 120);
  const page = await openAs(owner, "/tokens?sort=name");
  const seen = new Set<string>();
  const read = async (summary: string) => {
    await expect(page.getByText(summary)).toBeVisible();
    for (const name of await names(page).allInnerTexts()) seen.add(name);
  };
  await read("120 tokens, 1 to 50 shown");
  await expect(names(page).nth(1)).toHaveText("Sensor 2");
  await page.getByRole("link", { name: "Next page" }).click();
  await read("120 tokens, 51 to 100 shown");
  await page.getByRole("link", { name: "Next page" }).click();
  await read("120 tokens, 101 to 120 shown");
  expect(seen.size).toBe(120);
  await expect(page.getByRole("link", { name: "Next page" })).toHaveCount(0);
  await page.getByRole("link", { name: "Previous page" }).click();
  await expect(page.getByText("120 tokens, 51 to 100 shown")).toBeVisible();
  await page.goBack();
  await expect(page.getByText("120 tokens, 101 to 120 shown")).toBeVisible();
  await page.getByRole("link", { name: "First page" }).click();
  await expect(page).toHaveURL("/tokens?sort=name");
  await expect(page.getByRole("link", { name: /Previous|First/ })).toHaveCount(0);
});

test.describe("without JavaScript", () => {
  test.use({ contextOptions: { reducedMotion: "reduce", javaScriptEnabled: false } as object });

  test("a token that is pasted is not sent", async ({ newMember, openAs }) => {
    const owner = await newMember();
    const token = await addToken(owner, { name: "Leaked somewhere" });
    const page = await openAs(owner, "/tokens");
    const sent: string[] = [];
    page.on("request", (request) => sent.push(request.url()));
    await search(page).fill(token.text);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/tokens");
    expect(sent.filter((url) => new URL(url).pathname === "/tokens")).toEqual([]);
  });
});
