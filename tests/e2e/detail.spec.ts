/** A token's page: what it says of the token, what it says of its use, and what its owner can change there. */

import type { Locator, Page } from "@playwright/test";
import type { Scopes } from "@/lib/model";
import { postgres } from "@/lib/postgres/postgres";
import { post } from "../support/http";
import { expect, FLOW, test } from "./support/fixtures";
import { expectAccessibleInEveryLook, expectNoAxeViolations, onPhone } from "./support/looks";
import { addToken, daysFromNow, type IssuedToken, openOffice, reconfigure } from "./support/people";
import { accessRow, dialog, openTab, openToken, section } from "./support/token-page";

const HOUR_MS = 3_600_000;

/** In the hour that began so many hours ago. */
async function addUsage({ id }: IssuedToken, hoursAgo: number, counts: [number, number, number, number]) {
  const hour = new Date((Math.floor(Date.now() / HOUR_MS) - hoursAgo) * HOUR_MS);
  await postgres().pool.query(
    "insert into token_usage (token_id, hour, ok, refused, limited, failed) values ($1, $2, $3, $4, $5, $6)",
    [id, hour, ...counts],
  );
}

/** None of the chart's words is cut off at its edges. */
async function expectLabelsInside(chart: Locator) {
  const beyond = await chart.evaluate((svg) => {
    const edges = svg.getBoundingClientRect();
    const isOutside = (text: Element) => {
      const { left, right } = text.getBoundingClientRect();
      // The last one ends at the edge, which half a pixel of rounding may pass.
      return left < edges.left - 0.5 || right > edges.right + 0.5;
    };
    return [...svg.querySelectorAll("text")].filter(isOutside).map((text) => text.textContent);
  });
  expect(beyond).toEqual([]);
}

test("a token's page says what it is, whose, until when, and when it was last used", async ({ openOwnToken }) => {
  const { owner, token, page } = await openOwnToken({
    name: "Nightly export",
    purpose: "Copies deals into the warehouse",
    created: daysFromNow(-40),
    expires: daysFromNow(20),
    lastUsed: new Date(Date.now() - 3 * 60_000),
  });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nightly export");
  const main = page.getByRole("main");
  await expect(main.getByText("Active", { exact: true })).toBeVisible();
  await expect(main.getByText(token.hint, { exact: true })).toBeVisible();
  await expect(main).toContainText("Copies deals into the warehouse");
  await expect(main).toContainText(owner.email);
  await expect(main).toContainText("40 days ago");
  await expect(main).toContainText("in 20 days");
  await expect(main).toContainText("3 minutes ago");
  await expect(main).toContainText("from 192.0.2.7");
  await expectAccessibleInEveryLook(page);
});

test("access now is what was granted as far as the owner holds it, marked in words", async ({ openOwnToken }) => {
  const { page } = await openOwnToken(
    {
      scopes: [
        { entity: "accounts", verbs: ["list", "delete"] },
        { entity: "deals", verbs: ["list", "update"] },
        { entity: "tickets", verbs: ["list"] },
      ],
    },
    { roles: ["sales"] },
  );
  await openTab(page, "Access");
  await expect(accessRow(page, "Accounts")).toHaveText([/Yes$/, /No$/, /No$/, /Exceeds your role$/]);
  await expect(accessRow(page, "Deals")).toHaveText([/Yes$/, /No$/, /Some records$/, /No$/]);
  await expect(accessRow(page, "tickets")).toHaveText([/Exceeds your role$/, /No$/, /No$/, /No$/]);
  await expect(page.getByRole("rowheader", { name: "Accounts" })).toContainText("2 fields are hidden");
  await expect(section(page, "Access now")).toContainText("Part of what was granted does not work");
});

test("further verbs that were granted are named, and can be taken away", async ({ openOwnToken }) => {
  const { token, page } = await openOwnToken(
    {
      scopes: [
        { entity: "accounts", verbs: ["list"] },
        { entity: "deals", verbs: ["list", "update", "approve", "readMargin"] },
      ],
    },
    { roles: ["manager"] },
    "/access",
  );
  await expect(accessRow(page, "Deals")).toHaveText([/Yes$/, /No$/, /Yes$/, /No$/]);
  const further = (entity: string) => page.getByRole("list", { name: `${entity}: further verbs` });
  await expect(further("Deals").getByRole("listitem")).toHaveText(["approve Yes", "readMargin Yes"]);
  await expect(further("Accounts")).toHaveCount(0);
  await expect(page.getByRole("rowheader", { name: "Accounts" })).toContainText("2 fields are hidden");
  await expectAccessibleInEveryLook(page);

  await page.goto(`/tokens/${token.id}/edit`);
  await expect(page.getByRole("checkbox", { name: "Deals: writeMargin" })).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Deals: approve" }).uncheck();
  await expect(page.getByText("Will be removed: approve on Deals.")).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await page.getByRole("button", { name: "Save changes" }).click();
  await dialog(page, "Save these changes?").getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved. Applies from the next request.")).toBeVisible();
  await openToken(page, token, "/access");
  await expect(further("Deals").getByRole("listitem")).toHaveText(["readMargin Yes"]);
  await openTab(page, "History");
  await expect(section(page, "History")).toContainText("Access narrowed: approve on deals removed");
});

test("a role that is taken away shows on an open page without a reload", async ({ openOwnToken }) => {
  const office = await openOffice();
  const { page } = await openOwnToken(
    { scopes: [{ entity: "contacts", verbs: ["list"] }] },
    { office, roles: ["support"] },
  );
  await openTab(page, "Access");
  await expect(accessRow(page, "Contacts").first()).toHaveText(/Yes$/);
  await reconfigure(office, ({ roles }) => {
    for (const role of roles) role.grants = role.grants.filter(({ entity }) => entity !== "contacts");
  });
  await expect(accessRow(page, "contacts").first()).toHaveText(/Exceeds your role$/, { timeout: 15_000 });
});

test("the chart of use and its table agree for each period", async ({ signedInAs, newMember }) => {
  const owner = await newMember();
  const token = await addToken(owner, { created: daysFromNow(-40) });
  await addUsage(token, 2, [1200, 4, 0, 0]);
  await addUsage(token, 5, [10, 0, 3, 1]);
  await addUsage(token, 24 * 5, [70, 0, 0, 0]);
  await addUsage(token, 24 * 20, [9, 0, 0, 0]);
  const page = await signedInAs(owner);
  await openToken(page, token);
  const use = section(page, "Usage");
  const chart = use.getByRole("img");
  await expect(chart).toHaveAccessibleName(
    /^Requests in the last 24 hours: 1,218 requests: 1,210 accepted, 4 refused, 3 rate-limited, 1 failed\./,
  );
  await use.getByText("The numbers as a table").click();
  const rows = use.getByRole("table", { name: "Requests in the last 24 hours" }).locator("tbody tr");
  await expect(rows).toHaveCount(24);
  await expect(rows.filter({ hasText: "1,200" }).getByRole("cell")).toHaveText(["1,200", "4", "0", "0"]);
  await expectAccessibleInEveryLook(page);

  await use.getByRole("link", { name: "7 d" }).click();
  await expect(page).toHaveURL(/period=7d/);
  await expect(use.getByRole("img")).toHaveAccessibleName(/^Requests in the last 7 days: 1,288 requests/);
  await use.getByRole("link", { name: "30 d" }).click();
  await expect(use.getByRole("img")).toHaveAccessibleName(/^Requests in the last 30 days: 1,297 requests/);
  await expect(use.getByRole("link", { name: "30 d" })).toHaveAttribute("aria-current", "page");
  await page.reload();
  await expect(use.getByRole("img")).toHaveAccessibleName(/^Requests in the last 30 days/);
  await expectLabelsInside(use.getByRole("img"));
  await onPhone(page);
  await expectLabelsInside(use.getByRole("img"));
});

test("each bar of the chart can be read by hover, tap and keys, in words", async ({ signedInAs, newMember }) => {
  const owner = await newMember();
  const token = await addToken(owner, { created: daysFromNow(-40) });
  await addUsage(token, 0, [7, 0, 0, 0]);
  await addUsage(token, 1, [3, 1, 0, 0]);
  const page = await signedInAs(owner);
  await openToken(page, token);
  const use = section(page, "Usage");
  const reader = use.getByRole("slider", { name: "Bar of the chart" });
  await expect(reader).toHaveText(/ UTC: 7 requests: 7 accepted$/);
  await reader.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(reader).toHaveAttribute("aria-valuetext", / UTC: 4 requests: 3 accepted, 1 refused$/);
  await expect(reader).toHaveAttribute("aria-valuenow", "23");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowLeft");
  await expect(reader).toHaveText(/ UTC: no requests$/);
  await page.keyboard.press("End");
  await expect(reader).toHaveText(/7 accepted$/);
  const bar = (place: number) => use.getByRole("img").locator("[data-tip]").nth(place);
  await bar(22).hover();
  await expect(reader).toHaveText(/3 accepted, 1 refused$/);
  await expectNoAxeViolations(page);
  await onPhone(page);
  await bar(23).click();
  await expect(reader).toHaveText(/7 accepted$/);
  await expect(bar(23)).toHaveAttribute("data-read", "");
});

test("response classes differ in the chart by pattern, not by color alone", async ({ signedInAs, newMember }) => {
  const owner = await newMember();
  const token = await addToken(owner);
  await addUsage(token, 3, [4, 3, 2, 1]);
  const page = await signedInAs(owner);
  await openToken(page, token);
  const fills = await section(page, "Usage")
    .getByRole("img")
    .locator("rect[fill^='url(']")
    .evaluateAll((all) => all.map((rect) => rect.getAttribute("fill") ?? ""));
  expect(fills).toEqual(["url(#usage-ok)", "url(#usage-refused)", "url(#usage-limited)", "url(#usage-failed)"]);
  const patterns = await page
    .locator("pattern")
    .evaluateAll((all) => all.map((pattern) => [...pattern.children].map(({ tagName }) => tagName).join()));
  expect(patterns).toEqual(["rect", "rect,path", "rect,circle", "rect,path"]);
});

test("calls appear live, with what was requested, what was returned and from where", async ({
  callApi,
  openOwnToken,
}) => {
  const { token, page } = await openOwnToken({ scopes: [{ entity: "deals", verbs: ["list"] }] });
  await openTab(page, "Requests");
  await expect(section(page, "Last requests")).toContainText("No requests yet.");
  await callApi({ path: "/entities/deals/records?limit=2", token: token.text });
  const refused = await callApi(post("/entities/deals/records", { data: {} }, { token: token.text }));
  const rows = section(page, "Last requests").locator("tbody tr");
  await expect(rows).toHaveCount(2, { timeout: 15_000 });
  await expect(rows.nth(0)).toContainText("POST /entities/deals/records");
  await expect(rows.nth(0)).toContainText("403 PERMISSION_DENIED");
  await expect(rows.nth(0)).toContainText("127.0.0.1");
  await expect(rows.nth(1)).toContainText("GET /entities/deals/records");
  await expect(rows.nth(1)).not.toContainText("limit");
  await openTab(page, "Overview");
  const errors = section(page, "Errors by cause");
  await expect(errors).toContainText("403 PERMISSION_DENIED");
  await expect(errors).toContainText("Your token does not include create on deals");
  await expectAccessibleInEveryLook(page);
  await openTab(page, "Requests");
  await expectAccessibleInEveryLook(page);
  await rows
    .nth(0)
    .getByRole("link", { name: /details$/ })
    .click();
  await rows.getByRole("link", { name: /^Explain/ }).click();
  await expect(page).toHaveURL(`/explain?request=${refused.headers["x-request-id"]}`);
  await expect(page.getByText("Refused").first()).toBeVisible();
});

test("the calls to copy use a variable for the secret, and work once it is set", async ({ callApi, openOwnToken }) => {
  const { token, page } = await openOwnToken();
  const line = await section(page, "Get one record of Accounts").textContent();
  expect(line).toContain('-H "Authorization: Bearer $PUBLIC_RECORDS_TOKEN"');
  const path = /\/api\/v1([^"]+)/.exec(line ?? "")?.[1] ?? "";
  expect((await callApi({ path, token: token.text })).status).toBe(200);
  expect(await page.content()).not.toContain(token.text.slice(-49));
});

test("a name and a purpose are changed, and the change is in the history", FLOW, async ({ openOwnToken }) => {
  const { owner, page } = await openOwnToken({ name: "Sync" });
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Website sync");
  await page.getByRole("textbox", { name: "Purpose" }).fill("Prices for the shop");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Saved." })).toBeVisible();
  await page.getByRole("link", { name: "Website sync" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Website sync");
  await expect(page.getByRole("main")).toContainText("Prices for the shop");
  await openTab(page, "History");
  await expect(section(page, "History").locator("tbody tr")).toHaveCount(1);
  const [event] = await section(page, "History").locator("tbody tr").allTextContents();
  expect(event).toContain("Renamed from “Sync” to “Website sync”. Purpose given: “Prices for the shop”");
  expect(event).toContain(owner.email);
});

test("a name that says nothing is refused at its field", async ({ openOwnToken }) => {
  const { token, page } = await openOwnToken({ name: "Sync" }, {}, "/edit");
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("  ");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await expect(name).toHaveAccessibleDescription(/Say what the token is for/);
  await expect(page.getByText("Nothing was saved.")).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await openToken(page, token);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sync");
});

const scopes: Scopes = [
  { entity: "contacts", verbs: ["list", "create", "update"] },
  { entity: "deals", verbs: ["list", "create"] },
];
const unused = (page: Page) => section(page, "Access now").getByText(/^Not used for 30 days/);

test("rights unused for thirty days are suggested for removal", async ({ signedInAs, newMember, callApi }) => {
  const owner = await newMember();
  const token = await addToken(owner, { scopes, created: daysFromNow(-31) });
  const created = await callApi(post("/entities/contacts/records", { data: { name: "Kim" } }, { token: token.text }));
  expect(created.status).toBe(201);
  const page = await signedInAs(owner);
  await openToken(page, token, "/access");
  await expect(unused(page)).toHaveText("Not used for 30 days: update on Contacts; create on Deals", {
    timeout: 15_000,
  });
  await expectAccessibleInEveryLook(page);
  await section(page, "Access now").getByRole("link", { name: "Take it away" }).click();
  await expect(page.getByText("Will be removed: update on Contacts; create on Deals.")).toBeVisible();
});

test.describe("a token of somebody else", () => {
  test.use({ tolerated: [/status of 404/] });

  test("is not found by its address, exactly like one that does not exist", async ({
    signedInAs,
    newMember,
    world,
  }) => {
    const owner = await newMember();
    const token = await addToken(owner, { name: "Payroll bridge" });
    const unknown = { ...token, id: "0".repeat(22) };
    for (const other of [world.rea, world.gus]) {
      const page = await signedInAs(other);
      const seen = [];
      for (const each of [token, unknown]) {
        for (const path of ["", "/requests", "/access", "/history", "/edit", "/rotate", "/revoke"]) {
          const answer = await page.goto(`/tokens/${each.id}${path}`);
          expect(answer?.status()).toBe(404);
          seen.push(await page.getByRole("main").innerText());
          expect(await page.content()).not.toContain("Payroll bridge");
        }
      }
      expect(new Set(seen).size).toBe(1);
    }
  });

  test(
    "is shown to administrators of its organization, without what is for the owner",
    FLOW,
    async ({ signedInAs, newMember, world }) => {
      const owner = await newMember();
      const token = await addToken(owner, {
        name: "Payroll bridge",
        scopes: [{ entity: "accounts", verbs: ["delete"] }],
      });
      const page = await signedInAs(world.ada);
      await openToken(page, token, "/access");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payroll bridge");
      await expect(accessRow(page, "Accounts").last()).toHaveText(/Exceeds the owner’s role$/);
      await expect(page.getByRole("link", { name: "Revoke" })).toBeVisible();
      await expect(page.getByRole("main").getByRole("link", { name: "All tokens" })).toHaveAttribute(
        "href",
        "/admin/tokens",
      );
      await expect(page.getByRole("link", { name: "Rotate" })).toHaveCount(0);
      await expect(page.getByRole("link", { name: "Edit", exact: true })).toHaveCount(0);
      for (const path of ["edit", "rotate"]) {
        expect((await page.goto(`/tokens/${token.id}/${path}`))?.status()).toBe(404);
      }
    },
  );
});

test("the tabs of a token are pages with addresses of their own, each of which can be read in every look", async ({
  openOwnToken,
}) => {
  const { token, page } = await openOwnToken({ scopes: [{ entity: "deals", verbs: ["list"] }] });
  const tabs = page.getByRole("navigation", { name: "Token" }).getByRole("link");
  await expect(tabs).toHaveText(["Overview", "Requests", "Access", "History"]);
  for (const [name, path, shown] of [
    ["Requests", "/requests", "Last requests"],
    ["Access", "/access", "Access now"],
    ["History", "/history", "History"],
    ["Overview", "", "Usage"],
  ] as const) {
    await openTab(page, name);
    await expect(page).toHaveURL(`/tokens/${token.id}${path}`);
    await expect(section(page, shown)).toBeVisible();
    await expectAccessibleInEveryLook(page);
  }
});
