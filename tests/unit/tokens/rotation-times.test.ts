/** Until when the two tokens of a rotation work. */
import { expect, it } from "vitest";
import { inheritedExpiry, overlapEnd } from "@/lib/tokens/policy";

const NOW = new Date("2026-11-21T12:00:00.000Z");
const day = (text: string) => new Date(`${text}T12:00:00.000Z`);

it.each([
  [0, null, "2026-11-21T12:00:00.000Z"],
  [3_600, null, "2026-11-21T13:00:00.000Z"],
  [86_400, day("2026-12-01"), "2026-11-22T12:00:00.000Z"],
  [604_800, day("2026-11-24"), "2026-11-24T12:00:00.000Z"],
] as const)("the overlap of %s seconds ends, at the latest with the token", (seconds, expires, end) => {
  expect(overlapEnd(seconds, expires, NOW).toISOString()).toBe(end);
});

const policy = { maxLifetimeDays: null, allowNeverExpiring: true, requirePurpose: false };
const tenDays = { ...policy, maxLifetimeDays: 10 };
const ending = { ...policy, allowNeverExpiring: false };

it.each([
  ["stays", day("2027-01-01"), policy, day("2027-01-01")],
  ["stays never", null, policy, null],
  ["is cut to what the policy allows today", day("2027-01-01"), tenDays, day("2026-12-01")],
  ["is never longer than it was", day("2026-11-24"), tenDays, day("2026-11-24")],
  ["is the longest, where never is forbidden", null, { ...tenDays, allowNeverExpiring: false }, day("2026-12-01")],
  ["is the usual, where never is forbidden and nothing else", null, ending, day("2026-12-21")],
])("the expiry that the new token inherits: %s", (_, expires, today, expected) => {
  expect(inheritedExpiry(expires, today, NOW)).toEqual(expected);
});
