import { describe, expect, it } from "vitest";
import { findTokens, groupRotations } from "@/components/tokens/list/find-tokens";
import { type ListQuery, parseListQuery } from "@/components/tokens/list/list-query";
import type { TokenItem } from "@/components/tokens/list/token-item";
import { daysFromNow, item, NOW } from "./item";

const ALL = parseListQuery(new URLSearchParams());

function find(items: TokenItem[], part: Partial<ListQuery> = {}): string[][] {
  return findTokens(items, { ...ALL, ...part }, NOW).map((group) => group.map(({ id }) => id));
}

describe("a search", () => {
  const items = [
    item("a", { name: "Website sync", purpose: "Publishes deals" }),
    item("b", { name: "Nightly export", owner: { name: "Ada", email: "ada@example.test" } }),
  ];

  it.each([
    ["sync", ["a"]],
    ["WEBSITE", ["a"]],
    ["sync website", ["a"]],
    ["publishes", ["a"]],
    ["service_v1_b", ["b"]],
    ["ada@", ["b"]],
    ["  ", ["a", "b"]],
    ["sync export", []],
  ])("for %j finds %j", (text, found) => {
    expect(find(items, { text }).flat()).toEqual(found);
  });
});

describe("a filter", () => {
  const reads = [{ entity: "deals", verbs: ["list" as const] }];
  const writes = [
    { entity: "deals", verbs: ["list", "update", "approve"] },
    { entity: "contacts", verbs: ["create" as const] },
  ];
  const items = [item("everything"), item("reads", { scopes: reads }), item("writes", { scopes: writes })];

  it.each([
    [{ entity: "deals" }, ["everything", "reads", "writes"]],
    [{ entity: "contacts" }, ["everything", "writes"]],
    [{ verb: "update" as const }, ["everything", "writes"]],
    [{ verb: "approve" }, ["everything", "writes"]],
    [{ entity: "deals", verb: "create" as const }, ["everything"]],
    [{ entity: "invoices" }, ["everything"]],
  ])("by access %j finds %j", (part, found) => {
    expect(find(items, part).flat()).toEqual(found);
  });

  it("by status takes the status as it is shown", () => {
    const both = [item("a"), item("b", { status: "revoked" })];
    expect(find(both, { status: "revoked" })).toEqual([["b"]]);
  });

  it("by owner takes the address, not the name", () => {
    const two = [item("a"), item("b", { owner: { name: "Wim Vermeer", email: "other@example.test" } })];
    expect(find(two, { owner: "other@example.test" })).toEqual([["b"]]);
  });

  it("for the unused takes 90 days since the last call, or since it was made, of those that work", () => {
    const old = daysFromNow(-200);
    const five = [
      item("used-90", { created: old, lastUsed: daysFromNow(-90) }),
      item("used-89", { created: old, lastUsed: daysFromNow(-89) }),
      item("never-90", { created: daysFromNow(-90) }),
      item("never-89", { created: daysFromNow(-89) }),
      item("ended", { created: old, status: "expired" }),
    ];
    expect(find(five, { attention: "unused" }).flat().sort()).toEqual(["never-90", "used-90"]);
  });

  it("for the expiring takes 7 days at most, of those that work", () => {
    const five = [
      item("7", { expires: daysFromNow(7) }),
      item("8", { expires: daysFromNow(8) }),
      item("never", { expires: null }),
      item("expired", { expires: daysFromNow(-1), status: "expired" }),
      item("revoked", { expires: daysFromNow(3), status: "revoked" }),
    ];
    expect(find(five, { attention: "expiring" }).flat()).toEqual(["7"]);
  });
});

describe("the order", () => {
  const items = [
    item("a", { name: "Job 10", created: daysFromNow(-3), lastUsed: daysFromNow(-1), expires: null }),
    item("b", { name: "Job 9", created: daysFromNow(-1), lastUsed: null, expires: daysFromNow(5) }),
    item("c", { name: "job 1", created: daysFromNow(-2), lastUsed: daysFromNow(-0.5), expires: daysFromNow(2) }),
    item("d", { name: "Kiosk", created: daysFromNow(-9), expires: daysFromNow(-5), status: "expired" }),
  ];

  it.each([
    ["created", ["b", "c", "a", "d"]],
    ["used", ["c", "a", "b", "d"]],
    ["expires", ["c", "b", "a", "d"]],
    ["name", ["c", "b", "a", "d"]],
  ] as const)("by %s is %j", (sort, order) => {
    expect(find(items, { sort }).flat()).toEqual(order);
  });
});

describe("tokens in rotation", () => {
  const chain = [
    item("third", { replaces: "second", created: daysFromNow(-1) }),
    item("other", { created: daysFromNow(-2) }),
    item("second", { replaces: "first", replacedBy: "third", status: "rotating" }),
    item("first", { replacedBy: "second", status: "rotating" }),
  ];

  it("stand together, newest first", () => {
    expect(find(chain)).toEqual([["third", "second", "first"], ["other"]]);
  });

  it("are found together where one of them is", () => {
    expect(find(chain, { text: "service_v1_first" })).toEqual([["third", "second", "first"]]);
  });

  it("part when the old one has ended", () => {
    const ended = [item("new", { replaces: "old" }), item("old", { replacedBy: "new", status: "expired" })];
    expect(find(ended)).toEqual([["new"], ["old"]]);
  });

  it("leave none out where the new one is not in the list", () => {
    const alone = [item("old", { replacedBy: "gone", status: "rotating" })];
    expect(groupRotations(alone).map((group) => group.length)).toEqual([1]);
  });
});
