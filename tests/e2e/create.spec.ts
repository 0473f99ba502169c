/** Making a token: what can be chosen, what is refused and why, and that one form makes one token. */

import { postgres } from "@/lib/postgres/postgres";
import { expect, FLOW, test } from "./support/fixtures";
import { expectAccessibleInEveryLook, onPhone } from "./support/looks";
import {
  choice,
  createButton,
  createToken,
  expirySelect,
  formAlert,
  nameField,
  openNewToken,
  review,
  scopeBox,
  secretDialog,
  tokensOf,
} from "./support/new-token";
import { addToken, openOffice, reconfigure } from "./support/people";

test.describe("the way to a token", () => {
  test(
    "from the list to a working curl takes at most six interactions",
    FLOW,
    async ({ newMember, signedInAs, callApi }) => {
      const person = await newMember();
      await addToken(person);
      const page = await signedInAs(person);
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.goto("/tokens");
      let interactions = 0;
      const interact = async (what: Promise<void>) => {
        interactions += 1;
        await what;
      };
      await interact(
        page
          .getByRole("link", { name: /create|new token/i })
          .first()
          .click(),
      );
      await expect(nameField(page)).toBeFocused();
      await interact(page.keyboard.type("Website sync"));
      await interact(createButton(page).click());
      await interact(page.getByRole("button", { name: "Copy curl for /me" }).click());
      const curl = await page.evaluate(() => navigator.clipboard.readText());
      expect(interactions).toBeLessThanOrEqual(4);

      const [, url, token] = /^curl -s "([^"]+)" \\\n {2}-H "Authorization: Bearer ([^"]+)"$/.exec(curl) ?? [];
      expect(url).toBe(`${process.env.APP_URL}/api/v1/me`);
      expect((await callApi({ path: "/me", token: token ?? "" })).status).toBe(200);
      await interact(page.getByRole("checkbox", { name: "I saved it" }).check());
      await interact(page.getByRole("button", { name: "Done, show my tokens" }).click());
      await expect(page).toHaveURL(/\/tokens\?created=\w+$/);
      expect(interactions).toBeLessThanOrEqual(6);
    },
  );

  test("the whole form works by keyboard alone", async ({ startToken }) => {
    const { person, page } = await startToken();
    const tabTo = async (name: string | RegExp, role: "textbox" | "radio" | "checkbox" | "button" | "combobox") => {
      const target = page.getByRole(role, { name, exact: true });
      for (let presses = 0; presses < 60; presses += 1) {
        if (await target.evaluate((element) => element === document.activeElement)) return;
        await page.keyboard.press("Tab");
      }
      throw new Error(`Tab does not reach ${name}`);
    };
    await tabTo("Name", "textbox");
    await page.keyboard.type("By keyboard");
    await tabTo(/^Read only/, "radio");
    await tabTo("Deals: create", "checkbox");
    await page.keyboard.press("Space");
    await tabTo("Expires", "combobox");
    await page.keyboard.press("ArrowDown");
    await expect(expirySelect(page)).toHaveValue("60d");
    await tabTo("Create token", "button");
    await page.keyboard.press("Enter");
    await expect(secretDialog(page).getByRole("button", { name: "Copy token" })).toBeFocused();
    await tabTo("I saved it", "checkbox");
    await page.keyboard.press("Space");
    await tabTo("Done, show my tokens", "button");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/tokens\?created=\w+$/);
    expect(await tokensOf(person)).toMatchObject([
      {
        name: "By keyboard",
        scopes: [
          { entity: "accounts", verbs: ["list"] },
          { entity: "contacts", verbs: ["list"] },
          { entity: "deals", verbs: ["list", "create"] },
        ],
      },
    ]);
  });

  test("on a phone the verbs of each entity are below its name, and the button stays in sight", async ({
    newMember,
    signedInAs,
  }) => {
    const person = await newMember();
    const page = await signedInAs(person);
    await onPhone(page);
    await openNewToken(page);
    await nameField(page).fill("From a phone");
    await expect(createButton(page)).toBeInViewport();
    await expect(scopeBox(page, "All: create")).toBeHidden();
    await scopeBox(page, "Deals: create").check();
    await expect(createButton(page)).toBeInViewport();
    const deleteBox = scopeBox(page, "Deals: delete");
    await expect(deleteBox).toBeDisabled();
    await expect(page.getByText("Your roles do not grant delete on Deals.")).toBeVisible();
    await createToken(page);
    expect((await tokensOf(person))[0]?.scopes).toContainEqual({ entity: "deals", verbs: ["list", "create"] });
  });

  test("what has the focus is never under the button of a phone", async ({ world, signedInAs }) => {
    const page = await signedInAs(world.wim);
    await onPhone(page);
    await openNewToken(page);
    await nameField(page).focus();
    const button = await createButton(page).boundingBox();
    for (let presses = 0; presses < 16; presses += 1) {
      await page.keyboard.press("Tab");
      const focused = await page.evaluate(() => {
        const { activeElement } = document;
        if (activeElement === null || activeElement.matches("[type=submit]")) return null;
        // Of what is taller than the window, the beginning.
        const { top, bottom } = activeElement.getBoundingClientRect();
        return Math.min(bottom, top + 44);
      });
      if (focused !== null) expect(focused).toBeLessThanOrEqual(button?.y ?? 0);
    }
  });
});

test("the expiry is thirty days by default, shown exactly, and stored as shown", async ({ startToken }) => {
  const { person, page } = await startToken();
  await expect(expirySelect(page)).toHaveValue("30d");
  await expect(expirySelect(page).getByRole("option", { selected: true })).toHaveText(
    /^30 days \(\d+ \w+ \d{4}, recommended\)$/,
  );
  const shown = page.getByText(/^Expires \d/);
  await expect(shown).toContainText("UTC");
  await expect(shown).toContainText("your time");
  const moment = await shown.locator("time").getAttribute("datetime");
  await nameField(page).fill("Thirty days");
  await createToken(page);
  const [token] = await tokensOf(person);
  expect(token?.expires?.toISOString()).toBe(moment);
  const days = ((token?.expires?.getTime() ?? 0) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThanOrEqual(30);
});

test.describe("access", () => {
  test("is a table with headers that also tells screen readers which verbs are missing", async ({
    world,
    signedInAs,
  }) => {
    const page = await signedInAs(world.wim);
    await openNewToken(page);
    const table = page.getByRole("table", { name: "What the token can do, by entity and verb" });
    await expect(table.getByRole("columnheader")).toHaveText(["Entity", "List", "Create", "Update", "Delete"]);
    await expect(table.getByRole("rowheader")).toHaveText([
      /^Accounts2 fields hidden from you$/,
      /^Contacts$/,
      /^Deals1 field hidden from you$/,
    ]);
    const box = scopeBox(page, "Accounts: update");
    await expect(box).toBeDisabled();
    await expect(box).toHaveAccessibleDescription("Your roles do not grant update on Accounts.");
    const cell = table.getByRole("cell").filter({ has: box });
    await expect(cell.getByText("not granted")).toBeVisible();
    await expect(scopeBox(page, "Deals: all verbs")).toHaveJSProperty("indeterminate", true);
    const partial = table.getByRole("cell").filter({ has: scopeBox(page, "Deals: update") });
    await expect(partial.getByText("some records")).toBeVisible();
    await expectAccessibleInEveryLook(page);
  });

  test("offers no reading to a member who can read nothing", async ({ startToken }) => {
    const { page } = await startToken({ roles: ["intake"] });
    await expect(choice(page, /^Read only/)).toBeDisabled();
    await expect(page.locator("label").filter({ hasText: /^Read only/ })).toContainText(
      "Your roles grant none of this",
    );
    await nameField(page).fill("Intake");
    await createButton(page).click();
    await expect(formAlert(page)).toContainText("Access: name at least one entity and verb.");
    await expect(choice(page, /^Custom Tick/)).toBeFocused();

    await scopeBox(page, "Tickets: create").check();
    await expect(review(page)).toContainText("CREATED_RECORD_NOT_READABLE");
    await createToken(page);
    await expect(secretDialog(page).getByText("Get one record of")).toHaveCount(0);
  });

  test("says whom to ask if the member has no permissions at all", async ({ startToken }) => {
    const { page } = await startToken({ roles: [] });
    await expect(
      page.getByText(/^Your roles give you no permissions in this organization.*Ask an administrator/),
    ).toBeVisible();
    await expect(page.getByText("No entity is called that.")).toHaveCount(0);
  });
});

test("further verbs are ticked like the others, named in the review, and stored", async ({ startToken }) => {
  const { person, page } = await startToken({ named: "Approver", roles: ["manager"] });
  await scopeBox(page, "All: list").uncheck();
  await scopeBox(page, "Deals: list").check();
  await expect(scopeBox(page, "Deals: approve")).not.toBeChecked();
  await expect(scopeBox(page, "Deals: approve")).toHaveAccessibleDescription("changes Stage to won");
  await expect(scopeBox(page, "Deals: readMargin")).toHaveAccessibleDescription("reads Margin");
  await expect(review(page)).toContainText("1 hidden field (Deals). 1 of them because readMargin is not ticked");

  await scopeBox(page, "Deals: approve").check();
  await expect(review(page)).toContainText("approve on Deals is of no use without update.");
  await scopeBox(page, "Deals: update").check();
  await expect(review(page)).toContainText("This token can list and update Deals, with approve, and nothing else.");
  await expect(review(page).getByText(/of no use/)).toHaveCount(0);
  await expectAccessibleInEveryLook(page);

  await review(page).getByRole("button", { name: "Try" }).click();
  await expect(review(page).getByRole("status")).toContainText(
    /of each Title, Stage, Amount, Account\.|It would read 0/,
  );
  await createToken(page);
  expect((await tokensOf(person))[0]?.scopes).toEqual([{ entity: "deals", verbs: ["list", "update", "approve"] }]);
});

test.describe("what is wrong", () => {
  test("is shown at once, in place and in a summary, and nothing is lost", FLOW, async ({ startToken }) => {
    const { person, page } = await startToken();
    await page.getByRole("textbox", { name: "Purpose" }).fill("Shows deals on the website");
    await expirySelect(page).selectOption("90d");
    await createButton(page).click();
    await expect(formAlert(page)).toContainText("Name: say what the token is for, in a few words.");
    await expect(nameField(page)).toBeFocused();
    await expect(nameField(page)).toHaveAccessibleDescription("Say what the token is for, in a few words.");
    await expectAccessibleInEveryLook(page);
    await nameField(page).fill("Website");
    await expect(formAlert(page)).toHaveCount(0);
    await page.keyboard.press("Enter");
    await expect(secretDialog(page)).toBeVisible();
    expect(await tokensOf(person)).toMatchObject([{ name: "Website", purpose: "Shows deals on the website" }]);
  });

  test("a token in a name or purpose, before anything is sent", async ({ startToken }) => {
    const { person, page } = await startToken();
    const { text } = await addToken(person);
    const posted: string[] = [];
    page.on("request", (request) => posted.push(request.postData() ?? ""));
    await nameField(page).fill(text);
    await page.getByRole("textbox", { name: "Purpose" }).fill(`For ${text}`);
    await createButton(page).click();
    await expect(nameField(page)).toBeFocused();
    await expect(nameField(page)).toHaveAccessibleDescription(/^Must not contain a token/);
    await expect(formAlert(page)).toContainText("Purpose: must not contain a token");
    expect(posted.filter((data) => data.includes(text))).toEqual([]);
    await nameField(page).fill("Website sync");
    await page.getByRole("textbox", { name: "Purpose" }).fill("");
    await createToken(page);
  });

  test("on the server only, because the policy has changed meanwhile", async ({ startToken }) => {
    const office = await openOffice("Changing");
    const { person, page } = await startToken({ named: "Typed before", office });
    await reconfigure(office, (file) => {
      file.organization.tokenPolicy = { maxLifetimeDays: 7, allowNeverExpiring: false };
    });
    await createButton(page).click();
    await expect(formAlert(page)).toContainText("Expiry: the organization's policy allows 7 days at most.");
    await expect(expirySelect(page)).toBeFocused();
    await expirySelect(page).selectOption("7d");
    await createToken(page);
    expect(await tokensOf(person)).toMatchObject([{ name: "Typed before" }]);
  });

  test("a name that another token has is allowed, but pointed out", async ({ newMember, signedInAs }) => {
    const person = await newMember();
    await addToken(person, { name: "Website sync" });
    const page = await signedInAs(person);
    await openNewToken(page);
    await nameField(page).fill("Website sync ");
    await expect(nameField(page)).toHaveAccessibleDescription(/^You have a working token of this name/);
    await nameField(page).fill("WEBSITE sync");
    await expect(nameField(page)).toHaveAccessibleDescription(/^You have a working token of this name/);
    await nameField(page).fill("Website sync");
    await page.getByRole("button", { name: "Use “Website sync 2”" }).click();
    await expect(nameField(page)).toHaveValue("Website sync 2");
    await expect(nameField(page)).toHaveAccessibleDescription("");
    await createToken(page);
  });
});

test("a long name is counted, not cut, and refused with its limit", async ({ startToken }) => {
  const { person, page } = await startToken();
  const long = "\u{1F680}".repeat(101);
  await nameField(page).fill(long);
  await expect(nameField(page)).toHaveValue(long);
  await expect(nameField(page)).toHaveAccessibleDescription("101 of 100 characters");
  await createButton(page).click();
  await expect(nameField(page)).toHaveAccessibleDescription(/Must have at most 100 characters\.$/);
  await nameField(page).fill(long.slice(2));
  await createToken(page);
  expect((await tokensOf(person))[0]?.name).toBe("\u{1F680}".repeat(100));
});

test.describe("a copy of another token", () => {
  test("begins with its access and limits, under a name of its own", async ({ newMember, openAs }) => {
    const person = await newMember();
    const scopes = [{ entity: "deals", verbs: ["list", "create"] }];
    const { id } = await addToken(person, { name: "Website sync", purpose: "Nightly", scopes });
    await addToken(person, { name: "Website sync copy" });
    const limits = {
      deniedFields: [{ entity: "deals", fields: ["amount"] }],
      rows: [],
      allowedAddresses: [],
      requestsPerMinute: 60,
    };
    await postgres().pool.query("update tokens set limits = $1 where id = $2", [JSON.stringify(limits), id]);
    const page = await openAs(person, `/tokens/${id}`);
    await page.getByRole("link", { name: "Clone" }).click();
    await expect(nameField(page)).toHaveValue("Website sync copy 2");
    await expect(choice(page, /^Custom Tick/)).toBeChecked();
    await expect(review(page)).toContainText(
      "This token can list and create Deals, and nothing else. It cannot read Amount",
    );
    await expectAccessibleInEveryLook(page);
    await createToken(page);
    expect((await tokensOf(person))[2]).toMatchObject({ name: "Website sync copy 2", purpose: "Nightly", scopes });
    const { rows } = await postgres().pool.query(
      "select limits from tokens where name = 'Website sync copy 2' and member_id = $1",
      [person.memberId],
    );
    expect(rows).toEqual([{ limits }]);
  });

  test("is not made of a token of somebody else, nor of none", async ({ world, newMember, signedInAs }) => {
    const { id } = await addToken(await newMember(), { name: "Not yours" });
    for (const [person, from] of [
      [world.wim, id],
      [world.ada, id],
      [world.wim, "0".repeat(22)],
      [world.wim, "%00"],
    ] as const) {
      const page = await signedInAs(person);
      await page.goto(`/tokens/new?from=${from}`);
      await expect(nameField(page)).toHaveValue("");
      await expect(page.getByText("Not yours")).toHaveCount(0);
    }
  });
});

test.describe("one form, one token", () => {
  test.use({ tolerated: [/net::ERR_FAILED/] });

  test("a double click makes one", async ({ startToken }) => {
    const { person, page } = await startToken({ named: "Once" });
    await createButton(page).dblclick();
    await expect(secretDialog(page)).toBeVisible();
    expect(await tokensOf(person)).toHaveLength(1);
  });

  test("a response that was lost is reported as lost, and no second token is made", async ({ startToken }) => {
    const { person, page } = await startToken({ named: "Lost" });
    await page.route("**/tokens/new", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await createButton(page).click();
    await expect(formAlert(page)).toContainText("There was no response");
    expect(await tokensOf(person)).toHaveLength(1);
    await page.unroute("**/tokens/new");
    await createButton(page).click();
    await expect(formAlert(page)).toContainText("This form has created its token already");
    expect(await tokensOf(person)).toHaveLength(1);
    await createToken(page);
    expect(await tokensOf(person)).toHaveLength(2);
  });
});
