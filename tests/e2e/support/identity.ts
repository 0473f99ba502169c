/** A session that ends while its page is open, and the dialog in which the person says again who they are. */
import { expect, type Page } from "@playwright/test";
import { postgres } from "@/lib/postgres/postgres";
import type { Person } from "./people";

/** Ends them on every device. */
export async function endSessionsOf({ memberId }: Person): Promise<void> {
  await postgres().pool.query("delete from sessions where user_id = (select user_id from members where id = $1)", [
    memberId,
  ]);
}

export const identityDialog = (page: Page) => page.getByRole("dialog", { name: "You have been signed out" });

export async function proveIdentity(page: Page, { password }: Person): Promise<void> {
  await identityDialog(page).getByLabel("Password").fill(password);
  await identityDialog(page).getByRole("button", { name: "Confirm" }).click();
  await expect(identityDialog(page)).toHaveCount(0);
}
