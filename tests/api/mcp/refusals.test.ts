/** Refusals in the words of the tools: a model has no path, no header and no parameter to send (docs/decisions/0042-mcp.md). */
import { describe, expect, inject, it } from "vitest";
import { figure } from "../../support/long";
import { callTool, contentOf, refusalOf, WORDS_OF_HTTP } from "../../support/mcp";
import { openOrganization } from "../../support/organization";
import { UNKNOWN_ID } from "../../support/views";

const acme = await openOrganization("refusals");
const origin = inject("origin");
type Args = Record<string, unknown>;
const tokenOf = (token = acme.token("ada")) => ({ token });
const messageOf = async (tool: string, args: Args, token?: string) =>
  (await refusalOf(callTool(origin, tool, args, tokenOf(token)))).message;

/** Of one operation, which is refused. */
async function refusedOperation(operation: Args, token?: string): Promise<string> {
  const pending = callTool(origin, "propose", { operations: [operation] }, tokenOf(token));
  const { refusals } = await contentOf<{ refusals: { message: string }[] }>(pending);
  expect(refusals).toHaveLength(1);
  return refusals[0]?.message ?? "";
}

describe("a refusal", () => {
  it("leads to describe for entities, verbs and fields", async () => {
    const scopes = [
      { entity: "deals", verbs: ["list"] },
      { entity: "notes", verbs: ["create"] },
    ];
    const { text: token } = await acme.issue("ada", { scopes });
    expect(await messageOf("query", { entity: "deal" }, token)).toBe(
      "There is no such entity. Did you mean deals? describe lists those that this token can use.",
    );
    expect(await messageOf("query", { entity: "notes" }, token)).toBe(
      "This token does not have list on notes; describe shows what it has.",
    );
    expect(await messageOf("query", { entity: "deals", where: ["color", "eq", "red"] }, token)).toBe(
      'where: "color" is not a field that this token can filter by. describe lists the fields that it can.',
    );
    expect(await refusedOperation({ op: "create", entity: "notes", data: { title: "x", color: "red" } }, token)).toBe(
      'The data is not valid: "color" is not a field of this entity. describe lists them.',
    );
  });

  it("points to query and aggregate for records", async () => {
    expect(await messageOf("fetch", { id: "deals/first" })).toBe(
      "There is no such record: this is not a record id. Ids are UUIDs in lower case; to find a record by a unique field, or by other values, call query, and to count, call aggregate.",
    );
    for (const id of ["query", "batch", "aggregate"])
      expect(await refusalOf(callTool(origin, "fetch", { id: `deals/${id}` }, tokenOf()))).toMatchObject({
        code: "RECORD_NOT_FOUND",
        message: expect.stringContaining("this is not a record id"),
      });
    const { text: token } = await acme.issue("ada", { scopes: [{ entity: "samples", verbs: ["create"] }] });
    const data = { name: "x", reference: "Acme" };
    expect(await refusedOperation({ op: "create", entity: "samples", data }, token)).toBe(
      'The data is not valid: "reference" must be the id of a record, a UUID in lower case: to find it, call query of its entity.',
    );
  });

  it("requires ifMatch, also for a delete", async () => {
    const { id } = await acme.create("ada", "notes", { title: "kept" });
    const remove = { op: "delete", entity: "notes", id };
    expect(await refusedOperation(remove)).toBe(
      'Send ifMatch: the versionId that you have read, or "*" for any version.',
    );
    for (const ifMatch of [UNKNOWN_ID, "1", '"*"', 'W/"1"'])
      expect(await refusedOperation({ ...remove, ifMatch }), ifMatch).toBe(
        "ifMatch is not the record's current versionId. Read the record again, decide again, and propose the delete with its versionId.",
      );
  });

  it("names the arguments of the tool", async () => {
    for (const query of [" ", "\u0301"])
      expect(await messageOf("search", { query })).toMatch(/^query (?:is what|has no words)/);
    expect(await messageOf("query", { entity: "deals", fields: [] })).toBe(
      'fields must name at least one field: ["a", "b"].',
    );
    for (const [tool, args] of [
      ["changes", { entity: "deals", fields: "title" }],
      ["search", { query: "x", entities: "deals,notes" }],
      ["propose", { operations: '[{"op": "create"}]' }],
      ["query", { entity: "deals", where: '["title", "eq", "x"]' }],
      ["query", { entity: "deals", sort: "title" }],
      ["aggregate", { entity: "deals", groupBy: "title", measures: { n: ["count"] } }],
    ] as const)
      expect(await messageOf(tool, args), tool).toContain(": send the list itself, not a text.");
    expect(await messageOf("changes", { entity: "deals", fields: ["title", ""] })).toBe(
      'fields is a list of keys of fields: ["name", "city"].',
    );
    expect(await messageOf("changes", { entity: "deals", fields: ["title", "amount,stage"] })).toBe(
      'fields is a list of keys of fields: ["name", "city"]. No key has a comma, as "amount,stage" has: each is an item of its own.',
    );
    expect(await messageOf("search", { query: "x", entities: ["notes,deals"] })).toBe(
      'entities is a list of keys of entities: ["<entity>", "<entity>"]. No key has a comma, as "notes,deals" has: each is an item of its own.',
    );
    expect(await messageOf("propose", { operations: [{ op: "remove", entity: "notes", id: UNKNOWN_ID }] })).toBe(
      "op is one of create, update, upsert, delete.",
    );
  });

  it("says where a token sees the rows that it is limited to", async () => {
    const rows = [{ entityKey: "samples", where: ["select", "eq", "a"] }];
    const { text: token } = await acme.issue("ada", { limits: { rows } });
    expect(await refusedOperation({ op: "create", entity: "samples", data: { name: "x", select: "b" } }, token)).toBe(
      "This token cannot create a record with these values. It is limited to some records of this entity: describe shows which, as limitedTo.",
    );
    const described = await contentOf(callTool(origin, "describe", { entity: "samples" }, tokenOf(token)));
    expect(described).toMatchObject({ limitedTo: [["select", "eq", "a"]] });
  });
});

/** What may be sent in the place of an argument, or of a part of one. */
const ALL_ODD: readonly unknown[] = [
  ...[null, "", " ", "x", "\u0301", 0, -1, 1.5, 201, true, "*", '"*"', "true", "now", "2026-02-30"],
  ...[UNKNOWN_ID, UNKNOWN_ID.toUpperCase(), "name", "name.x", "reference.name", "reference.x"],
  ...["id", "data.name", "versionId"],
  ...[[], [""], ["x"], ["name", "name"], ["name", ""], ["reference"], ["reference.name"], ["name.x"], ["*"], ["data"]],
  ...[{}, { x: 1 }, { name: "x" }, { id: "x" }, { versionId: "x" }],
  ...[{ and: [] }, { or: [["name", "eq", "x"]], and: [] }],
  ...[
    ["name", "eq", 1],
    ["name", "x", "x"],
    ["x", "eq", "x"],
    ["id", "eq", "x"],
    ["text", "contains", null],
    [["name", "eq"]],
  ],
  ...[[{ field: "x" }], [{ field: "json", direction: "asc" }], [{ field: "relevance", direction: "desc" }]],
  ...[["name:desc"], { n: ["sum", "name"] }, { n: ["count", "x"] }, { n: ["x"] }],
  ...[[{ field: "name", by: "month" }], ["json"], ["x", "x"]],
  ...["samples/x", "samples/", "nothing/x", `samples/${UNKNOWN_ID}`, "..", ".", "a/b", "a%2Fb", "samples?x=1"],
  "y".repeat(300),
];
const ODD = ALL_ODD.filter((_, index) => index % figure(4, 1) === 0);

const FIELDS = ["name", "code", "integer", "level", "decimal", "boolean", "date", "datetime", "select", "multiselect"];
const MORE_FIELDS = ["reference", "email", "url", "json", "unlisted", "hidden", "id", "versionId", "nothing"];

const CALLS: readonly (readonly [tool: string, args: Args])[] = [
  ["describe", { entity: "samples", cursor: null }],
  ["search", { query: "x", entities: ["samples"], limit: 5 }],
  ["fetch", { id: `samples/${UNKNOWN_ID}` }],
  [
    "query",
    { entity: "samples", where: null, sort: null, fields: null, expand: null, search: "x", limit: 1, cursor: null },
  ],
  ["aggregate", { entity: "samples", where: null, search: null, groupBy: ["select"], measures: { n: ["count"] } }],
  ["changes", { entity: "samples", fields: ["name"], limit: 1, cursor: null }],
  ["apply", { plan: "x" }],
];
const OPERATIONS: readonly Args[] = [
  { op: "create", entity: "samples", data: { name: "x" } },
  { op: "update", entity: "samples", id: UNKNOWN_ID, ifMatch: UNKNOWN_ID, data: { name: "x" } },
  { op: "upsert", entity: "accounts", match: { name: "x" }, ifMatch: "*", data: { name: "x" } },
  { op: "delete", entity: "samples", id: UNKNOWN_ID, ifMatch: "*" },
];

const oddly = (args: Args) => Object.keys(args).flatMap((key) => ODD.map((value) => ({ ...args, [key]: value })));

/** Eight at a time. */
async function inParallel(tasks: (() => Promise<void>)[]): Promise<void> {
  const next = tasks.values();
  const work = async () => {
    for (const task of next) await task();
  };
  await Promise.all(Array.from({ length: 8 }, work));
}

/** The error of a call, and the refusals of its operations, each as JSON. */
async function refusedBy(tool: string, args: Args): Promise<string[]> {
  const { content } = await callTool(origin, tool, args, tokenOf());
  const { error, refusals = [] } = JSON.parse(content[0]?.text ?? "") as { error?: Args; refusals?: Args[] };
  return [...(error === undefined ? [] : [error]), ...refusals].map((refusal) => JSON.stringify(refusal));
}

async function expectToolWords(calls: (readonly [tool: string, args: Args])[]): Promise<void> {
  const texts: string[] = [];
  await inParallel(calls.map((call) => async () => void texts.push(...(await refusedBy(...call)))));
  expect(texts.filter((text) => WORDS_OF_HTTP.test(text))).toEqual([]);
  expect(texts.length).toBeGreaterThan(calls.length / 3);
}

describe("no refusal", () => {
  it("of a call with an odd argument names an endpoint, a header or a parameter", async () => {
    await expectToolWords(CALLS.flatMap(([tool, args]) => oddly(args).map((odd) => [tool, odd] as const)));
  });

  it("of an operation with an odd part does", async () => {
    const alone = OPERATIONS.flatMap(oddly).map((odd) => [odd]);
    const data = ODD.flatMap((value) => [...FIELDS, ...MORE_FIELDS].map((field) => ({ name: "x", [field]: value })));
    const creates = data.map((each) => ({ op: "create", entity: "samples", data: each }));
    const many = Array.from({ length: Math.ceil(creates.length / 50) }, (_, part) =>
      creates.slice(part * 50, part * 50 + 50),
    );
    const asked = { max_characters: 200_000 };
    await expectToolWords([...alone, ...many].map((operations) => ["propose", { operations, ...asked }] as const));
  });
});
