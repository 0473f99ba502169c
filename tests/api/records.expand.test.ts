/** `expand`: the records that references lead to, beside the one that refers to them (contract § 6). */
import { describe, expect, it } from "vitest";
import { send } from "../support/http";
import { dataOf, openOrganization, type Page, type RecordView, recordsPath } from "../support/organization";
import { rowsOf } from "../support/scenario";

type Expanded = RecordView & { expanded?: Record<string, RecordView | null> };

const acme = await openOrganization();
const row = rowsOf(acme);
const DEALS = recordsPath("deals");
const oslo = await acme.create("ada", "accounts", { name: "Oslo Ltd", city: "Oslo", secret: "truffle" });
const rome = await acme.create("ada", "accounts", { name: "Rome Ltd", city: "Rome", parent: oslo.id });
const first = await acme.create("ada", "deals", { title: "First", account: oslo.id });
const second = await acme.create("ada", "deals", { title: "Second", account: rome.id });
const third = await acme.create("ada", "deals", { title: "Third" });

const expandedOf = (answer: Parameters<typeof dataOf>[0]) =>
  Object.fromEntries(
    dataOf<{ items: Expanded[] }>(answer).items.map(({ data, expanded }) => [data.title, expanded?.account]),
  );
const accountOf = (view: RecordView, hidden: string[] = []) => ({
  ...view,
  data: Object.fromEntries(Object.entries(view.data).filter(([key]) => !hidden.includes(key))),
});

describe("200", () => {
  for (const [name, request] of [
    ["a list", { path: `${DEALS}?expand=account` }],
    ["a query", { method: "POST", path: `${DEALS}/query`, json: { expand: ["account"] } }],
    ["QUERY", { method: "QUERY", path: DEALS, json: { expand: ["account"] } }],
  ] as const) {
    row(`${name} shows each account as the caller reads it`, { ...request, as: "rea" }, 200, (answer) =>
      expect(expandedOf(answer)).toStrictEqual({
        First: accountOf(oslo.view, ["secret"]),
        Second: accountOf(rome.view, ["secret"]),
        Third: null,
      }),
    );
  }

  row("data stays as it is", {
    request: { path: `${DEALS}/${first.id}?expand=account`, as: "ada" },
    expect: { status: 200, data: { ...first.view, expanded: { account: oslo.view } } },
  });

  row("a record with what it refers to has no ETag, which would not tell of the other's changes, and is never 304", {
    request: { path: `${DEALS}/${first.id}?expand=account`, as: "ada", headers: { "if-none-match": first.etag } },
    expect: { status: 200, headers: { etag: null } },
  });

  it("pages with expand have the same cursors as pages without", async () => {
    const page = await acme.page("rea", `${DEALS}?limit=1&expand=account`);
    const next = await acme.page("rea", `${DEALS}?limit=1&cursor=${page.nextCursor}`);
    const last = await acme.page("rea", `${DEALS}?limit=5&expand=account&cursor=${next.nextCursor}`);
    const ids = [page, next, last].flatMap(({ items }) => items.map(({ id }) => id));
    expect(ids).toEqual([third.id, second.id, first.id]);
    expect(last.items[0]).toHaveProperty("expanded.account.id", oslo.id);
  });

  it("text of any kind arrives unchanged", async () => {
    const name = 'quote " and \u0001 \\u0001 and \u{1f600} null';
    const odd = await acme.create("ada", "accounts", { name, city: "Rome" });
    const deal = await acme.create("ada", "deals", { title: name, account: odd.id });
    const { items } = await acme.page("ada", `${DEALS}?limit=1&expand=account`);
    expect(items).toStrictEqual([{ ...deal.view, expanded: { account: odd.view } }]);
    await acme.remove("ada", deal.path);
  });
});

describe("200: what is out of sight is as nothing", () => {
  row("a record outside of the row scope of the other entity", {
    request: { path: `${DEALS}?expand=account`, as: "sen" },
    expect: { status: 200 },
    after: (answer) =>
      expect(expandedOf(answer)).toStrictEqual({ First: accountOf(oslo.view, ["secret"]), Second: null, Third: null }),
  });

  it("an entity that the token leaves out, or cannot list", async () => {
    for (const verbs of [[], ["create", "update"]]) {
      const scopes = [
        { entity: "deals", verbs: ["list"] },
        ...(verbs.length > 0 ? [{ entity: "accounts", verbs }] : []),
      ];
      const { text: token } = await acme.issue("ada", { scopes });
      const answer = await send(acme.origin, { path: `${DEALS}?expand=account`, token });
      expect(expandedOf(answer)).toStrictEqual({ First: null, Second: null, Third: null });
      const read = await send(acme.origin, { path: `${first.path}?expand=account`, token });
      expect(dataOf<Expanded>(read).expanded).toStrictEqual({ account: null });
    }
  });

  it("a record that was deleted", async () => {
    const gone = await acme.create("ada", "accounts", { name: "Gone Ltd" });
    const sample = await acme.create("ada", "samples", { name: "Of gone", reference: gone.id });
    expect((await acme.remove("ada", gone.path)).status).toBe(200);
    expect(await acme.read("rea", `${sample.path}?expand=reference`)).toHaveProperty("expanded.reference", null);
    expect(await acme.page("rea", `${recordsPath("samples")}?expand=reference`)).toHaveProperty(
      "items.0.expanded.reference",
      null,
    );
  });
});

describe("400", () => {
  for (const [name, why] of [
    ["account.name", " Only references of this entity are expanded: account."],
    ["__proto__", ""],
    ["accounts", " Did you mean account?"],
  ] as const) {
    for (const [where, request] of [
      ["list", { path: `${DEALS}?expand=${name}` }],
      ["query", { method: "POST", path: `${DEALS}/query`, json: { expand: [name] } }],
      ["read", { path: `${first.path}?expand=${name}` }],
    ] as const) {
      row(`what is no readable reference is refused in one way: ${name} in a ${where}`, {
        request: { ...request, as: "rea" },
        expect: { status: 400, code: "FIELD_NOT_QUERYABLE" },
        after: ({ json }) => {
          const message = `expand[0]: "${name}" is not a field that this token can expand.${why} GET /entities/:entityKey lists the fields that it can.`;
          expect(json).toHaveProperty("error.message", message);
        },
      });
    }
  }

  row("more than three are refused", { path: `${DEALS}?expand=a,b,c,d`, as: "rea" }, "400 INVALID_FILTERS");
});

it("a page of long records counts the expanded records, and continues with its cursor", async () => {
  // A page of at most 16 MiB has room for about twenty of these records.
  const large = await acme.create("ada", "samples", { name: "Large", json: "x".repeat(900_000) });
  const file = structuredClone(acme.file);
  const samples = file.entities.find(({ key }) => key === "samples");
  samples?.fields.push({ key: "other", label: "Other", type: "reference", entity: "samples" });
  await acme.apply(file);
  for (let number = 0; number < 40; number += 1) {
    await acme.create("ada", "samples", { name: `Small ${number}`, other: large.id });
  }
  const names: unknown[] = [];
  let [cursor, pages]: [string | null, number] = ["", 0];
  while (cursor !== null) {
    const path: string = `${recordsPath("samples")}?limit=500&search=small&expand=other${cursor && `&cursor=${cursor}`}`;
    const page: Page = await acme.page("ada", path);
    expect(JSON.stringify(page).length).toBeLessThan(17 * 1024 * 1024);
    for (const item of page.items) expect((item as Expanded).expanded?.other?.id).toBe(large.id);
    names.push(...page.items.map(({ data }) => data.name));
    [cursor, pages] = [page.nextCursor, pages + 1];
  }
  expect(pages).toBe(3);
  expect(new Set(names).size).toBe(40);
});
