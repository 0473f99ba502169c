/** A token while the form is filled in: what presets mean, and what is sent in the end. */
import { describe, expect, it } from "vitest";
import { firstDraft, scopesOf, toRequest, withPreset, withSelection } from "@/app/(member)/tokens/new/draft";
import { entityRights, furtherRight } from "./entity-permissions";

const deals = entityRights("deals", ["list", "create", "update", "delete"]);
const accounts = entityRights("accounts", ["list", "create"]);
const notes = entityRights("notes", ["delete"]);
const permissions = [accounts, deals, notes];
const first = firstDraft(permissions, "30d");

it("a new form asks for the minimum: to read", () => {
  expect(first.preset).toBe("read only");
  expect(scopesOf(first)).toEqual([
    { entity: "accounts", verbs: ["list"] },
    { entity: "deals", verbs: ["list"] },
  ]);
});

describe("a preset", () => {
  it("to read and write deletes nothing", () => {
    expect(scopesOf(withPreset(first, "read and write", permissions))).toEqual([
      { entity: "accounts", verbs: ["list", "create"] },
      { entity: "deals", verbs: ["list", "create", "update"] },
    ]);
  });

  it("to read, or to read and write, has no further verbs", () => {
    const orders = entityRights("orders", ["list", "update"], [furtherRight("approve")]);
    expect(scopesOf(firstDraft([orders], "30d"))).toEqual([{ entity: "orders", verbs: ["list"] }]);
    const writing = withPreset(firstDraft([orders], "30d"), "read and write", [orders]);
    expect(scopesOf(writing)).toEqual([{ entity: "orders", verbs: ["list", "update"] }]);
    expect(withPreset(writing, "everything", [orders]).selection).toContain("orders:approve");
  });

  it("for everything is no list, and ticks all that is held", () => {
    const draft = withPreset(first, "everything", permissions);
    expect(scopesOf(draft)).toBeNull();
    expect(draft.selection.size).toBe(7);
  });
});

it("addresses without any address are sent to be refused, and not as no limit", () => {
  const limits = { ...first.limits, addresses: " ,\n" };
  expect(toRequest({ ...first, limits }, null).allowedAddresses).toEqual([","]);
});

it("conditions on records are sent of every entity that is reached, and of no other", () => {
  const rows = ["deals", "accounts"].map((entityKey) => {
    const limit = { entityKey, where: ["region", "eq", "EMEA"] };
    return { kind: "stored", limit, removable: true } as const;
  });
  const draft = { ...first, limits: { ...first.limits, rows } };
  const onlyDeals = withSelection(draft, new Set(["deals:create"] as const));
  expect(toRequest(onlyDeals, null).rows).toEqual([rows[0]?.limit]);
  expect(toRequest(withPreset(draft, "everything", permissions), null).rows).toHaveLength(2);
});

it("fields of an entity that is no longer listed are not sent", () => {
  const denied = new Set(["deals:amount", "accounts:city"] as const);
  const draft = { ...first, limits: { ...first.limits, denied } };
  const onlyDeals = withSelection(draft, new Set(["deals:list", "accounts:create"] as const));
  expect(toRequest(onlyDeals, null).deniedFields).toEqual([{ entity: "deals", fields: ["amount"] }]);
  expect(toRequest(draft, null).deniedFields).toHaveLength(2);
});
