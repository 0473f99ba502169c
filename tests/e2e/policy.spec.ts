/** What the policy asks of tokens that there are: use, addresses, how many; and what is done about those beyond it. */
import type { Page } from "@playwright/test";
import { maintain } from "@/lib/maintenance";
import { postgres } from "@/lib/postgres/postgres";
import { findMemberByEmail } from "@/lib/store/people/members";
import { createToken } from "@/lib/tokens/change/create";
import { expect, test } from "./support/fixtures";
import { expectAccessibleInEveryLook, screenshot } from "./support/looks";
import { addManyTokens } from "./support/many-tokens";
import { nameField, openNewToken } from "./support/new-token";
import { addPerson, addToken, daysFromNow, type Office, openOffice, type Person, reconfigure } from "./support/people";

const DAYS = "Revoke after days without use";
const ADDRESSES = "Allowed addresses";
const MOST = "Live tokens per member";

async function openSmallOffice(): Promise<{ office: Office; ada: Person; wim: Person }> {
  const office = await openOffice("Nordlicht");
  const ada = await addPerson(office, { name: "Ada Lindqvist", roles: ["manager"], admin: true });
  return { office, ada, wim: await addPerson(office, { name: "Wim Vermeer" }) };
}

const save = (page: Page) => page.getByRole("button", { name: "Save policy" }).click();
const item = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });

test("names addresses, warns an administrator who is elsewhere, and acts on the next request", async ({
  signedInAs,
  callApi,
}) => {
  const { ada, wim } = await openSmallOffice();
  const token = await addToken(wim);
  const page = await signedInAs(ada);
  await page.goto("/admin/policy");
  await page.getByLabel(ADDRESSES).fill("10.0.0.0/8\n::ffff:192.0.2.7");
  await expect(page.getByText("Your own address, 127.0.0.1, is not among the allowed ones.")).toBeVisible();
  await expect(page.getByText("Tokens work from 10.0.0.0/8, 192.0.2.7 only.", { exact: false })).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await screenshot(page, "admin-policy-addresses");
  expect((await callApi({ path: "/me", token: token.text })).status).toBe(200);
  await save(page);
  await expect(page.getByText("Saved.")).toBeVisible();
  expect((await callApi({ path: "/me", token: token.text })).status).toBe(401);
  await page.reload();
  await expect(page.getByLabel(ADDRESSES)).toHaveValue("10.0.0.0/8\n192.0.2.7");
  await page.getByLabel(ADDRESSES).fill("127.0.0.0/8");
  await expect(page.getByText("Your own address")).toHaveCount(0);
  await save(page);
  await expect(page.getByText("Saved.")).toBeVisible();
  expect((await callApi({ path: "/me", token: token.text })).status).toBe(200);
});

test("is changed by somebody who has just proved who they are", async ({ signedInAs }) => {
  const { ada } = await openSmallOffice();
  const page = await signedInAs(ada, { minutesAgo: 16 });
  await page.goto("/admin/policy");
  await page.getByLabel(DAYS).fill("90");
  await save(page);
  const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
  await dialog.getByLabel("Password").fill(ada.password);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
});

test("is not saved with what is no address, nor with numbers out of bounds, and leads to the field", async ({
  signedInAs,
}) => {
  const { ada } = await openSmallOffice();
  const page = await signedInAs(ada);
  await page.goto("/admin/policy");
  for (const [label, wrong, problem] of [
    [ADDRESSES, "10.0.0.1/8", '"10.0.0.1/8" is in the middle of a range: write 10.0.0.0/8, or the address alone.'],
    [DAYS, "13", "Give a whole number of days from 14 to 36,500, or nothing."],
    [MOST, "0", "Give a whole number from 1 to 1,000, or nothing."],
  ] as const) {
    const field = page.getByLabel(label);
    await field.fill(wrong);
    await expect(field).toHaveAccessibleDescription(new RegExp(problem.replace(/[.?]/g, "\\$&")));
    await save(page);
    await expect(field).toBeFocused();
    await field.fill("");
  }
  await expect(page.getByText("Saved.")).toHaveCount(0);
});

test("tells of ten thousand tokens how many it would refuse, and sends the newest of them alone", async ({
  signedInAs,
}) => {
  const { ada, wim } = await openSmallOffice();
  await addManyTokens([ada, wim], 10_000);
  const page = await signedInAs(ada);
  const response = await page.goto("/admin/policy");
  expect((await response?.text())?.length).toBeLessThan(300_000);
  await page.getByLabel("Maximum lifetime in days").fill("7");
  await expect(page.getByRole("heading", { name: "Non-compliant tokens: 10000" })).toBeVisible();
  await expect(item(page, "Sensor 10000")).toContainText("Lifetime too long");
  await expect(page.getByText("And 9975 more.")).toBeVisible();
  await page.getByLabel("Maximum lifetime in days").fill("60");
  await expect(page.getByRole("heading", { name: "Non-compliant tokens: 0" })).toBeVisible();
});

test.describe("without an answer", () => {
  test.use({ tolerated: [/ERR_FAILED/] });

  test("nothing is said that is not known", async ({ signedInAs }) => {
    const { ada, wim } = await openSmallOffice();
    await addToken(wim, { name: "Yearly report", expires: daysFromNow(300) });
    const page = await signedInAs(ada);
    await page.goto("/admin/policy");
    await page.route("**/admin/policy/exceeding?*", (route) => route.abort());
    await page.getByLabel("Maximum lifetime in days").fill("7");
    await expect(page.getByRole("heading", { name: "Non-compliant tokens: not known" })).toBeVisible();
    await page.getByLabel("Maximum lifetime in days").fill("366");
    await expect(page.getByRole("heading", { name: "Non-compliant tokens: 0" })).toBeVisible();
  });
});

test("lists the unused and the surplus ones, which can be selected and revoked there", async ({
  signedInAs,
  callApi,
}) => {
  const { ada, wim } = await openSmallOffice();
  const busy = await addToken(wim, { name: "Website sync", lastUsed: daysFromNow(0) });
  const idle = await addToken(wim, { name: "Old importer", created: daysFromNow(-200), lastUsed: daysFromNow(-100) });
  await addToken(wim, { name: "<b>Never used</b>", created: daysFromNow(-91), expires: null });
  const page = await signedInAs(ada);
  await page.goto("/admin/policy");
  await page.getByLabel(DAYS).fill("90");
  await page.getByLabel(MOST).fill("2");
  await expect(page.getByRole("heading", { name: "Non-compliant tokens: 2" })).toBeVisible();
  await expect(item(page, "Old importer")).toContainText("Unused");
  await expect(item(page, "Old importer")).toContainText("Over the maximum");
  await expect(item(page, "<b>Never used</b>")).toContainText("Unused");
  await page.getByRole("checkbox", { name: "Select Old importer of Wim Vermeer" }).check();
  await expectAccessibleInEveryLook(page);
  await screenshot(page, "admin-policy-exceeding");
  await page.getByRole("button", { name: "Revoke 1 …" }).click();
  const confirmDialog = page.getByRole("dialog", { name: "Revoke 1 token?" });
  await expect(confirmDialog.getByText("Old importer")).toBeVisible();
  await expect(confirmDialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await confirmDialog.getByRole("button", { name: "Revoke 1 token" }).click();
  await expect(page.getByText("1 token was revoked.")).toBeVisible();
  await expect(item(page, "Old importer")).toHaveCount(0);
  expect((await callApi({ path: "/me", token: idle.text })).status).toBe(401);
  expect((await callApi({ path: "/me", token: busy.text })).status).toBe(200);
});

test("of so many live tokens keeps a member from one more, and says what to do", async ({ signedInAs }) => {
  const { office, wim } = await openSmallOffice();
  await reconfigure(office, (file) => {
    Object.assign(file.organization.tokenPolicy, { maxLiveTokens: 1 });
  });
  await addToken(wim);
  const member = await findMemberByEmail(office.id, wim.email);
  if (member === null) throw new Error("Wim was added");
  const request = { name: "One more", purpose: "", expires: daysFromNow(7), scopes: null };
  const refused = await createToken(member, request, { actor: wim.email }).catch((error: Error) => error.message);
  expect(refused).toContain("allows a member 1 live token, and the owner has 1");
  const page = await signedInAs(wim);
  await openNewToken(page);
  await nameField(page).fill("One more");
  await page.getByRole("button", { name: "Create token" }).click();
  await expect(page.getByText(/revoke one that is not needed, or rotate one/).first()).toBeVisible();
});

test("revokes what nobody uses, seven days after it was said, and the log says why", async ({
  signedInAs,
  callApi,
}) => {
  const { office, ada, wim } = await openSmallOffice();
  await reconfigure(office, (file) => {
    Object.assign(file.organization.tokenPolicy, { revokeUnusedAfterDays: 30 });
  });
  const idle = await addToken(wim, { name: "Old importer", created: daysFromNow(-90), expires: null });
  await maintain();
  const theirs = await signedInAs(wim);
  await theirs.goto("/notices");
  await expect(item(theirs, "Old importer")).toContainText("will be revoked");
  await postgres().pool.query("update tokens set told_unused = now() - interval '7 days' where id = $1", [idle.id]);
  await maintain();
  expect((await callApi({ path: "/me", token: idle.text })).status).toBe(401);
  await theirs.reload();
  await expect(item(theirs, "was revoked because it was not used")).toContainText("Old importer");
  const page = await signedInAs(ada);
  await page.goto(`/admin/audit?subject=${idle.id}`);
  await expect(page.getByRole("row").nth(1)).toContainText("Revoked: not used for 30 days");
  await expect(page.getByRole("row").nth(1)).toContainText("token policy");
});
