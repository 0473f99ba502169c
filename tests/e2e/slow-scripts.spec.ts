/** A slow network: the page is there, its scripts are not. What is typed and chosen meanwhile is what the page knows afterwards. */
import type { Locator } from "@playwright/test";
import { expect, test } from "./support/fixtures";
import { openWithoutScripts } from "./support/held-scripts";
import { onNarrowest } from "./support/looks";
import {
  choice,
  createButton,
  createToken,
  expirySelect,
  nameField,
  scopeBox,
  secretDialog,
  tokensOf,
} from "./support/new-token";
import { addPerson, addToken, daysFromNow, openOffice } from "./support/people";

/** React notes on an element what it has for it. */
async function heard(button: Locator): Promise<void> {
  await expect
    .poll(() => button.evaluate((element) => Object.keys(element).some((key) => key.startsWith("__reactProps"))))
    .toBe(true);
}

test("a new token is made with all that was typed and chosen", async ({ newMember, signedInAs }) => {
  const person = await newMember();
  const page = await signedInAs(person);
  const release = await openWithoutScripts(page, "/tokens/new");
  await nameField(page).fill("Website sync");
  await page.getByRole("textbox", { name: /^Purpose/ }).fill("Shows the deals on the website");
  await choice(page, /^Custom Tick/).check();
  await expirySelect(page).selectOption("7d");
  release();
  await heard(createButton(page));
  await createToken(page);
  expect(await tokensOf(person)).toMatchObject([
    {
      name: "Website sync",
      purpose: "Shows the deals on the website",
      scopes: expect.arrayContaining([expect.objectContaining({ entity: "deals" })]),
    },
  ]);
  const lived = ((await tokensOf(person))[0]?.expires?.getTime() ?? 0) - Date.now();
  expect(Math.round(lived / 86_400_000)).toBe(7);
});

test("the caret stays where somebody is typing", async ({ newMember, signedInAs }) => {
  const page = await signedInAs(await newMember());
  const release = await openWithoutScripts(page, "/tokens/new");
  await nameField(page).pressSequentially("Webite sync");
  for (let step = 0; step < 8; step++) await nameField(page).press("ArrowLeft");
  release();
  await heard(createButton(page));
  await nameField(page).press("s");
  await expect(nameField(page)).toHaveValue("Website sync");
});

test("what was unfolded has its content as soon as it can be used", async ({ newMember, signedInAs }) => {
  const page = await signedInAs(await newMember());
  await onNarrowest(page);
  const releaseForm = await openWithoutScripts(page, "/tokens/new");
  await choice(page, /^Custom Tick/).check();
  await page.getByText("Restrictions", { exact: true }).click();
  releaseForm();
  await expect(page.getByRole("textbox", { name: "IP addresses" })).toBeVisible();

  const releaseReference = await openWithoutScripts(page, "/reference/deals");
  const get = page.getByRole("region", { name: "Get a record", exact: true });
  await get.getByText("Try it").click();
  releaseReference();
  await expect(get.getByLabel("With the permissions of")).toBeVisible();
  await get.getByText("Try it").click();
  await expect(get.getByLabel("With the permissions of")).toBeHidden();
});

test("several ticks of one table are all taken away", async ({ newMember, signedInAs }) => {
  const owner = await newMember();
  const scopes = [{ entity: "deals", verbs: ["list" as const, "get" as const, "create" as const, "update" as const] }];
  const token = await addToken(owner, { name: "Export", scopes, expires: daysFromNow(20) });
  const page = await signedInAs(owner);
  const release = await openWithoutScripts(page, `/tokens/${token.id}/edit`);
  await page.getByRole("textbox", { name: "Name" }).fill("Exporter");
  await scopeBox(page, "Deals: create").uncheck();
  await scopeBox(page, "Deals: update").uncheck();
  await page.getByRole("textbox", { name: /^Requests per minute/ }).fill("30");
  release();
  await expect(page.getByText("Will be removed:")).toContainText("create");
  await expect(page.getByText("Will be removed:")).toContainText("update");
  await expect(page.getByText("From now on:")).toContainText("30");
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Exporter");
});

test("a rotation leaves the old secret as long as was chosen", async ({ newMember, signedInAs }) => {
  const owner = await newMember();
  const token = await addToken(owner, { name: "Export", expires: daysFromNow(20) });
  const page = await signedInAs(owner);
  const release = await openWithoutScripts(page, `/tokens/${token.id}/rotate`);
  await page.getByRole("radio", { name: "1 hour" }).check();
  const rotate = page.getByRole("button", { name: "Rotate token" });
  await rotate.click();
  release();
  await heard(rotate);
  await rotate.click();
  await expect(secretDialog(page)).toBeVisible();
  const old = (await tokensOf(owner)).find(({ id }) => id === token.id);
  expect(Math.round(((old?.expires?.getTime() ?? 0) - Date.now()) / 60_000)).toBe(60);
});

test("the policy says what the addresses that were typed mean", async ({ signedInAs }) => {
  const office = await openOffice("Nordlicht");
  const page = await signedInAs(await addPerson(office, { name: "Ada Lindqvist", roles: ["manager"], admin: true }));
  const release = await openWithoutScripts(page, "/admin/policy");
  await page.getByLabel("Allowed addresses").fill("10.0.0.0/8");
  release();
  await expect(page.getByText("Tokens work from 10.0.0.0/8 only.", { exact: false })).toBeVisible();
});

test("tokens that were chosen can be revoked", async ({ signedInAs }) => {
  const office = await openOffice("Nordlicht");
  const ada = await addPerson(office, { name: "Ada Lindqvist", roles: ["manager"], admin: true });
  for (const name of ["Export", "Import"]) await addToken(ada, { name });
  const page = await signedInAs(ada);
  const release = await openWithoutScripts(page, "/admin/tokens");
  for (const name of ["Export", "Import"]) await page.getByRole("checkbox", { name: `Select ${name} of` }).check();
  release();
  await expect(page.getByText("2 selected")).toBeVisible();
});

test("a press on Revoke leads to the confirm page, and with the scripts the page stays where it is", async ({
  newMember,
  signedInAs,
}) => {
  const owner = await newMember();
  const token = await addToken(owner, { name: "Export" });
  const page = await signedInAs(owner);
  const release = await openWithoutScripts(page, `/tokens/${token.id}`);
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/tokens/${token.id}/revoke\\??$`));
  release();
  const revoke = page.getByRole("button", { name: "Revoke token" });
  await heard(revoke);
  await revoke.click();
  await expect(page).toHaveURL(`/tokens/${token.id}`);
  await expect(page.getByText(/^Stopped at .* UTC$/)).toBeVisible();
});
