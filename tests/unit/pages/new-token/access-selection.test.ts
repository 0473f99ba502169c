/** Ticking in the table of a new token. */
import { describe, expect, it } from "vitest";
import {
  countEntities,
  isSelected,
  selectPreset,
  tickedAmong,
  toggle,
  toScopes,
} from "@/app/(member)/tokens/new/access-selection";
import { VERBS, type Verb } from "@/lib/model";

const entity = (entityKey: string, held: Verb[]) => ({
  entityKey,
  verbs: Object.fromEntries(VERBS.map((verb) => [verb, { held: held.includes(verb) }])) as Record<
    Verb,
    { held: boolean }
  >,
});
const deals = entity("deals", ["list", "create", "update", "delete"]);
const accounts = entity("accounts", ["list", "create"]);
const notes = entity("notes", ["delete"]);
const entities = [deals, accounts, notes];

describe("a preset", () => {
  it("to read lists all that can be listed", () => {
    expect(toScopes("read", selectPreset(entities, "read"))).toEqual([
      { entity: "accounts", verbs: ["list"] },
      { entity: "deals", verbs: ["list"] },
    ]);
  });

  it("to read and write deletes nothing", () => {
    expect(toScopes("write", selectPreset(entities, "write"))).toEqual([
      { entity: "accounts", verbs: ["list", "create"] },
      { entity: "deals", verbs: ["list", "create", "update"] },
    ]);
  });

  it("for everything ticks all that is held, and means later rights too", () => {
    const selection = selectPreset(entities, "everything");
    expect(selection.size).toBe(7);
    expect(toScopes("everything", selection)).toBeNull();
  });
});

describe("a tick", () => {
  it("is for one verb of one entity", () => {
    const selection = toggle(new Set(), [deals], ["update"]);
    expect(isSelected(selection, "deals", "update")).toBe(true);
    expect(isSelected(selection, "accounts", "update")).toBe(false);
    expect(toScopes("custom", selection)).toEqual([{ entity: "deals", verbs: ["update"] }]);
  });

  it("goes away at the second time", () => {
    expect(toggle(toggle(new Set(), [deals], ["update"]), [deals], ["update"]).size).toBe(0);
  });

  it("is never set where the verb is not held", () => {
    expect(toggle(new Set(), [accounts], ["delete"]).size).toBe(0);
  });

  it("of a row completes it first, then clears it", () => {
    const some = toggle(new Set(), [accounts], ["list"]);
    const all = toggle(some, [accounts]);
    expect(toScopes("custom", all)).toEqual([{ entity: "accounts", verbs: ["list", "create"] }]);
    expect(toggle(all, [accounts]).size).toBe(0);
  });

  it("of a column leaves the other columns alone", () => {
    const selection = toggle(selectPreset(entities, "read"), entities, ["create"]);
    expect(toScopes("custom", selection)).toEqual([
      { entity: "accounts", verbs: ["list", "create"] },
      { entity: "deals", verbs: ["list", "create"] },
    ]);
  });
});

describe("how much is ticked", () => {
  it.each([
    ["all", ["list"] as Verb[]],
    ["some", ["list", "create"] as Verb[]],
    ["none", ["create"] as Verb[]],
  ])("is %s", (ticked, verbs) => {
    expect(tickedAmong(selectPreset([accounts], "read"), [accounts], verbs)).toBe(ticked);
  });

  it("is said of no column that nobody could tick", () => {
    expect(tickedAmong(new Set(), [accounts], ["delete"])).toBe("nothing to tick");
  });

  it("is counted in entities", () => {
    expect(countEntities(selectPreset(entities, "everything"))).toBe(3);
  });
});
