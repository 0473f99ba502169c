/** The form of a new token where an organization has a hundred entities: it is quick because it is small. */
import { expect, test } from "./support/fixtures";
import { expectAccessibleInEveryLook } from "./support/looks";
import { choice, createToken, nameField, openNewToken, review, scopeBox, tokensOf } from "./support/new-token";
import { addPerson, type Office, openOffice, reconfigure } from "./support/people";

const VERBS = ["list", "create", "update", "delete"];

/** Beside those that it has anyway: E00 to E95, with twelve fields each. */
async function openLargeOffice(): Promise<Office> {
  const office = await openOffice("Many");
  const names = Array.from({ length: 96 }, (_, index) => `E${String(index).padStart(2, "0")}`);
  const fields = Array.from({ length: 12 }, (_, index) => ({ key: `field${index}`, type: "text" }));
  const entities = names.map((name) => {
    return { key: name.toLowerCase(), label: name, pluralLabel: `${name}s`, labelField: "field0", fields };
  });
  const grants = names.map((name) => ({ entity: name.toLowerCase(), verbs: VERBS }));
  await reconfigure(office, (file) => {
    Object.assign(file, {
      entities: [...file.entities, ...entities],
      roles: file.roles.map((role) => ({ ...role, grants: [...role.grants, ...grants] })),
    });
  });
  return office;
}

test("has few elements, can be searched, and keeps everything that is selected", async ({ signedInAs }) => {
  test.slow();
  const person = await addPerson(await openLargeOffice(), { roles: ["manager"] });
  const page = await signedInAs(person);
  const response = await page.goto("/tokens/new");
  expect((await response?.body())?.length).toBeLessThan(600_000);
  await openNewToken(page);
  expect(await page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThan(5_000);

  await nameField(page).fill("Sync");
  const search = page.getByLabel("Find an entity");
  await search.fill("e37");
  const table = page.getByRole("table", { name: "What the token can do, by entity and verb" });
  await expect(table.getByRole("rowheader")).toHaveText([/^E37s/]);
  await expect(page.getByText("1 of 101 entities shown")).toBeVisible();
  await search.fill("nothing like it");
  await expect(page.getByText("No entity is called that.")).toBeVisible();
  await search.fill("");
  await expectAccessibleInEveryLook(page);
  await choice(page, /^Read and write/).check();
  await scopeBox(page, "E10s: delete").check();
  await scopeBox(page, "All: create").uncheck();
  await expect(scopeBox(page, "E11s: create")).not.toBeChecked();
  await scopeBox(page, "E11s: all verbs").check();
  const all = review(page)
    .locator("summary")
    .filter({ hasText: /^All \d+ entities$/ });
  await expect(review(page).getByRole("table")).toHaveCount(0);
  await all.click();
  await expect(review(page).getByRole("row", { name: /^E10s/ })).toContainText("ListYesCreateNoUpdateYesDeleteYes");
  await createToken(page);
  const [token] = await tokensOf(person);
  const verbsOf = (entity: string) => token?.scopes?.find((scope) => scope.entity === entity)?.verbs;
  expect([verbsOf("e10"), verbsOf("e11"), verbsOf("e12")]).toEqual([
    ["list", "update", "delete"],
    ["list", "create", "update", "delete"],
    ["list", "update"],
  ]);
});
