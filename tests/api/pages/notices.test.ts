/** The form of the notices, sent with what no page writes into it. */
import { expect, inject, it } from "vitest";
import { sql } from "../../support/database-client";
import { openOrganization } from "../../support/organization";
import { givePassword, signedIn } from "../../support/page-people";

const origin = inject("origin");
const acme = await openOrganization();
const ada = await givePassword(acme, "ada");
const client = await signedIn(origin, ada);
const [notice] = await sql(
  `insert into notices (organization_id, member_id, kind, details)
   select organization_id, id, 'member.second-factor-reset', '{"by": "x"}' from members where email = $1 returning id`,
  [ada],
);
const unread = () => sql("select from notices where id = $1 and read is null", [notice?.id]);

it.each(["-200000-01-01T00:00:00.000Z", "+200000-01-01T00:00:00.000Z", "0000-01-01T00:00:00.000Z", "1", "\0", ""])(
  "until %j nothing is marked as read, and nothing fails",
  async (until) => {
    const page = await client.get("/notices");
    expect((await client.submit("/notices", page, { until })).status).toBe(200);
    expect(await unread()).toHaveLength(1);
  },
);

it("until now, all are read", async () => {
  const page = await client.get("/notices");
  expect((await client.submit("/notices", page, { until: new Date().toISOString() })).status).toBe(200);
  expect(await unread()).toHaveLength(0);
});
