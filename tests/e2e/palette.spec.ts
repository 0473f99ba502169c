/** The command palette: by keys, to pages, tokens and requests; no key is lost, and no secret is in any request. */
import type { Page } from "@playwright/test";
import { expect, FLOW, test } from "./support/fixtures";
import { holdScripts } from "./support/held-scripts";
import { expectAccessibleInEveryLook, onPhone } from "./support/looks";
import { addToken } from "./support/people";

const field = (page: Page) => page.getByRole("combobox", { name: "Search or paste a request id" });
const options = (page: Page) => page.getByRole("dialog").getByRole("option");

async function openPalette(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: "Find Ctrl K" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
}

test("opens a page by its name, and Escape leaves everything unchanged", async ({ newMember, openAs }) => {
  const page = await openAs(await newMember(), "/overview");
  await openPalette(page);
  for (const name of ["Overview", "Tokens", "Requests", "API reference", "New token", "Explain a request"])
    await expect(options(page).filter({ hasText: name }).first()).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("expl");
  await expect(options(page).first()).toHaveText(/^Explain a request/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/explain");
});

/** Opens a page whose palette comes when the returned function is called, as in the moment after the page has loaded. */
async function withoutPalette(page: Page): Promise<() => void> {
  await page.goto("/overview", { waitUntil: "networkidle" });
  return holdScripts(page);
}

test("keeps what is typed before it has loaded", async ({ signedInAs, newMember }) => {
  const page = await signedInAs(await newMember());
  const release = await withoutPalette(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("paginaxx");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("tion");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  release();
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue("pagination");
  await page.keyboard.type("!");
  await expect(field(page)).toHaveValue("pagination!");
});

test("keeps an id that is pasted before it has loaded, and opens what Enter selected", async ({
  signedInAs,
  newMember,
}) => {
  const page = await signedInAs(await newMember());
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const release = await withoutPalette(page);
  await page.evaluate(() => navigator.clipboard.writeText("0199a1b2-id-of-a-request"));
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Control+v");
  await page.keyboard.press("Enter");
  release();
  await expect(page).toHaveURL("/explain?request=0199a1b2-id-of-a-request");
});

test("Escape before it has loaded closes it, and restores normal keyboard use", async ({ signedInAs, newMember }) => {
  const page = await signedInAs(await newMember());
  const release = await withoutPalette(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Escape");
  release();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the page" })).toBeFocused();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("opens from the drawer of a phone, too", async ({ signedInAs, newMember }) => {
  const page = await signedInAs(await newMember());
  await onPhone(page);
  await page.goto("/tokens");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: /^Find/ }).click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type("overview");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/overview");
});

test("finds a token of one's own by a part of its name, with the arrow keys", async ({ newMember, openAs }) => {
  const person = await newMember();
  const token = await addToken(person, { name: "Explosive import" });
  await addToken(await newMember(), { name: "Explosive of somebody else" });
  const page = await openAs(person, "/tokens");
  await openPalette(page);
  await page.keyboard.type("explosive");
  await expect(options(page)).toHaveText([/^Explosive import/, /^All results for “explosive”/]);
  await page.keyboard.press("ArrowUp");
  await expect(options(page).nth(1)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await expect(options(page).nth(0)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/tokens/${token.id}`);
});

test("searches only for the id of a pasted token", async ({ signedInAs, newMember }) => {
  const person = await newMember();
  const token = await addToken(person);
  const page = await signedInAs(person);
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  await page.goto("/overview");
  await openPalette(page);
  await field(page).fill(token.text.slice(0, -1));
  await expect(page.getByText("This is not a whole token.")).toBeVisible();
  await expect(field(page)).toHaveValue("");
  await field(page).fill(token.text);
  await expect(page).toHaveURL(`/tokens?token=${token.id}`);
  const secret = token.text.split("_")[3]?.slice(0, 23) ?? "";
  expect(secret).toHaveLength(23);
  expect(sent.filter((line) => line.includes(secret))).toEqual([]);
});

test(
  "finds actions, entities, documentation and errors, and stays where it is",
  FLOW,
  async ({ newMember, openAs }) => {
    const person = await newMember();
    await addToken(person, { name: "Used last", lastUsed: new Date() });
    const page = await openAs(person, "/overview");
    await openPalette(page);
    await expect(page.getByRole("group", { name: "Recent tokens" }).getByRole("option")).toHaveText([/^Used last/]);
    const top = async () => (await field(page).boundingBox())?.y;
    const before = await top();
    for (const [text, group, result] of [
      ["deals", "Entities", /^Deals/],
      ["upsert", "Documentation", /^Upsert from another system/],
      ["429", "Error codes", /^RATE_LIMITED/],
      ["new tok", "Pages and actions", /^New token/],
    ] as const) {
      await field(page).fill(text);
      await expect(page.getByRole("group", { name: group }).getByRole("option").first()).toHaveText(result);
      expect(await top()).toBe(before);
    }
    await field(page).fill("dark");
    await page.keyboard.press("Enter");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await openPalette(page);
    await field(page).fill("sign out");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/sign-in$/);
  },
);

test("finds no entity and no field that the member cannot use", async ({ newMember, openAs }) => {
  const page = await openAs(await newMember(), "/overview");
  await openPalette(page);
  await field(page).fill("payroll");
  await expect(page.getByText("No results.")).toBeVisible();
});
