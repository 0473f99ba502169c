/** A page stops by bytes as well as by records, and only a null cursor is the end (contract § 6). */
import { expect } from "vitest";
import { dataOf, openOrganization, type Page, recordsPath } from "../../support/organization";
import { rowsOf } from "../../support/scenario";

const acme = await openOrganization();
const row = rowsOf(acme);
const RECORDS = 20;
const MIB = 1_048_576;

row("a page of large records is shorter than its limit, and its cursor leads to the rest", {
  given: async () => {
    const value = "x".repeat(MIB - 100);
    for (let index = 0; index < RECORDS; index += 1)
      await acme.create("ada", "samples", { name: `large ${index}`, json: value });
  },
  request: { path: `${recordsPath("samples")}?limit=500&sort=created:asc`, as: "rea" },
  expect: { status: 200 },
  after: async (answer) => {
    const first = dataOf<Page>(answer);
    expect(answer.text.length).toBeLessThan(17 * MIB);
    expect(first.items.length).toBeLessThan(RECORDS);
    expect(first.items.length).toBeGreaterThan(10);
    const cursor = encodeURIComponent(String(first.nextCursor));
    const second = await acme.page("rea", `${recordsPath("samples")}?limit=500&sort=created:asc&cursor=${cursor}`);
    const names = [...first.items, ...second.items].map((item) => item.data.name);
    expect(names).toEqual(Array.from({ length: RECORDS }, (_, index) => `large ${index}`));
    expect(second.nextCursor).toBeNull();
  },
});
