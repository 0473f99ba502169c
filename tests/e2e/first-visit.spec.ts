/** From a sign-in link to a request that arrives, by a member who has never been here. */
import { makeSignInLink } from "@/lib/session/sign-in-link";
import { findMemberByEmail } from "@/lib/store/people/members";
import { expect, FLOW, test } from "./support/fixtures";
import { expectAccessibleInEveryLook } from "./support/looks";
import { secretDialog, tokensOf } from "./support/new-token";
import type { Person } from "./support/people";

/** As the demo prints it. */
async function linkFor({ office, email }: Person): Promise<string> {
  const member = await findMemberByEmail(office.id, email);
  if (member === null) throw new Error(`${email} is no member`);
  return (await makeSignInLink(member, { actor: "command line" }, "/overview")).url;
}

test(
  "from the link to a working curl takes four interactions, and the page shows the request arrive",
  FLOW,
  async ({ page, newMember, callApi }) => {
    const person = await newMember();
    const link = await linkFor(person);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    let interactions = 0;
    const interact = async (what: Promise<unknown>) => {
      interactions += 1;
      await what;
    };
    await interact(page.goto(link));
    await interact(page.getByRole("button", { name: "Sign in" }).click());
    await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
    await interact(page.getByRole("button", { name: "Create a read-only token" }).click());
    await interact(page.getByRole("button", { name: "Copy curl for /me" }).click());
    expect(interactions).toBe(4);

    const dialog = secretDialog(page);
    await expect(dialog.getByText("Waiting for your first request …")).toBeVisible();
    await expectAccessibleInEveryLook(page);
    const curl = await page.evaluate(() => navigator.clipboard.readText());
    const token = /Bearer ([^"]+)"/.exec(curl)?.[1] ?? "";
    expect((await callApi({ path: "/me", token })).status).toBe(200);
    await expect(dialog.getByText("Your first request has arrived.")).toBeVisible();
    expect(await tokensOf(person)).toMatchObject([
      {
        name: "My first token",
        scopes: [
          { entity: "accounts", verbs: ["list"] },
          { entity: "contacts", verbs: ["list"] },
          { entity: "deals", verbs: ["list"] },
        ],
      },
    ]);
    await dialog.getByRole("checkbox", { name: "I saved it" }).check();
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(page.getByRole("region", { name: "Three steps to your first request" })).toBeHidden();
  },
);
