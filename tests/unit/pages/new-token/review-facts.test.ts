/** The small facts of the review, and what stops a form before it is sent. */
import { describe, expect, it } from "vitest";
import { creation } from "@/app/(member)/tokens/action-input";
import { findDraftProblems, firstDraft, stillWrong, withPreset } from "@/app/(member)/tokens/new/draft";
import { hiddenFieldsOf, limitableEntities, listedEntities } from "@/app/(member)/tokens/new/review/reach";
import { entityRights, furtherRight } from "./entity-permissions";

const accounts = { ...entityRights("accounts", ["list"]), pluralLabel: "Accounts", hiddenFieldCount: 2 };
const deals = { ...entityRights("deals", ["list", "update"]), pluralLabel: "Deals", hiddenFieldCount: 1 };
const notes = { ...entityRights("notes", ["create"]), pluralLabel: "Notes", hiddenFieldCount: 0 };
const closed = { ...entityRights("closed", []), pluralLabel: "Closed", hiddenFieldCount: 7 };
const permissions = [notes, accounts, deals, closed];

it("hidden fields are counted where the token can read", () => {
  expect(hiddenFieldsOf([{ entity: "deals", verbs: ["list"] }], permissions)).toBe("1 hidden field (Deals)");
  expect(hiddenFieldsOf(null, permissions)).toBe("3 hidden fields (2 in Accounts, 1 in Deals)");
  expect(hiddenFieldsOf([{ entity: "notes", verbs: ["create"] }], permissions)).toBe("none hidden");
  expect(hiddenFieldsOf([{ entity: "deals", verbs: ["update"] }], permissions)).toBe("none hidden");
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

  it("can be taken away where the token lists the entity, and say what else they need", () => {
    const offered = (...verbs: string[]) => limitableEntities([{ entity: "deals", verbs }], [guarded, accounts]);
    expect(offered("list", "update")).toEqual([
      {
        entityKey: "deals",
        pluralLabel: "Deals",
        limiting: [],
        fields: [
          { key: "title", label: "Title", unreadable: null },
          { key: "cost", label: "Cost", unreadable: "needs readCost" },
          { key: "margin", label: "Margin", unreadable: "needs readCost" },
          { key: "note", label: "Note", unreadable: null },
        ],
      },
    ]);
    expect(offered("update")).toEqual([]);
    expect(limitableEntities(null, [guarded, notes]).map(({ entityKey }) => entityKey)).toEqual(["deals"]);
  });
});

it("what can be listed is what the token may list, in the order of the table", () => {
  const keys = (...given: Parameters<typeof listedEntities>) => listedEntities(...given).map((each) => each.entityKey);
  expect(keys(null, permissions)).toEqual(["accounts", "deals"]);
  expect(keys([{ entity: "deals", verbs: ["list"] }], permissions)).toEqual(["deals"]);
  expect(keys([{ entity: "deals", verbs: ["update"] }], permissions)).toEqual([]);
  expect(keys(null, [notes])).toEqual([]);
});

describe("a form that is not sent", () => {
  const NOW = new Date("2026-11-21T12:00:00.000Z");
  const policy = { maxLifetimeDays: 30, allowNeverExpiring: false, requirePurpose: true };
  const filled = { ...firstDraft(permissions, "30d"), name: "Sync", purpose: "Nightly" };
  const parts = (...given: Parameters<typeof findDraftProblems>) => findDraftProblems(...given).map(({ part }) => part);

  it("names every part that is wrong, in the order of the page", () => {
    const draft = {
      ...withPreset(filled, "custom", permissions),
      name: " ",
      purpose: " ",
      selection: new Set<never>(),
    };
    expect(parts(draft, null, policy, NOW)).toEqual(["name", "purpose", "scopes", "expires"]);
  });

  it("requires the day to be picked", () => {
    expect(findDraftProblems(filled, undefined, policy, NOW)).toEqual([
      { part: "expires", message: "choose the last day on which the token works" },
    ]);
  });
});

it("a form that was refused keeps the errors of parts left unchanged, and of changed parts only those that still apply", () => {
  const refused = { ...firstDraft(permissions, "30d"), purpose: "Nightly" };
  const NAME = { part: "name", message: "say what the token is for, in a few words" } as const;
  const SERVER = { part: "scopes", message: "the owner does not have list" } as const;
  expect(stillWrong([NAME, SERVER], refused, refused, [])).toEqual([NAME, SERVER]);
  expect(stillWrong([NAME, SERVER], refused, { ...refused, name: "Sync" }, [])).toEqual([SERVER]);
  const custom = { ...refused, preset: "custom" as const, selection: new Set(["deals:list"] as const) };
  expect(stillWrong([NAME, SERVER], refused, custom, [NAME])).toEqual([NAME]);
  const longer = { part: "name", message: "must have at most 100 characters" } as const;
  expect(stillWrong([NAME], refused, { ...refused, name: "x".repeat(101) }, [longer])).toEqual([longer]);
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

  it("may have further verbs, which are not checked here", () => {
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
