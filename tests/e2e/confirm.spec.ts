/**
 * Confirm pages and plain forms, before a page's scripts have loaded and without them. Revoking a token and deactivating a member
 * are in without-scripts.spec.ts.
 */
import type { Page } from "@playwright/test";
import { postgres } from "@/lib/postgres/postgres";
import { giveSecondFactor } from "../support/second-factor";
import { openManagedOffice } from "./support/accounts";
import { expect, FLOW, test } from "./support/fixtures";
import { openWithoutScripts } from "./support/held-scripts";
import { endSessionsOf } from "./support/identity";
import { expectAccessibleInEveryLook, expectNoAxeViolations, screenshot } from "./support/looks";
import { addPerson, addToken, daysFromNow, type IssuedToken, type Office, type Person } from "./support/people";
import { sessionOf } from "./support/session";

const WITHOUT_SCRIPTS = { contextOptions: { reducedMotion: "reduce", javaScriptEnabled: false } as object };

const alert = (page: Page) => page.getByRole("main").getByRole("alert");
const shownLink = (page: Page) => page.locator("[data-link]");

const textWithoutScripts = async (page: Page) => (await page.locator("main noscript").allTextContents()).join(" ");

/** Two secrets that work side by side. */
async function addRotated(owner: Person): Promise<{ old: IssuedToken; next: IssuedToken }> {
  const old = await addToken(owner, { name: "Website sync", expires: daysFromNow(1) });
  const next = await addToken(owner, { name: "Website sync" });
  await postgres().pool.query("update tokens set replaces_id = $1 where id = $2", [old.id, next.id]);
  return { old, next };
}

async function addInvited(office: Office): Promise<Person> {
  const pia = await addPerson(office, { name: "Pia Nowak", managedBy: "pages" });
  await postgres().pool.query("update members set active = false, invited = now() where id = $1", [pia.memberId]);
  return pia;
}

test.describe("without scripts", () => {
  test.use({ ...WITHOUT_SCRIPTS, tolerated: [/status of 404/] });

  test("the overlap of a rotation is ended", async ({ signedInAs, newMember, callApi }) => {
    const owner = await newMember();
    const { old, next } = await addRotated(owner);
    const page = await signedInAs(owner);
    await page.goto(`/tokens/${next.id}`);
    await page.getByRole("button", { name: "End overlap now" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "End the overlap now?" })).toBeVisible();
    await expect(page.getByRole("main")).toContainText(old.hint);
    await screenshot(page, "token-end-overlap-page");
    await page.getByRole("button", { name: "End overlap" }).click();
    await expect(page).toHaveURL(`/tokens/${old.id}`);
    await expect(page.getByText("0 requests accepted since")).toBeVisible();
    expect((await callApi({ path: "/me", token: old.text })).status).toBe(401);
    expect((await callApi({ path: "/me", token: next.text })).status).toBe(200);
    await page.goto(`/tokens/${next.id}/rotation/end-overlap`);
    await expect(page).toHaveURL(`/tokens/${next.id}`);
  });

  test("an invitation is withdrawn", async ({ signedInAs }) => {
    const { office, ada } = await openManagedOffice();
    const pia = await addInvited(office);
    const page = await signedInAs(ada);
    await page.goto(`/admin/members/${pia.memberId}`);
    await page.getByRole("button", { name: "Withdraw invitation" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Withdraw the invitation of Pia Nowak?" })).toBeVisible();
    await screenshot(page, "member-withdraw-page");
    await page.getByRole("button", { name: "Withdraw invitation" }).click();
    await expect(page).toHaveURL("/admin/members");
    await expect(page.getByText(pia.email)).toHaveCount(0);
  });

  test("a second factor is reset", async ({ signedInAs, world, newMember }) => {
    const member = await newMember({ name: "Pia Nowak" });
    await giveSecondFactor(member.email);
    const page = await signedInAs(world.ada);
    await page.goto(`/admin/members/${member.memberId}`);
    await page.getByRole("button", { name: "Reset second factor" }).click();
    await expect(page.getByText("Make sure that the request comes from Pia Nowak.")).toBeVisible();
    await screenshot(page, "member-reset-second-factor-page");
    await page.getByRole("button", { name: "Reset second factor" }).click();
    await expect(page).toHaveURL(`/admin/members/${member.memberId}`);
    await expect(page.getByText("Not set up.")).toBeVisible();
  });

  test("a sign-in link is made, and shown this once", async ({ signedInAs }) => {
    const { ada, wim } = await openManagedOffice();
    const page = await signedInAs(ada);
    await page.goto(`/admin/members/${wim.memberId}`);
    await page.getByRole("button", { name: "Create sign-in link" }).click();
    expect(await shownLink(page).innerText()).toContain("/sign-in/link#");
    await screenshot(page, "member-link-without-scripts");
    await page.goto(`/admin/members/${wim.memberId}`);
    await expect(page.getByRole("button", { name: "Create sign-in link" })).toBeVisible();
    await expect(shownLink(page)).toHaveCount(0);
  });

  test("who signed in too long ago is told how to go on, and nothing is done before", async ({ browser, baseURL }) => {
    const { ada, wim } = await openManagedOffice();
    const context = await browser.newContext({ ...WITHOUT_SCRIPTS.contextOptions, ...(baseURL ? { baseURL } : {}) });
    const signIn = async (minutesAgo: number) => {
      await context.addCookies((await sessionOf(ada, { minutesAgo })).cookies);
    };
    await signIn(60);
    const page = await context.newPage();
    await page.goto(`/admin/members/${wim.memberId}`);
    await page.getByRole("button", { name: "Create sign-in link" }).click();
    await expect.poll(() => textWithoutScripts(page)).toContain("Prove first who you are: sign in again in a new tab.");
    await expect(shownLink(page)).toHaveCount(0);
    await signIn(0);
    await page.getByRole("button", { name: "Create sign-in link" }).click();
    await expect(shownLink(page)).toBeVisible();
    await context.close();
  });

  test("whose session has ended signs in, and nothing is done before", async ({ signedInAs, callApi }) => {
    const { ada, wim } = await openManagedOffice();
    const token = await addToken(wim);
    const page = await signedInAs(ada);
    await page.goto(`/admin/members/${wim.memberId}/deactivate`);
    await endSessionsOf(ada);
    await page.getByRole("button", { name: "Deactivate member" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
    expect((await callApi({ path: "/me", token: token.text })).status).toBe(200);
  });

  test(
    "tokens that were ticked are revoked together, once their number was typed where one is in use",
    FLOW,
    async ({ signedInAs, callApi }) => {
      const { ada, wim } = await openManagedOffice();
      const busy = await addToken(wim, { name: "Website sync", lastUsed: new Date() });
      const other = await addToken(wim, { name: "Mobile app" });
      const kept = await addToken(wim, { name: "Warehouse" });
      const statuses = () =>
        Promise.all([busy, other, kept].map(async ({ text }) => (await callApi({ path: "/me", token: text })).status));
      const page = await signedInAs(ada);
      await page.goto("/admin/tokens");
      await expect(page.getByRole("button", { name: "Revoke selected …" })).toHaveCount(0);
      await page.getByRole("checkbox", { name: "Select Website sync of" }).check();
      await page.getByRole("checkbox", { name: "Select Mobile app of" }).check();
      await page.getByRole("button", { name: "Revoke selected …" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Revoke 2 tokens?" })).toBeVisible();
      await expect(page.getByRole("region", { name: "What is revoked" }).getByRole("listitem")).toHaveCount(2);
      await screenshot(page, "admin-revoke-page");
      await page.getByLabel(/^1 of them was used/).fill("3");
      await page.getByRole("button", { name: "Revoke 2 tokens" }).click();
      await expect(alert(page)).toHaveText("Type the number: 2");
      expect(await statuses()).toEqual([200, 200, 200]);
      await page.getByLabel(/^1 of them was used/).fill("2");
      await page.getByRole("button", { name: "Revoke 2 tokens" }).click();
      await expect(page).toHaveURL("/admin/tokens?status=revoked");
      await expect(page.getByRole("rowheader")).toHaveCount(2);
      expect(await statuses()).toEqual([401, 401, 200]);
    },
  );

  test("one token is revoked from its row, and none that another organisation has", async ({ signedInAs, world }) => {
    const { ada, wim } = await openManagedOffice();
    const token = await addToken(wim, { name: "Website sync" });
    const page = await signedInAs(ada);
    await page.goto("/admin/tokens");
    await page.getByRole("button", { name: "More for Website sync" }).click();
    await page.getByRole("button", { name: "Revoke …" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Revoke “Website sync”?" })).toBeVisible();
    const elsewhere = await signedInAs(world.gus);
    await elsewhere.goto(`/admin/tokens/revoke?token=${token.id}&token=${encodeURIComponent("'\0")}`);
    await expect(elsewhere.getByText("No tokens are selected")).toBeVisible();
    const member = await signedInAs(wim);
    expect((await member.goto(`/admin/tokens/revoke?token=${token.id}`))?.status()).toBe(404);
  });
});

test.describe("before the scripts hear", () => {
  test("a press leads to the confirm page, which asks for the password if the sign-in is long ago", async ({
    signedInAs,
  }) => {
    const { office, ada } = await openManagedOffice();
    const pia = await addInvited(office);
    const page = await signedInAs(ada, { minutesAgo: 60 });
    const release = await openWithoutScripts(page, `/admin/members/${pia.memberId}`);
    await page.getByRole("button", { name: "Withdraw invitation" }).click();
    await expect(page).toHaveURL(new RegExp(`/admin/members/${pia.memberId}/withdraw\\??$`));
    await page.getByRole("button", { name: "Withdraw invitation" }).click();
    await expect.poll(() => textWithoutScripts(page)).toContain("Nothing was done");
    release();
    const confirming = page.getByRole("dialog", { name: "Confirm that it is you" });
    await expectAccessibleInEveryLook(page);
    await confirming.getByLabel("Password").fill(ada.password);
    await confirming.getByRole("button", { name: "Confirm" }).click();
    await expect(page).toHaveURL("/admin/members");
    await expect(page.getByText(pia.email)).toHaveCount(0);
  });

  test("tokens that are ticked are revoked from the confirm page", async ({ signedInAs, callApi }) => {
    const { ada, wim } = await openManagedOffice();
    const token = await addToken(wim, { name: "Website sync" });
    const page = await signedInAs(ada);
    const release = await openWithoutScripts(page, "/admin/tokens");
    await page.getByRole("checkbox", { name: "Select Website sync of" }).check();
    await page.getByRole("button", { name: "Revoke selected …" }).click();
    await expect(page).toHaveURL(`/admin/tokens/revoke?token=${token.id}`);
    release();
    await page.getByRole("button", { name: "Revoke 1 token" }).click();
    await expect(page).toHaveURL("/admin/tokens?status=revoked");
    expect((await callApi({ path: "/me", token: token.text })).status).toBe(401);
  });
});

test("every confirm page can be read in every look", async ({ signedInAs }) => {
  test.slow();
  const { office, ada, wim } = await openManagedOffice();
  const { next } = await addRotated(wim);
  const busy = await addToken(wim, { name: "Warehouse", lastUsed: new Date() });
  const pia = await addInvited(office);
  await giveSecondFactor(wim.email);
  const page = await signedInAs(ada);
  for (const path of [
    `/tokens/${busy.id}/revoke`,
    `/tokens/${next.id}/rotation/end-overlap`,
    `/admin/tokens/revoke?token=${busy.id}&token=${next.id}`,
    `/admin/members/${wim.memberId}/deactivate`,
    `/admin/members/${wim.memberId}/reset-second-factor`,
    `/admin/members/${pia.memberId}/withdraw`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/\?$/);
    await expectAccessibleInEveryLook(page);
    await page.emulateMedia({ forcedColors: "active" });
    await expectNoAxeViolations(page);
    await page.emulateMedia({ forcedColors: "none" });
  }
});
