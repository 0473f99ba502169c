/** Limits as people type them, and what comes of it. */
import { describe, expect, it } from "vitest";
import { draftOfLimits, findLimitProblems, NOT_LIMITED, toLimits } from "@/components/tokens/limits/limits-draft";
import { NO_LIMITS } from "@/lib/model";

describe("what is typed", () => {
  it("is addresses by line, comma or space, and a number", () => {
    const typed = { ...NOT_LIMITED, addresses: "192.0.2.7, 10.0.0.0/8\n 2001:db8::/32;\n", requestsPerMinute: " 60 " };
    expect(toLimits(typed)).toEqual({
      ...NO_LIMITS,
      allowedAddresses: ["192.0.2.7", "10.0.0.0/8", "2001:db8::/32"],
      requestsPerMinute: 60,
    });
    expect(findLimitProblems(typed)).toEqual([]);
  });

  it("comes from limits, and goes back to them", () => {
    const limits = {
      deniedFields: [{ entity: "deals", fields: ["amount"] }],
      rows: [],
      allowedAddresses: ["10.0.0.0/8", "192.0.2.7"],
      requestsPerMinute: 30,
    };
    expect(toLimits(draftOfLimits(limits))).toEqual(limits);
    expect(toLimits(draftOfLimits(NO_LIMITS))).toEqual(NO_LIMITS);
  });
});

describe("what is wrong", () => {
  it.each(["0", "-1", "1.5", "1000001"])("%s requests a minute", (typed) => {
    expect(findLimitProblems({ ...NOT_LIMITED, requestsPerMinute: typed })).toEqual([
      { part: "requestsPerMinute", message: "must be a whole number from 1 to 1000000" },
    ]);
  });

  it.each(["localhost", "10.0.0", "10.0.0.1/33", "fe80::1%eth0", "10.0.0.1/-1"])("the address %s", (typed) => {
    const problems = findLimitProblems({ ...NOT_LIMITED, addresses: `10.0.0.1 ${typed}` });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({
      part: "allowedAddresses",
      message: expect.stringContaining("is not an IP address or range. Use 192.0.2.7, 10.0.0.0/8 or 2001:db8::/32"),
    });
  });

  it("is told without a token that was pasted, without invisible characters, and cut", () => {
    const message = (addresses: string) => findLimitProblems({ ...NOT_LIMITED, addresses })[0]?.message;
    expect(message(`service_v1_${"a".repeat(22)}_${"b".repeat(49)}`)).toMatch(/^"service_v1_…" is not an IP address/);
    expect(message("10.0.0.1\u202e")).toMatch(/^"10\.0\.0\.1\uFFFD" is not an IP address/);
    expect(message("x".repeat(5_000))).toHaveLength(
      `"${"x".repeat(60)}…" is not an IP address or range. Use 192.0.2.7, 10.0.0.0/8 or 2001:db8::/32`.length,
    );
  });
});
