/** The small facts of the review, and what stops a form before it is sent. */
import { describe, expect, it } from "vitest";
import { creation } from "@/app/(member)/tokens/action-input";
import { hiddenFieldsOf, listedEntities } from "@/app/(member)/tokens/new/review/reach";
import { entityRights, furtherRight } from "./entity-permissions";

const accounts = { ...entityRights("accounts", ["list"]), pluralLabel: "Accounts", hiddenFieldCount: 2 };
const deals = { ...entityRights("deals", ["list", "update"]), pluralLabel: "Deals", hiddenFieldCount: 1 };
const notes = { ...entityRights("notes", ["create"]), pluralLabel: "Notes", hiddenFieldCount: 0 };
const closed = { ...entityRights("closed", []), pluralLabel: "Closed", hiddenFieldCount: 7 };
const permissions = [notes, accounts, deals, closed];

describe("hidden fields", () => {
  it("are counted where the token can read", () => {
    expect(hiddenFieldsOf([{ entity: "deals", verbs: ["list"] }], permissions)).toBe("1 hidden field (Deals)");
    expect(hiddenFieldsOf(null, permissions)).toBe("3 hidden fields (2 in Accounts, 1 in Deals)");
    expect(hiddenFieldsOf([{ entity: "notes", verbs: ["create"] }], permissions)).toBe("none hidden");
    expect(hiddenFieldsOf([{ entity: "deals", verbs: ["update"] }], permissions)).toBe("none hidden");
  });
});

describe("fields hidden because a verb is not ticked", () => {
  const guarded = {
    ...entityRights("deals", ["list", "update"], [furtherRight("readCost", { worksWith: ["list"] })]),
    pluralLabel: "Deals",
    hiddenFieldCount: 1,
    fields: [
      { key: "title", label: "Title", readVerb: null },
      { key: "cost", label: "Cost", readVerb: "readCost" },
      { key: "margin", label: "Margin", readVerb: "readCost" },
      { key: "note", label: "Note", readVerb: "update" },
    ],
  };
  const hidden = (...verbs: string[]) => hiddenFieldsOf([{ entity: "deals", verbs }], [guarded, accounts]);

  it("are counted, with the verbs", () => {
    expect(hidden("list")).toBe("4 hidden fields (Deals). 3 of them because readCost, update are not ticked");
    expect(hidden("list", "update")).toBe("3 hidden fields (Deals). 2 of them because readCost is not ticked");
  });
});

describe("what can be listed", () => {
  it("is what the token may list, in the order of the table", () => {
    const keys = (...given: Parameters<typeof listedEntities>) =>
      listedEntities(...given).map((each) => each.entityKey);
    expect(keys(null, permissions)).toEqual(["accounts", "deals"]);
    expect(keys([{ entity: "deals", verbs: ["list"] }], permissions)).toEqual(["deals"]);
    expect(keys([{ entity: "deals", verbs: ["update"] }], permissions)).toEqual([]);
    expect(keys(null, [notes])).toEqual([]);
  });
});

describe("what a browser sends", () => {
  const sent = {
    formId: "0123456789abcdef",
    name: "Sync",
    purpose: "",
    expires: "2026-12-21T12:00:00.000Z",
    scopes: null,
    deniedFields: [{ entity: "deals", fields: ["amount"] }],
    rows: [{ entityKey: "deals", where: { not: ["region", "in", ["EMEA"]] } }],
    allowedAddresses: ["10.0.0.0/8"],
    requestsPerMinute: 60,
  };

  it("has further verbs, too: which there are is not asked here", () => {
    const scopes = [{ entity: "deals", verbs: ["list", "approve"] }];
    expect(creation.parse({ ...sent, scopes }).request.scopes).toEqual(scopes);
  });

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["a date that is none", { ...sent, expires: "soon" }],
    ["a verb that is no word", { ...sent, scopes: [{ entity: "deals", verbs: ["list", "a:b"] }] }],
    ["a field that is no word", { ...sent, deniedFields: [{ entity: "deals", fields: ["a.b"] }] }],
    ["a number as text", { ...sent, requestsPerMinute: "60" }],
    ["an entity without verbs", { ...sent, scopes: [{ entity: "deals", verbs: [] }] }],
  ])("is refused when it is %s", (_, wrong) => {
    expect(creation.safeParse(wrong).success).toBe(false);
  });
});
