/** What a file leaves out has one meaning, spelt out by compiling. */
import { describe, expect, it } from "vitest";
import { compileConfiguration } from "@/lib/configuration/compile";
import { compileField, labelFromKey } from "@/lib/configuration/compile-field";
import type { FieldDocument } from "@/lib/configuration/field-schema";
import type { JsonValue } from "@/lib/model";
import { exampleFile } from "./example";

const entityIds = new Map([
  ["accounts", "00000000-0000-7000-8000-00000000000a"],
  ["deals", "00000000-0000-7000-8000-00000000000d"],
]);

function compile(change: (file: ReturnType<typeof exampleFile>) => void = () => {}) {
  const document = exampleFile();
  change(document);
  return compileConfiguration({ organizationId: "organization", version: 7, document, entityIds });
}

it("an organization leaves out an entity that has just been removed", () => {
  const document = exampleFile();
  const ids = new Map([["deals", "00000000-0000-7000-8000-00000000000d"]]);
  const configuration = compileConfiguration({ organizationId: "o", version: 1, document, entityIds: ids });
  expect([...configuration.entities.keys()]).toEqual(["deals"]);
});

it("an entity has labels, exposure and flags by default", () => {
  const { fields, ...entity } = compile().entities.get("accounts") ?? { fields: new Map() };
  expect(entity).toEqual({
    id: "00000000-0000-7000-8000-00000000000a",
    key: "accounts",
    label: "Accounts",
    pluralLabel: "Accounts",
    description: null,
    exposed: true,
    labelField: "name",
    uniqueLabel: false,
    parentField: null,
    lifecycle: null,
    uniqueFields: [],
    scopeFields: [],
    formerFields: [],
  });
  expect([...fields.keys()]).toEqual(["name", "parent", "note"]);
});

it("the fields that row scopes of lists look at are those of all roles, each once, without system fields and those of other verbs and entities", () => {
  const { entities } = compile((file) => {
    const grant = (entity: string, verb: string, where: JsonValue) => ({ entity, verbs: [verb], where });
    const one = [
      grant("deals", "list", { or: [["stage", "eq", "won"], { not: ["account", "is_null", true] }] }),
      grant("deals", "update", ["amount", "gt", "1"]),
      grant("accounts", "list", ["name", "eq", "Acme"]),
    ];
    const and = [
      ["stage", "eq", "lead"],
      ["created", "gt", "2026-01-01T00:00:00Z"],
      ["title", "eq", "a"],
    ];
    file.roles = [
      { key: "one", name: "One", grants: one },
      { key: "other", name: "Other", grants: [grant("deals", "list", { and })] },
    ];
  });
  expect(entities.get("deals")?.scopeFields).toEqual(["account", "stage", "title"]);
  expect(entities.get("accounts")?.scopeFields).toEqual(["name"]);
});

it("the fields with unique values are the unique ones, and the label where it is unique", () => {
  const uniqueFields = (uniqueLabel: boolean) =>
    compile((file) => {
      const [accounts] = file.entities;
      if (accounts === undefined) throw new Error("the example has accounts");
      accounts.uniqueLabel = uniqueLabel;
      accounts.fields.push({ key: "code", type: "text", unique: true });
    }).entities.get("accounts")?.uniqueFields;
  expect(uniqueFields(true)).toEqual(["code", "name"]);
  expect(uniqueFields(false)).toEqual(["code"]);
});

describe("a field", () => {
  it("has every member filled in", () => {
    expect(compileField({ key: "closeDate", type: "date" })).toEqual({
      key: "closeDate",
      label: "Close date",
      description: null,
      type: "date",
      required: false,
      default: null,
      readOnly: false,
      queryable: true,
      searchable: false,
      limitable: false,
      indexed: false,
      unique: false,
      readVerb: null,
      writeVerb: null,
      options: [],
      reference: null,
      min: null,
      max: null,
      maxLength: null,
    });
  });

  it.each<[FieldDocument, object]>([
    [
      { key: "a", type: "text" },
      { searchable: true, queryable: true, maxLength: null },
    ],
    [{ key: "a", type: "text", indexed: true }, { maxLength: 500 }],
    [
      { key: "a", type: "email" },
      { searchable: true, maxLength: 254 },
    ],
    [
      { key: "a", type: "url" },
      { searchable: true, maxLength: 2048 },
    ],
    [{ key: "a", type: "datetime", default: "2026-01-01T01:00:00+01:00" }, { default: "2026-01-01T00:00:00.000Z" }],
    [
      { key: "a", type: "select", options: ["x", { value: "y" }, { value: "z", label: "Zed" }] },
      { options: Object.entries({ x: "x", y: "y", z: "Zed" }).map(([value, label]) => ({ value, label })) },
    ],
  ])("%j compiles to %j", (document, expected) => {
    expect(compileField(document)).toMatchObject(expected);
  });
});

it.each([
  ["closeDate", "Close date"],
  ["close_date", "Close date"],
  ["sales-deals", "Sales deals"],
  ["vatID", "Vat ID"],
])("a label of %s is %s", (key, label) => {
  expect(labelFromKey(key)).toBe(label);
});
