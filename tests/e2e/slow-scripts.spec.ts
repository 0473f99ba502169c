/**
 * A slow network: the page is there, its scripts are not. What is typed and chosen meanwhile goes nowhere by itself, and is what the
 * page knows afterwards.
 */
import type { Locator, Page } from "@playwright/test";
import { makeSignInLink } from "@/lib/session/sign-in-link";
import { memberWith } from "../support/member";
import { giveSecondFactor } from "../support/second-factor";
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
import { addToken, daysFromNow, openSmallOffice } from "./support/people";

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

test("an unfolded section has its content as soon as it can be used", async ({ newMember, signedInAs }) => {
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

test("several verbs unticked in one table are all removed", async ({ newMember, signedInAs }) => {
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

test("a rotation keeps the old secret for as long as was chosen", async ({ newMember, signedInAs }) => {
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
  const { ada } = await openSmallOffice();
  const page = await signedInAs(ada);
  const release = await openWithoutScripts(page, "/admin/policy");
  await page.getByLabel("Allowed addresses").fill("10.0.0.0/8");
  release();
  await expect(page.getByText("Tokens work from 10.0.0.0/8 only.", { exact: false })).toBeVisible();
});

test("tokens that were chosen can be revoked", async ({ signedInAs }) => {
  const { ada } = await openSmallOffice();
  for (const name of ["Export", "Import"]) await addToken(ada, { name });
  const page = await signedInAs(ada);
  const release = await openWithoutScripts(page, "/admin/tokens");
  for (const name of ["Export", "Import"]) await page.getByRole("checkbox", { name: `Select ${name} of` }).check();
  release();
  await expect(page.getByText("2 selected")).toBeVisible();
});

const PASSWORD = "another horse battery";

/** Everything that leaves the browser, except scripts, fonts, which are fetched when letters need them, and the icon. */
function watchRequests(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    const isOfPage =
      ["font", "script"].includes(request.resourceType()) || new URL(request.url()).pathname === "/icon.svg";
    if (!isOfPage) sent.push(`${request.url()} ${request.postData() ?? ""}`);
  });
  return sent;
}

test("passwords and codes that are typed go nowhere, not into the address either", async ({
  signedInAs,
  newMember,
}) => {
  const member = await newMember();
  const page = await signedInAs(member);
  await openWithoutScripts(page, "/password");
  await page.getByLabel("New password").fill(PASSWORD);
  const sent = watchRequests(page);
  await page.getByLabel("New password").press("Enter");
  await page.getByRole("button", { name: "Save the password" }).click();
  await expect(page).toHaveURL(/\/password$/);

  await giveSecondFactor(member.email);
  const other = await signedInAs(member, { withFactor: true });
  await openWithoutScripts(other, "/second-factor");
  const recovery = other.getByRole("region", { name: "Recovery codes" });
  await recovery.getByLabel("Code").fill("aaaaa-22222");
  const sentToo = watchRequests(other);
  await recovery.getByLabel("Code").press("Enter");
  const off = other.getByRole("region", { name: "Turn off, or change phones" });
  await off.getByLabel("Password").fill(PASSWORD);
  await off.getByLabel("Code").fill("123456");
  await off.getByRole("button", { name: "Turn off" }).click();
  await expect(other).toHaveURL(/\/second-factor$/);
  expect([sent, sentToo]).toEqual([[], []]);
});

test("the button of a one-time link cannot be pressed before the link was read", async ({ page, newMember }) => {
  const { office, email } = await newMember();
  const member = await memberWith(office.id, email);
  await openWithoutScripts(page, (await makeSignInLink(member, { actor: "command line" })).url);
  await expect(page.getByRole("button", { name: "Sign in" })).toBeDisabled();
});

test("a token that is pasted by mistake stays in the field, wherever something is looked for", async ({
  signedInAs,
  world,
}) => {
  const token = await addToken(world.ada, { name: "Pasted" });
  const page = await signedInAs(world.ada);
  for (const [path, name] of [
    ["/tokens", "Search by name or hint, or paste a token"],
    ["/explain", "Request ID"],
    ["/requests", "Request ID"],
    ["/reference", "Search"],
    ["/admin/audit", "Who"],
    ["/admin/audit", "IP address"],
  ] as const) {
    await openWithoutScripts(page, path);
    await page.getByLabel(name, { exact: true }).fill(`Bearer ${token.text}`);
    const sent = watchRequests(page);
    await page.getByLabel(name, { exact: true }).press("Enter");
    await expect(page).toHaveURL(path);
    expect([path, name, sent]).toEqual([path, name, []]);
  }
});
