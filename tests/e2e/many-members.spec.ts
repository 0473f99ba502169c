/** Lists of members and of service accounts that are longer than a page. */
import { postgres } from "@/lib/postgres/postgres";
import { openManagedOffice } from "./support/accounts";
import { expect, test } from "./support/fixtures";
import { expectAccessibleInEveryLook } from "./support/looks";
import type { Office } from "./support/people";

/** "Guest 1" and so on, written into the table directly: each by itself would take minutes. */
async function addMany(office: Office, kind: "person" | "service", name: string, count: number): Promise<void> {
  await postgres().pool.query(
    `insert into members (id, organization_id, email, name, role_keys, kind, managed_by)
     select gen_random_uuid(), $1::uuid, lower($3) || '.' || place || '@' || $1::uuid || '.test', $3::text || ' ' || place, '{}', $2, 'pages'
     from generate_series(1, $4::int) as place`,
    [office.id, kind, name, count],
  );
}

test("ten thousand members show a page at a time, and can be searched", async ({ openAs }) => {
  const { office, ada } = await openManagedOffice();
  await addMany(office, "person", "Guest", 9_998);
  const page = await openAs(ada, "/admin/members");
  await expect(page.getByText("10,000 members, 10,000 active.")).toBeVisible();
  await expect(page.getByText("10,000 members, 1 to 50 shown")).toBeVisible();
  await expect(page.getByRole("rowheader")).toHaveCount(50);
  expect((await page.content()).length).toBeLessThan(400_000);
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page.getByText("10,000 members, 51 to 100 shown")).toBeVisible();
  await expect(page.getByRole("rowheader").first()).toContainText("Guest 50");
  await expectAccessibleInEveryLook(page);
  await page.getByRole("link", { name: "Previous page" }).click();
  await expect(page.getByText("10,000 members, 1 to 50 shown")).toBeVisible();
  const search = page.getByRole("searchbox", { name: "Search members" });
  await search.fill("guest 4711");
  await search.press("Enter");
  await expect(page).toHaveURL("/admin/members?q=guest+4711");
  await expect(page.getByText("1 of 10,000 members", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: /^Deactivate Guest 4711,/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Deactivate member" }).click();
  await expect(page.getByRole("rowheader")).toHaveCount(1);
  await expect(page.getByRole("row").filter({ hasText: "Guest 4711" })).toContainText("Inactive");
  await search.fill("nobody of that name");
  await search.press("Enter");
  await expect(page.getByText("No member matches")).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await page.getByRole("link", { name: "Clear search" }).first().click();
  await expect(page.getByText("10,000 members, 1 to 50 shown")).toBeVisible();
});

test("so are service accounts", async ({ openAs }) => {
  const { office, ada } = await openManagedOffice();
  await addMany(office, "service", "Sync", 60);
  const page = await openAs(ada, "/accounts");
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page.getByText("60 service accounts, 51 to 60 shown")).toBeVisible();
  await expect(page.getByRole("rowheader").last()).toContainText("Sync 60");
  await page.getByRole("searchbox", { name: "Search service accounts" }).fill("SYNC.7@");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByRole("rowheader")).toHaveCount(1);
  await expectAccessibleInEveryLook(page);
});
