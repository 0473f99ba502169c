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
  it("ends with its last second, in the zone where it was picked", () => {
    expect(endOfDay("2027-01-15", null)?.toISOString()).toBe("2027-01-16T04:59:59.000Z");
  });

  it("ends at the policy's last moment, if that is on the day", () => {
    const latest = new Date("2027-01-15T20:00:00.000Z");
    expect(endOfDay("2027-01-15", latest)).toEqual(latest);
    expect(endOfDay("2027-01-14", latest)?.toISOString()).toBe("2027-01-15T04:59:59.000Z");
  });

  it.each(["", "2027-02-29", "tomorrow"])("is not %j", (day) => {
    expect(endOfDay(day, null)).toBeNull();
  });

  it("is written in its own zone", () => {
    expect(dayOf(new Date("2027-01-16T03:00:00.000Z"))).toBe("2027-01-15");
  });
});
