/** The expiries that the form of a new token offers. */
import { describe, expect, it } from "vitest";
import { expiryOptions, usualExpiry } from "@/app/(member)/tokens/new/expiry-options";

const NOW = new Date("2026-11-21T12:00:00.000Z");
const FREE = { maxLifetimeDays: null, allowNeverExpiring: true, requirePurpose: false };

const refusals = (maxLifetimeDays: number | null, allowNeverExpiring: boolean) =>
  Object.fromEntries(
    expiryOptions({ ...FREE, maxLifetimeDays, allowNeverExpiring }, NOW).map(({ key, refused }) => [key, refused]),
  );

describe("the offered expiries", () => {
  it("keep those that are too long, with the reason", () => {
    expect(refusals(60, true)).toEqual({
      "7d": null,
      "30d": null,
      "60d": null,
      "90d": "the organization's policy allows 60 days at most",
      "365d": "the organization's policy allows 60 days at most",
      never: null,
    });
  });

  it("include the longest that is allowed, if it is not a preset", () => {
    expect(Object.keys(refusals(45, true))).toEqual(["7d", "30d", "45d", "60d", "90d", "365d", "never"]);
    expect(refusals(45, true)["45d"]).toBeNull();
    expect(Object.keys(refusals(366, true))).toEqual(["7d", "30d", "60d", "90d", "365d", "never"]);
  });
});

it.each([
  [null, "30d"],
  [30, "30d"],
  [29, "29d"],
])("the expiry chosen at first under a maximum of %s days is %s", (maxLifetimeDays, key) => {
  const policy = { ...FREE, maxLifetimeDays };
  expect(usualExpiry(policy, NOW)).toBe(key);
});
