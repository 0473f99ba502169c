/** The cells of the access table. */
import { describe, expect, it } from "vitest";
import { toAccessCell } from "@/app/(member)/tokens/[id]/access/access-cell";

const access = (granted: boolean, held: boolean, someRecords = false) => ({
  granted,
  held,
  effective: granted && held,
  someRecords,
});

describe("a cell", () => {
  it.each([
    [access(true, true), "allowed", "Yes"],
    [access(true, true, true), "some records", "Some records"],
    [access(true, false), "exceeds", "Exceeds your role"],
    [access(false, true), "not granted", "No"],
    [access(false, true, true), "not granted", "No"],
    [access(false, false), "not granted", "No"],
  ])("of %j says %s", (verb, kind, text) => {
    expect(toAccessCell(verb, true)).toEqual({ kind, text });
  });

  it("says to others whose role it is", () => {
    expect(toAccessCell(access(true, false), false).text).toBe("Exceeds the owner’s role");
  });
});
