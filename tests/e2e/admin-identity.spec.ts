/** Administrators' pages that are open when the session or the right ends: nothing is done until who asks is known again. */
import type { Page } from "@playwright/test";
import { postgres } from "@/lib/postgres/postgres";
import { expect, test } from "./support/fixtures";
import { endSessionsOf, identityDialog, proveIdentity } from "./support/identity";
import { expectNoAxeViolations } from "./support/looks";
import { addToken, openSmallOffice, type Person } from "./support/people";

const tokenIdOf = (text: string) => text.split("_")[2];

/** Ada is asked whether she wants to revoke Wim's token, whose secret is `text`. */
async function openRevocation(signedInAs: (person: Person) => Promise<Page>) {
  const { ada, wim } = await openSmallOffice();
  const { text } = await addToken(wim, { name: "Website sync" });
  const page = await signedInAs(ada);
  await page.goto("/admin/tokens");
  await page.getByRole("checkbox", { name: /Website sync/ }).check();
  await page.getByRole("button", { name: "Revoke 1" }).click();
  return { ada, text, page };
}

const endAdministrationOf = ({ memberId }: Person) =>
  postgres().pool.query("update members set admin = false where id = $1", [memberId]);

test("a session that ended meanwhile is asked for again, over the page, before tokens are revoked, and the choice of them stays", async ({
  signedInAs,
  callApi,
}) => {
  const { ada, text, page } = await openRevocation(signedInAs);
  await endSessionsOf(ada);
  await page.getByRole("button", { name: "Revoke 1 token" }).click();
  await expect(identityDialog(page).getByLabel("E-mail address")).toHaveValue(ada.email);
  await expect(identityDialog(page).getByLabel("Password")).toBeFocused();
  await expectNoAxeViolations(page);
  // A request with it would be a use that the page does not know of.
  const live = await postgres().pool.query("select from tokens where id = $1 and revoked is null", [tokenIdOf(text)]);
  expect(live.rowCount).toBe(1);

  await identityDialog(page).getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog", { name: "Revoke 1 token?" })).toBeVisible();
  await page.getByRole("button", { name: "Revoke 1 token" }).click();
  await proveIdentity(page, ada);
  await expect(page.getByText(/^1 token stopped at /)).toBeVisible();
  expect((await callApi({ path: "/me", token: text })).status).toBe(401);
});

test("a former administrator is told so, and can change nothing", async ({ signedInAs, callApi }) => {
  const { ada, text, page } = await openRevocation(signedInAs);
  await endAdministrationOf(ada);
  await page.getByRole("button", { name: "Revoke 1 token" }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toHaveText(
    "Only administrators can revoke the tokens of others. You are no longer one.",
  );
  expect((await callApi({ path: "/me", token: text })).status).toBe(200);
});
