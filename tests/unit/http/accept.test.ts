/** Which form of a list a client asks for (RFC 9110 § 12.5.1). */
import { describe, expect, it } from "vitest";
import { prefersCsv } from "@/lib/http/accept";

describe("CSV is preferred", () => {
  it.each([
    ["text/csv", true],
    ["Text/CSV;header=present", true],
    ["text/csv, */*", true],
    ["application/json;q=0.5,text/csv;q=0.6", true],
    ["text/csv;q=0.1", true],
    [null, false],
    ["", false],
    ["*/*", false],
    ["text/*", false],
    ["text/csvx", false],
    ["text/csv;q=0", false],
    ["text/csv;q=0.5, */*", false],
    ["text/csv, application/json", false],
    ["text/csv;q=0.8, application/json;q=0.9", false],
    ["application/*, text/csv;q=0.9", false],
  ])("by %j: %j", (accept, expected) => {
    expect(prefersCsv(accept)).toBe(expected);
  });
});
