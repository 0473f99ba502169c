/** Reporting a token that was found in public, by hand and without signing in. */
import type { Page } from "@playwright/test";
import { postgres } from "@/lib/postgres/postgres";
import { wrongSecretFor } from "../support/token-text";
import { expect, test } from "./support/fixtures";
import { expectAccessibleInEveryLook, screenshot } from "./support/looks";
import { addToken, type Person } from "./support/people";

const main = (page: Page) => page.getByRole("main");

/** When the report was sent, in milliseconds of this machine's clock. */
async function report(page: Page, text: string): Promise<number> {
  await page.goto("/leaked");
  await page.getByLabel("What you found").fill(text);
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await page.getByRole("button", { name: "Report" }).click();
  await expect(main(page).getByText("Thank you")).toBeVisible();
  return (await sent).timing().startTime;
}

async function revokedOf(owner: Person): Promise<(Date | null)[]> {
  const { rows } = await postgres().pool.query("select revoked from tokens where member_id = $1 order by created", [
    owner.memberId,
  ]);
  return rows.map(({ revoked }) => revoked);
}

test("stops a live token within a second, and tells its owner, and the reporter nothing of it", async ({
  page,
  newMember,
  signedInAs,
  callApi,
}) => {
  const owner = await newMember();
  const token = await addToken(owner, { name: "Website sync" });
  await page.goto("/leaked");
  await expectAccessibleInEveryLook(page);
  await screenshot(page, "leaked");
  const sent = await report(page, `2026-11-23 10:00 export TOKEN="${token.text}"; # found in a log`);
  const [revoked] = await revokedOf(owner);
  expect((revoked?.getTime() ?? Number.POSITIVE_INFINITY) - sent).toBeLessThan(1_000);
  expect(await callApi({ path: "/me", token: token.text })).toMatchObject({
    status: 401,
    json: { error: { code: "TOKEN_REVOKED" } },
  });
  const said = await main(page).innerText();
  for (const told of [token.id, token.name, owner.name, owner.email, owner.office.name])
    expect(said).not.toContain(told);
  await expectAccessibleInEveryLook(page);
  await screenshot(page, "leaked-taken");

  const own = await signedInAs(owner);
  await own.goto("/notices");
  await expect(own.getByRole("listitem").filter({ hasText: "Website sync" })).toContainText(
    "was found in public, and revoked.",
  );
  await report(page, "nothing of the kind");
  expect(await main(page).innerText()).toBe(said);
});

test("of twenty forged tokens does nothing, and says the same", async ({ page, newMember, signedInAs }) => {
  const owner = await newMember();
  const ids: string[] = [];
  for (let index = 0; index < 20; index += 1) ids.push((await addToken(owner, { name: `Sensor ${index}` })).id);
  await report(page, ids.map(wrongSecretFor).join("\n"));
  await expect(main(page)).toContainText("We say the same whatever it was.");
  expect(await revokedOf(owner)).toEqual(ids.map(() => null));
  const own = await signedInAs(owner);
  await own.goto("/notices");
  await expect(own.getByRole("heading", { name: "No notices" })).toBeVisible();
});
