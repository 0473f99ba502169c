/** Pages that confirm an act: those of a page open over it, and until its scripts have loaded in its place. */
import { postgres } from "@/lib/postgres/postgres";
import { giveSecondFactor } from "../support/second-factor";
import { openManagedOffice } from "./support/accounts";
import { expect, test } from "./support/fixtures";
import { openWithoutScripts } from "./support/held-scripts";
import { endSessionsOf } from "./support/identity";
import { expectAccessibleInEveryLook, expectNoAxeViolations } from "./support/looks";
import { addPerson, addToken, daysFromNow, type IssuedToken, type Office, type Person } from "./support/people";

// Pages of others are not there, and scenarios ask for them.
test.use({ tolerated: [/status of 404/] });

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

test.describe("before the scripts handle events", () => {
  test("the overlap of a rotation is ended", async ({ signedInAs, newMember, callApi }) => {
    const owner = await newMember();
    const { old, next } = await addRotated(owner);
    const page = await signedInAs(owner);
    const release = await openWithoutScripts(page, `/tokens/${next.id}`);
    await page.getByRole("link", { name: "End overlap now" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "End the overlap now?" })).toBeVisible();
    await expect(page.getByRole("main")).toContainText(old.hint);
    await page.getByRole("button", { name: "End overlap" }).click();
    await expect(page).toHaveURL(`/tokens/${old.id}`);
    await expect(page.getByText("0 requests accepted since")).toBeVisible();
    expect((await callApi({ path: "/me", token: old.text })).status).toBe(401);
    expect((await callApi({ path: "/me", token: next.text })).status).toBe(200);
    release();
    await page.goto(`/tokens/${next.id}/rotation/end-overlap`);
    await expect(page).toHaveURL(`/tokens/${next.id}`);
  });

  test("whose session has ended signs in, and nothing is done before", async ({ signedInAs, callApi }) => {
    const { ada, wim } = await openManagedOffice();
    const token = await addToken(wim);
    const page = await signedInAs(ada);
    await openWithoutScripts(page, `/admin/members/${wim.memberId}/deactivate`);
    await endSessionsOf(ada);
    await page.getByRole("button", { name: "Deactivate member" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
    expect((await callApi({ path: "/me", token: token.text })).status).toBe(200);
  });

  test("a press leads to the confirm page, which asks for the password if the sign-in is long ago", async ({
    signedInAs,
  }) => {
    const { office, ada } = await openManagedOffice();
    const pia = await addInvited(office);
    const page = await signedInAs(ada, { minutesAgo: 60 });
    const release = await openWithoutScripts(page, `/admin/members/${pia.memberId}`);
    await page.getByRole("link", { name: "Withdraw invitation" }).click();
    await expect(page).toHaveURL(new RegExp(`/admin/members/${pia.memberId}/withdraw\\??$`));
    const answered = page.waitForResponse((answer) => answer.request().method() === "POST");
    await page.getByRole("button", { name: "Withdraw invitation" }).click();
    await answered;
    release();
    const confirming = page.getByRole("dialog", { name: "Confirm that it is you" });
    await expectAccessibleInEveryLook(page);
    await confirming.getByLabel("Password").fill(ada.password);
    await confirming.getByRole("button", { name: "Confirm" }).click();
    await expect(confirming).toHaveCount(0);
    await page.getByRole("button", { name: "Withdraw invitation" }).click();
    await expect(page).toHaveURL("/admin/members");
    await expect(page.getByText(pia.email)).toHaveCount(0);
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
