/**
 * One browser, several tabs: what a page shows is done for the member it was made for, or not at all, whoever and wherever
 * another tab has turned to since.
 */
import type { Page } from "@playwright/test";
import { postgres } from "@/lib/postgres/postgres";
import { expect, test } from "./support/fixtures";
import { expectAccessibleInEveryLook } from "./support/looks";
import { choice, createButton, nameField, openNewToken, secretDialog, tokensOf } from "./support/new-token";
import { addPerson, openOffice, type Person } from "./support/people";
import { sessionOf } from "./support/session";

/** One person, an administrator of two organizations of the scenario's own. */
async function memberOfTwo(): Promise<{ here: Person; there: Person }> {
  const [office, elsewhere] = [await openOffice("Nordlicht"), await openOffice("Harbour Foods")];
  const here = await addPerson(office, { name: "Tia Two", admin: true });
  return { here, there: await addPerson(elsewhere, { name: here.name, email: here.email, admin: true }) };
}

/** In another tab of the same browser. */
async function goTo(name: string, page: Page): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto("/organization");
  await tab.getByRole("button", { name }).click();
  await expect(tab.getByRole("banner")).toContainText(name);
  return tab;
}

async function signInElsewhere(page: Page, person: Person): Promise<void> {
  await page.context().addCookies((await sessionOf(person)).cookies);
}

const ofNordlicht = (page: Page) => page.getByRole("dialog", { name: "This page belongs to Nordlicht" });
const goOn = (page: Page) => ofNordlicht(page).getByRole("button", { name: "Go on in Nordlicht" });
const somebodyElse = (page: Page) => page.getByRole("dialog", { name: "Somebody else is signed in now" });

test.describe("another tab goes to another organization", () => {
  test("and a half-filled form asks first, then makes its token where it was filled in", async ({ signedInAs }) => {
    const { here, there } = await memberOfTwo();
    const page = await signedInAs(here);
    await openNewToken(page);
    await nameField(page).fill("For Nordlicht");
    const tab = await goTo("Harbour Foods", page);
    await createButton(page).click();
    await expect(ofNordlicht(page)).toBeVisible();
    expect([await tokensOf(here), await tokensOf(there)]).toEqual([[], []]);
    await expectAccessibleInEveryLook(page);

    await ofNordlicht(page).getByRole("button", { name: "Cancel" }).click();
    await expect(nameField(page)).toHaveValue("For Nordlicht");
    await createButton(page).click();
    await goOn(page).click();
    await expect(secretDialog(page)).toBeVisible();
    expect(await tokensOf(here)).toMatchObject([{ name: "For Nordlicht" }]);
    expect(await tokensOf(there)).toEqual([]);
    await tab.reload();
    await expect(tab.getByRole("banner")).toContainText("Nordlicht");
    await tab.goto("/organization");
    await expectAccessibleInEveryLook(tab);
  });

  test("and a page that is opened then belongs to it, frame and all", async ({ openAs }) => {
    const { here, there } = await memberOfTwo();
    const page = await openAs(here, "/tokens");
    await goTo("Harbour Foods", page);
    await page
      .getByRole("link", { name: /(Make|New|Create).*token/ })
      .first()
      .click();
    await expect(page.getByRole("banner")).toContainText("Harbour Foods");
    await nameField(page).fill("For Harbour Foods");
    await createButton(page).click();
    await expect(secretDialog(page)).toBeVisible();
    expect(await tokensOf(there)).toMatchObject([{ name: "For Harbour Foods" }]);
    expect(await tokensOf(here)).toEqual([]);
  });
});

test.describe("another tab signs somebody else in", () => {
  test("and nothing that was filled in becomes theirs; its author can continue", async ({ signedInAs, newMember }) => {
    const [wim, ada] = [await newMember(), await newMember({ name: "Ada Boss", admin: true })];
    const page = await signedInAs(wim);
    await openNewToken(page);
    await nameField(page).fill("Typed by Wim");
    await choice(page, /^Full access/).check();
    await signInElsewhere(page, ada);
    await createButton(page).click();
    await expect(somebodyElse(page).getByLabel("E-mail address")).toHaveValue(wim.email);
    expect([await tokensOf(wim), await tokensOf(ada)]).toEqual([[], []]);
    await expectAccessibleInEveryLook(page);

    await somebodyElse(page).getByLabel("Password").fill(wim.password);
    await somebodyElse(page).getByRole("button", { name: "Confirm" }).click();
    await expect(secretDialog(page)).toBeVisible();
    expect(await tokensOf(wim)).toMatchObject([{ name: "Typed by Wim" }]);
    expect(await tokensOf(ada)).toEqual([]);
  });

  test("and a member of two goes on in the organization of the page", async ({ signedInAs, newMember }) => {
    const { here, there } = await memberOfTwo();
    const page = await signedInAs(here);
    await openNewToken(page);
    await nameField(page).fill("Still for Nordlicht");
    await signInElsewhere(page, await newMember({ name: "Ada Boss" }));
    await createButton(page).click();
    await somebodyElse(page).getByLabel("Password").fill(here.password);
    await somebodyElse(page).getByRole("button", { name: "Confirm" }).click();
    await expect(secretDialog(page)).toBeVisible();
    expect(await tokensOf(here)).toMatchObject([{ name: "Still for Nordlicht" }]);
    expect(await tokensOf(there)).toEqual([]);
  });
});

test("whoever is no member of the page's organization any more is told so, and loses nothing", async ({
  signedInAs,
}) => {
  const { here } = await memberOfTwo();
  const page = await signedInAs(here);
  await openNewToken(page);
  await nameField(page).fill("Too late");
  await postgres().pool.query("update members set active = false where id = $1", [here.memberId]);
  await createButton(page).click();
  await expect(page.locator("form").getByRole("alert")).toContainText(
    "You are no longer an active member of Nordlicht",
  );
  await expect(nameField(page)).toHaveValue("Too late");
  expect(await tokensOf(here)).toEqual([]);
});
