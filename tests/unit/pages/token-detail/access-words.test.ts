/** The cells of the access table. */
import { describe, expect, it } from "vitest";
import { narrowingHref, toAccessCell } from "@/app/(member)/tokens/[id]/access/access-words";

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
    [access(false, false), "not granted", "No"],
  ])("of %j says %s", (verb, kind, text) => {
    expect(toAccessCell(verb, true)).toEqual({ kind, text });
  });

  it("says to others whose role it is", () => {
    expect(toAccessCell(access(true, false), false).text).toBe("Exceeds the owner’s role");
  });
});

const UNUSED = [
  { entityKey: "contacts", pluralLabel: "Contacts", verb: "delete" as const },
  { entityKey: "deals", pluralLabel: "Deals", verb: "create" as const },
  { entityKey: "deals", pluralLabel: "Deals", verb: "update" as const },
];

it("Unused rights are unticked on the page that they lead to", () => {
  expect(narrowingHref("e9wU", UNUSED)).toBe(
    "/tokens/e9wU/edit?remove=contacts%3Adelete&remove=deals%3Acreate&remove=deals%3Aupdate",
  );
});
