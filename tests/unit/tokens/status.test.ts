/** The word for a token, in the precedence of the API's refusals, to the millisecond. */
import { describe, expect, it } from "vitest";
import { isWorking, stateOf, statusOf, TOKEN_STATUSES } from "@/lib/tokens/status";

const NOW = new Date("2026-06-15T12:00:00.000Z");
const TOKEN = {
  created: new Date("2026-06-01T12:00:00.000Z"),
  expires: new Date("2026-07-15T12:00:00.000Z"),
  revoked: null,
  lastUsed: new Date("2026-06-10T12:00:00.000Z"),
  replacedBy: null,
  owner: { active: true },
};
const INACTIVE = { owner: { active: false } };
const PAST = new Date("2026-06-15T11:59:59.999Z");
const OLD_AND_UNUSED = { created: new Date("2026-05-16T11:59:59.999Z"), lastUsed: null };

describe("the status of a token", () => {
  it.each<[string, object, string]>([
    ["in use", {}, "active"],
    ["without an expiry", { expires: null }, "active"],
    ["that ends in more than 7 days", { expires: new Date("2026-06-22T12:00:00.001Z") }, "active"],
    ["that ends in 7 days", { expires: new Date("2026-06-22T12:00:00.000Z") }, "expires soon"],
    ["made for a week just now", { created: NOW, expires: new Date("2026-06-22T12:00:00.000Z") }, "active"],
    [
      "made for a week, before half of it is over",
      { created: new Date("2026-06-12T00:00:00.001Z"), expires: new Date("2026-06-19T00:00:00.001Z") },
      "active",
    ],
    [
      "made for a week, once half of it is over",
      { created: new Date("2026-06-12T00:00:00.000Z"), expires: new Date("2026-06-19T00:00:00.000Z") },
      "expires soon",
    ],
    ["that ends now", { expires: NOW }, "expired"],
    ["unused for 30 days", { created: new Date("2026-05-16T12:00:00.000Z"), lastUsed: null }, "active"],
    ["unused for longer than 30 days", OLD_AND_UNUSED, "never used"],
    ["unused and about to end", { ...OLD_AND_UNUSED, expires: new Date("2026-06-16T00:00:00Z") }, "expires soon"],
    ["replaced, and still working", { replacedBy: "x", expires: new Date("2026-06-16T00:00:00Z") }, "rotating"],
    ["replaced, and over", { replacedBy: "x", expires: PAST }, "expired"],
    ["replaced, and revoked", { replacedBy: "x", revoked: PAST }, "revoked"],
    ["of an inactive owner", INACTIVE, "owner inactive"],
    ["of an inactive owner, expired", { ...INACTIVE, expires: PAST }, "expired"],
    ["revoked, expired and of an inactive owner", { ...INACTIVE, expires: PAST, revoked: PAST }, "revoked"],
  ])("%s", (_, change, status) => {
    expect(statusOf({ ...TOKEN, ...change }, NOW)).toBe(status);
  });

  it("is its state, or more about an active one", () => {
    expect(stateOf({ ...TOKEN, expires: new Date("2026-06-16T00:00:00Z") }, NOW)).toBe("active");
    expect(stateOf({ ...TOKEN, ...INACTIVE }, NOW)).toBe("owner inactive");
  });

  it("says whether the API accepts it", () => {
    expect(TOKEN_STATUSES.filter(isWorking)).toEqual(["active", "expires soon", "never used", "rotating"]);
  });
});
