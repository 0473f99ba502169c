/** The import against a real database: every good line once, every bad one by its number and field. */
import { describe, expect, it } from "vitest";
import type { JsonObject } from "@/lib/model";
import type { Author } from "@/lib/records/import/author";
import { recordIdOf } from "@/lib/records/import/record-id";
import { partitionOf, query } from "../../configuration/database";
import { openImports, placesOf } from "./imports";

const FILE = {
  organization: { key: "acme", name: "Acme" },
  entities: [
    {
      key: "accounts",
      labelField: "name",
      uniqueLabel: true,
      parentField: "parent",
      fields: [
        { key: "name", type: "text", required: true, maxLength: 20 },
        { key: "parent", type: "reference", entity: "accounts" },
        { key: "size", type: "integer", min: 0, default: 1 },
      ],
    },
    {
      key: "terms",
      labelField: "word",
      uniqueLabel: true,
      fields: [
        { key: "word", type: "text", required: true },
        { key: "broader", type: "reference", entity: "terms" },
        { key: "owner", type: "email" },
      ],
    },
    {
      key: "deals",
      labelField: "title",
      parentField: "account",
      fields: [
        { key: "title", type: "text", required: true },
        { key: "account", type: "reference", entity: "accounts" },
        { key: "related", type: "reference", entity: "accounts" },
        { key: "stage", type: "select", options: ["lead", "won"], default: "lead" },
        { key: "owner", type: "email" },
        { key: "score", type: "integer", readOnly: true },
        { key: "margin", type: "number", readVerb: "money", writeVerb: "money" },
        { key: "seal", type: "text", writeVerb: "seal" },
      ],
      lifecycle: { field: "stage", initial: ["lead"], transitions: [{ from: "lead", to: "won" }] },
    },
  ],
  roles: [
    {
      key: "seller",
      name: "Seller",
      grants: [
        { entity: "accounts", verbs: ["list"], where: ["size", "gt", 10] },
        { entity: "deals", verbs: ["create"], where: ["owner", "eq", "$member.email"] },
        { entity: "terms", verbs: ["create", "list"], where: ["owner", "eq", "$member.email"] },
      ],
    },
  ],
  members: [{ email: "sam@acme.test", name: "Sam", roles: ["seller"] }],
};

const { applyAs, entityOf, importLines, memberAs, organizationId, rowsOf, run } = openImports(FILE);
const TIMES = { created: "2021-01-01T00:00:00.000Z", updated: "2022-01-01T00:00:00.000Z" };
const partition = (entityKey: string) => `record_partitions.${partitionOf(entityOf(entityKey).id)}`;
const sam = (entityKey = "deals") => memberAs("sam@acme.test", entityKey);

/** Created, already there, refused. */
async function counts(entityKey: string, records: JsonObject[], author?: Author): Promise<number[]> {
  const { counted } = await run(entityKey, records, author && { author });
  return [counted.created, counted.present, counted.refused];
}

const names = async () => (await rowsOf<{ data: JsonObject }>("accounts")).map(({ data }) => data.name).sort();

async function danglingTerms(): Promise<number> {
  const dangling = await query(
    `SELECT FROM records r WHERE r.entity_id = $1 AND r.data->>'broader' IS NOT NULL AND NOT EXISTS
       (SELECT FROM records t WHERE t.entity_id = r.entity_id AND t.id = (r.data->>'broader')::uuid)`,
    [entityOf("terms").id],
  );
  return dangling.length;
}

describe("run again", () => {
  it("leaves records with an id alone, whatever the file says of them now", async () => {
    expect(
      await counts("accounts", [
        { id: "a", name: "Ada" },
        { id: "b", name: "Bob" },
      ]),
    ).toEqual([2, 0, 0]);
    const again = [
      { id: "a", name: "Ada, changed" },
      { id: "c", name: "Cy" },
      { id: "b", name: "Bob" },
    ];
    expect(await counts("accounts", again)).toEqual([1, 2, 0]);
    expect(await names()).toEqual(["Ada", "Bob", "Cy"]);
  });

  it("distinguishes records without an id by content and number of copies", async () => {
    const file = [{ title: "x" }, { title: "y" }, { title: "x" }];
    expect(await counts("deals", file)).toEqual([3, 0, 0]);
    expect(await counts("deals", file)).toEqual([0, 3, 0]);
    expect(await counts("deals", [...file, { title: "x" }])).toEqual([1, 3, 0]);
  });

  it("imports the lines that were corrected, and no other", async () => {
    expect(await counts("deals", [{ title: "x" }, { title: 7 }, { title: "y" }])).toEqual([2, 0, 1]);
    expect(await counts("deals", [{ title: "x" }, { title: "7" }, { title: "y" }])).toEqual([1, 2, 0]);
  });

  it("counts a second line with the same id as already present", async () => {
    expect(
      await counts("accounts", [
        { id: "a", name: "Ada" },
        { id: "a", name: "Bob" },
      ]),
    ).toEqual([1, 1, 0]);
    expect(await names()).toEqual(["Ada"]);
  });
});

describe("a bad line", () => {
  it("is reported with each of its fields, and the rest is imported", async () => {
    const file: JsonObject[] = [
      { name: "Ada" },
      { name: "", size: -1 },
      { name: "x".repeat(21), color: "red" },
      { id: "", name: "Bob", created: "yesterday", updated: "2026-01-01T00:00:00Z" },
      { name: "Cy" },
    ];
    const { counted, refusals } = await run("accounts", file);
    expect(counted).toEqual({ read: 5, created: 2, present: 0, refused: 3 });
    expect(refusals).toEqual([
      { line: 2, field: "size", message: "must be at least 0" },
      { line: 2, field: "name", message: "is required" },
      { line: 3, field: "color", message: "is not a field of this entity" },
      { line: 3, field: "name", message: "must have at most 20 characters" },
      { line: 4, field: "id", message: "must be a string that is not empty" },
      {
        line: 4,
        field: "created",
        message: "must be a date and time with offset and at most milliseconds: 2026-01-31T12:00:00.000Z",
      },
      { line: 4, field: "updated", message: "needs a created that is not later" },
    ]);
  });

  it("is one with a date in the future, by whole years or by minutes", async () => {
    const soon = new Date(Date.now() + 120_000).toISOString();
    const { counted, refusals } = await run("accounts", [
      { name: "Ada", created: "2020-01-01T00:00:00Z", updated: soon },
      { name: "Bob", created: "2999-01-01T00:00:00Z" },
      { name: "Cy", created: "2020-01-01T00:00:00Z", updated: "2020-01-02T00:00:00Z" },
    ]);
    expect(counted).toEqual({ read: 3, created: 1, present: 0, refused: 2 });
    const message = expect.stringMatching(/^lies in the future: the import began at \d{4}-\d\d-\d\dT[\d:.]{12}Z$/);
    expect(refusals).toEqual([
      { line: 1, field: "updated", message },
      { line: 2, field: "created", message },
    ]);
  });

  it("is found among a thousand when its label is taken", async () => {
    await counts("accounts", [{ id: "taken", name: "Name 500" }]);
    const file = Array.from({ length: 1_000 }, (_, index) => ({ name: `Name ${index}` }));
    const { counted, refusals } = await run("accounts", [...file, { id: "twice", name: " name 7 " }]);
    expect(counted).toEqual({ read: 1_001, created: 999, present: 0, refused: 2 });
    expect(refusals.map(({ line, field, message }) => [line, field, message])).toEqual([
      [501, "name", "is already the label of another record"],
      [1_001, "name", "is already the label of another record"],
    ]);
  });

  it("is found if only the database can tell what is wrong with it", async () => {
    const file: JsonObject[] = [{ title: "a" }, { title: "b", created: "0001-01-01T00:00:00Z" }, { title: "c" }];
    await query(`ALTER TABLE ${partition("deals")} ADD CHECK (created > '2000-01-01')`);
    const { counted, refusals } = await run("deals", file);
    expect(counted).toEqual({ read: 3, created: 2, present: 0, refused: 1 });
    expect(refusals).toEqual([{ line: 2, field: null, message: "the database cannot store these values." }]);
  });
});

it("a fault that is not the record's stops the import, and the line is not blamed: what could be written stays, and a second run continues", async () => {
  await query(
    "CREATE FUNCTION refuse_slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE SQLSTATE '57014'; END $$",
  );
  await query(`CREATE TRIGGER slow BEFORE INSERT ON ${partition("deals")} FOR EACH ROW
      WHEN (NEW.data->>'title' = 'slow') EXECUTE FUNCTION refuse_slow()`);
  const file: JsonObject[] = [{ title: "a" }, { title: "b" }, { title: "slow" }];
  await expect(run("deals", file)).rejects.toThrow(
    /^The database did not store the record of line 3 in the time that it has\. .* run the same command again/,
  );
  await query(`DROP TRIGGER slow ON ${partition("deals")}`);
  expect(await counts("deals", file)).toEqual([1, 2, 0]);
});

it("records that share a line are counted one by one, whoever refuses them", async () => {
  const file: JsonObject[] = [
    { name: "Dup" },
    { name: "DUP" },
    { name: "dup " },
    { name: "p", parent: "nobody" },
    { name: "q", parent: "nobody", size: 1 },
    { name: "r", size: -1 },
  ];
  const { counted, refusals } = await run("accounts", file, { lineOf: () => 1 });
  expect(counted).toEqual({ read: 6, created: 1, present: 0, refused: 5 });
  expect(refusals).toHaveLength(5);
});

describe("references", () => {
  it("are given by record id, by key, or by the id that the record was imported with", async () => {
    const { id: accounts } = entityOf("accounts");
    await counts("accounts", [
      { id: "NL", name: "Netherlands" },
      { id: 31, name: "Numbered" },
    ]);
    const file: JsonObject[] = [
      { id: "1", title: "by external id", account: "NL" },
      { id: "2", title: "by number", account: 31 },
      { id: "3", title: "by record id", account: recordIdOf(accounts, "NL") },
      { id: "4", title: "by the key", account: { name: "netherlands" } },
    ];
    expect(await counts("deals", file)).toEqual([4, 0, 0]);
    const rows = await rowsOf<{ data: JsonObject; parent_id: string }>("deals");
    const nl = recordIdOf(accounts, "NL");
    const numbered = recordIdOf(accounts, "31");
    expect(rows.map(({ data, parent_id }) => [data.title, data.account, parent_id])).toEqual([
      ["by external id", nl, nl],
      ["by number", numbered, numbered],
      ["by record id", nl, nl],
      ["by the key", nl, nl],
    ]);
  });

  it("may point to a line further up in the same file, across batches, but not further down or to themselves", async () => {
    const chain = Array.from({ length: 2_500 }, (_, index) => ({
      id: `n${index}`,
      name: `Node ${index}`,
      parent: index === 0 ? null : `n${index - 1}`,
    }));
    const bad: JsonObject[] = [
      { id: "later", name: "Later", parent: "last" },
      { id: "self", name: "Self", parent: "self" },
      { id: "last", name: "Last" },
    ];
    const { counted, refusals } = await run("accounts", [...chain, ...bad]);
    expect(counted).toEqual({ read: 2_503, created: 2_501, present: 0, refused: 2 });
    expect(placesOf(refusals)).toEqual(["2501 parent", "2502 parent"]);
  });
});

describe("references that no key of the database holds", () => {
  const TERMS: JsonObject[] = [
    { id: "a1", word: "same" },
    { id: "a2", word: "SAME" },
    { id: "a3", word: "third", broader: "a2" },
    { id: "a4", word: "fourth", broader: "a3" },
    { id: "a5", word: "fifth", broader: "a1" },
    { id: "a6", word: "sixth", broader: "a5" },
  ];

  it("lead to no line of the batch that is refused for its label", async () => {
    const { counted, refusals } = await run("terms", TERMS);
    expect(counted).toEqual({ read: 6, created: 3, present: 0, refused: 3 });
    expect(placesOf(refusals)).toEqual(["2 word", "3 broader", "4 broader"]);
    expect(await danglingTerms()).toBe(0);
  });

  it("lead to what was there before, whatever the batch says of it now", async () => {
    await counts("terms", [{ id: "a2", word: "second" }]);
    expect(await counts("terms", TERMS)).toEqual([5, 1, 0]);
    expect(await danglingTerms()).toBe(0);
  });

  it("lead to no line of the batch that the database cannot store", async () => {
    await query(`ALTER TABLE ${partition("terms")} ADD CHECK (data->>'word' <> 'bad')`);
    const file: JsonObject[] = [{ id: "b", word: "bad" }, { id: "c", word: "child", broader: "b" }, { word: "other" }];
    const { counted, refusals } = await run("terms", file);
    expect(counted).toEqual({ read: 3, created: 1, present: 0, refused: 2 });
    expect(placesOf(refusals)).toEqual(["1 null", "2 broader"]);
  });

  it("lead to no line of the batch that its author may not create", async () => {
    const mine = { owner: "sam@acme.test" };
    const file = [
      { id: "b", word: "not mine", owner: "eve@acme.test" },
      { id: "c", word: "child", broader: "b", ...mine },
      { id: "d", word: "other", ...mine },
    ];
    const { counted, refusals } = await run("terms", file, { author: await sam("terms") });
    expect(counted).toEqual({ read: 3, created: 1, present: 0, refused: 2 });
    expect(placesOf(refusals)).toEqual(["1 null", "2 broader"]);
  });
});

describe("as the system", () => {
  it("writes read-only fields, any state and given times, and fills in defaults", async () => {
    const record = { title: "t", stage: "won", score: 5, margin: 1.5, created: "2020-01-01T00:00:00+02:00" };
    expect(await counts("deals", [record, { title: "u", ...TIMES }])).toEqual([2, 0, 0]);
    const empty = { account: null, related: null, owner: null, seal: null };
    const rows = await rowsOf<{ data: object; created: Date; updated: Date; created_by: string | null }>("deals");
    expect(rows.map(({ data, created, updated, created_by }) => ({ data, created, updated, created_by }))).toEqual([
      {
        data: { ...empty, title: "t", stage: "won", score: 5, margin: 1.5 },
        created: new Date("2019-12-31T22:00:00.000Z"),
        updated: new Date("2019-12-31T22:00:00.000Z"),
        created_by: null,
      },
      {
        data: { ...empty, title: "u", stage: "lead", score: null, margin: null },
        created: new Date(TIMES.created),
        updated: new Date(TIMES.updated),
        created_by: null,
      },
    ]);
  });

  it("leaves a note in the organization's diary", async () => {
    await counts("accounts", [{ name: "Ada" }, { name: 1 }]);
    const rows = await query(
      "SELECT actor, subject, details FROM audit_events WHERE organization_id = $1 AND action = 'records.import'",
      [organizationId()],
    );
    const details = { file: "test.ndjson", as: null, finished: true, read: 2, created: 1, present: 0, refused: 1 };
    expect(rows).toEqual([{ actor: "command line", subject: "accounts", details }]);
  });
});

describe("as a member", () => {
  it("is limited to the member's permissions, line by line", async () => {
    await counts("accounts", [
      { id: "big", name: "Big", size: 11 },
      { id: "small", name: "Small", size: 10 },
    ]);
    const mine = { owner: "sam@acme.test" };
    const { counted, refusals } = await run(
      "deals",
      [
        { title: "good", account: "big", ...mine },
        { title: "not mine", owner: "eve@acme.test" },
        { title: "begins at its end", stage: "won", ...mine },
        { title: "read-only", score: 1, ...mine },
        { title: "hidden", margin: 1, ...mine },
        { title: "not to be written", seal: "x", ...mine },
        { title: "dated", created: "2020-01-01T00:00:00Z", ...mine },
        { title: "points to what it cannot see", account: "small", ...mine },
      ],
      { author: await sam() },
    );
    expect(counted).toEqual({ read: 8, created: 1, present: 0, refused: 7 });
    expect(placesOf(refusals)).toEqual([
      "2 null",
      "3 stage",
      "4 score",
      "5 margin",
      "6 seal",
      "7 created",
      "8 account",
    ]);
    expect(refusals.find(({ line }) => line === 5)?.message).toBe("is not a field of this entity");
  });

  it("makes the member the creator", async () => {
    const author = await sam();
    expect(await counts("deals", [{ title: "t", owner: "sam@acme.test" }], author)).toEqual([1, 0, 0]);
    expect(await rowsOf("deals")).toMatchObject([{ created_by: author.caller.member.id }]);
  });
});

it("stops when the configuration changes under it, and says that it can be run again", async () => {
  async function* lines() {
    yield { line: 1, record: { title: "before" } };
    await applyAs("Acme, renamed");
  }
  await expect(importLines("deals", lines())).rejects.toThrow(
    /configuration .* was changed .* run the same command again/,
  );
  expect(await rowsOf("deals")).toEqual([]);
});

it("keeps what was written when reading fails", async () => {
  async function* lines() {
    for (let line = 1; line <= 1_500; line += 1) yield { line, record: { title: `t${line}` } };
    throw new Error("the disk is gone");
  }
  await expect(importLines("deals", lines())).rejects.toThrow("the disk is gone");
  expect(await rowsOf("deals")).toHaveLength(1_000);
});
