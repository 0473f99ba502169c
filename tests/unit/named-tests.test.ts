/** docs/SECURITY.md names a test for each promise: those tests are there, under those names. */
import { describe, expect, it } from "vitest";
import { missingOf, namingsIn, tableRows } from "../support/named-tests";

describe("docs/SECURITY.md", () => {
  const rows = tableRows("docs/SECURITY.md", /^\| \| (?:Attack|Fault|Race) \|/);
  const namings = namingsIn(rows);

  it("has rows, each with what holds it or why nothing does", () => {
    expect(rows.length).toBeGreaterThan(80);
    for (const cells of rows) expect(cells, cells.join(" | ")).toHaveLength(4);
    expect(namings.length).toBeGreaterThan(80);
  });

  it.each(namings)("$row: $file is there, with $names", (naming) => {
    expect(missingOf(naming)).toEqual([]);
  });
});
