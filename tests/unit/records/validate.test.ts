/** What an entity's fields demand of data, one row per type and rule (contract § 7). */
import { describe, expect, it } from "vitest";
import { compileEntity } from "@/lib/configuration/compile";
import { compileField } from "@/lib/configuration/compile-field";
import type { FieldDocument } from "@/lib/configuration/field-schema";
import type { Entity, JsonObject, JsonValue } from "@/lib/model";
import { checkData, checkNewData, checkValue, clearedFields, invalidData } from "@/lib/records/rules/validate";

/** A field without its key, whichever its type. */
type Rules = FieldDocument extends infer F ? (F extends FieldDocument ? Omit<F, "key"> : never) : never;

const check = (field: Rules, value: JsonValue) =>
  checkValue(compileField({ key: "field", ...field } as FieldDocument), value);

function entityOf(...fields: FieldDocument[]): Entity {
  return compileEntity({ key: "deals", labelField: fields[0]?.key ?? "", fields }, "id");
}

const OPTIONS = { options: ["lead", { value: "won", label: "Won!" }] } satisfies Partial<Rules>;

it.each<[Rules, JsonValue]>([
  [{ type: "text", maxLength: 3 }, "😀😀😀"],
  [{ type: "text", indexed: true }, "x".repeat(500)],
  [{ type: "integer", min: -1, max: 1 }, -1],
  [{ type: "integer", min: -1, max: 1 }, 1],
  [{ type: "number", min: 0.1 }, 0.1],
  [{ type: "number", min: 0 }, 1e-7],
  [{ type: "decimal", min: "0", max: "100.50" }, "100.5000"],
  [{ type: "boolean" }, false],
  [{ type: "date" }, "2024-02-29"],
  [{ type: "datetime" }, "2026-01-31T12:00:00+01:00"],
  [{ type: "select", ...OPTIONS }, "won"],
  [{ type: "multiselect", ...OPTIONS }, ["won", "lead"]],
  [{ type: "multiselect", ...OPTIONS }, []],
  [{ type: "reference", entity: "deals" }, "any text: whether there is such a record is asked elsewhere"],
  [{ type: "email" }, "a@b.c"],
  [{ type: "email" }, `${"a".repeat(250)}@b.c`],
  [{ type: "email" }, "o'neill+tag@sub.exämple.org"],
  [{ type: "url" }, "http://localhost:8080/a?b#c"],
  [{ type: "url" }, `http://a/${"x".repeat(2039)}`],
  [{ type: "text", required: true }, null],
])("a field %j takes %.40j", (field, value) => {
  expect(check(field, value)).toBeNull();
});

it.each<[Rules, JsonValue, string]>([
  [{ type: "text" }, 1, "must be a string, not a number: send it in quotes"],
  [{ type: "text", maxLength: 3 }, "😀😀😀😀", "must have at most 3 characters"],
  [{ type: "text", indexed: true }, "x".repeat(501), "must have at most 500 characters"],
  [{ type: "integer" }, 1.5, "must be an integer"],
  [{ type: "integer" }, 2 ** 60, "must be an integer; integers end at 9007199254740991"],
  [{ type: "integer", min: 0, max: 1000 }, 5.5, "must be an integer from 0 to 1000"],
  [
    { type: "integer", max: 9 },
    "",
    "must be an integer from -9007199254740991 to 9, not an empty string: an empty field is null",
  ],
  [{ type: "integer", min: -1 }, -2, "must be at least -1"],
  [{ type: "integer", max: 1 }, 2, "must be at most 1"],
  [{ type: "number" }, "1", "must be a number, not a string: send it without quotes"],
  [
    { type: "number" },
    "0.30000000000000004441",
    "must be a number, not a string: round it to 15 digits, and send it without quotes",
  ],
  [{ type: "number" }, "1,50", "must be a number, not a string"],
  [{ type: "number", min: 0.1 }, 0.09, "must be at least 0.1"],
  [{ type: "decimal" }, 1.5, 'must be a decimal number in a string, such as "12.50", not a number: send it in quotes'],
  [{ type: "decimal", max: "100.50" }, "100.51", "must be at most 100.50"],
  [{ type: "decimal", max: "9007199254740992" }, "9007199254740993", "must be at most 9007199254740992"],
  [{ type: "decimal", min: "0" }, "-0.000000000000000000001", "must be at least 0"],
  [{ type: "boolean" }, "true", "must be true or false, not a string: send it without quotes"],
  [{ type: "date" }, "2026-02-29", "must be a date: YYYY-MM-DD; there is no such day"],
  [{ type: "date" }, "2026-2-9", "must be a date: YYYY-MM-DD"],
  [
    { type: "datetime" },
    "2026-04-31T12:00:00Z",
    "must be a date and time with offset and at most milliseconds: 2026-01-31T12:00:00.000Z; there is no such day",
  ],
  [{ type: "select", ...OPTIONS }, "Won!", "must be one of the options (lead, won)"],
  [{ type: "multiselect", ...OPTIONS }, ["lost"], "must be a list of options (lead, won); item 0 is none of them"],
  [{ type: "multiselect", ...OPTIONS }, ["won", "won"], "must name each option once"],
  [{ type: "reference", entity: "deals" }, 1, "must be the id of a record, not a number: ids are UUIDs, in quotes"],
  [{ type: "email" }, "a@b", "must be an e-mail address"],
  [{ type: "email" }, "a@b@c.d", "must be an e-mail address"],
  [{ type: "email" }, "a@b..c", "must be an e-mail address"],
  [{ type: "email" }, `${"a".repeat(251)}@b.c`, "must be an e-mail address"],
  [{ type: "email" }, `${"a@".repeat(100_000)}!`, "must be an e-mail address"],
  [{ type: "url" }, "example.org", "must be an http:// or https:// address"],
  [{ type: "url" }, "javascript:alert(1)", "must be an http:// or https:// address"],
  [{ type: "url" }, "https://a:b/", "must be an http:// or https:// address"],
  [{ type: "url" }, `http://a/${"x".repeat(2040)}`, "must be an http:// or https:// address"],
])("a field %j refuses %.40j", (field, value, message) => {
  expect(check(field, value)).toBe(message);
});

describe("given data", () => {
  const entity = entityOf({ key: "title", type: "text" }, { key: "when", type: "datetime" });

  it("is converted to its stored form, without keys that are not given", () => {
    expect(checkData(entity, { when: "2026-01-31T12:00:00+01:00" })).toEqual({
      data: { when: "2026-01-31T11:00:00.000Z" },
      details: [],
    });
  });

  it.each([
    ["id", ": the service sets it, leave it out"],
    ["created", ": the service sets it, leave it out"],
    ["updated", ": the service sets it, leave it out"],
    ["versionId", ": the service sets it, leave it out"],
    ["createdBy", ": the service sets it, leave it out"],
    ["Title", ": did you mean title?"],
    ["color", ""],
    ["__proto__", ""],
    ["constructor", ""],
    ["", ""],
  ])("cannot have the key %j, and is told what to do", (field, advice) => {
    const given = Object.fromEntries([[field, 1]]);
    const details = [{ field, message: `is not a field of this entity${advice}` }];
    expect(checkData(entity, given)).toEqual({ data: {}, details });
  });

  it("is refused with every one of its faults", () => {
    const { data, details } = checkData(entity, { title: 1, when: "now", other: true });
    expect(data).toEqual({});
    expect(details.map(({ field }) => field)).toEqual(["title", "when", "other"]);
  });
});

describe("a new record", () => {
  const entity = entityOf(
    { key: "title", type: "text", required: true },
    { key: "stage", type: "select", options: ["lead", "won"], default: "lead" },
    { key: "tags", type: "multiselect", options: ["a", "b"], required: true },
    { key: "note", type: "text" },
  );

  it("has every field, with defaults where nothing is given", () => {
    expect(checkNewData(entity, { title: "x", tags: ["a"] })).toEqual({
      data: { title: "x", stage: "lead", tags: ["a"], note: null },
      details: [],
    });
  });

  it.each<[string, JsonObject, string[]]>([
    ["absent", {}, ["title", "tags"]],
    ["null", { title: null, tags: null }, ["title", "tags"]],
    ["blank", { title: " \t", tags: ["a"] }, ["title"]],
    ["an empty list", { title: "x", tags: [] }, ["tags"]],
  ])("lacks what is required and %s", (_, given, missing) => {
    const expected = missing.map((field) => ({ field, message: "is required" }));
    expect(checkNewData(entity, given).details).toEqual(expected);
  });

  it("is told once of a field that is required and wrong", () => {
    expect(checkNewData(entity, { title: 1, tags: ["a"] }).details).toEqual([
      { field: "title", message: "must be a string, not a number: send it in quotes" },
    ]);
  });
});

it("refuses a change that clears a required field, whatever the record lacks already", () => {
  const entity = entityOf({ key: "a", type: "text", required: true }, { key: "b", type: "text", required: true });
  expect(clearedFields(entity, { a: "" })).toEqual([{ field: "a", message: "is required" }]);
  expect(clearedFields(entity, { a: "x" })).toEqual([]);
});

it("suggests a field for the first ten unknown keys only", () => {
  const given = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`title${index}`, "x"]));
  const messages = checkData(entityOf({ key: "title", type: "text" }), given).details.map(({ message }) => message);
  const named = Array.from({ length: 10 }, () => "is not a field of this entity: did you mean title?");
  expect(messages).toEqual([...named, "is not a field of this entity"]);
});

describe("a refusal", () => {
  const detail = (field: string) => ({ field, message: "is not a field of this entity" });

  it("says what is wrong with the first field, and names the others where they are few", () => {
    const { code, message, details } = invalidData([detail("a"), detail("b")], "validation");
    expect(code).toBe("INVALID_BODY");
    expect(message).toBe(
      'The data is not valid: "a" is not a field of this entity. GET /entities/:entityKey lists them. Also not valid: "b"; see details.',
    );
    expect(details).toEqual([detail("a"), detail("b")]);
  });

  it("stays small where there are many, and says how many", () => {
    const { message, details } = invalidData(
      Array.from({ length: 100_000 }, (_, index) => detail(`k${index}`)),
      "validation",
    );
    expect(message).toBe(
      'The data is not valid: "k0" is not a field of this entity. GET /entities/:entityKey lists them. Also not valid: "k1", "k2", "k3", "k4", "k5", "k6", "k7", "k8", "k9", "k10" and 99989 more; see details.',
    );
    expect(details).toHaveLength(100);
  });

  it("truncates keys that are not keys, so that no one gets a mebibyte back", () => {
    const { message, details } = invalidData([detail("x".repeat(1_000_000))], "validation");
    expect(details).toEqual([detail(`${"x".repeat(100)}…`)]);
    expect(message.length).toBeLessThan(200);
    const longest = detail("x".repeat(100));
    expect(invalidData([longest], "validation").details).toEqual([longest]);
  });

  it("adds no period to a question, and shows no control characters", () => {
    const asked = { field: "a\u0007b", message: "is not a field of this entity: did you mean ab?" };
    const { message, details } = invalidData([asked], "validation");
    expect(message).toBe('The data is not valid: "a\ufffdb" is not a field of this entity: did you mean ab?');
    expect(details).toEqual([asked]);
  });
});

// A fault of a function that came with being optimized.
it("a web address with letters of Latin 1 is still taken after many others", () => {
  const addresses = Array.from({ length: 20_000 }, (_, index) => JSON.parse(`"https://ü.test/ß${index}"`) as string);
  expect(addresses.filter((address) => check({ type: "url" }, address) !== null)).toEqual([]);
});
