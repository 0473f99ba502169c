/** Signing in by the form, as people do it. */
import type { Page } from "@playwright/test";
import { PASSWORD, type Person } from "./people";

export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto("/sign-in");
  await fillInSignIn(page, person);
}

/** Call it on the page that asks for it. */
export async function fillInSignIn(page: Page, { email }: Person, password = PASSWORD): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}
