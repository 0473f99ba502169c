/** That scenarios reach the interface beside the pages. */
import { expect, test } from "./support/fixtures";
import { addToken } from "./support/people";

test("a member's token reaches the interface of the same service", async ({ world, callApi }) => {
  const { text } = await addToken(world.wim);
  const answer = await callApi({ path: "/me", token: text });
  expect(answer.status).toBe(200);
  expect(answer.json).toMatchObject({ data: { member: { name: "Wim Vermeer" } } });
});
