/** GET /search: the best matches of all entities, and `sort=relevance` of one (contract § 17). */
import { describe, expect, it } from "vitest";
import { sql } from "../support/database-client";
import { type Answer, send } from "../support/http";
import { dataOf, errorOf, openOrganization, type Page, type RecordView, recordsPath } from "../support/organization";
import type { MemberName } from "../support/organization-file";
import { rowsOf } from "../support/scenario";

type Item = { entityKey: string; id: string; label: string | null; record: RecordView; match: { field: string } };
type Result = { items: Item[]; truncated: boolean };

const acme = await openOrganization("searched");
const row = rowsOf(acme);
const search = (query: string, as: MemberName = "ada") => ({ path: `/search?${query}`, as });
const find = async (query: string, as: MemberName = "ada") =>
  dataOf<Result>(await acme.call(as, { path: `/search?${query}` }));
const namesOf = ({ items }: Result) => items.map(({ entityKey, label }) => `${entityKey}: ${label}`);

// In an order that is none of those expected.
const elsewhere = await acme.create("ada", "notes", { title: "Minutes", body: "the harbour was closed", team: "red" });
const contained = await acme.create("ada", "deals", { title: "Northharbour" });
const equal = await acme.create("ada", "accounts", { name: "Hárbour", city: "Oslo", secret: "truffle" });
const begins = await acme.create("ada", "samples", { name: "Harbour lights", text: "x", hidden: "truffle" });
const word = await acme.create("ada", "notes", { title: "The old-harbour road", body: "b", team: "blue" });
const begun = await acme.create("ada", "deals", { title: "harbourside" });
await acme.create("ada", "internal", { name: "Harbour" }).catch(() => {});

describe("200", () => {
  it("ranks first an equal label, then one that begins so, one with a word that does, one that contains it, others", async () => {
    const { items, truncated } = await find("q=HARBOUR");
    expect(items.map(({ id }) => id)).toEqual([equal, begun, begins, word, contained, elsewhere].map(({ id }) => id));
    expect(items.map(({ match }) => match.field)).toEqual(["name", "title", "name", "title", "title", "body"]);
    expect(truncated).toBe(false);
  });
  row("an item has the record as it is read by itself", search("q=northharbour"), {
    status: 200,
    data: {
      items: [
        {
          entityKey: "deals",
          id: contained.id,
          label: "Northharbour",
          record: contained.view,
          match: { field: "title" },
        },
      ],
      truncated: false,
    },
  });
  it("entities= narrows to these, in whatever order and however often they are named", async () => {
    const expected = ["deals: harbourside", "notes: The old-harbour road", "deals: Northharbour", "notes: Minutes"];
    expect(namesOf(await find("q=harbour&entities=notes,deals,notes"))).toEqual(expected);
  });
  it("fields= picks from each entity the fields that it has", async () => {
    const { items } = await find("q=harbour&fields=title,city");
    expect(items.map(({ record }) => record.data)).toEqual([
      { city: "Oslo" },
      { title: "harbourside" },
      {},
      { title: "The old-harbour road" },
      { title: "Northharbour" },
      { title: "Minutes" },
    ]);
    expect(items.map(({ label }) => label)).toContain("Hárbour");
  });
  it("a token searches only within its scopes", async () => {
    const { text } = await acme.issue("ada", { scopes: [{ entity: "deals", verbs: ["list"] }] });
    const answer = await send(acme.origin, { path: "/search?q=harbour", token: text });
    expect(namesOf(dataOf<Result>(answer))).toEqual(["deals: harbourside", "deals: Northharbour"]);
  });
  it("a denied field is not searched, and is no label", async () => {
    const { text } = await acme.issue("ada", { limits: { deniedFields: [{ entity: "notes", fields: ["title"] }] } });
    const answer = await send(acme.origin, { path: "/search?q=harbour&entities=notes", token: text });
    expect(dataOf<Result>(answer).items.map(({ id, label, match }) => [id, label, match.field])).toEqual([
      [elsewhere.id, null, "body"],
    ]);
  });
  it("treats syntax of LIKE and of regular expressions as plain text", async () => {
    const percent = await acme.create("ada", "samples", { name: "100% (net) [a-z]+ \\d" });
    for (const text of ["100%", "(net)", "[a-z]+", "\\d", "0% (net)"]) {
      const { items } = await find(`q=${encodeURIComponent(text)}&entities=samples`);
      expect([text, items.map(({ id }) => id)]).toEqual([text, [percent.id]]);
    }
    expect((await find(`q=${encodeURIComponent("1_0%")}`)).items).toEqual([]);
  });
  it("what the token cannot read does not displace what it can", async () => {
    for (const name of ["Lagoon one", "Lagoon two"]) {
      await acme.create("ada", "samples", { name, text: "x".repeat(700_000) });
    }
    const { items, truncated } = await find("q=lagoon");
    expect([items.length, truncated]).toEqual([1, true]);
    const { text: token } = await acme.issue("ada", {
      limits: { deniedFields: [{ entity: "samples", fields: ["text"] }] },
    });
    const narrow = dataOf<Result>(await send(acme.origin, { path: "/search?q=lagoon", token }));
    expect([narrow.items.length, narrow.truncated]).toEqual([2, false]);
  });

  it("more matches than are ranked are truncated, and say so; a unique label is found among all of them", async () => {
    const many = Array.from({ length: 250 }, (_, number) => ({ op: "create", data: { name: `Pier ${number}` } }));
    await acme.create("ada", "accounts", { name: "Pier" });
    const path = `${recordsPath("accounts")}/batch`;
    expect((await acme.post("ada", path, { operations: many })).status).toBe(200);
    const { items, truncated } = await find("q=pier&limit=50");
    expect([items.length, items[0]?.label, truncated]).toEqual([50, "Pier", true]);
    expect((await find("q=pier+249")).truncated).toBe(false);
  });
  it("counts as a use of list, of each entity that was searched", async () => {
    const { id, text } = await acme.issue("rea");
    await send(acme.origin, { path: "/search?q=harbour&entities=deals,notes", token: text });
    const uses = async () => {
      const rows = await sql<{ use: string }>(
        "select entity_key || ' ' || verb as use from token_verb_uses where token_id = $1 order by 1",
        [id],
      );
      return rows.map(({ use }) => use);
    };
    await expect.poll(uses).toEqual(["deals list", "notes list"]);
  });
});

for (const [fault, query, code, message] of [
  ["without q", "limit=5", "INVALID_FILTERS", /^q is missing\. Send the words to search for: q=renewal\.$/],
  ["with nothing but accents", "q=%CC%81", "INVALID_FILTERS", /^q consists of accents without letters\. Send/],
  [
    "with a limit over 50",
    "q=a&limit=51",
    "INVALID_LIMIT",
    /^limit must be an integer from 1 to 50; .* narrow it with entities/,
  ],
  [
    "with an unknown parameter",
    "q=a&cursor=b",
    "INVALID_FILTERS",
    /"cursor" is not a query parameter .* It takes q, entities, fields, limit\.$/,
  ],
] as const) {
  row(`a search ${fault} is refused, and told what to do`, search(query), { status: 400, code }, (answer: Answer) =>
    expect(errorOf(answer).message).toMatch(message),
  );
}

describe("403, 404, 405", () => {
  row("a token without list on any entity", search("q=harbour", "cleo"), "403 PERMISSION_DENIED");
  row("an entity that the token cannot list", {
    given: () =>
      acme.issue("ada", {
        scopes: [
          { entity: "deals", verbs: ["list"] },
          { entity: "notes", verbs: ["create"] },
        ],
      }),
    request: ({ text }) => ({ path: "/search?q=a&entities=notes", token: text }),
    expect: { status: 403, code: "PERMISSION_DENIED" },
  });
  row("an entity that does not exist", search("q=a&entities=deals,nothing"), "404 ENTITY_NOT_FOUND");

  row("an entity that is not exposed is as one that does not exist", {
    request: search("q=a&entities=internal"),
    expect: { status: 404, code: "ENTITY_NOT_FOUND" },
  });
});

describe("sort=relevance", () => {
  const samples = recordsPath("samples");
  const list = (query: string) => ({ path: `${samples}?${query}`, as: "ada" as const });
  for (const [fault, query] of [
    ["without search", "sort=relevance"],
    ["with a direction", "sort=relevance:desc&search=a"],
  ] as const) {
    row(`${fault} is refused`, {
      request: list(query),
      expect: { status: 400, code: query.startsWith("sort=relevance:") ? "FIELD_NOT_QUERYABLE" : "INVALID_SORT" },
    });
  }
  row("the refusal says what to send", {
    request: { method: "POST", path: `${samples}/query`, as: "ada", json: { sort: "relevance" } },
    expect: { status: 400, code: "INVALID_SORT" },
    after: (answer: Answer) =>
      expect(errorOf(answer).message).toBe(
        "sort: relevance is the order of a search. Send search with at least one word, or sort by a field.",
      ),
  });
  it("a walk has each match once: the ranked ones, then the others, newest first; a cursor belongs to this order", async () => {
    const create = (names: string[]) => {
      const operations = names.map((name) => ({ op: "create", data: { name } }));
      return acme.post("ada", `${samples}/batch`, { operations });
    };
    const early = Array.from({ length: 30 }, (_, number) => `early quay ${number}`);
    const late = Array.from({ length: 500 }, (_, number) => (number % 2 === 0 ? `a quay ${number}` : `quay ${number}`));
    expect((await create(early)).status).toBe(200);
    expect((await create(late)).status).toBe(200);
    const names: unknown[] = [];
    let cursor: string | null = null;
    do {
      const json = { search: "quay", sort: "relevance", limit: 170, cursor };
      const answer = await acme.post("ada", `${samples}/query`, json);
      const page = dataOf<Page>(answer);
      expect(page.items.length).toBeGreaterThan(0);
      names.push(...page.items.map(({ data }) => data.name));
      cursor = page.nextCursor;
      if (cursor !== null) {
        const other = await acme.call("ada", { path: `${samples}?search=quay&cursor=${cursor}` });
        expect(errorOf(other).code).toBe("INVALID_CURSOR");
      }
    } while (cursor !== null);
    expect(new Set(names).size).toBe(530);
    expect(names.slice(0, 250).every((name) => String(name).startsWith("quay"))).toBe(true);
    expect(names.slice(250, 500).every((name) => String(name).startsWith("a quay"))).toBe(true);
    expect(names.slice(500).sort()).toEqual([...early].sort());
  });
});
