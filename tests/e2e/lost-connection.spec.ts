/**
 * A connection that is lost on the way there, or on the way back, and a request that is refused before it reaches its action: what was
 * typed stays, and the page says no more than it knows.
 */
import type { Page } from "@playwright/test";
import { giveSecondFactor } from "../support/second-factor";
import { expect, FLOW, test } from "./support/fixtures";
import { endSessionsOf, identityDialog } from "./support/identity";
import { expectAccessibleInEveryLook } from "./support/looks";
import { createButton, formAlert, nameField, openNewToken, secretDialog } from "./support/new-token";
import { fillInSignIn, signIn } from "./support/sign-in";

test.use({ tolerated: [/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET|ERR_FAILED|Failed to fetch|status of 403/] });

/** The next action is carried out, and its answer never arrives. */
async function loseNextAnswer(page: Page): Promise<void> {
  let isLost = false;
  await page.route("**", async (route) => {
    if (isLost || route.request().headers()["next-action"] === undefined) return route.continue();
    isLost = true;
    const kept = await page.context().cookies();
    await route.fetch();
    // Fetching took the answer's cookies along, of which the browser has not heard.
    await page.context().clearCookies();
    await page.context().addCookies(kept);
    await route.abort();
  });
}

test("over a half-filled form the dialog stays, and so does the form", FLOW, async ({ signedInAs, newMember }) => {
  const member = await newMember();
  const page = await signedInAs(member);
  await openNewToken(page);
  await nameField(page).fill("Long typed form");
  await endSessionsOf(member);
  await createButton(page).click();
  await expect(identityDialog(page)).toBeVisible();
  await page.context().setOffline(true);
  await identityDialog(page).getByLabel("Password").fill(member.password);
  await identityDialog(page).getByRole("button", { name: "Confirm" }).click();
  await expect(identityDialog(page).getByRole("alert")).toContainText("No response came. Check your connection");
  await page.context().setOffline(false);
  await identityDialog(page).getByRole("button", { name: "Confirm" }).click();
  await expect(secretDialog(page)).toContainText("Long typed form");
});

test("a second factor that may be off is not shown as on, and the page says which after a reload", async ({
  newMember,
  page,
}) => {
  const member = await newMember();
  await giveSecondFactor(member.email);
  await signIn(page, member);
  await page.getByLabel("Code").fill("aaaaa-22222");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/overview$/);
  await page.goto("/second-factor");
  const off = page.getByRole("region", { name: "Turn off, or change phones" });
  await off.getByLabel("Password").fill(member.password);
  await off.getByLabel("Code").fill("bbbbb-33333");
  await loseNextAnswer(page);
  await off.getByRole("button", { name: "Turn off" }).click();
  await expect(off.getByRole("alert")).toContainText("your second factor may be off or not");
  await page.reload();
  await fillInSignIn(page, member);
  await expect(page).toHaveURL(/\/second-factor$/);
  await expect(page.getByRole("link", { name: "Set up" })).toBeVisible();
});

test("a password that may have been changed is not said to be the old one, and saving again settles it", async ({
  newMember,
  openAs,
}) => {
  const page = await openAs(await newMember(), "/password");
  await page.getByLabel("New password").fill("another horse battery");
  await loseNextAnswer(page);
  await page.getByRole("button", { name: "Save the password" }).click();
  await expect(formAlert(page)).toContainText("your password may have been changed or not");
  await expectAccessibleInEveryLook(page);
  await expect(page.getByLabel("New password")).toHaveValue("another horse battery");
  await page.getByRole("button", { name: "Save the password" }).click();
  await identityDialog(page).getByLabel("Password").fill("another horse battery");
  await identityDialog(page).getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Your password is set." })).toBeVisible();
});

test("the sign-in reports that no response came, keeps what was typed, and can continue", async ({
  page,
  newMember,
}) => {
  const member = await newMember();
  await page.goto("/sign-in?next=/password");
  await page.getByLabel("E-mail address").fill(member.email);
  await page.getByLabel("Password").fill(member.password);
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(formAlert(page)).toContainText("No response came. Check your connection");
  await expect(page.getByLabel("E-mail address")).toHaveValue(member.email);
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/password$/);
});

test("a sign-in at an address other than the service's names the right one, not a missing response", async ({
  page,
  newMember,
}) => {
  const member = await newMember();
  await page.route("**/sign-in", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    const headers = { ...route.request().headers(), origin: "http://192.168.1.5:3000" };
    await route.fulfill({ response: await route.fetch({ headers }) });
  });
  await signIn(page, member);
  await expect(formAlert(page)).toContainText(
    "This request did not come from a page of this service, so it was refused.",
  );
  await expect(formAlert(page)).not.toContainText("No response came");
  await expect(page.getByLabel("E-mail address")).toHaveValue(member.email);
});
