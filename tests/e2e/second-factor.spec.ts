/** Setting up a second factor, signing in with it, losing it, and doing without it again. */
import { base32 } from "@better-auth/utils/base32";
import type { Page } from "@playwright/test";
import { postgres } from "@/lib/postgres/postgres";
import { codeNow, codeOfStepBefore, giveSecondFactor, RECOVERY_CODES } from "../support/second-factor";
import { callAction, captureAction } from "./support/actions";
import { expect, test } from "./support/fixtures";
import { endSessionsOf } from "./support/identity";
import { expectAccessibleInEveryLook } from "./support/looks";
import { addPerson, openOffice, PASSWORD, reconfigure } from "./support/people";
import { signIn } from "./support/sign-in";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const codeField = (page: Page) => page.getByRole("textbox", { name: "Code" });
const codesShown = (page: Page) => page.locator("[data-codes] li");

/** As the phone would read it from the page. */
async function secretOn(page: Page): Promise<string> {
  await page.getByText("Cannot scan it?").click();
  const typed = (await page.locator("[data-secret]").innerText()).replaceAll(" ", "");
  return Buffer.from(base32.decode(typed)).toString();
}

async function setUp(page: Page): Promise<void> {
  await expect(heading(page, "Set up a second factor")).toBeVisible();
  await codeField(page).fill(await codeNow(0, await secretOn(page)));
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText("Your second factor is on")).toBeVisible();
}

async function saveCodes(page: Page): Promise<void> {
  await page.getByRole("checkbox", { name: "I saved them" }).check();
  await page.getByRole("button", { name: "Done" }).click();
}

test("setting up a second factor begins at the account, takes a code, and shows recovery codes once", async ({
  newMember,
  page,
  openAs,
}) => {
  test.slow();
  const member = await newMember();
  const own = await openAs(member, "/overview");
  await own.getByRole("button", { name: /^Account/ }).click();
  await own.getByRole("link", { name: "Second factor" }).click();
  await expect(heading(own, "Second factor")).toBeVisible();
  await expectAccessibleInEveryLook(own);
  await own.getByRole("link", { name: "Set up" }).click();
  await expect(own.getByRole("img", { name: /^QR code/ })).toBeVisible();
  await expectAccessibleInEveryLook(own);
  await codeField(own).fill("000000");
  await own.getByRole("button", { name: "Turn on" }).click();
  await expect(own.locator("main").getByRole("alert")).toContainText("That code is not right.");
  await setUp(own);
  await expect(codesShown(own)).toHaveCount(10);
  await expect(codesShown(own).first()).toHaveText("•••••-•••••");
  await own.getByRole("button", { name: "Show" }).click();
  await expect(codesShown(own).first()).toHaveText(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
  const [first = ""] = await codesShown(own).allInnerTexts();
  await expectAccessibleInEveryLook(own);
  await saveCodes(own);
  await expect(heading(own, "Second factor")).toBeVisible();
  await expect(own.getByText("You have 10 recovery codes left.")).toBeVisible();
  await expect(own.getByText(first)).toHaveCount(0);
  await expectAccessibleInEveryLook(own);

  await signIn(page, member);
  await expect(heading(page, "Enter your code")).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await page.keyboard.type(first);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/overview$/);
  await page.goto("/second-factor");
  await expect(page.getByText("You have 9 recovery codes left.")).toBeVisible();
});

test("signing in again, after the session ended, loses nothing that was typed", async ({ newMember, page }) => {
  const member = await newMember();
  await giveSecondFactor(member.email);
  await signIn(page, member);
  await codeField(page).fill(RECOVERY_CODES[0] ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/overview$/);
  await page.goto("/password");
  await page.getByLabel("New password").fill("another horse battery");
  await endSessionsOf(member);
  await page.getByRole("button", { name: "Save the password" }).click();
  const dialog = page.getByRole("dialog", { name: "You have been signed out" });
  await dialog.getByLabel("Password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(codeField(page)).toBeFocused();
  await expectAccessibleInEveryLook(page);
  await postgres().pool.query(
    "delete from verifications where value like (select user_id from members where id = $1) || ' %'",
    [member.memberId],
  );
  await codeField(page).fill(await codeNow());
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(dialog.getByRole("alert")).toContainText("That took too long");
  await expect(dialog.getByLabel("Password")).toBeFocused();
  await dialog.getByLabel("Password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await codeField(page).fill(await codeNow());
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Your password is set.")).toBeVisible();
});

test.describe("where the organization asks for one", () => {
  test("a member must set it up, and then continues to their page", async ({ page }) => {
    const office = await openOffice("Nordlicht");
    const member = await addPerson(office);
    await reconfigure(office, ({ organization }) => {
      Object.assign(organization.tokenPolicy, { requireSecondFactor: "members" });
    });
    await signIn(page, member);
    await expect(page.getByText("Nordlicht asks for it.")).toBeVisible();
    await expectAccessibleInEveryLook(page);
    await page.goto("/tokens");
    await setUp(page);
    await saveCodes(page);
    await expect(page).toHaveURL(/\/tokens$/);
  });

  test("actions called by hand do nothing for somebody who has none", async ({ openAs }) => {
    const office = await openOffice("Nordlicht");
    const [one, other] = [await addPerson(office), await addPerson(office)];
    await giveSecondFactor(other.email);
    const page = await openAs(one, "/password");
    await page.getByLabel("New password").fill("another horse battery");
    const action = await captureAction(page, () => page.getByRole("button", { name: "Save the password" }).click());
    await expect(page.getByText("Your password is set.")).toBeVisible();
    const hashes = () => postgres().pool.query("select id, password from accounts");
    const before = (await hashes()).rows;
    // A session that was begun without the code of somebody who has one; and one of somebody who must have one.
    expect((await callAction(action, { as: other })).text).toContain('"refused":"signed-out"');
    await reconfigure(office, ({ organization }) => {
      Object.assign(organization.tokenPolicy, { requireSecondFactor: "members" });
    });
    expect((await callAction(action, { as: one })).text).toContain('"refused":"second-factor"');
    expect((await hashes()).rows).toEqual(expect.arrayContaining(before));
  });

  test("an administrator sets it on the policy page, and needs one from then on", async ({ openAs }) => {
    const office = await openOffice("Nordlicht");
    const ada = await addPerson(office, { admin: true, roles: ["manager"] });
    const page = await openAs(ada, "/admin/policy");
    await page.getByLabel("Second factor").selectOption({ label: "Required for administrators" });
    await expect(page.getByText("Administrators need a second factor to use these pages.")).toBeVisible();
    await expectAccessibleInEveryLook(page);
    await page.getByRole("button", { name: "Save policy" }).click();
    await expect(page).toHaveURL(/\/second-factor\/set-up/);
    await setUp(page);
  });
});

test("a lost second factor: an administrator resets it, and the member is told", async ({
  newMember,
  world,
  page,
  openAs,
}) => {
  const member = await newMember({ name: "Pia Nowak" });
  await giveSecondFactor(member.email);
  const administrator = await openAs(world.ada, `/admin/members/${member.memberId}`);
  await administrator.getByRole("link", { name: "Reset second factor" }).click();
  const dialog = administrator.getByRole("dialog", { name: "Reset the second factor of Pia Nowak?" });
  await expect(dialog).toBeVisible();
  await expectAccessibleInEveryLook(administrator);
  await dialog.getByRole("button", { name: "Reset second factor" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(administrator.getByText("Not set up.")).toBeVisible();
  await administrator.goto(`/admin/audit?subject=${member.email}`);
  await expect(administrator.getByRole("row").filter({ hasText: "Second factor reset" })).toBeVisible();

  await signIn(page, member);
  await expect(page).toHaveURL(/\/overview$/);
  await page.goto("/notices");
  await expect(page.getByText(`was reset by ${world.ada.email}`)).toBeVisible();
  await expectAccessibleInEveryLook(page);
});

test("ending a second factor takes the password and a code; recovery codes can be made anew", async ({
  newMember,
  page,
}) => {
  test.slow();
  const member = await newMember();
  await giveSecondFactor(member.email);
  await signIn(page, member);
  await codeField(page).fill(await codeOfStepBefore());
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/overview$/);
  await page.goto("/second-factor");
  const recovery = page.getByRole("region", { name: "Recovery codes" });
  await recovery.getByLabel("Code").fill(await codeNow());
  await recovery.getByRole("button", { name: "Create new recovery codes" }).click();
  await expect(codesShown(page)).toHaveCount(10);
  // Over the page: none of its links leads away from them.
  await expect(page.getByRole("dialog", { name: "Your new recovery codes" })).toBeVisible();
  await page.keyboard.press("Escape");
  const leaving = page.getByRole("dialog", { name: "Leave without the recovery codes?" });
  await leaving.getByRole("button", { name: "Cancel" }).click();
  await expectAccessibleInEveryLook(page);
  await saveCodes(page);
  const off = page.getByRole("region", { name: "Turn off, or change phones" });
  await off.getByLabel("Password").fill("wrong horse battery");
  await off.getByLabel("Code").fill(await codeNow(1));
  await off.getByRole("button", { name: "Turn off" }).click();
  await expect(off.getByRole("alert")).toContainText("That is not your password.");
  await off.getByLabel("Password").fill(PASSWORD);
  await off.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByRole("link", { name: "Set up" })).toBeVisible();
});
