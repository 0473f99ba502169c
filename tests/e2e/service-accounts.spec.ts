/** Service accounts on the pages: who creates them, who manages their tokens, and who finds nothing of them. */
import { addAccount, openManagedOffice } from "./support/accounts";
import { callAction, captureAction } from "./support/actions";
import { expect, FLOW, test } from "./support/fixtures";
import { expectAccessibleInEveryLook } from "./support/looks";
import { createToken, nameField, readSecret, review, scopeBox, secretDialog, tokensOf } from "./support/new-token";
import { addToken } from "./support/people";
import { openOnceRecorded } from "./support/token-page";

// Pages of accounts that one does not keep are not there, and scenarios ask for them.
test.use({ tolerated: [/status of 404/] });

test("an administrator creates one, with its keepers, and gives it a token", FLOW, async ({ callApi, openAs }) => {
  const { ada, wim } = await openManagedOffice();
  const page = await openAs(ada, "/accounts");
  await expect(page.getByRole("heading", { name: "No service accounts" })).toBeVisible();
  await page.getByRole("link", { name: "New service account" }).click();
  await page.getByLabel("Name").fill("Nightly sync");
  await page.getByRole("checkbox", { name: "Sales" }).check();
  await page.getByLabel("Add managers").fill(`${wim.email}, nobody@example.test`);
  await page.getByRole("button", { name: "Create service account" }).click();
  await expect(page.getByLabel("Add more managers")).toHaveAccessibleDescription(
    /No active member has the address nobody@example\.test\./,
  );
  await expect(
    page.getByRole("group", { name: "Managers" }).getByRole("checkbox", { name: /Wim Vermeer/ }),
  ).toBeChecked();
  await page.getByLabel("Add more managers").fill("");
  await expectAccessibleInEveryLook(page);
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

test("a keeper finds it in the side bar, and rotates, edits and revokes its tokens", async ({ callApi, openAs }) => {
  const { office, wim } = await openManagedOffice();
  const account = await addAccount(office, { keepers: [wim] });
  const token = await addToken(account, { name: "Website sync" });
  const page = await openAs(wim, "/tokens");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Service accounts" }).click();
  await page.getByRole("link", { name: "Nightly sync" }).click();
  await expectAccessibleInEveryLook(page);
  await page.getByRole("link", { name: "Website sync" }).click();
  await expect(page.getByRole("link", { name: "Edit" })).toBeVisible();
  await page.getByRole("link", { name: "Rotate" }).click();
  await page.getByRole("button", { name: "Rotate token" }).click();
  const secret = await readSecret(page);
  expect((await callApi({ path: "/me", token: secret })).json).toMatchObject({
    data: { member: { name: "Nightly sync" } },
  });
  await page.goto(`/tokens/${token.id}`);
  await page.getByRole("link", { name: "Revoke", exact: true }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Revoke/ })
    .click();
  await expect.poll(async () => (await callApi({ path: "/me", token: token.text })).status).toBe(401);
});

test("a keeper reads its requests, and has one explained", async ({ signedInAs, callApi }) => {
  const { office, wim } = await openManagedOffice();
  const account = await addAccount(office, { keepers: [wim] });
  const token = await addToken(account, { name: "Website sync", scopes: [{ entity: "deals", verbs: ["list"] }] });
  const refused = await callApi({ path: "/entities/contacts/records", token: token.text });
  expect(refused.status).toBe(404);
  const page = await signedInAs(wim);
  await openOnceRecorded(page, "/requests", page.getByRole("row").filter({ hasText: "Nightly sync" }));
  await expect(page.getByText("your tokens and those of the service accounts that you manage")).toBeVisible();
  await page.goto(`/requests?token=${token.id}`);
  await expect(page.getByRole("link", { name: "Remove the filter Token: Website sync" })).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await page.goto(`/explain?request=${refused.headers["x-request-id"]}`);
  await expect(page.getByText("Refused").first()).toBeVisible();
  await expect(page.getByRole("main")).toContainText(
    "The token has no access to contacts; the owner's role has list, create and update.",
  );
});

test("the form of its tokens speaks of the account, and tries requests as it", async ({ openAs }) => {
  const { office, wim } = await openManagedOffice();
  const account = await addAccount(office, { keepers: [wim] });
  const page = await openAs(wim, `/accounts/${account.memberId}/new`);
  const main = page.getByRole("main");
  await expect(main).toContainText("A token can never do more than the account can at the moment of a request.");
  await expect(scopeBox(page, "Deals: delete")).toHaveAccessibleDescription(
    "The account’s roles do not grant delete on Deals.",
  );
  await page.getByRole("radio", { name: /^Full access/ }).check();
  await expect(review(page)).toContainText("This token can do whatever the account can do, now and later.");
  // Only the secret is shown to the person.
  await expect(main).not.toContainText(/(?<!right after )\byou\b/i);
  await review(page).getByLabel("Try it as this token").selectOption("Deals");
  await review(page).getByRole("button", { name: "Try" }).click();
  await expect(review(page)).toContainText("It would read 0 Deals, of each Title, Stage, Amount, Account.");
  await expectAccessibleInEveryLook(page);
});

test("a member who keeps no account finds neither the account nor its tokens", async ({ signedInAs, world }) => {
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

test("keepers are added by their address", async ({ openAs }) => {
  const { office, ada } = await openManagedOffice();
  const account = await addAccount(office);
  await addToken(account, { name: "Website sync" });
  const page = await openAs(ada, "/accounts");
  await page.getByRole("link", { name: "Nightly sync" }).click();
  await expect(page.getByRole("link", { name: "Website sync" })).toBeVisible();
  await page.getByRole("link", { name: "Roles and managers" }).click();
  await page.getByLabel("Add managers").fill(ada.email.toUpperCase());
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved. Applies from the next request.")).toBeVisible();
  await page.reload();
  await expect(
    page.getByRole("group", { name: "Managers" }).getByRole("checkbox", { name: /Ada Lindqvist/ }),
  ).toBeChecked();
});

test("the action that creates a token gives none to an account that the caller does not keep", async ({
  world,
  openAs,
}) => {
  const { office, ada, wim } = await openManagedOffice();
  const account = await addAccount(office);
  const page = await openAs(ada, `/accounts/${account.memberId}/new`);
  await nameField(page).fill("Website sync");
  const action = await captureAction(page, () => createToken(page));
  expect(await tokensOf(account)).toHaveLength(1);
  // The form of another page: this one has made its token.
  const formId = /"formId":"([0-9a-f]+)"/.exec(action.body)?.[1] ?? "";
  const form: [string, string] = [formId, `${formId.slice(1)}1`];
  for (const person of [wim, world.gus]) {
    const { text } = await callAction(action, { as: person, replace: [form] });
    expect(text).toContain("no longer yours to manage");
    expect(text).not.toContain("service_v1_");
  }
  // A person's account is nobody's to keep, an administrator's neither.
  const ofPerson: [string, string] = [account.memberId, wim.memberId];
  const { text } = await callAction(action, { as: ada, replace: [form, ofPerson] });
  expect(text).toContain("no longer yours to manage");
  expect([await tokensOf(account), await tokensOf(wim)].map((tokens) => tokens.length)).toEqual([1, 0]);
});
