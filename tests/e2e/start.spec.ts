/** The page at the root, for somebody who is not signed in. */
import { expect, test } from "./support/fixtures";
import { expectAccessibleInEveryLook, screenshot } from "./support/looks";
import { addToken } from "./support/people";

test("the start page loads, says where the interface is, and has no accessibility violations", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("/api/v1")).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await screenshot(page, "start");
});

test("a member's token reaches the interface of the same service", async ({ world, callApi }) => {
  const { text } = await addToken(world.wim);
  const answer = await callApi({ path: "/me", token: text });
  expect(answer.status).toBe(200);
  expect(answer.json).toMatchObject({ data: { member: { name: "Wim Vermeer" } } });
});
