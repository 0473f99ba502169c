/** GET /entities/:entityKey/records (spec: List; contract § 6). */
import { describe, expect } from "vitest";
import type { Answer } from "../support/http";
import { dataOf, openOrganization, type Page, recordsPath } from "../support/organization";
import { rowsOf } from "../support/scenario";

const acme = await openOrganization();
const row = rowsOf(acme);
const SAMPLES = recordsPath("samples");
const DEALS = recordsPath("deals");

const apple = { name: "apple", text: "Round 100% fruit", integer: 10, decimal: "9.75", hidden: "marzipan" };
await acme.create("ada", "samples", apple);
await acme.create("ada", "samples", {
  name: "Zebra",
  text: "striped",
  integer: 9,
  decimal: "10.50",
  hidden: "aardvark",
});
await acme.create("ada", "samples", { name: "\uFF5E wave", integer: 9 });
await acme.create("ada", "samples", { name: "😀 face" });

for (let number = 1; number <= 101; number += 1) await acme.create("ada", "deals", { title: `deal ${number}` });

const names = (answer: Answer) => dataOf<Page>(answer).items.map((item) => item.data.name);
const titles = (answer: Answer) => dataOf<Page>(answer).items.map((item) => item.data.title);

describe("200: pages", () => {
  row("an entity without records is an empty page", {
    request: { path: recordsPath("vault"), as: "rea" },
    expect: { status: 200, data: { items: [], nextCursor: null } },
  });

  row("the default order is newest first", { path: SAMPLES, as: "rea" }, 200, (answer) =>
    expect(names(answer)).toEqual(["😀 face", "\uFF5E wave", "Zebra", "apple"]),
  );

  row("without limit a page has 100 records", { path: DEALS, as: "rea" }, 200, (answer) => {
    expect(titles(answer)).toHaveLength(100);
    expect(titles(answer)[0]).toBe("deal 101");
    expect(dataOf<Page>(answer).nextCursor).toEqual(expect.any(String));
  });

  row("limit=500 is allowed, and the last page says so with a null cursor", {
    request: { path: `${DEALS}?limit=500`, as: "rea" },
    expect: { status: 200 },
    after: (answer) => {
      expect(titles(answer)).toHaveLength(101);
      expect(dataOf<Page>(answer).nextCursor).toBeNull();
    },
  });
});

for (const [guarantee, sort, expected] of [
  ["text sorts by code point: capitals before small letters", "name:asc", ["Zebra", "apple", "\uFF5E wave", "😀 face"]],
  ["nulls come last descending too", "decimal:desc,created:asc", ["Zebra", "apple", "\uFF5E wave", "😀 face"]],
  [
    "integers sort as numbers, then by the next field",
    "integer:asc,name:desc",
    ["\uFF5E wave", "Zebra", "apple", "😀 face"],
  ],
] as const) {
  row(guarantee, { path: `${SAMPLES}?sort=${sort}`, as: "rea" }, 200, (answer) =>
    expect(names(answer)).toEqual(expected),
  );
}

for (const [guarantee, search, expected] of [
  ["a word is found inside a searchable field, whatever its case", "ROUND", ["apple"]],
  ["a per cent sign is a per cent sign", "100%25", ["apple"]],
  ["what stands only in a hidden field is not found", "marzipan", []],
  ["an attempt at SQL finds nothing and harms nothing", "'%20or%201=1%20--", []],
] as const) {
  row(`search: ${guarantee}`, { path: `${SAMPLES}?sort=created:asc&search=${search}`, as: "rea" }, 200, (answer) =>
    expect(names(answer)).toEqual(expected),
  );
}

describe("row scopes", () => {
  row("rows outside the owner's scope are absent from the list", {
    given: async () => {
      await acme.create("ada", "notes", { title: "red one", team: "red" });
      await acme.create("ada", "notes", { title: "blue one", team: "blue" });
      await acme.create("ada", "notes", { title: "no team" });
    },
    request: { path: recordsPath("notes"), as: "red" },
    expect: { status: 200 },
    after: (answer) => {
      expect(titles(answer)).toEqual(["red one"]);
      expect(answer.text).not.toContain("team");
    },
  });

  row("a scope may use the member's own address", {
    given: () => acme.create("ada", "notes", { title: "for asa", assignee: `asa@${acme.key}.test` }),
    request: { path: recordsPath("notes"), as: "asa" },
    expect: { status: 200 },
    after: (answer) => expect(titles(answer)).toEqual(["for asa"]),
  });
});
