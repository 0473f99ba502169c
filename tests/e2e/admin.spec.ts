/** The administrators' pages: every token of the organization, its members, its policy and its log. */
import { postgres } from "@/lib/postgres/postgres";
import { revokeToken } from "@/lib/tokens/change/revoke";
import { expect, FLOW, test } from "./support/fixtures";
import { expectAccessibleInEveryLook, expectNoSidewaysScroll, onPhone } from "./support/looks";
import { addManyTokens, nameHostilely } from "./support/many-tokens";
import { addPerson, addToken, daysFromNow, openSmallOffice } from "./support/people";

test.describe("all tokens", () => {
  test("of two members of one name can be told apart by their addresses", async ({ openAs }) => {
    const { office, ada, wim } = await openSmallOffice();
    const namesake = await addPerson(office, { name: wim.name });
    await addToken(wim, { name: "Website sync" });
    await addToken(namesake, { name: "Helpdesk bridge" });
    await addToken(ada, { name: "Reports" });
    const page = await openAs(ada, "/admin/tokens");
    await page.locator("summary", { hasText: "Filters" }).click();
    const owner = page.getByLabel("Owner", { exact: true });
    await expect(owner.getByRole("option", { name: "Ada Lindqvist", exact: true })).toBeAttached();
    await owner.selectOption(`Wim Vermeer (${namesake.email})`);
    await expect(page.getByRole("link", { name: "Helpdesk bridge" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Website sync" })).toHaveCount(0);
    await page.goto("/admin/members");
    for (const { email } of [wim, namesake])
      await expect(page.getByRole("link", { name: `Deactivate Wim Vermeer, ${email}`, exact: true })).toBeVisible();
  });

  test("are narrowed to one owner by the address, from the members' page", async ({ openAs }) => {
    const { ada, wim, rea } = await openSmallOffice();
    await addToken(wim, { name: "Website sync" });
    await addToken(rea, { name: "Helpdesk bridge" });
    const page = await openAs(ada, "/admin/members");
    await page.getByRole("link", { name: "1 token of Wim Vermeer" }).click();
    await expect(page).toHaveURL(`/admin/tokens?owner=${encodeURIComponent(wim.email)}`);
    await expect(page.getByRole("link", { name: "Website sync" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Helpdesk bridge" })).toHaveCount(0);
  });

  test(
    "selected ones are revoked at once, and the API refuses each on its next call",
    FLOW,
    async ({ callApi, openAs }) => {
      const { ada, wim, rea } = await openSmallOffice();
      const website = await addToken(wim, { name: "Website sync", lastUsed: daysFromNow(-1) });
      const helpdesk = await addToken(rea, { name: "Helpdesk bridge" });
      const kept = await addToken(rea, { name: "Warehouse export" });
      const page = await openAs(ada, "/admin/tokens");
      await page.getByRole("checkbox", { name: "Select Website sync of Wim Vermeer" }).check();
      await page.getByRole("checkbox", { name: "Select Helpdesk bridge of Rea Costa" }).check();
      await page.getByRole("button", { name: "Revoke 2" }).click();

      const dialog = page.getByRole("dialog", { name: "Revoke 2 tokens?" });
      await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
      await expect(dialog.getByRole("listitem")).toHaveCount(2);
      await expect(dialog.getByRole("listitem").filter({ hasText: "Website sync" })).toContainText(
        `${website.hint} · Wim Vermeer · used yesterday from 192.0.2.7`,
      );
      await expect(dialog.getByRole("listitem").filter({ hasText: "Helpdesk bridge" })).toContainText("never used");
      await dialog.getByRole("button", { name: "Revoke 2 tokens" }).click();

      await expect(page.getByText(/^2 tokens stopped at .* UTC\.$/)).toBeVisible();
      await expect(dialog).toHaveCount(0);
      for (const { text } of [website, helpdesk]) {
        expect((await callApi({ path: "/me", token: text })).json).toMatchObject({ error: { code: "TOKEN_REVOKED" } });
      }
      expect((await callApi({ path: "/me", token: kept.text })).status).toBe(200);
      const events = await postgres().pool.query(
        "select actor, subject, address from audit_events where action = 'token.revoke' and organization_id = $1",
        [ada.office.id],
      );
      expect(events.rows.map(({ actor, address }) => ({ actor, address }))).toEqual([
        { actor: ada.email, address: "127.0.0.1" },
        { actor: ada.email, address: "127.0.0.1" },
      ]);
      expect(events.rows.map(({ subject }) => subject).sort()).toEqual([website.id, helpdesk.id].sort());
    },
  );

  test("are no longer selected once they were revoked from the menu of their row", async ({ openAs }) => {
    const { ada, wim } = await openSmallOffice();
    await addToken(wim, { name: "Website sync" });
    await addToken(wim, { name: "Mobile app" });
    const page = await openAs(ada, "/admin/tokens");
    await page.getByRole("checkbox", { name: "Select all 2 shown" }).check();
    await page.getByRole("button", { name: "More for Website sync" }).click();
    await page.getByRole("link", { name: "Revoke …" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke token" }).click();
    await expect(page.getByRole("checkbox", { name: "Select Website sync of Wim Vermeer" })).toHaveCount(0);
    await expect(page.getByText("1 selected", { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Revoke 1 …" })).toBeVisible();
  });

  test("stay selected on another page, and all that match can be selected at once", async ({ openAs }) => {
    const { ada, wim, rea } = await openSmallOffice();
    await addManyTokens([wim, rea], 120);
    await addToken(wim, { name: "Mobile app" });
    await addToken(wim, { name: "Sensor of old", revoked: daysFromNow(-1) });
    const page = await openAs(ada, "/admin/tokens?q=sensor&sort=name");
    await page.getByRole("checkbox", { name: "Select Sensor 1 of Rea Costa" }).check();
    await page.getByRole("link", { name: "Next page" }).click();
    await expect(page.getByText("1 selected, 1 of them not shown")).toBeVisible();
    await page.getByRole("checkbox", { name: "Select all 50 shown" }).check();
    await expect(page.getByText("51 selected, 1 of them not shown")).toBeVisible();
    await page.getByRole("button", { name: "Select all matching" }).click();
    await expect(page.getByText("All 120 matching are selected")).toBeVisible();
    await page.getByRole("checkbox", { name: "Select Sensor 51 of" }).uncheck();
    await expect(page.getByText("119 selected, 70 of them not shown")).toBeVisible();
  });

  test("ten thousand with hostile names are shown a page at a time, and the layout survives", async ({ openAs }) => {
    const { ada, wim, rea } = await openSmallOffice();
    await addManyTokens([wim, rea], 10_000);
    await nameHostilely(ada);
    const page = await openAs(ada, "/admin/tokens");
    await expect(page.getByText("10,000 tokens, 1 to 50 shown")).toBeVisible();
    await expect(page).toHaveTitle(/^All tokens/);
    expect(await page.locator("main img[src], main script").count()).toBe(0);
    const heights = await page.locator("tbody tr").evaluateAll((rows) => rows.map((each) => each.clientHeight));
    expect(Math.max(...heights)).toBeLessThanOrEqual(56);
    await onPhone(page);
    await expectNoSidewaysScroll(page);
    await page.goto("/admin/tokens?sort=name");
    await page.getByRole("link", { name: "Next page" }).click();
    await expect(page.getByText("10,000 tokens, 51 to 100 shown")).toBeVisible();
    await page.getByRole("searchbox").fill("drop table");
    await expect(page.getByText(/of 10,000 tokens, 1 to 50 shown/)).toBeVisible();
  });

  test("are revoked together however many they are: what stops, what to type, and how far that is, stay in sight", async ({
    openAs,
  }) => {
    test.slow();
    const { ada, wim } = await openSmallOffice();
    await addManyTokens(wim, 501);
    const page = await openAs(ada, "/admin/tokens");
    await page.getByRole("checkbox", { name: "Select all 50 shown" }).check();
    await page.getByRole("button", { name: "Select all matching" }).click();
    await page.getByRole("button", { name: "Revoke 501 …" }).click();
    const dialog = page.getByRole("dialog", { name: "Revoke 501 tokens?" });
    await expect(dialog.getByRole("listitem")).toHaveCount(100);
    await dialog.getByText("and 401 more").scrollIntoViewIfNeeded();
    for (const text of ["Revoke 501 tokens?", "This cannot be undone", "Type the number of tokens to confirm: 501"])
      await expect(dialog.getByText(text)).toBeInViewport();
    await onPhone(page);
    await expect(dialog.getByText("This cannot be undone")).toBeInViewport();
    await expect(dialog.getByRole("button", { name: "Revoke 501 tokens" })).toBeInViewport();
    await dialog.getByRole("button", { name: "Revoke 501 tokens" }).click();
    const number = dialog.getByLabel("Type the number of tokens to confirm: 501");
    await expect(number).toHaveAccessibleDescription("Type the number: 501");
    await number.fill("501");
    await dialog.getByRole("button", { name: "Revoke 501 tokens" }).click();
    await expect(dialog.getByText(/^[1-4]00 of 501 done\./)).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText(/^501 tokens stopped at .* UTC\.$/)).toBeVisible({ timeout: 120_000 });
    const { rows } = await postgres().pool.query(
      "select count(*)::int as works from tokens where member_id = $1 and revoked is null",
      [wim.memberId],
    );
    expect(rows).toEqual([{ works: 0 }]);
    await expect(page.getByText("selected")).toHaveCount(0);
  });

  test("of which one was used today are revoked only after their number, or the name, is typed", async ({
    callApi,
    openAs,
  }) => {
    const { ada, wim } = await openSmallOffice();
    const busy = await addToken(wim, { name: "Website sync", lastUsed: new Date() });
    await addToken(wim, { name: "Mobile app" });
    const page = await openAs(ada, "/admin/tokens");
    await page.getByRole("checkbox", { name: "Select all 2 shown" }).check();
    await page.getByRole("button", { name: "Revoke 2 …" }).click();
    await page.getByRole("button", { name: "Revoke 2 tokens" }).click();
    const number = page.getByLabel(/^1 of them was used in the last 24 hours/);
    await expect(number).toHaveAccessibleDescription(/Type the number: 2/);
    await expectAccessibleInEveryLook(page);
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("button", { name: "Revoke 2 …" })).toBeFocused();
    await page.getByRole("checkbox", { name: /^Select Mobile app/ }).uncheck();
    await page.getByRole("button", { name: "Revoke 1 …" }).click();
    await page
      .getByLabel("It was used in the last 24 hours. Type its name to confirm: Website sync")
      .fill("Mobile app");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Type the name as it is: Website sync")).toBeVisible();
    expect((await callApi({ path: "/me", token: busy.text })).status).toBe(200);
    await page.getByLabel(/^It was used/).fill("Website sync");
    await page.keyboard.press("Enter");
    await expect(page.getByText(/^1 token stopped at/)).toBeVisible();
    expect((await callApi({ path: "/me", token: busy.text })).status).toBe(401);
  });
});

test(
  "members are deactivated after their tokens were named: tokens and pages stop at once, and come back",
  FLOW,
  async ({ newMember, callApi, world, openAs }) => {
    const member = await newMember({ name: "Noor Haddad" });
    const { text, hint } = await addToken(member, { name: "Website sync" });
    await addToken(member, { name: "Ended", expires: daysFromNow(-1) });
    const theirs = await openAs(member, "/tokens");
    await expect(theirs.getByRole("link", { name: "Website sync" })).toBeVisible();

    const page = await openAs(world.ada, "/admin/members");
    const row = page.getByRole("row").filter({ hasText: member.email });
    await row.getByRole("link", { name: "Deactivate Noor Haddad" }).click();
    const dialog = page.getByRole("dialog", { name: "Deactivate Noor Haddad?" });
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    await expect(dialog).toContainText(`Noor Haddad (${member.email}) is signed out`);
    await expect(dialog.getByText("This token stops with the next request:")).toBeVisible();
    await expect(dialog.getByRole("listitem")).toHaveText([`Website sync${hint} · never used`]);
    await dialog.getByRole("button", { name: "Deactivate member" }).click();

    await expect(dialog).toHaveCount(0);
    await expect(row).toContainText("Inactive");
    expect((await callApi({ path: "/me", token: text })).json).toMatchObject({ error: { code: "OWNER_INACTIVE" } });
    await theirs.goto("/tokens");
    await expect(theirs).toHaveURL(/\/sign-in/);

    await row.getByRole("button", { name: "Activate Noor Haddad" }).click();
    await expect(row.getByRole("status")).toHaveText("Noor Haddad is active again, and can sign in.");
    expect((await callApi({ path: "/me", token: text })).status).toBe(200);
  },
);

test.describe("the policy", () => {
  test("warns while it is typed which tokens exceed it, and leaves them alone", FLOW, async ({ callApi, openAs }) => {
    const { ada, wim, rea } = await openSmallOffice();
    const forEver = await addToken(wim, { name: "Mobile app", expires: null });
    await addToken(rea, { name: "Helpdesk bridge", purpose: "Zammad", expires: daysFromNow(7) });
    await addToken(rea, { name: "Yearly report", purpose: "Numbers", expires: daysFromNow(300) });
    const page = await openAs(ada, "/admin/policy");
    await expect(page.getByRole("heading", { name: "Non-compliant tokens: 0" })).toBeVisible();
    await page.getByLabel("Maximum lifetime in days").fill("30");
    await page.getByLabel("Every token must expire").check();
    await page.getByLabel("Require a purpose").check();
    await expect(page.getByRole("heading", { name: "Non-compliant tokens: 2" })).toBeVisible();
    const item = (name: string) => page.getByRole("listitem").filter({ hasText: name });
    await expect(item("Mobile app")).toContainText("Never expires");
    await expect(item("Mobile app")).toContainText("No purpose");
    await expect(item("Yearly report")).toContainText("Lifetime too long");
    await expect(page.getByText("New tokens: up to 30 days. Purpose required.", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Save policy" }).click();
    await expect(page.getByText("Saved. Applies from now on.")).toBeVisible();
    expect((await callApi({ path: "/me", token: forEver.text })).status).toBe(200);
    await page.reload();
    await expect(page.getByLabel("Maximum lifetime in days")).toHaveValue("30");
    await expect(page.getByLabel("Every token must expire")).toBeChecked();
  });

  test("is not silently overwritten after another administrator changed it", async ({ signedInAs }) => {
    const { office, ada } = await openSmallOffice();
    const eve = await addPerson(office, { name: "Eve Moreau", admin: true });
    const [first, second] = [await signedInAs(ada), await signedInAs(eve)];
    await first.goto("/admin/policy");
    await second.goto("/admin/policy");
    await first.getByLabel("Maximum lifetime in days").fill("90");
    await first.getByRole("button", { name: "Save policy" }).click();
    await expect(first.getByText("Saved.")).toBeVisible();

    await second.getByLabel("Every token must expire").check();
    await second.getByRole("button", { name: "Save policy" }).click();
    await expect(second.getByText(/Someone else has changed the policy: .* up to 90 days/)).toBeVisible();
    await expect(second.getByLabel("Maximum lifetime in days")).toHaveValue("366");
    await first.reload();
    await expect(first.getByLabel("Maximum lifetime in days")).toHaveValue("90");

    await second.getByRole("button", { name: "Save policy" }).click();
    await expect(second.getByText("Saved.")).toBeVisible();
    await first.reload();
    await expect(first.getByLabel("Maximum lifetime in days")).toHaveValue("366");
  });
});

test.describe("the audit log", () => {
  test("says who did what, when, from where and in which request", FLOW, async ({ openAs }) => {
    const { ada, wim } = await openSmallOffice();
    await addToken(wim, { name: "Website sync" });
    const page = await openAs(ada, "/admin/tokens");
    await page.getByRole("checkbox", { name: /Website sync/ }).check();
    await page.getByRole("button", { name: "Revoke 1" }).click();
    await page.getByRole("button", { name: "Revoke 1 token" }).click();
    await expect(page.getByText(/^1 token stopped/)).toBeVisible();
    await page.goto("/admin/audit");
    const newest = page.getByRole("row").nth(1);
    await expect(newest).toContainText("Token revoked");
    await expect(newest.getByRole("link", { name: "Website sync" })).toBeVisible();
    await expect(newest).toContainText(ada.email);
    await expect(newest).toContainText("127.0.0.1");
    await expect(newest).toContainText(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
    await expect(newest.locator("time")).toHaveText(/^\d{1,2} \w{3} \d{4}, \d\d:\d\d:\d\d$/);
    await expect(page.getByRole("row").last()).toContainText("command line");
  });

  test("reads on after a name that turns the direction of text", async ({ openAs }) => {
    const { office, ada, wim } = await openSmallOffice();
    const { id, hint } = await addToken(wim, { name: "Harmless \u202e" });
    await revokeToken({ tokenId: id, visibility: { organizationId: office.id } }, { actor: wim.email });
    const page = await openAs(ada, `/admin/audit?subject=${id}`);
    await page.getByRole("rowheader").getByText("Token revoked").click();
    const [first, last] = await page.getByText(hint, { exact: true }).evaluate((element) => {
      const text = element.firstChild as Text;
      return [0, text.length - 1].map((index) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + 1);
        return range.getBoundingClientRect().left;
      });
    });
    expect(first).toBeLessThan(last ?? 0);
  });
});

const pages = [
  ["/admin/tokens", "All tokens"],
  ["/admin/webhooks", "All webhooks"],
  ["/admin/members", "Members"],
  ["/admin/policy", "Token policy"],
  ["/admin/audit", "Audit log"],
] as const;
for (const [path, title] of pages) {
  test(`${title} is accessible in light, dark and at 360 px, and fits 320`, async ({ openAs }) => {
    const { office, ada, wim } = await openSmallOffice();
    await addPerson(office, { name: "Maximiliane von Hohenlohe-Waldenburg-Schillingsfürst", active: false });
    await addToken(wim, { name: "Website sync", purpose: "Copies won deals every night", lastUsed: daysFromNow(-1) });
    await addToken(wim, { name: `Mobile${"x".repeat(94)}`, expires: null, created: daysFromNow(-100) });
    const page = await openAs(ada, path);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page).toHaveTitle(`${title} · Public Records API`);
    await expectAccessibleInEveryLook(page);
  });
}
