/** Pages whose scripts have not come, or never do: what was typed goes nowhere by itself, and nothing is used up. */
import type { Page } from "@playwright/test";
import { makeSignInLink } from "@/lib/session/sign-in-link";
import { findMemberByEmail } from "@/lib/store/people/members";
import { giveSecondFactor } from "../support/second-factor";
import { expect, test } from "./support/fixtures";
import { addToken } from "./support/people";
import { sessionOf } from "./support/session";

test.use({ contextOptions: { reducedMotion: "reduce", javaScriptEnabled: false } as object });

const PASSWORD = "another horse battery";

/** Everything that leaves the browser. */
function watchRequests(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
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
    ["/explain", "Request id"],
    ["/requests", "Request id"],
    ["/reference", "Search the reference"],
    ["/admin/audit", "Who"],
    ["/admin/audit", "From IP address"],
  ] as const) {
    await page.goto(path);
    const sent = watchRequests(page);
    await page.getByLabel(name, { exact: true }).fill(`Bearer ${token.text}`);
    await page.getByLabel(name, { exact: true }).press("Enter");
    await expect(page).toHaveURL(path);
    expect([path, name, sent]).toEqual([path, name, []]);
  }
});
