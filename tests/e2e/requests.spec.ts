/** The request log: what it tells, what it can be narrowed to, and whose requests are in it. */
import type { Page } from "@playwright/test";
import { postgres } from "@/lib/postgres/postgres";
import { expect, FLOW, test } from "./support/fixtures";
import { expectAccessibleInEveryLook } from "./support/looks";
import { addToken, type IssuedToken, openSmallOffice } from "./support/people";

type CallApi = (call: { path: string; token: string }) => Promise<{ status: number }>;

const rows = (page: Page) => page.getByRole("table").locator("tbody").getByRole("row");

/** Until what was recorded is there. */
async function openLog(page: Page, count: number, query = ""): Promise<void> {
  await expect(async () => {
    await page.goto(`/requests${query}`);
    await expect(rows(page)).toHaveCount(count, { timeout: 1_000 });
  }).toPass();
}

async function rowId(tokenId: string): Promise<string> {
  const { rows: found } = await postgres().pool.query("select id::text from token_calls where token_id = $1", [
    tokenId,
  ]);
  return found[0].id;
}

async function use(callApi: CallApi, { text }: IssuedToken): Promise<void> {
  await callApi({ path: "/me", token: text });
  await callApi({ path: "/entities/accounts/records?limit=1", token: text });
  await callApi({ path: "/entities/tickets/records", token: text });
}

test("says that it is empty, and what will be in it", async ({ newMember, openAs }) => {
  const page = await openAs(await newMember(), "/requests");
  await expect(page.getByRole("heading", { name: "No requests yet" })).toBeVisible();
  await expect(page.getByText("Bodies, query strings and record ids are never stored.")).toBeVisible();
  await expectAccessibleInEveryLook(page);
});

test(
  "opens a request: everything stored about it, its id to copy, its code explained, and a link to why",
  FLOW,
  async ({ signedInAs, newMember, callApi }) => {
    const person = await newMember();
    const token = await addToken(person, { name: "<b>Website</b> sync" });
    const answer = await callApi({
      path: "/entities/tickets/records?limit=1",
      token: token.text,
      headers: { "user-agent": "sync/1.2 <b>" },
    });
    const page = await signedInAs(person);
    await openLog(page, 1);
    const cells = rows(page).first().getByRole("cell");
    await expect(cells.nth(0)).toHaveText(/\d+ \w{3}, \d\d:\d\d:\d\d, details$/);
    await expect(cells.nth(1)).toContainText("404 ENTITY_NOT_FOUND");
    await expect(cells.nth(4)).toContainText(/[\d.]+ m?s/);
    await rows(page)
      .first()
      .getByRole("link", { name: /details$/ })
      .click();
    const details = rows(page).nth(1);
    await expect(details).toContainText(String(answer.headers["x-request-id"]));
    for (const text of ["GET /entities/tickets/records", "127.0.0.1", "sync/1.2 <b>", /[\d,]+ requests per minute/])
      await expect(details).toContainText(text);
    await expect(details.getByRole("button", { name: "Copy" })).toBeVisible();
    await expect(details.getByRole("link", { name: "ENTITY_NOT_FOUND" })).toHaveAttribute(
      "href",
      "/docs/errors#ENTITY_NOT_FOUND",
    );
    await expect(page.getByRole("main")).not.toContainText("limit=1");
    await expectAccessibleInEveryLook(page);
    await page.getByRole("link", { name: /details$/ }).click();
    await expect(rows(page)).toHaveCount(1);
    await page.goBack();
    await openLog(page, 2, `?open=${await rowId(token.id)}`);
    await details.getByRole("link", { name: "Explain" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Explain a request" })).toBeVisible();
    await expect(page.getByText("404 ENTITY_NOT_FOUND")).toBeVisible();
  },
);

test("says where only a sample of a busy hour is kept", async ({ signedInAs, newMember, callApi }) => {
  const person = await newMember();
  const token = await addToken(person);
  await callApi({ path: "/me", token: token.text });
  const page = await signedInAs(person);
  await openLog(page, 1);
  await expect(page.getByText("Busy hours are sampled")).toHaveCount(0);
  await postgres().pool.query("update token_calls set one_of = 10 where token_id = $1", [token.id]);
  await page.reload();
  await expect(rows(page).first()).toContainText("1 of 10 kept");
  await expect(page.getByText("Busy hours are sampled")).toBeVisible();
});

test("is filtered by the address, and widened chip by chip", async ({ signedInAs, newMember, callApi }) => {
  const person = await newMember();
  const token = await addToken(person, { name: "Website sync" });
  await use(callApi, token);
  await use(callApi, await addToken(person, { name: "Another" }));
  const page = await signedInAs(person);
  await openLog(page, 6);
  await page.getByLabel("Token", { exact: true }).selectOption("Website sync");
  await page.getByLabel("Response", { exact: true }).selectOption("Refused");
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(page).toHaveURL(`/requests?token=${token.id}&status=refused`);
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole("link", { name: "Remove the filter Response: Refused" }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByLabel("Token", { exact: true })).toHaveValue(token.id);
  await page.getByRole("link", { name: "Remove the filter Token: Website sync" }).click();
  await expect(page).toHaveURL("/requests");
  await expect(rows(page)).toHaveCount(6);
  await page.getByLabel("Request ID").fill("unknown");
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(page.getByRole("heading", { name: "No requests match" })).toBeVisible();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(rows(page)).toHaveCount(6);
});

test("updates live while it is visible, and stops when told to", async ({ signedInAs, newMember, callApi }) => {
  const person = await newMember();
  const token = await addToken(person);
  await use(callApi, token);
  const page = await signedInAs(person);
  await openLog(page, 3);
  await page.getByRole("link", { name: "Follow live" }).click();
  await expect(page.getByRole("link", { name: "Pause" })).toBeVisible();
  await callApi({ path: "/me", token: token.text });
  await expect(rows(page)).toHaveCount(4);
  await page.getByRole("link", { name: "Pause" }).click();
  await expect(page.getByRole("link", { name: "Follow live" })).toBeVisible();
});

test("has a member's own requests, and an administrator's organization", async ({ signedInAs, callApi, openAs }) => {
  const { ada, wim, rea } = await openSmallOffice();
  const token = await addToken(wim, { name: "Of Wim" });
  await use(callApi, token);
  const administrator = await signedInAs(ada);
  await openLog(administrator, 3);
  await expect(rows(administrator).first()).toContainText("Wim Vermeer");
  const page = await openAs(rea, "/requests");
  await expect(page.getByRole("heading", { name: "No requests yet" })).toBeVisible();
  await page.goto(`/requests?token=${token.id}`);
  await expect(page.getByRole("heading", { name: "No requests match" })).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText("Of Wim");
});
