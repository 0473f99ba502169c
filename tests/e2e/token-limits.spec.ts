/** Limits of a token: set with a new one, shown, tightened, kept by rotation, and acted on by the API. */
import type { Page } from "@playwright/test";
import type { TokenLimits } from "@/lib/model";
import { postgres } from "@/lib/postgres/postgres";
import { expect, FLOW, test } from "./support/fixtures";
import { expectAccessibleInEveryLook } from "./support/looks";
import { createButton, createToken, formAlert, readSecret, review, tokensOf } from "./support/new-token";
import { addToken, openOffice, type Person } from "./support/people";
import { openTab } from "./support/token-page";

const unfold = (page: Page) => page.locator("summary").filter({ hasText: "Restrictions" }).click();
const unfoldFields = (page: Page, entity: string) =>
  page.getByRole("group", { name: "Fields it can read" }).locator("summary").filter({ hasText: entity }).click();
const fieldBox = (page: Page, name: string) => page.getByRole("checkbox", { name, exact: true });
const addresses = (page: Page) => page.getByRole("textbox", { name: /^IP addresses/ });
const requests = (page: Page) => page.getByRole("textbox", { name: /^Requests per minute/ });
const saveEdit = (page: Page) => page.getByRole("button", { name: "Save changes" });

async function limitsOf(person: Person): Promise<(TokenLimits | null)[]> {
  const { rows } = await postgres().pool.query("select limits from tokens where member_id = $1 order by created", [
    person.memberId,
  ]);
  return rows.map(({ limits }) => limits);
}

async function limitedToken(owner: Person, limits: TokenLimits) {
  const token = await addToken(owner);
  await postgres().pool.query("update tokens set limits = $1 where id = $2", [JSON.stringify(limits), token.id]);
  return token;
}

test.describe("a new token", () => {
  test(
    "is limited as ticked and typed, the review says so, and the API acts on it",
    FLOW,
    async ({ callApi, startToken }) => {
      const { person, page } = await startToken({ named: "Limited" });
      await expect(addresses(page)).toBeHidden();
      await unfold(page);
      await unfoldFields(page, "Deals");
      await expect(fieldBox(page, "Deals: read Stage")).toBeChecked();
      await fieldBox(page, "Deals: read Amount").uncheck();
      await addresses(page).fill("127.0.0.1, ::1\n10.0.0.0/8");
      await requests(page).fill("60");
      await expect(review(page)).toContainText(
        "It cannot read Amount of Deals. It works from 127.0.0.1, ::1 and 10.0.0.0/8 only. It can send 60 requests a minute.",
      );
      await expect(review(page)).toContainText("4 hidden fields (2 in Accounts, 2 in Deals)");
      await expect(page.locator("summary").filter({ hasText: "Restrictions" })).toContainText(
        "1 field not read · 3 addresses or ranges · 60 requests a minute",
      );
      await expectAccessibleInEveryLook(page);
      await createToken(page);
      expect(await limitsOf(person)).toEqual([
        {
          deniedFields: [{ entity: "deals", fields: ["amount"] }],
          rows: [],
          allowedAddresses: ["10.0.0.0/8", "127.0.0.1", "::1"],
          requestsPerMinute: 60,
        },
      ]);
      const described = await callApi({ path: "/entities/deals", token: await readSecret(page) });
      expect(described.headers["x-ratelimit-limit"]).toBe("60");
      expect([described.status, described.text.includes("amount")]).toEqual([200, false]);
    },
  );

  test("is tried with three rows, which hide what it cannot read", async ({ newMember, callApi, startToken }) => {
    const office = await openOffice("Trying limits");
    const clerk = await addToken(await newMember({ office, roles: ["manager"] }));
    for (const title of ["First", "Second", "Third", "Fourth"]) {
      const json = { data: { title, amount: 4711 } };
      await callApi({ method: "POST", path: "/entities/deals/records", token: clerk.text, json });
    }
    const { page } = await startToken({ office });
    await unfold(page);
    await unfoldFields(page, "Deals");
    await fieldBox(page, "Deals: read Amount").uncheck();
    await review(page).getByLabel("Try it as this token").selectOption("Deals");
    await review(page).getByRole("button", { name: "Try" }).click();
    const table = review(page).getByRole("table");
    await expect(table.getByRole("columnheader")).toHaveText([
      "Title",
      "Stage",
      "Amount, hidden from the token",
      "Account",
    ]);
    await expect(table.getByRole("row")).toHaveText([/Title/, "Fourthlead", "Thirdlead", "Secondlead"]);
    await expectAccessibleInEveryLook(page);
    await fieldBox(page, "Deals: read Amount").check();
    await expect(table).toHaveCount(0);
  });

  test("is limited to records by a condition, and further later", async ({ callApi, newMember, startToken }) => {
    const office = await openOffice("Some records");
    const clerk = await addToken(await newMember({ office, roles: ["manager"] }));
    const create = (token: string, data: object) =>
      callApi({ method: "POST", path: "/entities/deals/records", token, json: { data } });
    await create(clerk.text, { title: "Open" });
    const { person, page } = await startToken({ named: "Some records", office });
    await unfold(page);
    await page.getByRole("button", { name: "Add a condition" }).click();
    const condition = page.getByRole("group", { name: "Condition 1" });
    await expect(condition.getByLabel("Condition 1: records of")).toHaveValue("deals");
    await expect(review(page)).not.toContainText("it reaches only");
    await createButton(page).click();
    await expect(page.getByText("Choose a value for Stage, or remove the condition.").first()).toBeVisible();
    await condition.getByLabel("Condition 1: won").check();
    await expect(review(page)).toContainText("Of Deals it reaches only those where Stage is won.");
    await expect(review(page).getByLabel("Try it as this token")).toHaveValue("deals");
    await review(page).getByRole("button", { name: "Try" }).click();
    await expect(review(page)).toContainText("It would read 0 Deals");
    await expectAccessibleInEveryLook(page);
    await createToken(page);
    const secret = await readSecret(page);
    const won = { entityKey: "deals", where: ["stage", "in", ["won"]] };
    expect((await limitsOf(person)).map((limits) => limits?.rows)).toEqual([[won]]);
    const listed = await callApi({ path: "/entities/deals/records", token: secret });
    expect([listed.status, listed.text.includes('"items":[]')]).toEqual([200, true]);

    const [token] = await tokensOf(person);
    await page.goto("/tokens");
    const row = page.getByRole("row").filter({ hasText: "Some records" });
    await expect(row).toContainText("only where stage is won");
    await page.goto(`/tokens/${token?.id}/access`);
    await expect(page.getByRole("row", { name: /^Deals/ })).toContainText("Limited: only where Stage is won");
    await expectAccessibleInEveryLook(page);
    await page.goto(`/tokens/${token?.id}/edit`);
    await expect(page.getByText("Deals where Stage is won")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Remove: / })).toHaveCount(0);
    await page.getByRole("button", { name: "Add a condition" }).click();
    await page.getByLabel("Condition 2: comparison").selectOption("is none of");
    await page.getByLabel("Condition 2: lost").check();
    await expect(
      page.getByText("From now on: reaches Deals only where Stage is won and Stage is not lost."),
    ).toBeVisible();
    await saveEdit(page).click();
    await page.getByRole("dialog").getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Saved. Applies from the next request.")).toBeVisible();
    expect((await limitsOf(person))[0]?.rows).toHaveLength(2);
    await expect(page.getByText("Deals where Stage is not lost")).toBeVisible();
    await page.goto(`/tokens/new?from=${token?.id}`);
    await expect(page.getByRole("button", { name: /^Remove: Deals where/ })).toHaveCount(2);
  });

  test("of which a limit is wrong is refused at its field, with what to do", async ({ startToken }) => {
    const { person, page } = await startToken({ named: "Wrong" });
    await unfold(page);
    await addresses(page).fill("10.1.2.3/8");
    await requests(page).fill("many");
    await unfold(page);
    await createButton(page).click();
    await expect(addresses(page)).toBeFocused();
    await expect(addresses(page)).toHaveAccessibleDescription(/is in the middle of a range: write 10\.0\.0\.0\/8/);
    await expect(requests(page)).toHaveAccessibleDescription(/Must be a whole number from 1 to 1000000\./);
    await expect(formAlert(page)).toContainText("Requests per minute: must be a whole number");
    await addresses(page).fill("10.0.0.0/8");
    await requests(page).fill("60");
    await createToken(page);
    expect(await tokensOf(person)).toHaveLength(1);
  });
});

test.describe("an existing token", () => {
  const LIMITS = {
    deniedFields: [{ entity: "deals", fields: ["amount"] }],
    rows: [],
    allowedAddresses: ["10.0.0.0/8"],
    requestsPerMinute: 60,
  };

  test("shows its limits", async ({ newMember, openAs }) => {
    const owner = await newMember();
    const token = await limitedToken(owner, LIMITS);
    const page = await openAs(owner, `/tokens/${token.id}`);
    await expect(page.getByText("Cannot read Amount of Deals")).toBeVisible();
    await expect(page.getByText("Works from 10.0.0.0/8 only")).toBeVisible();
    await expect(page.getByText("At most 60 requests a minute")).toBeVisible();
    await openTab(page, "Access");
    await expect(page.getByText("Limited: cannot read Amount")).toBeVisible();
    await expectAccessibleInEveryLook(page);
  });

  test("is tightened at once after a confirmation, and says what it lost", async ({ callApi, openOwnToken }) => {
    const { token, page } = await openOwnToken({}, {}, "/edit");
    await unfoldFields(page, "Contacts");
    await fieldBox(page, "Contacts: read Email").uncheck();
    await requests(page).fill("30");
    await expect(
      page.getByText("From now on: cannot read Email of Contacts; at most 30 requests a minute."),
    ).toBeVisible();
    await saveEdit(page).click();
    await expect(page.getByRole("dialog")).toContainText("It cannot be given back");
    await expectAccessibleInEveryLook(page);
    await page.getByRole("dialog").getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Saved. Applies from the next request.")).toBeVisible();
    const described = await callApi({ path: "/entities/contacts", token: token.text });
    expect([described.status, described.text.includes("email")]).toEqual([200, false]);
    await expect(fieldBox(page, "Contacts: read Email")).toBeDisabled();
    await page.goto(`/tokens/${token.id}/history`);
    await expect(
      page.getByText("Limited further: cannot read email of contacts; at most 30 requests a minute"),
    ).toBeVisible();
    await openTab(page, "Overview");
  });

  test("is never loosened", async ({ newMember, openAs }) => {
    const owner = await newMember();
    const token = await limitedToken(owner, LIMITS);
    const page = await openAs(owner, `/tokens/${token.id}/edit`);
    await unfoldFields(page, "Deals");
    await expect(fieldBox(page, "Deals: read Amount")).toBeDisabled();
    await addresses(page).fill("10.1.0.0/16\n192.0.2.7");
    await requests(page).fill("");
    await saveEdit(page).click();
    await expect(addresses(page)).toHaveAccessibleDescription(/To work from 192\.0\.2\.7 takes a new token\./);
    await expect(requests(page)).toHaveAccessibleDescription(/More requests a minute take a new token\./);
    await addresses(page).fill("10.1.0.0/16");
    await requests(page).fill("60");
    await saveEdit(page).click();
    await page.getByRole("dialog").getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Saved. Applies from the next request.")).toBeVisible();
    expect(await limitsOf(owner)).toEqual([{ ...LIMITS, allowedAddresses: ["10.1.0.0/16"] }]);
  });
});
