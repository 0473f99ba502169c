/** Inviting and changing members on the pages, links to get in, and what becomes of the tokens of somebody who leaves. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { addAccount, openManagedOffice } from "./support/accounts";
import { expect, FLOW, test } from "./support/fixtures";
import { expectAccessibleInEveryLook } from "./support/looks";
import { addPerson, addToken, openOffice } from "./support/people";

// A page of another organization's member is not there, and scenarios ask for it.
test.use({ tolerated: [/status of 404/] });

const newAddress = () => `pia.${Math.random().toString(36).slice(2)}@example.test`;
const shownLink = (page: Page) => page.locator("[data-link]");
const alert = (page: Page) => page.locator("main").getByRole("alert");

async function openInvite(page: Page): Promise<void> {
  await page.goto("/admin/members");
  await page.getByRole("link", { name: "Invite member" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Invite a member" })).toBeVisible();
}

async function invite(page: Page, email: string): Promise<string> {
  await openInvite(page);
  await page.getByLabel("Name").fill("Pia Nowak");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("checkbox", { name: "Sales" }).check();
  await page.getByRole("button", { name: "Create invitation" }).click();
  await expect(page.getByText("The invitation is ready")).toBeVisible();
  return (await shownLink(page).innerText()).trim();
}

async function accept(page: Page, url: string): Promise<void> {
  const { pathname, hash } = new URL(url);
  await page.goto(pathname + hash);
  await page.getByRole("button", { name: "Accept invitation" }).click();
}

test.describe("an invitation", () => {
  test(
    "is a link that is shown once, lets the person in once, and nobody after",
    FLOW,
    async ({ signedInAs, page }) => {
      const { office, ada } = await openManagedOffice();
      await addPerson(office, { name: "Rea Costa" });
      const email = newAddress();
      const administrator = await signedInAs(ada);
      const url = await invite(administrator, email);
      await expectAccessibleInEveryLook(administrator);
      await administrator.goto("/admin/members");
      const row = administrator.getByRole("row").filter({ hasText: email });
      await expect(row.getByText("File", { exact: true })).toHaveCount(0);
      await expect(administrator.getByRole("row").filter({ hasText: "Rea Costa" })).toContainText("File");
      await expect(row).toContainText("Invited");
      await expect(row).toContainText("Sales");
      await expect(shownLink(administrator)).toHaveCount(0);

      await accept(page, url);
      await expect(page).toHaveURL("/password");
      await expect(page.getByRole("heading", { level: 1, name: "Choose a password" })).toBeVisible();
      await expect(page.getByText("Choose a password to finish.")).toBeVisible();
      await administrator.reload();
      await expect(row).toContainText("Active");
      await page.context().clearCookies();
      await accept(page, url);
      await expect(alert(page)).toContainText("This link was not accepted.");
      await expectAccessibleInEveryLook(page);
    },
  );

  test("is not offered where the organization's file says who is a member", async ({ world, openAs }) => {
    const page = await openAs(world.ada, "/admin/members");
    await expect(page.getByText("Members and roles are managed in the configuration file")).toBeVisible();
    await expect(page.getByRole("link", { name: "Invite member" })).toHaveCount(0);
    await page.goto("/admin/members/new");
    await expect(page.getByText("Members are managed in the configuration file")).toBeVisible();
    await expect(page.getByRole("button", { name: "Create invitation" })).toHaveCount(0);
    await page.goto(`/admin/members/${world.wim.memberId}`);
    await expect(page.getByText("This member is managed in the configuration file")).toBeVisible();
    await expect(page.getByRole("button", { name: "Create sign-in link" })).toHaveCount(0);
    await expectAccessibleInEveryLook(page);
  });
});

test.describe("a member's page", () => {
  test("gives other roles, which hold on the next request", FLOW, async ({ callApi, openAs }) => {
    const { ada, wim } = await openManagedOffice();
    const { text } = await addToken(wim);
    const page = await openAs(ada, "/admin/members");
    await page.getByRole("link", { name: wim.name, exact: true }).click();
    await expect(page.getByRole("checkbox", { name: "Sales" })).toBeChecked();
    await expect(page.getByText("Deals: list, create; update on some")).toBeVisible();
    await expect(page.getByRole("link", { name: "1 token" })).toHaveAttribute("href", /owner=wim/);
    await page.getByRole("checkbox", { name: "Sales" }).uncheck();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved. Applies from the next request.")).toBeVisible();
    await expectAccessibleInEveryLook(page);
    expect((await callApi({ path: "/entities", token: text })).json).toMatchObject({ data: { items: [] } });
  });

  test("makes a sign-in link for somebody who has forgotten their password", async ({ page: visitor, openAs }) => {
    const { ada, wim } = await openManagedOffice();
    const page = await openAs(ada, `/admin/members/${wim.memberId}`);
    await page.getByRole("button", { name: "Create sign-in link" }).click();
    const { pathname, hash } = new URL((await shownLink(page).innerText()).trim());
    await visitor.goto(pathname + hash);
    await visitor.getByRole("button", { name: "Sign in" }).click();
    await expect(visitor).toHaveURL("/password");
  });
});

test.describe("somebody who leaves", () => {
  test("keeps the tokens that are not ticked; the secrets come as a file, too", FLOW, async ({ callApi, openAs }) => {
    const { office, ada, wim } = await openManagedOffice();
    const account = await addAccount(office);
    const scopes = [{ entity: "deals", verbs: ["list"] }];
    for (const name of ["Sensor 1", "Sensor 2", "Kept"]) await addToken(wim, { name, scopes });
    await addToken(wim, { name: "Invoices", scopes: [{ entity: "invoices", verbs: ["list"] }] });
    const page = await openAs(ada, `/admin/members/${wim.memberId}/hand-over?to=${account.memberId}`);
    await expect(page.getByText("3 of 4 selected")).toBeVisible();
    await page.getByRole("checkbox", { name: "Kept" }).uncheck();
    await page.getByRole("button", { name: "Hand over 2 tokens" }).click();

    const dialog = page.getByRole("dialog", { name: "Copy the 2 new secrets now" });
    await expect(dialog.getByRole("listitem")).toHaveCount(2);
    await expectAccessibleInEveryLook(page);
    await page.keyboard.press("Escape");
    const leaving = page.getByRole("dialog", { name: "Leave without the secrets?" });
    await leaving.getByRole("button", { name: "Cancel" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "Download .env" }).click(),
    ]);
    const environment = await readFile(await download.path(), "utf8");
    const secret = /^PUBLIC_RECORDS_TOKEN_SENSOR_2=(\S+)$/m.exec(environment)?.[1] ?? "";
    expect(environment.match(/^PUBLIC_RECORDS_TOKEN_/gm)).toHaveLength(2);
    expect((await callApi({ path: "/me", token: secret })).json).toMatchObject({
      data: { member: { name: "Nightly sync" } },
    });
    await dialog.getByRole("checkbox", { name: "I saved them" }).check();
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(page).toHaveURL(`/accounts/${account.memberId}`);
    expect((await page.content()).includes(secret)).toBe(false);
    await page.goto(`/admin/members/${wim.memberId}/hand-over`);
    // No owner is chosen for the administrator.
    await expect(page.getByLabel("New owner")).toHaveValue("");
    await page.getByLabel("New owner").selectOption(account.memberId);
    await expect(page.getByRole("checkbox", { name: "Kept" })).toBeChecked();
    await expect(page.getByRole("checkbox", { name: "Invoices" })).toBeDisabled();
    await expect(page.getByText("Nightly sync cannot do what it does")).toBeVisible();
    await expect(page.getByRole("checkbox", { name: "Sensor 1" })).toBeDisabled();
    await expect(page.getByText("It already belongs to Nightly sync.")).toHaveCount(2);
    await expectAccessibleInEveryLook(page);
  });

  test("keeps the secrets on the page even if no token is left behind", async ({ openAs }) => {
    const { office, ada, wim } = await openManagedOffice();
    await addPerson(await openOffice("Harbour Foods"), { name: ada.name, email: ada.email, admin: true });
    const account = await addAccount(office);
    await addToken(wim, { name: "Website sync", scopes: [{ entity: "deals", verbs: ["list"] }] });
    const page = await openAs(ada, `/admin/members/${wim.memberId}/hand-over?to=${account.memberId}`);
    await page.getByLabel("Keep old secrets for").selectOption("Not at all: they stop immediately");
    await page.getByRole("button", { name: "Hand over 1 token" }).click();
    const dialog = page.getByRole("dialog", { name: "Copy the new secret now" });
    await expect(dialog.getByRole("listitem")).toHaveCount(1);
    // Nor where somebody turns to another organization in another tab: the page is not asked for again.
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const tab = await page.context().newPage();
    await tab.goto("/organization");
    await tab.getByRole("button", { name: "Harbour Foods" }).click();
    await expect(tab.getByRole("banner")).toContainText("Harbour Foods");
    await page.bringToFront();
    await expect(dialog.getByRole("listitem")).toHaveCount(1);
    await expect(page.getByText("1 of 1 selected")).toBeAttached();
    expect(asked.filter((url) => url.includes("/hand-over"))).toEqual([]);
    await tab.goto("/organization");
    await tab.getByRole("button", { name: "Nordlicht" }).click();
    await expect(tab.getByRole("banner")).toContainText("Nordlicht");
    await dialog.getByRole("checkbox", { name: "I saved them" }).check();
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(page).toHaveURL(`/accounts/${account.memberId}`);
  });
});
