/** docs/SECURITY.md and docs/mutations.md name a test for each promise and each mutation: those tests are there, under those names. */
import { describe, expect, it } from "vitest";
import { missingOf, namingsIn, tableRows } from "../support/named-tests";

describe.each([
  { document: "docs/SECURITY.md", heading: /^\| \| (?:Attack|Fault|Race) \|/, cellsOfRow: 4, atLeast: 80 },
  { document: "docs/mutations.md", heading: /^\| What is changed \|/, cellsOfRow: 2, atLeast: 80 },
])("$document", ({ document, heading, cellsOfRow, atLeast }) => {
  const rows = tableRows(document, heading);
  const namings = namingsIn(rows);

  it("has rows, each with what holds it or why nothing does", () => {
    expect(rows.length).toBeGreaterThan(atLeast);
    for (const cells of rows) expect(cells, cells.join(" | ")).toHaveLength(cellsOfRow);
    expect(namings.length).toBeGreaterThan(atLeast);
  });

  it.each(namings)("$row: $file is there, with $names", (naming) => {
    expect(missingOf(naming)).toEqual([]);
  });
});
