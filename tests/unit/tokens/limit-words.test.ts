/** What limits, and changes of them, are in words. */
import { describe, expect, it } from "vitest";
import { NO_LIMITS } from "@/lib/model";
import { describeLimits, describeTightening, limitNames } from "@/lib/tokens/limit-words";
import { describeRowLimits, describeRows, firstToTry } from "@/lib/tokens/row-limits";

const BEFORE = {
  deniedFields: [{ entity: "deals", fields: ["amount"] }],
  rows: [{ entityKey: "deals", where: ["region", "eq", "EMEA"] }],
  allowedAddresses: ["10.0.0.0/8"],
  requestsPerMinute: 60,
};

it("a tightening is described by what is new in it", () => {
  const after = {
    deniedFields: [
      { entity: "accounts", fields: ["city"] },
      { entity: "deals", fields: ["amount", "title"] },
    ],
    rows: [...BEFORE.rows, { entityKey: "accounts", where: ["city", "in", ["Turin", "Rome"]] }],
    allowedAddresses: ["10.1.0.0/16"],
    requestsPerMinute: 30,
  };
  expect(describeTightening(BEFORE, after)).toEqual([
    "cannot read city of accounts",
    "cannot read title of deals",
    "reaches accounts only where city is one of Turin, Rome",
    "works from 10.1.0.0/16 only",
    "at most 30 requests a minute",
  ]);
  expect(describeTightening(BEFORE, { ...BEFORE, requestsPerMinute: 30 })).toEqual(["at most 30 requests a minute"]);
  expect(describeTightening(NO_LIMITS, BEFORE)).toEqual(describeLimits(BEFORE));
});

it("entities and fields are called as people know them, and by their key where they are not known", () => {
  const labels = [{ entityKey: "deals", pluralLabel: "Deals", fields: [{ key: "amount", label: "Amount" }] }];
  const limits = {
    ...NO_LIMITS,
    deniedFields: [
      { entity: "deals", fields: ["amount", "margin"] },
      { entity: "payroll", fields: ["name"] },
    ],
    rows: [
      { entityKey: "deals", where: ["amount", "gte", 10] },
      { entityKey: "payroll", where: ["name", "starts_with", "A"] },
    ],
  };
  expect(describeLimits(limits, limitNames(labels))).toEqual([
    "cannot read Amount, margin of Deals",
    "cannot read name of payroll",
    "reaches Deals only where Amount is at least 10",
    "reaches payroll only where name starts with A",
  ]);
});

const B_OR_C = [
  ["b", "lt", 1],
  ["c", "contains", "x"],
];

it.each([
  [["region", "eq", "EMEA"], "region is EMEA"],
  [["region", "neq", null], "region is not empty"],
  [["region", "is_null", true], "region is empty"],
  [["tags", "all_of", ["a", "b"]], "tags has all of a, b"],
  [{ not: ["region", "nin", ["EMEA", "APAC"]] }, "not (region is none of EMEA, APAC)"],
  [{ and: [["a", "eq", true], { or: B_OR_C }] }, "a is true and (b is less than 1 or c contains x)"],
  [["region", "like", "EM%"], '["region","like","EM%"]'],
])("rows by the filter %j are described", (where, words) => {
  expect(describeRows({ entityKey: "deals", where })).toBe(words);
});

describe("the conditions on records", () => {
  const rows = [
    { entityKey: "deals", where: ["region", "eq", "EMEA"] },
    { entityKey: "notes", where: ["open", "eq", true] },
    { entityKey: "deals", where: ["stage", "in", ["won", "lost"]] },
  ];

  it("are described by entity, with the names of the fields", () => {
    const names = { entity: () => "", field: (entity: string, key: string) => `${entity}.${key}` };
    expect([...describeRowLimits(rows, names)]).toEqual([
      ["deals", "deals.region is EMEA and deals.stage is one of won, lost"],
      ["notes", "notes.open is true"],
    ]);
  });

  it.each([
    [["accounts", "notes", "deals"], "notes"],
    [["accounts", "contacts"], "accounts"],
    [[], undefined],
  ])("of the entities that the token lists, %j, it suggests trying %s first", (keys, first) => {
    const listed = keys.map((entityKey) => ({ entityKey }));
    expect(firstToTry(listed, rows)?.entityKey).toBe(first);
  });
});
