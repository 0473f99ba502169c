/** Which tokens a webhook can be created for, against a real database. */
import { expect, it } from "vitest";
import { listWebhookTokens } from "@/lib/webhooks/of-member";
import { newOwner, newToken } from "../call-log/owned-token";
import { openTestDatabase } from "../configuration/database";

openTestDatabase();

it("are those that can list something", async () => {
  const { owner } = await newOwner();
  const lists = await newToken(owner, [{ entity: "deals", verbs: ["list"] }]);
  await newToken(owner, [{ entity: "deals", verbs: ["create"] }]);
  const all = await newToken(owner);
  expect((await listWebhookTokens(owner)).map(({ id }) => id).sort()).toEqual([all.id, lists.id].sort());
  expect(await listWebhookTokens({ ...owner, roleKeys: [] })).toEqual([]);
});
