/** Ticking in the table of a new token. */
import { describe, expect, it } from "vitest";
import {
  countTicked,
  selectScopes,
  tickedAmong,
  toggle,
  toScopes,
} from "@/app/(member)/tokens/new/access/access-selection";
import { entityRights, furtherRight } from "./entity-permissions";

const deals = entityRights("deals", ["list", "create", "update", "delete"]);
const accounts = entityRights("accounts", ["list", "create"]);
const notes = entityRights("notes", ["delete"]);
const entities = [deals, accounts, notes];
const NOTHING = selectScopes([], entities);
const lists = selectScopes([{ entity: "deals", verbs: ["list"] }], entities);

describe("a tick", () => {
  it("is never set where the verb is not held", () => {
    expect(toScopes(toggle(NOTHING, [accounts], ["delete"]))).toEqual([]);
  });

  it("of a row completes it first, then clears it", () => {
    const all = toggle(lists, [deals]);
    expect(toScopes(all)).toEqual([{ entity: "deals", verbs: ["list", "create", "update", "delete"] }]);
    expect(toScopes(toggle(all, [deals]))).toEqual([]);
  });

  it("is set for every verb that is held, if the scopes are everything", () => {
    expect(toScopes(selectScopes(null, entities))).toEqual([
      { entity: "accounts", verbs: ["list", "create"] },
      { entity: "deals", verbs: ["list", "create", "update", "delete"] },
      { entity: "notes", verbs: ["delete"] },
    ]);
  });
});

describe("a further verb", () => {
  const orders = entityRights(
    "orders",
    ["list", "update"],
    [furtherRight("approve"), furtherRight("audit", { permission: { held: false, reason: "Not audit." } })],
  );

  it("is ticked like the four, where it is held", () => {
    expect(toScopes(toggle(NOTHING, [orders], ["approve"]))).toEqual([{ entity: "orders", verbs: ["approve"] }]);
    expect(toScopes(toggle(NOTHING, [orders], ["audit"]))).toEqual([]);
    expect(tickedAmong(NOTHING, [orders], ["audit"])).toBe("nothing to tick");
  });

  it("is part of its row, and of everything", () => {
    const all = [{ entity: "orders", verbs: ["list", "update", "approve"] }];
    expect(toScopes(toggle(NOTHING, [orders]))).toEqual(all);
    expect(toScopes(selectScopes(null, [orders]))).toEqual(all);
    expect(countTicked(NOTHING, [orders])).toBe("0 of your 3 permissions, on 0 entities");
  });
});
