/** GET /entities/:entityKey/records (spec: List; contract § 6). */
import { describe, expect } from "vitest";
import type { Answer } from "../support/http";
import { dataOf, openOrganization, type Page, recordsPath } from "../support/organization";
import { rowsOf } from "../support/scenario";
import { blankSample, envelope } from "../support/views";

const acme = await openOrganization();
const row = rowsOf(acme);
const SAMPLES = recordsPath("samples");
const DEALS = recordsPath("deals");
const ACCOUNTS = recordsPath("accounts");

const first = await acme.create("ada", "samples", {
  name: "apple",
  text: "Round 100% fruit",
  integer: 10,
  number: 2.5,
  decimal: "9.75",
  boolean: true,
  date: "2024-01-31",
  select: "b",
  email: "kept@orchard.test",
  url: "https://orchard.test/crisp",
  unlisted: "quince",
  hidden: "marzipan",
});
await acme.create("ada", "samples", {
  name: "Zebra",
  text: "striped under_score back\\slash",
  integer: 9,
  number: -1,
  decimal: "10.50",
  boolean: false,
  date: "2023-12-31",
  select: "a",
  hidden: "aardvark",
});
await acme.create("ada", "samples", { name: "\uFF5E wave", integer: 9, boolean: true });
await acme.create("ada", "samples", { name: "😀 face" });

for (let number = 1; number <= 101; number += 1) await acme.create("ada", "deals", { title: `deal ${number}` });

const names = (answer: Answer) => dataOf<Page>(answer).items.map((item) => item.data.name);
const titles = (answer: Answer) => dataOf<Page>(answer).items.map((item) => item.data.title);

describe("200: pages", () => {
  row("an entity without records is an empty page", {
    request: { path: recordsPath("vault"), as: "rea" },
    expect: { status: 200, data: { items: [], nextCursor: null } },
  });

  row("items are record envelopes with every readable field, empty ones as null and protected ones absent", {
    request: { path: `${SAMPLES}?sort=created:asc&limit=1`, as: "rea" },
    expect: {
      status: 200,
      data: {
        items: [
          envelope("samples", {
            ...blankSample("apple"),
            text: "Round 100% fruit",
            integer: 10,
            number: 2.5,
            decimal: "9.75",
            boolean: true,
            date: "2024-01-31",
            select: "b",
            email: "kept@orchard.test",
            url: "https://orchard.test/crisp",
            unlisted: "quince",
          }),
        ],
        nextCursor: expect.stringMatching(/./),
      },
    },
  });

  row("who holds the field's read verb sees it", {
    request: { path: `${SAMPLES}?sort=created:asc&limit=1`, as: "ada" },
    expect: { status: 200 },
    after: (answer) => expect(dataOf<Page>(answer).items[0]?.data.hidden).toBe("marzipan"),
  });

  row("the default order is newest first", {
    request: { path: SAMPLES, as: "rea" },
    expect: { status: 200 },
    after: (answer) => expect(names(answer)).toEqual(["😀 face", "\uFF5E wave", "Zebra", "apple"]),
  });

  row("without limit a page has 100 records", {
    request: { path: DEALS, as: "rea" },
    expect: { status: 200 },
    after: (answer) => {
      expect(titles(answer)).toHaveLength(100);
      expect(titles(answer)[0]).toBe("deal 101");
      expect(dataOf<Page>(answer).nextCursor).toEqual(expect.any(String));
    },
  });

  row("limit=500 is allowed, and the last page says so with a null cursor", {
    request: { path: `${DEALS}?limit=500`, as: "rea" },
    expect: { status: 200 },
    after: (answer) => {
      expect(titles(answer)).toHaveLength(101);
      expect(dataOf<Page>(answer).nextCursor).toBeNull();
    },
  });

  row("HEAD of a list has no body and the same headers", {
    request: { method: "HEAD", path: SAMPLES, as: "rea" },
    expect: { status: 200, headers: { "content-type": "application/json; charset=utf-8" } },
  });
});

describe("200: sort", () => {
  for (const [guarantee, sort, expected] of [
    [
      "text sorts by code point: capitals before small letters",
      "name:asc",
      ["Zebra", "apple", "\uFF5E wave", "😀 face"],
    ],
    ["nulls come last ascending", "decimal:asc,created:asc", ["apple", "Zebra", "\uFF5E wave", "😀 face"]],
    ["nulls come last descending too", "decimal:desc,created:asc", ["Zebra", "apple", "\uFF5E wave", "😀 face"]],
    [
      "integers sort as numbers, then by the next field",
      "integer:asc,name:desc",
      ["\uFF5E wave", "Zebra", "apple", "😀 face"],
    ],
    [
      "true comes before false descending, nulls still last",
      "boolean:desc,created:asc",
      ["apple", "\uFF5E wave", "Zebra", "😀 face"],
    ],
    ["created can be sorted by", "created:asc", ["apple", "Zebra", "\uFF5E wave", "😀 face"]],
    [
      "five distinct fields are allowed",
      "select:asc,date:asc,number:asc,boolean:asc,created:asc",
      ["Zebra", "apple", "\uFF5E wave", "😀 face"],
    ],
  ] as const) {
    row(guarantee, {
      request: { path: `${SAMPLES}?sort=${sort}`, as: "rea" },
      expect: { status: 200 },
      after: (answer) => expect(names(answer)).toEqual(expected),
    });
  }

  row("id can be sorted by, and is unique", {
    request: { path: `${SAMPLES}?sort=id:asc`, as: "rea" },
    expect: { status: 200 },
    after: (answer) => {
      const ids = dataOf<Page>(answer).items.map((item) => item.id);
      expect(ids).toHaveLength(4);
      expect(ids).toEqual([...ids].sort());
    },
  });

  row("the default order does not depend on hidden values", {
    request: { path: SAMPLES, as: "ada" },
    expect: { status: 200 },
    after: async (answer) => {
      const seenByReader = await acme.page("rea", SAMPLES);
      expect(dataOf<Page>(answer).items.map((item) => item.id)).toEqual(seenByReader.items.map((item) => item.id));
    },
  });
});

describe("200: search", () => {
  for (const [guarantee, search, expected] of [
    ["a word is found inside a searchable field, whatever its case", "ROUND", ["apple"]],
    ["the words may stand in different fields", "apple%20fruit", ["apple"]],
    ["empty is no search", "", ["apple", "Zebra", "\uFF5E wave", "😀 face"]],
    ["a per cent sign is a per cent sign", "100%25", ["apple"]],
    ["what stands only in a hidden field is not found", "marzipan", []],
    ["what stands only in a field that is not searchable is not found", "quince", []],
    ["an attempt at SQL finds nothing and harms nothing", "'%20or%201=1%20--", []],
    ["200 characters are allowed", "x".repeat(200), []],
  ] as const) {
    row(`search: ${guarantee}`, {
      request: { path: `${SAMPLES}?sort=created:asc&search=${search}`, as: "rea" },
      expect: { status: 200 },
      after: (answer) => expect(names(answer)).toEqual(expected),
    });
  }

  row("search: a hidden field is searched for those who may read it", {
    request: { path: `${SAMPLES}?search=marzipan`, as: "ada" },
    expect: { status: 200 },
    after: (answer) => expect(names(answer)).toEqual(["apple"]),
  });
});

describe("200: fields", () => {
  row("fields picks data keys; the envelope stays whole", {
    request: { path: `${SAMPLES}?sort=created:asc&limit=2&fields=name,integer`, as: "rea" },
    expect: {
      status: 200,
      data: {
        items: [
          envelope("samples", { name: "apple", integer: 10 }),
          envelope("samples", { name: "Zebra", integer: 9 }),
        ],
        nextCursor: expect.any(String),
      },
    },
  });

  row("picking fields does not change the version", {
    request: { path: `${SAMPLES}?sort=created:asc&limit=1&fields=name`, as: "rea" },
    expect: { status: 200 },
    after: (answer) => expect(dataOf<Page>(answer).items[0]?.versionId).toBe(first.view.versionId),
  });
});

describe("400: limit", () => {
  for (const limit of ["0", "501", "1e2", "%2B10", "", "abc", "%D9%A1%D9%A0"]) {
    row(`limit=${limit} is refused, never clamped`, {
      request: { path: `${SAMPLES}?limit=${limit}`, as: "rea" },
      expect: { status: 400, code: "INVALID_LIMIT" },
    });
  }
});

describe("400: sort", () => {
  for (const [guarantee, sort] of [
    ["is empty", ""],
    ["has an unknown direction", "name:up"],
    ["carries SQL in the direction", "name:asc;drop%20table%20records"],
    ["names a field twice", "name:asc,name:desc"],
    ["names six fields", "name:asc,integer:asc,number:asc,decimal:asc,boolean:asc,date:asc"],
    ["has a word of JavaScript as its direction", "name:__proto__"],
  ] as const) {
    row(`a sort that ${guarantee} is refused`, {
      request: { path: `${SAMPLES}?sort=${sort}`, as: "rea" },
      expect: { status: 400, code: "INVALID_SORT" },
    });
  }
});

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

  row("rows outside the scope are absent from search", {
    given: () => acme.create("ada", "notes", { title: "needle in blue", team: "blue" }),
    request: { path: `${recordsPath("notes")}?search=needle`, as: "red" },
    expect: { status: 200, data: { items: [], nextCursor: null } },
  });

  row("a scope may use the member's own address", {
    given: () => acme.create("ada", "notes", { title: "for asa", assignee: `asa@${acme.key}.test` }),
    request: { path: recordsPath("notes"), as: "asa" },
    expect: { status: 200 },
    after: (answer) => expect(titles(answer)).toEqual(["for asa"]),
  });

  row("the scopes of several roles add up", {
    given: () => acme.create("ada", "notes", { title: "for duo", assignee: `duo@${acme.key}.test`, team: "blue" }),
    request: { path: `${recordsPath("notes")}?sort=title:asc`, as: "duo" },
    expect: { status: 200 },
    after: (answer) => expect(titles(answer)).toEqual(["for duo", "red one"]),
  });

  row("a scope by a field that its holder cannot read still holds on every cursor page", {
    given: () => acme.create("ada", "notes", { title: "red two", team: "red" }),
    request: { path: `${recordsPath("notes")}?limit=1&sort=title:asc`, as: "red" },
    expect: { status: 200 },
    after: async (answer) => {
      expect(titles(answer)).toEqual(["red one"]);
      const cursor = encodeURIComponent(String(dataOf<Page>(answer).nextCursor));
      const next = await acme.page("red", `${recordsPath("notes")}?limit=1&sort=title:asc&cursor=${cursor}`);
      expect(next.items.map((item) => item.data.title)).toEqual(["red two"]);
      expect(next.nextCursor).toBeNull();
    },
  });

  row("accounts are scoped by a plain field as well", {
    given: async () => {
      await acme.create("ada", "accounts", { name: "In Oslo", city: "Oslo" });
      await acme.create("ada", "accounts", { name: "In Rome", city: "Rome" });
    },
    request: { path: ACCOUNTS, as: "sen" },
    expect: { status: 200 },
    after: (answer) => expect(names(answer)).toEqual(["In Oslo"]),
  });
});
