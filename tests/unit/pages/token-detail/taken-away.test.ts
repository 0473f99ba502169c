/** Taking access away from a token. */
import { describe, expect, it } from "vitest";
import {
  formatTakenAway,
  grantedPermissions,
  losingEntities,
  remainingScopes,
} from "@/app/(member)/tokens/[id]/edit/edit-draft";
import { VERBS, type Verb } from "@/lib/model";
import type { EntityEffect, VerbAccess } from "@/lib/tokens/read/detail";

function entity(entityKey: string, pluralLabel: string, granted: Verb[], furtherVerbs: string[] = []): EntityEffect {
  const verbs = Object.fromEntries(
    VERBS.map((verb) => {
      const isGranted = granted.includes(verb);
      return [verb, { granted: isGranted, held: true, effective: isGranted, someRecords: false }];
    }),
  ) as Record<Verb, VerbAccess>;
  const further = furtherVerbs.map((verb) => ({
    verb,
    granted: true,
    held: true,
    effective: true,
    someRecords: false,
  }));
  return { entityKey, label: pluralLabel, pluralLabel, verbs, further, fields: [], limiting: [], hiddenFieldCount: 0 };
}
const access = [entity("contacts", "Contacts", ["list", "delete"]), entity("deals", "Deals", ["create"])];

describe("what is taken away", () => {
  it("leaves no entity without a verb", () => {
    expect(remainingScopes(access, new Set(["deals:create"]))).toEqual([
      { entity: "contacts", verbs: ["list", "delete"] },
    ]);
    expect(remainingScopes(access, new Set(["contacts:list", "contacts:delete", "deals:create"]))).toEqual([]);
  });

  it("can be a further verb, and what is left keeps the others", () => {
    const orders = [entity("orders", "Orders", ["list", "update"], ["approve", "readCost"])];
    expect(grantedPermissions(orders)).toEqual(["orders:list", "orders:update", "orders:approve", "orders:readCost"]);
    const without = new Set(["orders:approve"]);
    expect(remainingScopes(orders, without)).toEqual([{ entity: "orders", verbs: ["list", "update", "readCost"] }]);
    expect(formatTakenAway(losingEntities(orders, without))).toBe("approve on Orders");
  });
});
