/**
 * Pages whose scripts have not come, or never do: what was typed goes nowhere by itself, and nothing is used up. What stops a token or a
 * member works all the same.
 */
import type { Page } from "@playwright/test";
import { makeSignInLink } from "@/lib/session/sign-in-link";
import { findMemberByEmail } from "@/lib/store/people/members";
import { giveSecondFactor } from "../support/second-factor";
import { openManagedOffice } from "./support/accounts";
import { expect, FLOW, test } from "./support/fixtures";
import { screenshot } from "./support/looks";
import {
  createButton,
  expirySelect,
  formAlert,
  nameField,
  openNewToken,
  scopeBox,
  TOKEN,
  tokensOf,
} from "./support/new-token";
import { addToken } from "./support/people";
import { sessionOf } from "./support/session";

// Pages of others are not there, and a scenario asks for one.
test.use({
  contextOptions: { reducedMotion: "reduce", javaScriptEnabled: false } as object,
  tolerated: [/status of 404/],
});

const PASSWORD = "another horse battery";

/** Everything that leaves the browser, except fonts, which are fetched when letters need them, and the icon. */
function watchRequests(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    // Some browsers fetch a page's icon late.
    const isOfPage = request.resourceType() === "font" || new URL(request.url()).pathname === "/icon.svg";
    if (!isOfPage) sent.push(`${request.url()} ${request.postData() ?? ""}`);
  });
  return sent;
}

test("a password that is typed into a form of scripts goes nowhere, not into the address either", async ({
  signedInAs,
  newMember,
}) => {
  const page = await signedInAs(await newMember());
  await page.goto("/password");
  const sent = watchRequests(page);
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByLabel("New password").press("Enter");
  await page.getByRole("button", { name: "Save the password" }).click();
  await expect(page).toHaveURL(/\/password$/);
  expect(sent).toEqual([]);
  expect(await page.locator("main noscript").textContent()).toBe("This form needs JavaScript.");
});

test("nor do a password and a code, with which one would do without the second factor", async ({
  browser,
  newMember,
  baseURL,
}) => {
  const member = await newMember();
  await giveSecondFactor(member.email);
  const storageState = await sessionOf(member, { withFactor: true });
  const page = await browser.newPage({ javaScriptEnabled: false, storageState, ...(baseURL ? { baseURL } : {}) });
  await page.goto("/second-factor");
  const sent = watchRequests(page);
  const recovery = page.getByRole("region", { name: "Recovery codes" });
  await recovery.getByLabel("Code").fill("aaaaa-22222");
  await recovery.getByLabel("Code").press("Enter");
  const off = page.getByRole("region", { name: "Turn off, or change phones" });
  await off.getByLabel("Password").fill(PASSWORD);
  await off.getByLabel("Code").fill("123456");
  await off.getByRole("button", { name: "Turn off" }).click();
  await expect(page).toHaveURL(/\/second-factor$/);
  expect(sent).toEqual([]);
  await page.close();
});

test("the button of a one-time link cannot be pressed before the link was read", async ({ page, newMember }) => {
  const { office, email } = await newMember();
  const member = await findMemberByEmail(office.id, email);
  if (member === null) throw new Error("There is no such member.");
  await page.goto((await makeSignInLink(member, { actor: "command line" })).url);
  await expect(page.getByRole("button", { name: "Sign in" })).toBeDisabled();
});

test("a token that is pasted by mistake stays in the field, wherever something is looked for", async ({
  signedInAs,
  world,
}) => {
  const token = await addToken(world.ada, { name: "Pasted" });
  const page = await signedInAs(world.ada);
  for (const [path, name] of [
    ["/explain", "Request ID"],
    ["/requests", "Request ID"],
    ["/reference", "Search"],
    ["/admin/audit", "Who"],
    ["/admin/audit", "IP address"],
  ] as const) {
    await page.goto(path);
    const sent = watchRequests(page);
    await page.getByLabel(name, { exact: true }).fill(`Bearer ${token.text}`);
    await page.getByLabel(name, { exact: true }).press("Enter");
    await expect(page).toHaveURL(path);
    expect([path, name, sent]).toEqual([path, name, []]);
  }
});

test("a token is revoked, after its name was typed where it is in use", async ({ signedInAs, newMember, callApi }) => {
  const owner = await newMember();
  const token = await addToken(owner, { name: "Website sync", lastUsed: new Date() });
  const page = await signedInAs(owner);
  await page.goto(`/tokens/${token.id}`);
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Revoke “Website sync”?" })).toBeVisible();
  await screenshot(page, "token-revoke-page");
  await page.getByLabel(/Type its name to confirm/).fill("Another name");
  await page.getByRole("button", { name: "Revoke token" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveText("Type the name as it is: Website sync");
  expect((await callApi({ path: "/me", token: token.text })).status).toBe(200);
  await page.getByLabel(/Type its name to confirm/).fill("Website sync");
  await page.getByRole("button", { name: "Revoke token" }).click();
  await expect(page).toHaveURL(`/tokens/${token.id}`);
  await expect(page.getByText("0 requests accepted since")).toBeVisible();
  expect((await callApi({ path: "/me", token: token.text })).status).toBe(401);
});

test(
  "a token is created as it was filled in, and its secret is shown this once",
  FLOW,
  async ({ signedInAs, newMember, callApi }) => {
    const owner = await newMember();
    const page = await signedInAs(owner);
    await openNewToken(page);
    await createButton(page).click();
    await expect(formAlert(page)).toContainText("Name: say what the token is for, in a few words.");
    await nameField(page).fill("Nightly sync");
    await scopeBox(page, "Deals: create").check();
    await expirySelect(page).selectOption("7d");
    await createButton(page).click();
    const secret = page.getByRole("region", { name: "Copy your token now" });
    await expect(secret).toContainText("“Nightly sync” is ready.");
    const text = TOKEN.exec((await secret.locator("[data-secret]").textContent()) ?? "")?.[0] ?? "";
    expect((await callApi({ path: "/me", token: text })).status).toBe(200);
    await screenshot(page, "new-token-posted");
    const [token, ...more] = await tokensOf(owner);
    expect(more).toEqual([]);
    expect(token?.scopes).toContainEqual({ entity: "deals", verbs: ["list", "create"] });
    expect(Math.round(((token?.expires?.getTime() ?? 0) - Date.now()) / 86_400_000)).toBe(7);
    // The browser sends the form once more.
    await page.reload();
    await expect(page.getByRole("main")).toContainText("This form has created its token already");
    expect(await page.content()).not.toContain(text);
    expect(await tokensOf(owner)).toHaveLength(1);
  },
);

test("a token is created by somebody who has just proved who they are", async ({ signedInAs, newMember }) => {
  const owner = await newMember();
  const page = await signedInAs(owner, { minutesAgo: 16 });
  await openNewToken(page);
  await nameField(page).fill("Nightly sync");
  await createButton(page).click();
  expect(await page.locator("main noscript").allTextContents()).toContainEqual(
    expect.stringContaining("Prove first who you are"),
  );
  await expect(nameField(page)).toHaveValue("Nightly sync");
  expect(await tokensOf(owner)).toEqual([]);
});

/** Of the form with this field, as the browser would send it. */
async function fieldsOf(page: Page, name: string): Promise<Record<string, string>> {
  const form = page.locator("form").filter({ has: page.locator(`input[name="${name}"]`) });
  return form.evaluate((element) =>
    Object.fromEntries([...new FormData(element as HTMLFormElement)] as [string, string][]),
  );
}

/** Sends a form as `page` is signed in, from a page of the service's own. */
const send = (page: Page, path: string, multipart: Record<string, string>) =>
  page.request.post(path, { headers: { origin: new URL(page.url()).origin }, multipart, maxRedirects: 0 });

test("a token of somebody else has no page to revoke it, and its form stops nothing", async ({
  signedInAs,
  newMember,
  callApi,
}) => {
  const [owner, other] = [await newMember(), await newMember()];
  const [own, foreign] = [await addToken(owner), await addToken(other)];
  const page = await signedInAs(owner);
  expect((await page.goto(`/tokens/${foreign.id}/revoke`))?.status()).toBe(404);
  await page.goto(`/tokens/${own.id}/revoke`);
  const fields = await fieldsOf(page, "token");
  expect(fields.token).toBe(own.id);
  await send(page, `/tokens/${own.id}/revoke`, { ...fields, token: foreign.id });
  expect((await callApi({ path: "/me", token: foreign.text })).status).toBe(200);
  await send(page, `/tokens/${own.id}/revoke`, fields);
  expect((await callApi({ path: "/me", token: own.text })).status).toBe(401);
});

test("a member is deactivated, and activated again", async ({ signedInAs, callApi }) => {
  const { ada, wim } = await openManagedOffice();
  const token = await addToken(wim, { name: "Website sync" });
  const page = await signedInAs(ada);
  await page.goto("/admin/members");
  await page.getByRole("button", { name: `Deactivate ${wim.name}, ${wim.email}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Deactivate ${wim.name}?` })).toBeVisible();
  await expect(page.getByRole("region", { name: "Tokens that stop" })).toContainText("Website sync");
  await screenshot(page, "member-deactivate-page");
  await page.getByRole("button", { name: "Deactivate member" }).click();
  await expect(page).toHaveURL(`/admin/members/${wim.memberId}`);
  expect((await callApi({ path: "/me", token: token.text })).status).toBe(401);
  await page.getByRole("button", { name: `Activate ${wim.name}, ${wim.email}` }).click();
  await expect(page.getByRole("button", { name: `Deactivate ${wim.name}, ${wim.email}` })).toBeVisible();
  expect((await callApi({ path: "/me", token: token.text })).status).toBe(200);
});

test("a member is deactivated by administrators of their organisation alone", async ({
  signedInAs,
  callApi,
  world,
}) => {
  const { ada, wim } = await openManagedOffice();
  const token = await addToken(wim);
  const path = `/admin/members/${wim.memberId}/deactivate`;
  const administrator = await signedInAs(ada);
  await administrator.goto(path);
  const fields = await fieldsOf(administrator, "member");
  for (const person of [wim, world.ada, world.gus]) {
    const page = await signedInAs(person);
    expect((await page.goto(path))?.status()).toBe(404);
    await send(page, path, fields);
    expect((await callApi({ path: "/me", token: token.text })).status).toBe(200);
  }
  await send(administrator, path, fields);
  expect((await callApi({ path: "/me", token: token.text })).status).toBe(401);
});

test(
  "a person is invited, and nothing that was typed is lost where something is wrong",
  FLOW,
  async ({ signedInAs }) => {
    const { ada, wim } = await openManagedOffice();
    const page = await signedInAs(ada);
    await page.goto("/admin/members/new");
    await page.getByLabel("Name").fill("Pia Nowak");
    await page.getByLabel("E-mail address").fill(wim.email);
    await page.getByRole("checkbox", { name: "Sales" }).check();
    await page.getByRole("button", { name: "Create invitation" }).click();
    await expect(page.getByLabel("E-mail address")).toHaveAccessibleDescription(/is already a member/);
    await expect(page.getByLabel("Name")).toHaveValue("Pia Nowak");
    await expect(page.getByLabel("E-mail address")).toHaveValue(wim.email);
    await expect(page.getByRole("checkbox", { name: "Sales" })).toBeChecked();
    await page.getByLabel("E-mail address").fill(`pia.${wim.email}`);
    await page.getByRole("button", { name: "Create invitation" }).click();
    await expect(page.getByText("The invitation is ready")).toBeVisible();
    await expect(page.locator("[data-link]")).toContainText("/invitation#");
    await page.goto("/admin/members");
    await expect(page.getByRole("row").filter({ hasText: `pia.${wim.email}` })).toContainText("Invited");
  },
);

test("a member's roles are changed by somebody who has just proved who they are", async ({ signedInAs }) => {
  const { ada, wim } = await openManagedOffice();
  const path = `/admin/members/${wim.memberId}`;
  const late = await signedInAs(ada, { minutesAgo: 16 });
  await late.goto(path);
  await late.getByRole("checkbox", { name: "Support" }).check();
  await late.getByRole("button", { name: "Save" }).click();
  expect(await late.locator("main noscript").textContent()).toContain("Prove first who you are");
  await expect(late.getByRole("checkbox", { name: "Support" })).toBeChecked();
  const page = await signedInAs(ada);
  await page.goto(path);
  await expect(page.getByRole("checkbox", { name: "Support" })).not.toBeChecked();
  await page.getByRole("checkbox", { name: "Support" }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved. Applies from the next request.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("checkbox", { name: "Support" })).toBeChecked();
});

test("what is to be found is looked for in the list", async ({ signedInAs, newMember }) => {
  const owner = await newMember();
  await addToken(owner, { name: "Website sync" });
  const page = await signedInAs(owner);
  await page.goto("/overview");
  await page.getByRole("button", { name: "Find", exact: true }).click();
  await expect(page).toHaveURL(/\/tokens\??$/);
  await expect(page.getByRole("searchbox")).toBeVisible();
});
