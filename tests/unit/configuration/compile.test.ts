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

describe("an organization", () => {
  it("may revoke unused tokens, allow some addresses, and so many tokens", () => {
    const { tokenPolicy } = compile((file) => {
      file.organization.tokenPolicy = { revokeUnusedAfterDays: 90, allowedAddresses: ["10.0.0.0/8"], maxLiveTokens: 5 };
    });
    expect(tokenPolicy).toEqual({
      maxLifetimeDays: 366,
      allowNeverExpiring: true,
      requirePurpose: false,
      revokeUnusedAfterDays: 90,
      allowedAddresses: ["10.0.0.0/8"],
      maxLiveTokens: 5,
      requireSecondFactor: null,
    });
  });

  it("leaves out an entity that has just been removed", () => {
    const document = exampleFile();
    const ids = new Map([["deals", "00000000-0000-7000-8000-00000000000d"]]);
    const configuration = compileConfiguration({ organizationId: "o", version: 1, document, entityIds: ids });
    expect([...configuration.entities.keys()]).toEqual(["deals"]);
  });
});

describe("an entity", () => {
  it("has labels, exposure and flags by default", () => {
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

  it("lets records be deleted in states that are not locked", () => {
    const states = compile((file) => {
      const lifecycle = file.entities[1]?.lifecycle;
      if (lifecycle === undefined) throw new Error("the example has a lifecycle");
      lifecycle.states = { won: { locked: true }, lost: { locked: true, deletable: true }, lead: { deletable: false } };
    }).entities.get("deals")?.lifecycle?.states;
    expect([...(states ?? [])]).toEqual([
      ["won", { locked: true, deletable: false }],
      ["lost", { locked: true, deletable: true }],
      ["lead", { locked: false, deletable: false }],
    ]);
  });
});

describe("the fields that row scopes of lists look at", () => {
  it("are those of all roles, each once, without system fields and those of other verbs and entities", () => {
    const { entities } = compile((file) => {
      const grant = (entity: string, verb: string, where: JsonValue) => ({ entity, verbs: [verb], where });
      file.roles = [
        {
          key: "one",
          name: "One",
          grants: [
            grant("deals", "list", { or: [["stage", "eq", "won"], { not: ["account", "is_null", true] }] }),
            grant("deals", "update", ["amount", "gt", "1"]),
            grant("accounts", "list", ["name", "eq", "Acme"]),
          ],
        },
        {
          key: "other",
          name: "Other",
          grants: [
            grant("deals", "list", {
              and: [
                ["stage", "eq", "lead"],
                ["created", "gt", "2026-01-01T00:00:00Z"],
                ["title", "eq", "a"],
              ],
            }),
          ],
        },
      ];
    });
    expect(entities.get("deals")?.scopeFields).toEqual(["account", "stage", "title"]);
    expect(entities.get("accounts")?.scopeFields).toEqual(["name"]);
  });

  it("include those that decide who can read a unique value", () => {
    const entity = compile((file) => {
      const [, deals] = file.entities;
      const title = deals?.fields.find(({ key }) => key === "title");
      if (deals === undefined || title === undefined) throw new Error("the example has deals with a title");
      Object.assign(title, { unique: true, readVerb: "readTitle" });
      file.roles = [
        {
          key: "one",
          name: "One",
          grants: [
            { entity: "deals", verbs: ["list"] },
            { entity: "deals", verbs: ["readTitle"], where: ["stage", "eq", "won"] },
          ],
        },
      ];
    }).entities.get("deals");
    expect(entity?.scopeFields).toEqual(["stage"]);
    expect(entity?.formerFields).toEqual(["stage", "title"]);
  });
});

describe("the fields with unique values", () => {
  it("are the unique ones, and the label where it is unique", () => {
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
});

describe("a field", () => {
  it("has every member spelt out", () => {
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
      {
        options: [
          { value: "x", label: "x" },
          { value: "y", label: "y" },
          { value: "z", label: "Zed" },
        ],
      },
    ],
  ])("%j compiles to %j", (document, expected) => {
    expect(compileField(document)).toMatchObject(expected);
  });
});

describe("a role", () => {
  it("has its filters parsed", () => {
    expect(compile().roles.get("sales")?.grants).toEqual([
      { entityKey: "deals", verbs: ["list", "create"], where: null },
      { entityKey: "deals", verbs: ["update"], where: { field: "createdBy", operator: "eq", value: "$member.id" } },
      { entityKey: "accounts", verbs: ["list"], where: null },
    ]);
  });
});

describe("a label", () => {
  it.each([
    ["closeDate", "Close date"],
    ["close_date", "Close date"],
    ["sales-deals", "Sales deals"],
    ["vatID", "Vat ID"],
  ])("of %s is %s", (key, label) => {
    expect(labelFromKey(key)).toBe(label);
  });
});
