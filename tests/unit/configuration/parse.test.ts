/** Every rule of the organization file has a row that breaks it, and is told with the path at fault. */
import { describe, expect, it } from "vitest";
import { ConfigurationError } from "@/lib/configuration/issues";
import { parseDocument, parseDocumentText } from "@/lib/configuration/parse";
import { exampleFile } from "./example";

/** Sets what stands at a path, as in `entities.1.fields.0.type`; undefined removes it. */
function broken(path: string, value: unknown): unknown {
  const file = structuredClone(exampleFile()) as unknown;
  const parts = path.split(".");
  const last = parts.pop() ?? "";
  const holder = parts.reduce((at, part) => (at as Record<string, unknown>)[part], file) as Record<string, unknown>;
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return file;
}

/** A path as messages write it; what they say behind it stands in the rows. */
const place = (path: string) => path.replaceAll(/\.(\d+)/g, "[$1]");

function messageOf(parse: () => unknown): string {
  try {
    parse();
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  return "valid";
}

const POLICY = "organization.tokenPolicy";
const OPTIONS = "entities.1.fields.1.options";
const DEPRECATED = "entities.1.fields.2.deprecated";
const WHERE = "roles.0.grants.1.where";
const FIELD = { key: "field", type: "text" };
const KEY_RULE = "must start with a letter and have only letters, digits, _ and -, 63 at most";
const WORD_RULE = "must start with a letter and have only letters, digits and _, 63 at most";
const RESERVED = "must not be one of id, created, updated, createdBy: every record has them";
const TYPES =
  "must be one of text, integer, number, decimal, boolean, date, datetime, select, multiselect, reference, email, url, json";

it.each<[path: string, value: unknown, message: string]>([
  ["color", "red", ": is not a member of this object"],
  ["entities.0.color", "red", ": is not a member of this object"],
  ["organization", undefined, ": is required"],
  ["organization.name", "", ": must have at least 1 character"],
  ["organization.key", "1acme", `: ${KEY_RULE}`],
  ["organization.key", `a${"b".repeat(63)}`, `: ${KEY_RULE}`],
  [POLICY, { maxLifetimeDays: 0 }, ".maxLifetimeDays: must be at least 1"],
  [POLICY, { revokeUnusedAfterDays: 13 }, ".revokeUnusedAfterDays: must be at least 14"],
  [POLICY, { maxLiveTokens: 1001 }, ".maxLiveTokens: must be at most 1000"],
  [
    POLICY,
    { allowedAddresses: ["10.0.0.0/8", "10.0.0.1/8"] },
    '.allowedAddresses[1]: "10.0.0.1/8" is in the middle of a range: write 10.0.0.0/8, or the address alone',
  ],
  [POLICY, { allowedAddresses: [] }, ".allowedAddresses: has no address: leave it out if tokens work from everywhere"],
  ["entities", {}, ": must be a list"],
  ["entities.0.labelField", undefined, ": is required"],
  ["entities.0.fields", [], ": must have at least 1 item"],
  ["entities.0.exposed", "yes", ": must be true or false"],
  ["entities.0.fields.0.type", "blob", `: ${TYPES}`],
  ["entities.0.fields.2.key", "id", `: ${RESERVED}`],
  ["entities.0.fields.2.key", "close-date", `: ${WORD_RULE}`],
  ["entities.0.fields.2.key", "__proto__", `: ${WORD_RULE}`],
  ["entities.0.fields.2.options", ["a"], ": is not a member of this object"],
  [OPTIONS, undefined, ": is required"],
  ["entities.1.fields.4.entity", undefined, ": is required"],
  ["entities.1.fields.3.min", 0, ": must be a text"],
  ["roles.0.grants.0.verbs", [], ": must have at least 1 item"],
  ["roles.0.grants.0.verbs", ["a b"], `[0]: ${WORD_RULE}`],
  ["members.0.email", "ada", ": must be an e-mail address"],
])("a file of the wrong shape: %s = %j is refused", (path, value, message) => {
  expect(messageOf(() => parseDocument(broken(path, value)))).toBe(place(path) + message);
});

it.each<[path: string, value: unknown, message: string | RegExp]>([
  ["entities.2", exampleFile().entities[0], '.key: "accounts" appears twice'],
  ["entities.0.fields.2.key", "name", ': "name" appears twice'],
  ["entities.0.labelField", "title", ': there is no field "title"'],
  ["entities.1.parentField", "owner", ': there is no field "owner"'],
  ["entities.1.parentField", "title", ": must name a reference field, not one of type text"],
  ["entities.1.fields.4.entity", "people", ': there is no entity "people"'],
  [OPTIONS, ["lead", "won", "lost", "won"], '[3]: "won" appears twice'],
  ["entities.1.fields.1.was", "title", ': "title" is still there'],
  [OPTIONS, [{ value: "new", was: "won" }, "lead", "won", "lost"], '[0].was: "won" is still there'],
  [OPTIONS, [{ value: "a", was: "x" }, { value: "b", was: "x" }, "lead", "won"], '[1].was: "x" is already renamed'],
  [
    "entities.1.fields.1.default",
    "new",
    /^entities\[1\]\.fields\[1\]\.default: must be one of the options \(lead, won, lost\)$/m,
  ],
  ["entities.1.fields.2.default", -1, ": must be at least 0"],
  ["entities.1.fields.3.default", "100.51", ": must be at most 100.50"],
  ["entities.1.fields.2.max", -5, ": must not be less than min"],
  [DEPRECATED, { since: "1.11.2026" }, ".since: must be a date, such as 2026-11-30"],
  [DEPRECATED, { since: "2026-11-30", sunset: "2026-11-29" }, ".sunset: must not be before since"],
  [DEPRECATED, { since: "2026-11-30", use: "amount" }, ".use: must name another field"],
  ["entities.1.fields.5.indexed", true, ": a json field cannot be indexed"],
  [
    "entities.1.fields.2.unique",
    true,
    ": a number field cannot be unique, only one of type text, email, url, integer, decimal",
  ],
  ["entities.1.fields.5.queryable", true, ": a json field cannot be queried"],
  ["entities.1.fields.5.searchable", true, ": a json field cannot be searched"],
  [
    "entities.0.fields.2",
    { ...FIELD, indexed: true, maxLength: 501 },
    ".maxLength: of an indexed field is 500 at most",
  ],
  [
    "entities.0.fields.2",
    { ...FIELD, type: "date", default: "2026-02-30" },
    ".default: must be a date: YYYY-MM-DD; there is no such day",
  ],
  ["entities.1.lifecycle.field", "state", ': there is no field "state"'],
  ["entities.1.lifecycle.field", "title", ": must name a select field, not one of type text"],
  ["entities.1.lifecycle.initial", ["won"], ': must hold "lead", the default of "stage"'],
  ["entities.1.lifecycle.states", { "on hold": {} }, '["on hold"]: "on hold" is not an option of "stage"'],
  ["entities.1.lifecycle.transitions.0.to", "new", ': "new" is not an option of "stage"'],
  [
    "entities.1.lifecycle.transitions.0",
    { from: "lead", to: "lead" },
    ": leads nowhere: from and to are the same state",
  ],
  ["entities.1.lifecycle.transitions.1", { from: "lead", to: "won" }, ': "lead" to "won" appears twice'],
  ["roles.0.grants.0.entity", "people", ': there is no entity "people"'],
  [WHERE, ["owner", "eq", 1], ': names a field that "deals" does not have'],
  [WHERE, ["owner.name", "eq", "x"], ": looks at its own record only: a row scope cannot follow a reference"],
  [WHERE, ["amount", "eq", "5"], ": amount is compared with a number, not a string: send it without quotes."],
  [WHERE, ["amount", "is", 5], /^roles\[0\]\.grants\[1\]\.where: "is" is not an operator\. Did you mean eq\?/],
  [
    WHERE,
    { and: [["amount", "gt", 1], { not: ["amount", "in", 5] }] },
    /^roles\[0\]\.grants\[1\]\.where\.and\[1\]\.not: in takes a list/,
  ],
  ["members.0.roles", ["boss"], '[0]: there is no role "boss"'],
  ["members.1", { email: "ADA@acme.test", name: "Again", roles: [] }, '.email: "ada@acme.test" appears twice'],
  [
    WHERE,
    { not: ["stage", "in", ["lead", "$member.Id"]] },
    ".not[2][1]: there is no variable $member.Id; there are $member.id and $member.email",
  ],
  [WHERE, { or: [["account", "in", ["$member.id", "Acme"]]] }, '.or[0][2][1]: "account" is compared with an id.'],
  ["organization.name", "A\0B", ": must not contain a NUL character or half of a surrogate pair"],
])("a file whose members do not fit together: %s = %j is refused", (path, value, message) => {
  const found = messageOf(() => parseDocument(broken(path, value)));
  if (typeof message === "string") expect(found).toBe(place(path) + message);
  else expect(found).toMatch(message);
});

describe("a file that holds every rule", () => {
  it("is accepted unchanged", () => {
    expect(parseDocument(exampleFile())).toEqual(exampleFile());
  });

  it("may name its schema, and leave out roles and members", () => {
    const { organization } = exampleFile();
    const file = { $schema: "./organization.schema.json", organization, entities: [] };
    expect(parseDocument(file)).toEqual(file);
  });

  it("has its e-mail addresses in lower case afterwards", () => {
    const document = parseDocument(broken("members.0.email", "Ada@ACME.test"));
    expect(document.members?.[0]?.email).toBe("ada@acme.test");
  });

  it.each([
    ["a variable in a list", ["account", "in", ["$member.id"]]],
    ["the member's address", ["title", "eq", "$member.email"]],
    ["a moment", ["created", "lt", "2026-01-01T00:00:00Z"]],
  ])("may scope a grant by %s", (_, where) => {
    expect(messageOf(() => parseDocument(broken(WHERE, where)))).toBe("valid");
  });
});

describe("the report", () => {
  it("has every issue at once", () => {
    const file = broken("entities.0.labelField", "title") as ReturnType<typeof exampleFile>;
    file.members[0]?.roles.push("boss");
    expect(messageOf(() => parseDocument(file))).toBe(
      'entities[0].labelField: there is no field "title"\nmembers[0].roles[1]: there is no role "boss"',
    );
  });

  it.each([
    ["", "Line 1, column 1: The text ends too early: a quote or bracket is not closed, or the text was cut off."],
    ['{\n  "organization": {,}\n}', "Line 2, column 20: A key in double quotes belongs here."],
    ['{\n  // of Acme\n  "organization": {}\n}', "Line 2, column 3: JSON has no comments."],
    ['{"entities": [],}', "Line 1, column 17: Nothing follows the comma before this: leave the comma out."],
    ["organization:\n  key: acme\n", "Line 1, column 1: A value belongs here; text is written in double quotes."],
  ])("has the position if the text is not JSON: %j", (text, place) => {
    expect(messageOf(() => parseDocumentText(text))).toBe(`The file is not JSON. ${place}`);
  });

  it.each(["null", "[]", '"acme"'])("says that %s is not a file", (text) => {
    expect(messageOf(() => parseDocumentText(text))).toBe("The file must be an object.");
  });

  const TWICE = "appears twice here: only one of the two would count";
  it.each([
    ['{"roles": [], "roles": []}', `roles: ${TWICE}`],
    [
      '{"entities": [{}, {"fields": [{"key": "a:,[{", "readVerb": "x", "r\\u0065adVerb": "y"}]}]}',
      `entities[1].fields[0].readVerb: ${TWICE}`,
    ],
    ['{"a": {"b": 1}, "c": {"b": 2}, "d": [{"b": "b"}, {"b": "\\"b"}], "b": {}, "a": 1}', `a: ${TWICE}`],
  ])("names a member that appears twice: %j", (text, message) => {
    expect(messageOf(() => parseDocumentText(text))).toBe(message);
  });

  it.each(["where", "default"])("names endless nesting, as in %s", (key) => {
    const text = `{"roles": [{"${key}": ${"[".repeat(100_000)}${"]".repeat(100_000)}}]}`;
    expect(messageOf(() => parseDocumentText(text))).toMatch(
      new RegExp(`^roles\\[0\\]\\.${key}(\\[0\\]){32}: nests deeper than 35 levels$`),
    );
  });

  it("does not mention a byte-order mark", () => {
    expect(messageOf(() => parseDocumentText(`\uFEFF${JSON.stringify(exampleFile())}`))).toBe("valid");
  });
});
