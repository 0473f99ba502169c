/** Conditions one reference away: `["account.city", "eq", "Oslo"]` (contract § 6). */
import { describe, expect, it } from "vitest";
import { type Answer, send } from "../support/http";
import { dataOf, errorOf, openOrganization, type Page, recordsPath } from "../support/organization";
import { rowsOf } from "../support/scenario";
import { UNKNOWN_ID } from "../support/views";

const acme = await openOrganization();
const row = rowsOf(acme);
const DEALS = recordsPath("deals");
const oslo = await acme.create("ada", "accounts", { name: "Oslo Ltd", city: "Oslo", secret: "truffle" });
const rome = await acme.create("ada", "accounts", { name: "Rome Ltd", city: "Rome", parent: oslo.id });
const nowhere = await acme.create("ada", "accounts", { name: "Nowhere Ltd" });
await acme.create("ada", "deals", { title: "Oslo deal", account: oslo.id, amount: 1 });
await acme.create("ada", "deals", { title: "Rome deal", account: rome.id, amount: 2 });
await acme.create("ada", "deals", { title: "Nowhere deal", account: nowhere.id });
await acme.create("ada", "deals", { title: "Loose deal" });

const ALL = ["Loose deal", "Nowhere deal", "Oslo deal", "Rome deal"];
const ask = (where: unknown) => ({ method: "POST", path: `${DEALS}/query`, json: { where } });
const titles = (answer: Answer) =>
  dataOf<Page>(answer)
    .items.map(({ data }) => data.title)
    .sort();

describe("200", () => {
  for (const [where, expected] of [
    [["account.city", "eq", "Oslo"], ["Oslo deal"]],
    // Of a reference that leads nowhere every condition is false, whatever it asks for; not turns that round.
    [
      ["account.city", "neq", "Oslo"],
      ["Nowhere deal", "Rome deal"],
    ],
    [["account.city", "is_null", true], ["Nowhere deal"]],
    [
      ["account.city", "is_null", false],
      ["Oslo deal", "Rome deal"],
    ],
    [{ not: ["account.city", "eq", "Oslo"] }, ["Loose deal", "Nowhere deal", "Rome deal"]],
    [{ or: Array.from({ length: 100 }, () => ["account.city", "eq", "Oslo"]) }, ["Oslo deal"]],
  ] as const) {
    row(JSON.stringify(where).slice(0, 100), { ...ask(where), as: "rea" }, 200, (answer) =>
      expect(titles(answer)).toEqual(expected),
    );
  }

  it("its cursors continue", async () => {
    const json = { where: ["account.city", "is_null", false], limit: 1 };
    const page = dataOf<Page>(await acme.call("rea", { ...ask(null), json }));
    const next = dataOf<Page>(await acme.call("rea", { ...ask(null), json: { ...json, cursor: page.nextCursor } }));
    expect([...page.items, ...next.items].map(({ data }) => data.title)).toEqual(["Rome deal", "Oslo deal"]);
    expect(next.nextCursor).toBeNull();
  });
});

describe("200: what is out of sight is as nothing", () => {
  // `sen` lists the accounts of Oslo only.
  for (const [where, expected] of [
    [["account.city", "eq", "Rome"], []],
    [["account.city", "is_null", true], []],
    [{ not: ["account.city", "eq", "Rome"] }, ALL],
    [
      {
        or: [
          ["account.city", "eq", "Rome"],
          ["account.city", "eq", "Oslo"],
        ],
      },
      ["Oslo deal"],
    ],
  ] as const) {
    row(JSON.stringify(where), { ...ask(where), as: "sen" }, 200, (answer) => expect(titles(answer)).toEqual(expected));
  }
});

describe("400", () => {
  it("an entity that the token leaves out, or cannot list, acts as if it did not exist", async () => {
    const messages = new Set<string>();
    for (const others of [[], [{ entity: "accounts", verbs: ["create", "update", "delete"] }]]) {
      const { text: token } = await acme.issue("ada", { scopes: [{ entity: "deals", verbs: ["list"] }, ...others] });
      for (const name of ["account.city", "account.nothing"]) {
        const answer = await send(acme.origin, { ...ask([name, "eq", "Oslo"]), token });
        expect([answer.status, errorOf(answer).code]).toEqual([400, "FIELD_NOT_QUERYABLE"]);
        messages.add(errorOf(answer).message.replace(name, "…"));
      }
      const description = await send(acme.origin, { path: "/entities/deals", token });
      const { fields } = dataOf<{ fields: { key: string; referencedFields: string[] }[] }>(description);
      expect(fields.find(({ key }) => key === "account")?.referencedFields).toEqual([]);
    }
    expect(messages.size).toBe(1);
  });

  row("values and operators are those of the other field", {
    request: { ...ask(["account.city", "eq", 5]), as: "rea" },
    expect: { status: 400, code: "INVALID_FILTERS" },
    after: (answer) => expect(errorOf(answer).message).toContain("account.city is compared with a string"),
  });

  for (const [where, message] of [
    [["account", "eq", "Oslo"], 'where: "account" is compared with an id; by name: ["account.name", "eq", "Oslo"].'],
    [
      { and: [["amount", "gt", 0], { not: ["account", "nin", [UNKNOWN_ID, "Oslo"]] }] },
      'where.and[1].not[2][1]: "account" is compared with an id; by name: ["account.name", "nin", ["Oslo"]].',
    ],
    [["account.id", "eq", "5"], 'where: "account.id" is compared with an id; by name: ["account.name", "eq", "5"].'],
    [["account.parent", "eq", "Oslo"], 'where: "account.parent" is compared with an id.'],
    [["id", "in", ["Oslo deal"]], 'where[2][0]: "id" is compared with an id; by name: ["title", "in", ["Oslo deal"]].'],
    [["id", "eq", oslo.id.toUpperCase()], 'where: "id" has ids in lower case.'],
  ] as const) {
    row(`what is no id is refused, with the way out: ${JSON.stringify(where)}`, {
      request: { ...ask(where), as: "rea" },
      expect: { status: 400, code: "INVALID_FILTERS" },
      after: (answer) => expect(errorOf(answer).message).toBe(message),
    });
  }

  it("the suggestion names no field that the token cannot query", async () => {
    const { text: token } = await acme.issue("ada", {
      scopes: [{ entity: "deals", verbs: ["list"] }],
      limits: { deniedFields: [{ entity: "deals", fields: ["title"] }] },
    });
    for (const name of ["account", "id"]) {
      const answer = await send(acme.origin, { ...ask([name, "eq", "Oslo"]), token });
      expect(errorOf(answer).message).toBe(`where: "${name}" is compared with an id.`);
    }
  });
});
