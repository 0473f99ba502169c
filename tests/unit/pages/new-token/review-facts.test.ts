/** The small facts of the review, and what stops a form before it is sent. */
import { describe, expect, it } from "vitest";
import { firstDraft, withPreset } from "@/app/(member)/tokens/new/draft";
import { findDraftProblems } from "@/app/(member)/tokens/new/draft-problems";
import { hiddenFieldsOf } from "@/app/(member)/tokens/new/hidden-fields";
import { listedEntities } from "@/app/(member)/tokens/new/listed-entities";
import { sentForm } from "@/app/(member)/tokens/new/parse-form";
import { entityRights } from "./entity-rights";

const accounts = { ...entityRights("accounts", ["list"]), pluralLabel: "Accounts", hiddenFieldCount: 2 };
const deals = { ...entityRights("deals", ["list", "update"]), pluralLabel: "Deals", hiddenFieldCount: 1 };
const notes = { ...entityRights("notes", ["create"]), pluralLabel: "Notes", hiddenFieldCount: 0 };
const closed = { ...entityRights("closed", []), pluralLabel: "Closed", hiddenFieldCount: 7 };
const rights = [notes, accounts, deals, closed];

describe("hidden fields", () => {
  it("are counted where the token reaches", () => {
    expect(hiddenFieldsOf([{ entity: "deals", verbs: ["list"] }], rights)).toBe("1: 1 in Deals");
    expect(hiddenFieldsOf(null, rights)).toBe("3: 2 in Accounts, 1 in Deals");
    expect(hiddenFieldsOf([{ entity: "notes", verbs: ["create"] }], rights)).toBe("none");
  });
});

describe("what can be listed", () => {
  it("is what the token may list, in the order of the table", () => {
    const keys = (...given: Parameters<typeof listedEntities>) =>
      listedEntities(...given).map((each) => each.entityKey);
    expect(keys(null, rights)).toEqual(["accounts", "deals"]);
    expect(keys([{ entity: "deals", verbs: ["list"] }], rights)).toEqual(["deals"]);
    expect(keys([{ entity: "deals", verbs: ["update"] }], rights)).toEqual([]);
    expect(keys(null, [notes])).toEqual([]);
  });
});

describe("a form that is not sent", () => {
  const NOW = new Date("2026-11-21T12:00:00.000Z");
  const TOMORROW = new Date("2026-11-22T12:00:00.000Z");
  const policy = { maxLifetimeDays: 30, allowNeverExpiring: false, requirePurpose: true };
  const filled = { ...firstDraft(rights, "30d"), name: "Sync", purpose: "Nightly" };
  const parts = (...given: Parameters<typeof findDraftProblems>) => findDraftProblems(...given).map(({ part }) => part);

  it("has nothing wrong with it when it is filled in", () => {
    expect(parts(filled, TOMORROW, policy, NOW)).toEqual([]);
  });

  it("names every part that is wrong, in the order of the page", () => {
    const draft = { ...withPreset(filled, "custom", rights), name: " ", purpose: " ", selection: new Set<never>() };
    expect(parts(draft, null, policy, NOW)).toEqual(["name", "purpose", "expires", "scopes"]);
  });

  it("misses a day that was not picked", () => {
    expect(findDraftProblems(filled, undefined, policy, NOW)).toEqual([
      { part: "expires", message: "choose the last day on which the token works" },
    ]);
  });
});

describe("what a browser sends", () => {
  const sent = {
    formId: "0123456789abcdef",
    name: "Sync",
    purpose: "",
    expires: "2026-12-21T12:00:00.000Z",
    scopes: null,
  };

  it("becomes a request", () => {
    expect(sentForm.parse(sent)).toEqual({
      formId: "0123456789abcdef",
      request: { name: "Sync", purpose: "", expires: new Date("2026-12-21T12:00:00.000Z"), scopes: null },
    });
  });

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["a form without an id", { ...sent, formId: "" }],
    ["a name that is no text", { ...sent, name: ["Sync"] }],
    ["a date that is none", { ...sent, expires: "soon" }],
    ["no expiry at all", { ...sent, expires: undefined }],
    ["a verb that is none", { ...sent, scopes: [{ entity: "deals", verbs: ["approve"] }] }],
    ["an entity without verbs", { ...sent, scopes: [{ entity: "deals", verbs: [] }] }],
  ])("is refused when it is %s", (_, wrong) => {
    expect(sentForm.safeParse(wrong).success).toBe(false);
  });
});
