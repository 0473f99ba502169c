/** Where a record may begin, which ways it may go, and when it may no longer be touched (contract § 7). */
import { describe, expect, it } from "vitest";
import type { EntityAccess } from "@/lib/access/compile";
import { NO_ROWS, type RowScope } from "@/lib/access/scope";
import { compileEntity } from "@/lib/configuration/compile";
import type { EntityDocument } from "@/lib/configuration/schema";
import type { JsonObject } from "@/lib/model";
import { requireDeletable, requireInitialState, requireTransition } from "@/lib/records/rules/lifecycle";
import { refusalOf } from "../refusal";

const SOME: RowScope = [{ field: "title", operator: "eq", value: "x" }];

type Lifecycle = NonNullable<EntityDocument["lifecycle"]>;

const LIFECYCLE: Lifecycle = {
  field: "stage",
  initial: ["lead", "draft"],
  states: { won: { locked: true }, lost: { locked: true, deletable: true }, draft: { deletable: false } },
  transitions: [
    { from: "lead", to: "won", verb: "approve" },
    { from: "lead", to: "lost" },
    { from: "won", to: "lead", verb: "reopen" },
    { from: "draft", to: "lead" },
    { from: "lead", to: "partly", verb: "partly" },
  ],
};

const HELD = new Map<string, RowScope>([
  ["approve", "all"],
  ["partly", SOME],
]);

function access(lifecycle: Lifecycle | undefined = LIFECYCLE, required = false): EntityAccess {
  const options = ["lead", "won", "lost", "draft", "partly"];
  const entity = compileEntity(
    {
      key: "deals",
      labelField: "title",
      fields: [
        { key: "title", type: "text" },
        { key: "stage", type: "select", options, required },
      ],
      ...(lifecycle === undefined ? {} : { lifecycle }),
    },
    "id",
  );
  const readable: EntityAccess["readable"] = new Map([["stage", "all"]]);
  return { entity, readable, scopeOf: (verb: string) => HELD.get(verb) ?? NO_ROWS } as EntityAccess;
}

const withoutLifecycle: EntityAccess = { ...access(), entity: { ...access().entity, lifecycle: null } };

function expectRefusal(call: () => unknown, message: string): void {
  const refused = refusalOf(call);
  expect([refused.code, refused.message]).toEqual(["PERMISSION_DENIED", message]);
}

describe("a new record", () => {
  const { initial: _, ...anywhere } = LIFECYCLE;

  it.each<[name: string, by: EntityAccess, data: JsonObject]>([
    ["in an initial state", access(), { stage: "lead" }],
    ["in another initial state", access(), { stage: "draft" }],
    ["in no state that there is, which validation names", access(), { stage: "nonsense" }],
    ["in a list of states, which validation names", access(), { stage: ["lead"] }],
    ["without a state where one is required, which validation names", access(LIFECYCLE, true), { stage: null }],
    ["anywhere where the lifecycle does not say", access(anywhere), { stage: "won" }],
    ["anywhere where there is no lifecycle", withoutLifecycle, { stage: "won" }],
  ])("may begin %s", (_, by, data) => {
    expect(() => requireInitialState(by, data)).not.toThrow();
  });

  it.each<[JsonObject]>([[{ stage: "won" }], [{ stage: null }], [{}]])("may not begin with %j", (data) => {
    expectRefusal(
      () => requireInitialState(access(), data),
      "A new record starts in one of these states: lead, draft.",
    );
  });

  it("is refused without naming the states where they are hidden", () => {
    const hidden = { ...access(), readable: new Map() };
    expectRefusal(() => requireInitialState(hidden, { stage: "won" }), "A new record cannot start in this state.");
  });
});

describe("a change", () => {
  it.each<[name: string, before: string | null, changed: JsonObject, rights: string[]]>([
    ["of another field", "lead", { title: "x" }, []],
    ["of nothing", "won", {}, []],
    ["along a free way", "lead", { stage: "lost" }, []],
    ["along a way whose right is held", "lead", { stage: "won" }, ["approve"]],
    ["along a way whose right is held on some records", "lead", { stage: "partly" }, ["partly"]],
    ["to what is no state, which validation names", "lead", { stage: "nonsense" }, []],
    ["from no state to an initial one", null, { stage: "lead" }, []],
    ["from what is no state any more to an initial one", "gone", { stage: "lead" }, []],
  ])("is allowed, and requires its permission: %s", (_, stage, changed, rights) => {
    expect(requireTransition(access(), { stage, title: "t" }, changed)).toEqual(rights);
  });

  const LOCKED = "This record is locked by its state: change its state first, if the lifecycle allows it.";
  const NO_WAY =
    "The lifecycle of this record does not allow this change of state. The configuration says which it allows.";

  it.each<[name: string, before: string | null, changed: JsonObject, message: string]>([
    ["along no way", "draft", { stage: "won" }, NO_WAY],
    ["to no state", "lead", { stage: null }, NO_WAY],
    ["from no state to one that is not initial", null, { stage: "won" }, NO_WAY],
    ["from what is no state any more to none", "gone", { stage: null }, NO_WAY],
    ["from what is no state any more to one that is not initial", "gone", { stage: "won" }, NO_WAY],
    [
      "along a way whose right is not held",
      "won",
      { stage: "lead" },
      "This change of state requires the permission reopen.",
    ],
    ["of a locked record", "won", { title: "x" }, LOCKED],
    ["of a locked record on its way out", "won", { stage: "lead", title: "x" }, LOCKED],
  ])("is refused: %s", (_, stage, changed, message) => {
    expectRefusal(() => requireTransition(access(), { stage, title: "t" }, changed), message);
  });

  it("is free where there is no lifecycle", () => {
    expect(requireTransition(withoutLifecycle, { stage: "won" }, { stage: "lead", title: "x" })).toEqual([]);
  });
});

describe("the reason of a refusal, for those who manage the token", () => {
  const moved = (by: EntityAccess, before: string | null, changed: JsonObject) =>
    refusalOf(() => requireTransition(by, { stage: before }, changed)).reason;

  it("has the states", () => {
    const reason = { step: "lifecycle", rule: "no way", from: "draft", to: "won" };
    expect(moved(access(), "draft", { stage: "won" })).toEqual(reason);
    const created = refusalOf(() => requireInitialState(access(), { stage: "won" })).reason;
    expect(created).toEqual({ step: "lifecycle", rule: "initial", to: "won" });
    expect(moved(access(), "lead", { stage: null })).toEqual({ step: "lifecycle", rule: "no way", from: "lead" });
  });

  it.each<[string, EntityAccess["readable"]]>([
    ["hidden", new Map()],
    ["hidden on some records", new Map([["stage", SOME]])],
  ])("has none where the state is %s", (_, readable) => {
    const reason = { step: "lifecycle", rule: "no way" };
    expect(moved({ ...access(), readable }, "draft", { stage: "won" })).toEqual(reason);
  });
});

describe("a deletion", () => {
  it.each([["lead"], ["lost"], [null], ["nonsense"]])("of a record in the state %s is allowed", (stage) => {
    expect(() => requireDeletable(access(), { stage })).not.toThrow();
  });

  it.each([["won"], ["draft"]])("of a record in the state %s is refused", (stage) => {
    expectRefusal(
      () => requireDeletable(access(), { stage }),
      "A record in this state cannot be deleted: change its state first, if the lifecycle allows it.",
    );
  });

  it("is free where there is no lifecycle", () => {
    expect(() => requireDeletable(withoutLifecycle, { stage: "won" })).not.toThrow();
  });
});
