/** docs/SECURITY.md names a test for each promise: those tests are there, under those names. */
import { describe, expect, it } from "vitest";
import { itemsBelow, missingOf, namingsIn } from "../support/named-tests";

describe("docs/SECURITY.md", () => {
  const items = itemsBelow("## Attacks and faults, each with its test", "docs/SECURITY.md");

  it("names a test for each promise", () => {
    expect(items.length).toBeGreaterThan(150);
    expect(items.filter((item) => namingsIn(item).length === 0)).toEqual([]);
  });

  it.each(items.flatMap(namingsIn))("$promise $file is there, with $names", (naming) => {
    expect(missingOf(naming)).toEqual([]);
  });
});
