import { describe, expect, it } from "vitest";
import { AUDIT_LOG, toFilter, toPageFilter } from "@/app/(member)/admin/audit/audit-address";
import { addressOf, type Parameters, readAddress } from "@/lib/session/page-address";

const read = (parameters: Parameters) => readAddress(AUDIT_LOG, parameters);

describe("the address of the audit log", () => {
  it.each(["2026-06-31", "1999-12-31", "2026-1-1", "yesterday"])("has no day if it says %s", (day) => {
    expect(addressOf(AUDIT_LOG, read({ from: day, to: day, what: "x", signIns: "on" }))).toBe("/admin/audit");
  });

  it("includes the whole of the last day, in UTC", () => {
    expect(toFilter(read({ from: "2024-02-29", to: "2024-02-29" }), "organization")).toMatchObject({
      from: new Date("2024-02-29T00:00:00.000Z"),
      to: new Date("2024-03-01T00:00:00.000Z"),
    });
  });

  it.each([
    [{}, true],
    [{ who: "ada" }, true],
    [{ signIns: "shown" }, false],
    [{ what: "member.sign-in" }, false],
  ])("hides sign-ins unless it asks for them: %j", (parameters, isHidden) => {
    expect(toPageFilter(read(parameters), "organization").exceptActions !== undefined).toBe(isHidden);
  });
});
