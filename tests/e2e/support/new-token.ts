/** The page that makes tokens, as scenarios use it: by the names that people and screen readers find things by. */
import { expect, type Locator, type Page } from "@playwright/test";
import type { Scopes } from "@/lib/model";
import { postgres } from "@/lib/postgres/postgres";
import type { Person } from "./people";

export const TOKEN = /service_v1_[0-9A-Za-z]{22}_[0-9A-Za-z]{49}/;

export async function openNewToken(page: Page): Promise<void> {
  await page.goto("/tokens/new");
  await expect(page.getByRole("heading", { level: 1, name: "New token" })).toBeVisible();
}

export const nameField = (page: Page) => page.getByRole("textbox", { name: "Name" });
export const createButton = (page: Page) => page.getByRole("button", { name: "Create token" });
export const secretDialog = (page: Page) => page.getByRole("dialog", { name: "Copy your token now" });
export const review = (page: Page) => page.getByRole("region", { name: "Review" });
/** "Deals: update". */
export const scopeBox = (page: Page, name: string) => page.getByRole("checkbox", { name, exact: true });
export const choice = (page: Page, name: RegExp | string) => page.getByRole("radio", { name });
export const expirySelect = (page: Page) => page.getByRole("combobox", { name: "Expires" });
/** The form's alert, not the one in which Next announces new pages. */
export const formAlert = (page: Page) => page.locator("form").getByRole("alert");

/** Sends the form as it stands, which makes a token. */
export async function createToken(page: Page): Promise<void> {
  await createButton(page).click();
  await expect(secretDialog(page)).toBeVisible();
}

/** With the form's defaults: to read, for thirty days. */
export async function makeToken(page: Page, name = "Website sync"): Promise<Locator> {
  await openNewToken(page);
  await nameField(page).fill(name);
  await createToken(page);
  return secretDialog(page);
}

/** Reveals it. */
export async function readSecret(page: Page): Promise<string> {
  const toggle = secretDialog(page).getByRole("button", { name: /^(?:Reveal|Hide)$/ });
  if ((await toggle.textContent()) === "Reveal") await toggle.click();
  return (await secretDialog(page).locator("[data-secret]").innerText()).trim();
}

export type KeptToken = { id: string; name: string; purpose: string; scopes: Scopes; expires: Date | null };

/** All tokens of a person, as they are in the database. */
export async function tokensOf(person: Person): Promise<KeptToken[]> {
  const columns = "id, name, purpose, scopes, expires";
  return (
    await postgres().pool.query(`select ${columns} from tokens where member_id = $1 order by created`, [
      person.memberId,
    ])
  ).rows;
}
