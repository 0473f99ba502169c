/** A policy is held against tokens that were made before it. */
import { describe, expect, it } from "vitest";
import { findExceeding, findPolicyExcess, type LiveToken } from "@/lib/tokens/read/exceeding";
import { OPEN_POLICY } from "../../support/open-policy";

const created = new Date("2026-01-01T00:00:00.000Z");
const thirtyDays = { created, expires: new Date("2026-01-31T00:00:00.000Z"), purpose: "Nightly sync" };
const forEver = { created, expires: null, purpose: "" };

describe("a token goes beyond a policy", () => {
  it("when it lives longer than the maximum, counted from when it was made", () => {
    expect(findPolicyExcess(thirtyDays, { ...OPEN_POLICY, maxLifetimeDays: 29 })).toEqual(["lifetime too long"]);
    expect(findPolicyExcess(thirtyDays, { ...OPEN_POLICY, maxLifetimeDays: 30 })).toEqual([]);
  });

  it("not by a maximum lifetime when it never expires, which is a question of its own", () => {
    expect(findPolicyExcess(forEver, { ...OPEN_POLICY, maxLifetimeDays: 1 })).toEqual([]);
  });

  it("for each part that the policy would refuse", () => {
    const strict = { maxLifetimeDays: 7, allowNeverExpiring: false, requirePurpose: true };
    expect(findPolicyExcess(forEver, strict)).toEqual(["never expires", "has no purpose"]);
    expect(findPolicyExcess({ ...thirtyDays, purpose: "" }, strict)).toEqual(["lifetime too long", "has no purpose"]);
  });
});

describe("of the tokens of an organization", () => {
  const NOW = new Date("2026-06-30T00:00:00.000Z");
  type Named = LiveToken & { name: string };
  const token = (name: string, ownerId: string, created: string, lastUsed: string | null): Named => ({
    ...{ name, ownerId, purpose: "", expires: null, replacedBy: null },
    created: new Date(created),
    lastUsed: lastUsed === null ? null : new Date(lastUsed),
  });
  const busy = token("busy", "ada", "2026-01-01", "2026-06-29");
  const idle = token("idle", "ada", "2026-01-01", "2026-03-31");
  const fresh = token("fresh", "ada", "2026-06-20", null);
  const unused = token("unused", "ben", "2026-04-01", null);
  const named = (found: { token: { name: string }; excess: string[] }[]) =>
    found.map((each) => [each.token.name, ...each.excess]);

  it("those exceed it that were unused for so long, counted from their creation if never used", () => {
    const live = [busy, idle, fresh, unused];
    expect(named(findExceeding(live, { ...OPEN_POLICY, revokeUnusedAfterDays: 90 }, NOW))).toEqual([
      ["idle", "unused"],
      ["unused", "unused"],
    ]);
    expect(named(findExceeding(live, { ...OPEN_POLICY, revokeUnusedAfterDays: 91 }, NOW))).toEqual([
      ["idle", "unused"],
    ]);
    expect(named(findExceeding(live, { ...OPEN_POLICY, revokeUnusedAfterDays: 92 }, NOW))).toEqual([]);
  });

  it("of an owner with too many, the least recently used go beyond it, and not one that is being replaced", () => {
    const replaced = { ...token("replaced", "ada", "2026-01-01", "2026-06-28"), replacedBy: "another" };
    const live = [fresh, idle, busy, replaced, unused];
    expect(named(findExceeding(live, { ...OPEN_POLICY, maxLiveTokens: 2 }, NOW))).toEqual([["idle", "too many"]]);
    expect(named(findExceeding(live, { ...OPEN_POLICY, maxLiveTokens: 1 }, NOW))).toEqual([
      ["fresh", "too many"],
      ["idle", "too many"],
    ]);
    expect(named(findExceeding(live, { ...OPEN_POLICY, maxLiveTokens: 3 }, NOW))).toEqual([]);
  });
});
