/** Who can reach what by the address. A member can neither see nor change what is not theirs. */
import { postgres } from "@/lib/postgres/postgres";
import { sendTo } from "../support/http";
import { expect, FLOW, test } from "./support/fixtures";
import { expectNoAxeViolations } from "./support/looks";
import { addToken } from "./support/people";
import { cookiesOf } from "./support/session";

const ADMIN_PAGES = [
  "/admin",
  "/admin/tokens",
  "/admin/webhooks",
  "/admin/members",
  "/admin/members/new",
  "/admin/policy",
  "/admin/audit",
];

// Pages that are not there are what these scenarios ask for.
test.use({ tolerated: [/status of 404/] });

test.describe("pages of administration", () => {
  for (const path of ADMIN_PAGES) {
    test(`do not exist for an ordinary member: ${path}`, async ({ signedInAs, world }) => {
      const page = await signedInAs(world.wim);
      expect((await page.goto(path))?.status()).toBe(404);
      await expect(page.getByRole("heading", { level: 1, name: "There is nothing here" })).toBeVisible();
      await expect(page.getByText(world.ada.email)).toHaveCount(0);
      await expect(page.locator("a[href^='/admin']")).toHaveCount(0);
      await expectNoAxeViolations(page);
    });

    test(`ask a visitor who is not signed in to sign in, and then return: ${path}`, async ({ page }) => {
      await page.goto(path);
      await expect(page).toHaveURL(`/sign-in?next=${encodeURIComponent(path)}`);
    });
  }

  test("stop existing for a former administrator, session or not", async ({ newMember, openAs }) => {
    const former = await newMember({ name: "Fay Former", admin: true });
    const page = await openAs(former, "/admin/members");
    await expect(page.getByRole("heading", { level: 1, name: "Members" })).toBeVisible();
    await postgres().pool.query("update members set admin = false where id = $1", [former.memberId]);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "Members" })).toHaveCount(0);
  });
});

test.describe("the export of the log", () => {
  test("is closed to ordinary members and to signed-out visitors", async ({ world }) => {
    const headers = { cookie: await cookiesOf(world.wim) };
    const answer = await sendTo(world.origin, "/admin/audit/export", { headers });
    expect(answer.status).toBe(404);
    expect(answer.headers["content-type"]).toBeUndefined();
    expect(answer.text).toBe("");
    const anonymous = await sendTo(world.origin, "/admin/audit/export", {});
    expect(anonymous.status).toBe(307);
    expect(anonymous.headers.location).toContain("/sign-in");
  });

  test("holds nothing of another organization, and is kept by no cache", async ({ world }) => {
    const { id } = await addToken(world.wim, { name: "Website sync" });
    await postgres().pool.query(
      "insert into audit_events (id, organization_id, actor, action, subject) values (gen_random_uuid(), $1, 'x', 'token.create', $2)",
      [world.office.id, id],
    );
    const headers = { cookie: await cookiesOf(world.gus) };
    const answer = await sendTo(world.origin, `/admin/audit/export?organization=${world.office.id}`, { headers });
    expect(answer.status).toBe(200);
    expect(answer.headers["cache-control"]).toContain("no-store");
    expect(answer.text).toContain(world.gus.email);
    expect(answer.text).toContain(",audit.export,audit log,");
    for (const theirs of [id, "Website sync", world.ada.email, world.wim.email])
      expect(answer.text).not.toContain(theirs);
  });
});

test("two organizations cannot see each other's tokens, members and log", FLOW, async ({ signedInAs, world }) => {
  const token = await addToken(world.wim, { name: `Only of Nordlicht ${world.wim.memberId}` });
  const page = await signedInAs(world.gus);
  const member = `/admin/members/${world.wim.memberId}`;
  for (const path of [
    "/admin/tokens",
    `/admin/tokens?owner=${world.wim.email}`,
    "/admin/members",
    member,
    `${member}/deactivate`,
    "/admin/audit",
  ]) {
    await page.goto(path);
    const text = await page.content();
    for (const theirs of [token.id, token.name, world.ada.email, world.rea.email, world.office.id]) {
      expect(text.includes(theirs), `${theirs} at ${path}`).toBe(false);
    }
  }
  await page.goto(`/admin/audit?subject=${token.id}`);
  await expect(page.getByText("Nothing in the log matches")).toBeVisible();
});

test("a session is not created by a token of the API, however it is sent", async ({ world }) => {
  const { text } = await addToken(world.ada);
  const ways: Record<string, string>[] = [
    { authorization: `Bearer ${text}` },
    { cookie: `records.session_token=${text}` },
    { cookie: `records..session_token=${text}; records.organization=${world.ada.memberId}` },
  ];
  for (const headers of ways) {
    const answer = await sendTo(world.origin, "/admin/tokens", { headers });
    expect(answer.status).toBe(307);
    expect(answer.headers.location).toContain("/sign-in");
  }
});
