/**
 * Who can reach what: by the address, and by calls of actions that no page would make. What a member finds nothing of, they
 * can neither see nor change.
 */
import type { Page } from "@playwright/test";
import { postgres } from "@/lib/postgres/postgres";
import { sendTo } from "../support/http";
import { type CapturedAction, callAction, captureAction, readByHand } from "./support/actions";
import { expect, FLOW, test } from "./support/fixtures";
import { expectNoAxeViolations, screenshot } from "./support/looks";
import { addPerson, addToken, type IssuedToken, openOffice, type Person } from "./support/people";
import { sessionOf } from "./support/session";

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

const cookiesOf = async (person: Person) =>
  (await sessionOf(person)).cookies.map(({ name, value }) => `${name}=${value}`).join("; ");

test.describe("pages of administration", () => {
  for (const path of ADMIN_PAGES) {
    test(`do not exist for an ordinary member: ${path}`, async ({ signedInAs, world }) => {
      const page = await signedInAs(world.wim);
      expect((await page.goto(path))?.status()).toBe(404);
      await expect(page.getByRole("heading", { level: 1, name: "There is nothing here" })).toBeVisible();
      await expect(page.getByText(world.ada.email)).toHaveCount(0);
    });

    test(`ask somebody who is not signed in to sign in, and come back: ${path}`, async ({ page }) => {
      await page.goto(path);
      await expect(page).toHaveURL(`/sign-in?next=${encodeURIComponent(path)}`);
    });
  }

  test("are not offered to an ordinary member, and what they find instead is accessible", async ({
    signedInAs,
    world,
  }) => {
    const page = await signedInAs(world.wim);
    await page.goto("/admin/members");
    await expect(page.locator("a[href^='/admin']")).toHaveCount(0);
    await expectNoAxeViolations(page);
    await screenshot(page, "admin-not-found");
  });

  test("stop existing for somebody who is no administrator any more, session or not", async ({
    signedInAs,
    newMember,
  }) => {
    const former = await newMember({ name: "Fay Former", admin: true });
    const page = await signedInAs(former);
    await page.goto("/admin/members");
    await expect(page.getByRole("heading", { level: 1, name: "Members" })).toBeVisible();
    await postgres().pool.query("update members set admin = false where id = $1", [former.memberId]);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "Members" })).toHaveCount(0);
  });
});

test.describe("the export of the log", () => {
  test("is no file for an ordinary member, nor for nobody", async ({ world }) => {
    const headers = { cookie: await cookiesOf(world.wim) };
    const answer = await sendTo(world.origin, "/admin/audit/export", { headers });
    expect(answer.status).toBe(404);
    expect(answer.headers["content-type"]).toBeUndefined();
    expect(answer.text).toBe("");
    const anonymous = await sendTo(world.origin, "/admin/audit/export", {});
    expect(anonymous.status).toBe(307);
    expect(anonymous.headers.location).toContain("/sign-in");
  });

  test("holds nothing of another organisation, and is kept by no cache", async ({ world }) => {
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

/** Taken from the page of an administrator who makes it for a token, or a member, of the scenario's own. */
async function captureRevocation(page: Page, token: IssuedToken): Promise<CapturedAction> {
  await page.goto("/admin/tokens");
  await page.getByRole("checkbox", { name: `Select ${token.name}` }).check();
  await page.getByRole("button", { name: "Revoke 1" }).click();
  return captureAction(page, () => page.getByRole("button", { name: "Revoke 1 token" }).click());
}

test.describe("revoking by hand", () => {
  test("needs an administrator of the token's own organisation, and this service's own origin", async ({
    signedInAs,
    callApi,
  }) => {
    const [office, elsewhere] = [await openOffice("Nordlicht"), await openOffice("Harbour Foods")];
    const ada = await addPerson(office, { name: "Ada Lindqvist", admin: true });
    const wim = await addPerson(office, { name: "Wim Vermeer" });
    const gus = await addPerson(elsewhere, { name: "Gus Harper", admin: true });
    const spent = await addToken(ada, { name: "Spent" });
    const target = await addToken(ada, { name: "Target" });
    const action = await captureRevocation(await signedInAs(ada), spent);
    const replace: [string, string][] = [[spent.id, target.id]];
    // Asked of the database: a token that was used today is revoked only when its name is typed.
    const works = async () => {
      const { rows } = await postgres().pool.query("select revoked from tokens where id = $1", [target.id]);
      return rows[0].revoked === null;
    };

    const refused = await callAction(action, { as: wim, replace });
    expect(refused.text).toContain('"refused":"forbidden"');
    expect(await works()).toBe(true);

    const foreign = await callAction(action, { as: gus, replace });
    expect(foreign.text).toContain('"unknown":1');
    expect(await works()).toBe(true);

    const nobody = await callAction(action, { as: null, replace });
    expect(nobody.text).toContain('"refused":"signed-out"');
    expect(await works()).toBe(true);

    for (const origin of ["https://evil.example", "null", null]) {
      expect((await callAction(action, { as: ada, replace, origin })).status, `from ${origin}`).toBe(403);
    }
    expect(await works()).toBe(true);

    // An administrator of the organisation can make the same call.
    const done = await callAction(action, { as: ada, replace });
    expect(done.text).toContain('"revoked":1');
    expect((await callApi({ path: "/me", token: target.text })).status).toBe(401);
  });

  test("takes nothing but a list of ids", async ({ signedInAs, newMember }) => {
    const eve = await newMember({ name: "Eve Moreau", admin: true });
    const spent = await addToken(eve, { name: `Spent ${eve.memberId}` });
    const action = await captureRevocation(await signedInAs(eve), spent);
    const [page] = JSON.parse(action.body);
    for (const request of [{ tokenIds: "all" }, { tokenIds: [] }, { tokenIds: ["a"], organizationId: "b" }, null]) {
      const body = JSON.stringify([page, request]);
      const answer = await callAction({ ...action, body }, { as: eve });
      expect(answer.status, body).toBe(200);
      expect(answer.text, body).toContain('"refused":"out-of-date"');
      expect(answer.text).not.toContain("revoked");
      expect(answer.text).not.toMatch(/zod|prisma|select |at \//i);
    }
  });
});

test.describe("deactivating by hand", () => {
  test("needs an administrator of the member's own organisation", async ({ signedInAs, newMember, world }) => {
    const spent = await newMember({ name: "Sam Spent" });
    const target = await newMember({ name: "Tess Target" });
    const { name } = await addToken(target, { name: `Token of ${target.memberId}` });
    const page = await signedInAs(world.ada);
    await page.goto("/admin/members");
    const row = page.getByRole("row").filter({ hasText: spent.email });
    await row.getByRole("button", { name: /^Deactivate/ }).click();
    const button = page.getByRole("dialog").getByRole("button", { name: "Deactivate member" });
    await expect(page.getByRole("dialog").getByText("No tokens are in use.")).toBeVisible();
    const deactivate = await captureAction(page, () => button.click());
    await expect(row.getByRole("status")).toContainText("is deactivated");
    const replace: [string, string][] = [[spent.memberId, target.memberId]];

    const look = `/admin/members/stopping?memberId=${target.memberId}`;
    expect((await readByHand(look, world.wim)).text).toContain('"refused":"forbidden"');
    const looked = await readByHand(look, world.gus);
    expect(looked.text).toContain('"tokens":[]');
    expect(looked.text).not.toContain(name);
    expect((await readByHand(look, world.ada)).text).toContain(name);

    expect((await callAction(deactivate, { as: world.wim, replace })).text).toContain('"refused":"forbidden"');
    expect((await callAction(deactivate, { as: world.gus, replace })).text).toContain("This member no longer exists");
    const self: [string, string][] = [[spent.memberId, world.ada.memberId]];
    expect((await callAction(deactivate, { as: world.ada, replace: self })).text).toContain(
      "You cannot deactivate yourself",
    );
    const ids = [target.memberId, world.ada.memberId];
    const { rows } = await postgres().pool.query("select bool_and(active) as active from members where id = any($1)", [
      ids,
    ]);
    expect(rows).toEqual([{ active: true }]);
  });
});

test.describe("changing the policy by hand", () => {
  test("needs an administrator, and changes their own organisation's alone", async ({ signedInAs }) => {
    const [office, elsewhere] = [await openOffice("Nordlicht"), await openOffice("Harbour Foods")];
    const ada = await addPerson(office, { name: "Ada Lindqvist", admin: true });
    const wim = await addPerson(office, { name: "Wim Vermeer" });
    const gus = await addPerson(elsewhere, { name: "Gus Harper", admin: true });
    const page = await signedInAs(ada);
    await page.goto("/admin/policy");
    await page.getByLabel("Maximum lifetime in days").fill("200");
    const action = await captureAction(page, () => page.getByRole("button", { name: "Save policy" }).click());
    await expect(page.getByText("Saved.")).toBeVisible();
    const versions = async () =>
      (
        await postgres().pool.query(
          "select configuration_version as v from organizations where id = any($1) order by key desc",
          [[office.id, elsewhere.id]],
        )
      ).rows.map(({ v }) => v);

    expect((await callAction(action, { as: wim })).text).toContain('"refused":"forbidden"');
    expect((await callAction(action, { as: null })).text).toContain('"refused":"signed-out"');
    expect(await versions()).toEqual([2, 1]);
    expect((await callAction(action, { as: gus })).text).toContain('"kind":"changed"');
    expect(await versions()).toEqual([2, 2]);
  });
});

test.describe("two organisations", () => {
  test("know nothing of one another's tokens, members and log", FLOW, async ({ signedInAs, world }) => {
    const token = await addToken(world.wim, { name: `Only of Nordlicht ${world.wim.memberId}` });
    const page = await signedInAs(world.gus);
    for (const path of ["/admin/tokens", `/admin/tokens?owner=${world.wim.email}`, "/admin/members", "/admin/audit"]) {
      await page.goto(path);
      const text = await page.content();
      for (const theirs of [token.id, token.name, world.ada.email, world.rea.email, world.office.id]) {
        expect(text.includes(theirs), `${theirs} at ${path}`).toBe(false);
      }
    }
    await page.goto(`/admin/audit?subject=${token.id}`);
    await expect(page.getByText("Nothing in the log matches")).toBeVisible();
  });

  test("answer the address of another's token as one that never was", async ({ signedInAs, world }) => {
    const token = await addToken(world.wim);
    for (const stranger of [world.gus, world.rea]) {
      const page = await signedInAs(stranger);
      const theirs = await page.goto(`/tokens/${token.id}`);
      const words = await page.getByRole("main").innerText();
      const nobodys = await page.goto("/tokens/0000000000000000000000");
      expect([theirs?.status(), nobodys?.status()]).toEqual([404, 404]);
      expect(await page.getByRole("main").innerText()).toBe(words);
    }
  });

  test("of one person are two lists, and the switch leads from one to the other", async ({ signedInAs, world }) => {
    const here = await addToken(world.dora, { name: "Sync for Nordlicht" });
    const there = await addToken(world.doraElsewhere, { name: "Sync for Harbour" });
    const page = await signedInAs(world.dora);
    await page.goto("/tokens");
    await expect(page.getByRole("link", { name: here.name })).toBeVisible();
    await expect(page.getByRole("link", { name: there.name })).toHaveCount(0);
    expect((await page.goto(`/tokens/${there.id}`))?.status()).toBe(404);
    await page.goto("/organization");
    await page.getByRole("button", { name: /Harbour Foods/ }).click();
    await expect(page).toHaveURL(/\/overview$/);
    await page.goto("/tokens");
    await expect(page.getByRole("link", { name: there.name })).toBeVisible();
    await expect(page.getByRole("link", { name: here.name })).toHaveCount(0);
  });

  test("are not changed by a cookie that names somebody else's membership", async ({ signedInAs, world }) => {
    const page = await signedInAs({ ...world.wim });
    const context = page.context();
    const cookie = (await context.cookies()).find(({ value }) => value === world.wim.memberId);
    if (cookie === undefined) throw new Error("the chosen organisation stands in a cookie");
    await context.addCookies([{ ...cookie, value: world.gus.memberId }]);
    await page.goto("/admin/tokens");
    await expect(page.getByText("Harbour Foods")).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1, name: "All tokens" })).toHaveCount(0);
  });
});

test.describe("a session", () => {
  test("of a member who is not active opens nothing", async ({ signedInAs, world }) => {
    const page = await signedInAs(world.ina);
    await page.goto("/tokens");
    await expect(page).toHaveURL(/\/sign-in/);
  });

  test("is not made by a token of the interface, however it is sent", async ({ world }) => {
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
});
