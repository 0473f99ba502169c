/** A policy is held against tokens that were made before it. */
import { describe, expect, it } from "vitest";
import { findPolicyExcess } from "@/lib/tokens/policy";

const FREE = { maxLifetimeDays: null, allowNeverExpiring: true, requirePurpose: false };
const created = new Date("2026-01-01T00:00:00.000Z");
const thirtyDays = { created, expires: new Date("2026-01-31T00:00:00.000Z"), purpose: "Nightly sync" };
const forEver = { created, expires: null, purpose: "" };

describe("a token goes beyond a policy", () => {
  it("not when the policy asks for nothing", () => {
    expect(findPolicyExcess(forEver, FREE)).toEqual([]);
    expect(findPolicyExcess(thirtyDays, FREE)).toEqual([]);
  });

  it("when it lives longer than the maximum, counted from when it was made", () => {
    expect(findPolicyExcess(thirtyDays, { ...FREE, maxLifetimeDays: 29 })).toEqual(["lifetime too long"]);
    expect(findPolicyExcess(thirtyDays, { ...FREE, maxLifetimeDays: 30 })).toEqual([]);
  });

  it("not by a maximum lifetime when it never expires, which is a question of its own", () => {
    expect(findPolicyExcess(forEver, { ...FREE, maxLifetimeDays: 1 })).toEqual([]);
  });

  it("for each part that the policy would refuse", () => {
    const strict = { maxLifetimeDays: 7, allowNeverExpiring: false, requirePurpose: true };
    expect(findPolicyExcess(forEver, strict)).toEqual(["never expires", "has no purpose"]);
    expect(findPolicyExcess({ ...thirtyDays, purpose: "" }, strict)).toEqual(["lifetime too long", "has no purpose"]);
  });
});
