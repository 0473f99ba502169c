/** Service accounts on the pages: who creates them, who manages their tokens, and who finds nothing of them. */
import { addAccount, openManagedOffice } from "./support/accounts";
import { callAction, captureAction } from "./support/actions";
import { expect, test } from "./support/fixtures";
import { expectAccessibleInEveryLook, screenshot } from "./support/looks";
import { createToken, nameField, readSecret, secretDialog, tokensOf } from "./support/new-token";
import { addToken } from "./support/people";

// Pages of accounts that one does not keep are not there, and scenarios ask for them.
test.use({ tolerated: [/status of 404/] });

test("an administrator creates one, with its keepers, and gives it a token", async ({ signedInAs, callApi }) => {
  const { ada, wim } = await openManagedOffice();
  const page = await signedInAs(ada);
  await page.goto("/accounts");
  await expect(page.getByRole("heading", { name: "No service accounts" })).toBeVisible();
  await page.getByRole("link", { name: "New service account" }).click();
  await page.getByLabel("Name").fill("Nightly sync");
  await page.getByLabel("Address").fill(`sync.${Math.random().toString(36).slice(2)}@example.test`);
  await page.getByRole("checkbox", { name: "Sales" }).check();
  await page
    .getByRole("group", { name: "Keepers" })
    .getByRole("checkbox", { name: /Wim Vermeer/ })
    .check();
  await expectAccessibleInEveryLook(page);
  await screenshot(page, "service-account-new");
  await page.getByRole("button", { name: "Create service account" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Nightly sync" })).toBeVisible();
  await page.getByRole("link", { name: "New token" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "New token of Nightly sync" })).toBeVisible();
  await nameField(page).fill("Website sync");
  await createToken(page);
  const secret = await readSecret(page);
  expect((await callApi({ path: "/me", token: secret })).json).toMatchObject({
    data: { member: { name: "Nightly sync" } },
  });
  await secretDialog(page).getByRole("checkbox", { name: "I saved it" }).check();
  await secretDialog(page).getByRole("button", { name: /^Done/ }).click();
  await expect(page.getByRole("link", { name: "Website sync" })).toBeVisible();
  expect(await tokensOf(wim)).toEqual([]);
});

test("a keeper finds it in the side bar, and rotates, edits and revokes its tokens", async ({
  signedInAs,
  callApi,
}) => {
  const { office, wim } = await openManagedOffice();
  const account = await addAccount(office, { keepers: [wim] });
  const token = await addToken(account, { name: "Website sync" });
  const page = await signedInAs(wim);
  await page.goto("/tokens");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Service accounts" }).click();
  await page.getByRole("link", { name: "Nightly sync" }).click();
  await expectAccessibleInEveryLook(page);
  await screenshot(page, "service-account");
  await page.getByRole("link", { name: "Website sync" }).click();
  await expect(page.getByRole("link", { name: "Edit" })).toBeVisible();
  await page.getByRole("link", { name: "Rotate" }).click();
  await page.getByRole("button", { name: "Rotate token" }).click();
  const secret = await readSecret(page);
  expect((await callApi({ path: "/me", token: secret })).json).toMatchObject({
    data: { member: { name: "Nightly sync" } },
  });
  await page.goto(`/tokens/${token.id}`);
  await page.getByRole("button", { name: /^Revoke/ }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Revoke/ })
    .click();
  await expect.poll(async () => (await callApi({ path: "/me", token: token.text })).status).toBe(401);
});

test("a member who keeps nothing finds neither the account nor its tokens", async ({ signedInAs, world }) => {
  const { office, wim } = await openManagedOffice();
  const account = await addAccount(office);
  const token = await addToken(account);
  for (const person of [wim, world.gus]) {
    const page = await signedInAs(person);
    for (const path of [`/accounts/${account.memberId}`, `/accounts/${account.memberId}/new`, `/tokens/${token.id}`]) {
      expect((await page.goto(path))?.status(), path).toBe(404);
    }
    await page.goto("/accounts");
    await expect(page.getByRole("heading", { name: "No service accounts" })).toBeVisible();
  }
});

test.describe("without JavaScript", () => {
  test.use({ contextOptions: { reducedMotion: "reduce", javaScriptEnabled: false } as object });

  test("lists are read, and a form says what it lacks", async ({ signedInAs }) => {
    const { office, ada } = await openManagedOffice();
    const account = await addAccount(office);
    await addToken(account, { name: "Website sync" });
    const page = await signedInAs(ada);
    await page.goto("/accounts");
    await page.getByRole("link", { name: "Nightly sync" }).click();
    await expect(page.getByRole("link", { name: "Website sync" })).toBeVisible();
    await page.getByRole("link", { name: "Roles and keepers" }).click();
    // A browser that was never to run scripts shows it; one that is kept from it has it in the page.
    expect(await page.locator("main noscript").textContent()).toBe("This form needs JavaScript.");
    await page.goto(`/admin/members/${ada.memberId}/hand-over`);
    await page.getByRole("button", { name: "Show what moves" }).click();
    await expect(page).toHaveURL(`/admin/members/${ada.memberId}/hand-over?to=${account.memberId}`);
  });
});

test("the action that creates a token gives none to an account that the caller does not keep", async ({
  signedInAs,
  world,
}) => {
  const { office, ada, wim } = await openManagedOffice();
  const account = await addAccount(office);
  const page = await signedInAs(ada);
  await page.goto(`/accounts/${account.memberId}/new`);
  await nameField(page).fill("Website sync");
  const action = await captureAction(page, () => createToken(page));
  expect(await tokensOf(account)).toHaveLength(1);
  const form: [string, string] = [/"formId":"(\w+)"/.exec(action.body)?.[1] ?? "", "another-form-of-somebody-else"];
  for (const person of [wim, world.gus]) {
    const { text } = await callAction(action, { as: person, replace: [form] });
    expect(text).toContain("not yours to manage any more");
    expect(text).not.toContain("service_v1_");
  }
  // A person's account is nobody's to keep, an administrator's neither.
  const ofPerson: [string, string] = [account.memberId, wim.memberId];
  const { text } = await callAction(action, { as: ada, replace: [form, ofPerson] });
  expect(text).toContain("not yours to manage any more");
  expect([await tokensOf(account), await tokensOf(wim)].map((tokens) => tokens.length)).toEqual([1, 0]);
});
