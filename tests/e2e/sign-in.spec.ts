/** Signing in, and proving again who is there. */
import { makeSignInLink } from "@/lib/session/sign-in-link";
import { memberWith } from "../support/member";
import { expect, FLOW, test } from "./support/fixtures";
import { endSessionsOf } from "./support/identity";
import { expectAccessibleInEveryLook, expectNoAxeViolations } from "./support/looks";
import { PASSWORD, type Person } from "./support/people";
import { fillInSignIn } from "./support/sign-in";

const REFUSED = /^Wrong e-mail address or password\.$/;

const linkFor = async ({ office, email }: Person) =>
  (await makeSignInLink(await memberWith(office.id, email), { actor: "command line" })).url;

test.describe("the sign-in page", () => {
  test("lets password managers and the clipboard fill it in", async ({ page }) => {
    await page.goto("/sign-in");
    await expect(page.getByLabel("E-mail address")).toHaveAttribute("autocomplete", "username");
    const password = page.getByLabel("Password");
    await expect(password).toHaveAttribute("autocomplete", "current-password");
    await page.getByLabel("E-mail address").fill("copied by hand");
    await page.getByLabel("E-mail address").press("ControlOrMeta+a");
    await page.getByLabel("E-mail address").press("ControlOrMeta+c");
    await password.press("ControlOrMeta+v");
    await expect(password).toHaveValue("copied by hand");
  });

  test("opens the overview by the keyboard alone", FLOW, async ({ page, world }) => {
    await page.goto("/sign-in");
    await expect(page.getByLabel("E-mail address")).toBeFocused();
    await page.keyboard.type(world.wim.email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/overview$/);
  });

  test("shows the password on request; a refusal keeps the address and not the password, and tells screen readers", async ({
    page,
    world,
  }) => {
    await page.goto("/sign-in");
    await page.getByLabel("Show", { exact: true }).check();
    await expect(page.getByLabel("Password")).toHaveAttribute("type", "text");
    await fillInSignIn(page, world.wim, "wrong horse battery");
    await expect(page.getByRole("alert").filter({ hasText: REFUSED })).toBeVisible();
    await expect(page.getByLabel("E-mail address")).toHaveValue(world.wim.email);
    await expect(page.getByLabel("Password")).toHaveValue("");
    await expectNoAxeViolations(page);
  });

  test("works before any script has loaded", async ({ browser, world, baseURL, complaints }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
    complaints.watch(context);
    const page = await context.newPage();
    await page.goto("/sign-in");
    await fillInSignIn(page, world.wim);
    await expect(page).toHaveURL(/\/overview$/);
    await context.close();
  });
});

test.describe("a one-time link", () => {
  test("leads to choosing a password, with which to sign in from then on", async ({ page, newMember }) => {
    test.slow();
    const member = await newMember();
    await page.goto(await linkFor(member));
    await expectAccessibleInEveryLook(page);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Choose a password" })).toBeVisible();
    await expectAccessibleInEveryLook(page);

    await page.getByLabel("New password").fill("another horse battery");
    await page.getByLabel("Show", { exact: true }).check();
    await expect(page.getByLabel("New password")).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: "Save the password" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Your password is set." })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "Choose a password" })).toBeVisible();

    await page.context().clearCookies();
    await page.goto("/sign-in");
    await fillInSignIn(page, member, "another horse battery");
    await expect(page).toHaveURL(/\/overview$/);
  });

  test("says so when it is incomplete", async ({ page }) => {
    await page.goto("/sign-in/link");
    await expect(page.getByRole("alert").filter({ hasText: "This address is not the whole link." })).toBeVisible();
    await expectNoAxeViolations(page);
  });
});

test.describe("somebody who signed in too long ago", () => {
  test("confirms their identity, and what they typed is used", async ({ newMember, openAs }) => {
    const member = await newMember();
    const page = await openAs(member, "/password", { minutesAgo: 16 });
    await page.getByLabel("New password").fill("another horse battery");
    await page.getByRole("button", { name: "Save the password" }).click();
    const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
    await expect(dialog.getByLabel("Password")).toBeFocused();
    await expect(dialog.getByLabel("E-mail address")).toHaveValue(member.email);
    await expectAccessibleInEveryLook(page);

    await dialog.getByLabel("Password").fill("wrong horse battery");
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await expect(dialog.getByRole("alert")).toContainText(
      "That is not your password, or you are no longer an active member. Try again,",
    );
    await dialog.getByLabel("Password").fill(PASSWORD);
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("status").filter({ hasText: "Your password is set." })).toBeVisible();
  });

  test("may cancel, and has lost nothing", async ({ newMember, openAs }) => {
    const page = await openAs(await newMember(), "/password", { minutesAgo: 16 });
    await page.getByLabel("New password").fill("another horse battery");
    await page.getByRole("button", { name: "Save the password" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page.getByLabel("New password")).toHaveValue("another horse battery");
    await expect(page.getByRole("button", { name: "Save the password" })).toBeFocused();
  });
});

test.describe("a session that ends", () => {
  test("in mid-form asks for the password over the form, and goes on", FLOW, async ({ newMember, openAs }) => {
    const member = await newMember();
    const page = await openAs(member, "/password");
    await page.getByLabel("New password").fill("another horse battery");
    await endSessionsOf(member);
    await page.getByRole("button", { name: "Save the password" }).click();
    const dialog = page.getByRole("dialog", { name: "You have been signed out" });
    await dialog.getByLabel("Password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("status").filter({ hasText: "Your password is set." })).toBeVisible();
  });
});

test("signing in for another page says where to continue", async ({ world, openAs }) => {
  const page = await openAs(world.wim, "/sign-in?again=1");
  await expect(page.getByRole("heading", { level: 1, name: "Sign in again" })).toBeVisible();
  await fillInSignIn(page, world.wim);
  await expect(page.getByRole("heading", { level: 1, name: "You are signed in" })).toBeVisible();
  await expectAccessibleInEveryLook(page);
});
