/** The API reference: for whom it is, what it shows of their own, how it is found one's way in, and requests that are tried. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { postgres } from "@/lib/postgres/postgres";
import { post } from "../support/http";
import { expect, FLOW, test } from "./support/fixtures";
import { expectAccessibleInEveryLook, expectNoSidewaysScroll, onPhone } from "./support/looks";
import { addPerson, addToken, openOffice, type Person, reconfigure } from "./support/people";

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const requestOf = (page: Page, name: string, language: string) =>
  page.getByRole("region", { name: `${name}, ${language}`, exact: true });
const responseOf = (page: Page, name: string) => page.getByRole("region", { name: `Response: ${name}`, exact: true });
const contents = (page: Page) => page.getByRole("navigation", { name: "API reference" });
const fieldRow = (page: Page, key: string) => page.locator(`#field-${key}`);

/** An office of its own with a manager, and one deal of theirs. */
async function openDeals(callApi: (call: object & { path: string }) => Promise<{ status: number; json: unknown }>) {
  const office = await openOffice();
  const ada = await addPerson(office, { name: "Ada Lindqvist", roles: ["manager"], admin: true });
  const token = await addToken(ada, { name: "Website sync" });
  const created = await callApi(
    post(
      "/entities/deals/records",
      { data: { title: "Renewal 2027", amount: 1250, margin: 77 } },
      { token: token.text },
    ) as { path: string },
  );
  expect(created.status).toBe(201);
  const { id } = (created.json as { data: { id: string } }).data;
  return { office, ada, token, id };
}

const countDeals = async (person: Person): Promise<number> => {
  const { rows } = await postgres().pool.query(
    "select count(*)::int as count from records r join entities e on e.id = r.entity_id where e.organization_id = $1",
    [person.office.id],
  );
  return rows[0].count;
};

async function openTry(page: Page, title: string) {
  const place = section(page, title);
  await place.getByText("Try it", { exact: false }).first().click();
  await expect(place.getByLabel("With the permissions of")).toBeVisible();
  return place;
}

test("links from the frame to the entity, its fields and its endpoints", FLOW, async ({ callApi, openAs }) => {
  const { ada, id } = await openDeals(callApi);
  const page = await openAs(ada, "/tokens");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "API reference" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "API reference" })).toBeVisible();
  for (const title of ["Base URL", "Authentication", "Rules"]) {
    await expect(section(page, title)).toBeVisible();
  }
  await expect(section(page, "Errors").getByRole("row")).toHaveCount(22);

  await contents(page).getByRole("link", { name: "Deals" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Deals" })).toBeVisible();
  await expect(fieldRow(page, "stage")).toContainText("lead");
  await expect(fieldRow(page, "title")).toContainText("Yes");
  await expect(fieldRow(page, "account").getByRole("link", { name: "accounts" })).toHaveAttribute(
    "href",
    "/reference/accounts",
  );
  const titles = await page.getByRole("heading", { level: 2 }).allInnerTexts();
  expect(titles.map((title) => title.replace("#", "").trim()).filter((title) => title !== "Entities")).toEqual([
    "Fields",
    "List records",
    "Query records",
    "Aggregate records",
    "Get a record",
    "Follow changes",
    "Create a record",
    "Update a record",
    "Delete a record",
    "Batch write",
    "Get an entity",
  ]);
  await expect(responseOf(page, "List records")).toContainText('"title": "Renewal 2027"');
  for (const title of ["List records", "Get a record", "Query records", "Aggregate records"])
    await expect(section(page, title)).toContainText("Live response");
  await expect(requestOf(page, "Get a record", "curl")).toContainText(`/entities/deals/records/${id}`);
  for (const title of ["Create a record", "Update a record", "Delete a record", "Batch write"])
    await expect(section(page, title)).toContainText("Live dry run");
  await expect(responseOf(page, "Delete a record")).toContainText(`"id": "${id}"`);
  expect(await countDeals(ada)).toBe(1);
});

test.describe("long pages", () => {
  // axe looks at some thousand elements, several times.
  test.slow();

  for (const [what, path] of [
    ["the start", "/reference"],
    ["an entity", "/reference/deals"],
    ["webhooks", "/reference/~webhooks"],
  ] as const) {
    test(`can be read in every look: ${what}`, async ({ callApi, openAs }) => {
      const { ada } = await openDeals(callApi);
      const page = await openAs(ada, path);
      await expectAccessibleInEveryLook(page);
    });
  }

  test("can be read in every look: a request that was refused", async ({ callApi, openAs }) => {
    const { ada } = await openDeals(callApi);
    const page = await openAs(ada, "/reference/deals");
    const place = await openTry(page, "Update a record");
    await place.getByLabel("If-Match (optional)").fill("");
    await place.getByRole("button", { name: "Send as a dry run" }).click();
    await expect(place.getByRole("status").filter({ hasText: "428 Refused" })).toBeVisible();
    await place.getByText("Headers", { exact: true }).last().click();
    await expectAccessibleInEveryLook(page);
  });
});

test("has endpoints without an entity, and offers all of it as a file", async ({ signedInAs, world }) => {
  const page = await signedInAs(world.ada);
  await page.goto("/reference/~token");
  await expect(section(page, "List entities")).toContainText("Live response");
  await contents(page).getByRole("link", { name: "Webhooks" }).click();
  await expect(requestOf(page, "Create a webhook", "curl")).toContainText("/webhooks?dryRun=true");
  await expect(section(page, "Records changed")).toContainText("webhook-signature");
  await expect(section(page, "Rotate the secret").getByText("Try it")).toHaveCount(0);
  await contents(page).getByRole("link", { name: "Introduction" }).click();
  const saving = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download OpenAPI" }).click();
  const { paths } = JSON.parse(readFileSync(await (await saving).path(), "utf8"));
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(["/search", "/webhooks", "/entities/deals/records"]));
});

test("has an address for every section and every field", async ({ signedInAs, world }) => {
  const page = await signedInAs(world.ada);
  for (const id of ["list", "update", "field-title", "changes"]) {
    await page.goto(`/reference/deals#${id}`);
    await expect(page.locator(`#${id}`)).toBeInViewport();
  }
  await page.goto("/reference#errors");
  await expect(section(page, "Errors")).toBeInViewport();
});

test("shows requests in the language that was chosen last, on the next page too", async ({ world, openAs }) => {
  const page = await openAs(world.ada, "/reference/deals");
  const choose = section(page, "List records").getByRole("radio", { name: "Python" });
  await choose.check();
  await expect(requestOf(page, "List records", "Python")).toContainText("requests.get(");
  await expect(requestOf(page, "List records", "curl")).toBeHidden();
  await expect(requestOf(page, "Create a record", "Python")).toBeVisible();
  await page.goto("/reference/contacts");
  await expect(requestOf(page, "List records", "Python")).toBeVisible();
  await page.keyboard.press("Tab");
  await section(page, "List records").getByRole("radio", { name: "Python" }).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(requestOf(page, "List records", "JavaScript")).toBeVisible();
});

test("copies the request that is shown", async ({ signedInAs, world }) => {
  const page = await signedInAs(world.ada);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/reference/deals");
  await section(page, "List records").getByRole("radio", { name: "JavaScript" }).check();
  await section(page, "List records").getByRole("button", { name: "Copy the request: List records" }).click();
  await expect(section(page, "List records").getByRole("status").filter({ hasText: "Copied" })).toHaveCount(1);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await requestOf(page, "List records", "JavaScript").innerText());
});

const search = (page: Page) => page.getByRole("combobox", { name: "Search", exact: true });

test("searches as one types, and works by keyboard alone", async ({ world, openAs }) => {
  const page = await openAs(world.ada, "/reference");
  const options = page.getByRole("search").getByRole("option");
  await search(page).pressSequentially("429");
  await expect(page.getByRole("group", { name: "Error codes" }).getByRole("option")).toHaveText([/^RATE_LIMITED/]);
  await expectAccessibleInEveryLook(page);
  await page.keyboard.press("Escape");
  await expect(options).toHaveCount(0);
  // Other scenarios name their tokens as people do, and tokens are found, too.
  await search(page).fill("zyzzyva");
  await expect(page.getByText("No results. Try a shorter word.")).toBeVisible();
  await search(page).fill("deals.amo");
  await expect(options).toHaveText([/^Amount · Deals/]);
  await page.keyboard.press("ArrowDown");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/reference\/deals#field-amount$/);
});

test("finds entities, fields and endpoints", async ({ world, openAs }) => {
  const page = await openAs(world.ada, "/reference");
  await search(page).fill("amount");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\?q=amount/);
  await expectAccessibleInEveryLook(page);
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Amount · Deals/ })
    .click();
  await expect(page).toHaveURL(/\/reference\/deals#field-amount$/);
  await expect(fieldRow(page, "amount")).toBeInViewport();
  await page.goto("/reference?q=payroll");
  await expect(page.getByText("No results for “payroll”")).toBeVisible();
});

test("for a token shows what it can do, and nothing of the rest", FLOW, async ({ callApi, openAs }) => {
  const { ada } = await openDeals(callApi);
  const token = await addToken(ada, {
    name: "Reader",
    scopes: [
      { entity: "deals", verbs: ["list"] },
      { entity: "contacts", verbs: ["list"] },
    ],
  });
  const page = await openAs(ada, "/reference/deals");
  await expect(fieldRow(page, "margin")).toBeVisible();
  await page.getByLabel("Permissions of").selectOption(token.id);
  await expect(page).toHaveURL(`/reference/deals?token=${token.id}`);
  await expect(fieldRow(page, "margin")).toHaveCount(0);
  await expect(section(page, "Create a record")).toHaveCount(0);
  await expect(section(page, "Fields")).not.toContainText("On create");
  const html = await page.content();
  expect(html).not.toMatch(/margin|"77"|: 77/i);
  expect(html).not.toContain("invoices");
  await expect(contents(page).getByRole("link", { name: "Contacts" })).toHaveAttribute(
    "href",
    `/reference/contacts?token=${token.id}`,
  );
  // A field that points to what the token cannot reach points nowhere.
  await expect(fieldRow(page, "account").getByRole("link")).toHaveCount(0);
});

test.describe("where there is nothing to show", () => {
  test.use({ tolerated: [/status of 404/] });

  test("one page serves what does not exist, is hidden, or belongs to others", async ({
    signedInAs,
    newMember,
    world,
  }) => {
    const other = await newMember();
    const theirs = await addToken(other);
    const own = await newMember({ admin: true });
    const revoked = await addToken(own, { revoked: new Date() });
    const page = await signedInAs(own);
    for (const path of [
      "/reference/payroll",
      "/reference/no-such",
      "/reference/%00",
      `/reference?token=${theirs.id}`,
      `/reference?token=${revoked.id}`,
      "/reference?token=x",
      `/reference?token=${(await addToken(world.gus)).id}`,
    ]) {
      expect([path, (await page.goto(path))?.status()]).toEqual([path, 404]);
    }
  });
});

test.describe("a request that is tried", () => {
  test("reads on behalf of the member", async ({ callApi, openAs }) => {
    const { ada } = await openDeals(callApi);
    const page = await openAs(ada, "/reference/deals");
    const place = await openTry(page, "List records");
    await place.getByLabel("fields (optional)").fill("title");
    await place.getByRole("button", { name: "Send" }).click();
    await expect(place.getByRole("status").filter({ hasText: "200 Accepted in" })).toBeVisible();
    const body = place.getByRole("region", { name: "The response", exact: true });
    await expect(body).toContainText('"title": "Renewal 2027"');
    await expect(body).not.toContainText("amount");
    await place.getByText("Headers", { exact: true }).last().click();
    await expect(place.getByText("x-request-id:")).toBeVisible();
  });

  test("dry-runs a write, and is not counted as the token's request", FLOW, async ({ callApi, openAs }) => {
    const { ada, token } = await openDeals(callApi);
    const page = await openAs(ada, "/reference/deals");
    for (const as of ["", token.id]) {
      const place = await openTry(page, "Create a record");
      await place.getByLabel("With the permissions of").selectOption(as);
      await place.getByLabel("Body").fill('{"data": {"title": "Never there"}}');
      await place.getByRole("button", { name: "Send as a dry run" }).click();
      await expect(place.getByRole("status").filter({ hasText: "201 Accepted" })).toContainText("nothing was written");
      await expect(place.getByRole("region", { name: "The response", exact: true })).toContainText("Never there");
      await page.reload();
    }
    const update = await openTry(page, "Update a record");
    await update.getByRole("button", { name: "Send as a dry run" }).click();
    await expect(update.getByRole("status").filter({ hasText: "200 Accepted" })).toContainText("nothing was written");
    const remove = await openTry(page, "Delete a record");
    await remove.getByRole("button", { name: "Send as a dry run" }).click();
    await expect(remove.getByRole("status").filter({ hasText: "200 Accepted" })).toContainText("nothing was written");
    expect(await countDeals(ada)).toBe(1);
    const { rows } = await postgres().pool.query("select count(*)::int as count from token_calls where token_id = $1", [
      token.id,
    ]);
    expect(rows[0].count).toBeLessThanOrEqual(1);
  });

  test.describe("without a connection", () => {
    test.use({ tolerated: [/ERR_FAILED/] });

    test("says so if no response arrives", async ({ world, openAs }) => {
      const page = await openAs(world.ada, "/reference/deals");
      const place = await openTry(page, "List records");
      await page.route("**/reference/**", (route) => route.abort());
      await place.getByRole("button", { name: "Send" }).click();
      await expect(place.getByRole("alert")).toContainText(/connection/i);
    });
  });
});

test("labels and values are text and nothing else", async ({ signedInAs, callApi }) => {
  const { office, ada, token } = await openDeals(callApi);
  await reconfigure(office, (file) => {
    const [, deals] = file.entities;
    if (deals === undefined) throw new Error("The file has deals.");
    deals.pluralLabel = "<script>alert(1)</script>\u202Edeals";
    Object.assign(deals.fields[0] ?? {}, {
      label: "</code><img src=x onerror=alert(2)>",
      description: "\u202Egnp.exe",
    });
  });
  await callApi(
    post(
      "/entities/deals/records",
      { data: { title: "'; rm -rf ~ \u202E </pre><script>alert(3)</script>" } },
      { token: token.text },
    ) as { path: string },
  );
  const page = await signedInAs(ada);
  page.on("dialog", () => expect("a dialog").toBe("never opened"));
  await page.goto("/reference/deals");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("<script>alert(1)</script>");
  await expect(responseOf(page, "List records")).toContainText("\\u202e </pre><script>");
  await page.goto("/reference?q=script");
  await expect(
    page
      .getByRole("main")
      .getByRole("link", { name: /<script>/ })
      .first(),
  ).toBeVisible();
  await onPhone(page);
  await expectNoSidewaysScroll(page);
});

test("a thousand entities stay usable", async ({ openAs }) => {
  test.setTimeout(180_000);
  const office = await openOffice();
  await reconfigure(office, (file) => {
    const [, , contacts] = file.entities;
    for (let number = 0; number < 1_000; number += 1) {
      const key = `contacts${number}`;
      file.entities.push({ ...structuredClone(contacts), key, pluralLabel: `Contacts ${number}` } as never);
      file.roles[0]?.grants.push({ entity: key, verbs: ["list"] } as never);
    }
  });
  const ada = await addPerson(office, { name: "Ada Lindqvist", roles: ["manager"], admin: true });
  const page = await openAs(ada, "/reference/contacts777");
  const answer = await page.goto("/reference/contacts777");
  const html = (await answer?.text()) ?? "";
  const size = `${Math.round(html.length / 1024)} KB, ${Math.round(gzipSync(html).length / 1024)} KB compressed`;
  console.info(`With a thousand entities a page takes ${size}.`);
  await expect(contents(page).getByRole("link", { name: "Contacts 777", exact: true })).toBeInViewport();
  await contents(page).getByRole("searchbox", { name: "Filter the entities" }).fill("contacts 99");
  await expect(contents(page).getByText("19 entities")).toBeVisible();
  await expect(contents(page).getByRole("link", { name: "Contacts 12", exact: true })).toBeHidden();
  await page.goto("/reference?q=contacts+999");
  await expect(
    page
      .getByRole("main")
      .getByRole("link", { name: /^Contacts 999 / })
      .first(),
  ).toBeVisible();
});
