/** Days picked as an expiry, in the time zone of whoever picks. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dayOf, endOfDay } from "@/app/(member)/tokens/new/expiry-options";

const zone = process.env.TZ;
beforeAll(() => {
  process.env.TZ = "America/New_York";
});
afterAll(() => {
  process.env.TZ = zone;
});

describe("a picked day", () => {
  it("ends with its last second, where it was picked", () => {
    expect(endOfDay("2027-01-15", null)?.toISOString()).toBe("2027-01-16T04:59:59.000Z");
  });

  it("ends with the policy's last moment, where that is on it", () => {
    const latest = new Date("2027-01-15T20:00:00.000Z");
    expect(endOfDay("2027-01-15", latest)).toEqual(latest);
    expect(endOfDay("2027-01-14", latest)?.toISOString()).toBe("2027-01-15T04:59:59.000Z");
  });

  it.each(["", "2027-02-29", "tomorrow"])("is not %j", (day) => {
    expect(endOfDay(day, null)).toBeNull();
  });

  it("is written as its own zone has it", () => {
    expect(dayOf(new Date("2027-01-16T03:00:00.000Z"))).toBe("2027-01-15");
  });
});
