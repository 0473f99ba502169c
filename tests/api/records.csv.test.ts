/** Lists and queries as CSV (RFC 4180; contract § 6). */
import { parse } from "csv-parse/sync";
import { describe, expect, inject, it } from "vitest";
import type { Answer } from "../support/http";
import { openOrganization, type Page, type RecordView, recordsPath } from "../support/organization";
import { rowsOf } from "../support/scenario";

const acme = await openOrganization();
const row = rowsOf(acme);
const CSV = { accept: "text/csv" };
const SAMPLES = recordsPath("samples");
const ODD = 'a "quote", a line\r\nand another,\n=SUM(A1) \u0001 ünïcode 😀';
const head = ({ id, created, updated, versionId }: RecordView) => [id, created, updated, versionId].join();

const account = await acme.create("ada", "accounts", { name: "Oslo Ltd", secret: "truffle" });
const full = await acme.create("ada", "samples", {
  name: "Full",
  text: ODD,
  code: " x ",
  integer: -3,
  number: 1.5e300,
  decimal: "10.50",
  boolean: false,
  date: "2024-02-29",
  datetime: "2024-01-31T10:00:00.000Z",
  select: "a",
  multiselect: ["red", "green"],
  reference: account.id,
  email: "ann@example.test",
  url: "https://example.test/?a,b",
  json: { a: [1, null, "x"] },
  hidden: "truffle",
});
const empty = await acme.create("ada", "samples", { name: "Empty", text: "", level: null });
const KEYS = ["name", "text", "code", "integer", "level", "number", "decimal", "boolean", "date", "datetime", "select"];
const MORE = ["multiselect", "reference", "email", "url", "json", "unlisted"];
const HEADER = ["id", "created", "updated", "versionId", ...KEYS, ...MORE].join();

describe("200", () => {
  row("a list has a line of names, and one for each record; nothing is empty, quotes are an empty text", {
    request: { path: SAMPLES, as: "rea", headers: CSV },
    expect: {
      status: 200,
      headers: { vary: /\baccept, authorization$/, "x-next-cursor": null, "accept-query": "application/json" },
    },
    after: ({ text }) => {
      const cells = [
        "Full",
        `"${ODD.replaceAll('"', '""')}"`,
        '" x "',
        "-3",
        "7",
        `15${"0".repeat(299)}`,
        "10.50",
        "false",
        "2024-02-29",
        "2024-01-31T10:00:00.000Z",
        "a",
        '"[""red"", ""green""]"',
        account.id,
        "ann@example.test",
        '"https://example.test/?a,b"',
        '"{""a"": [1, null, ""x""]}"',
        "",
      ];
      expect(text).toBe(
        `${HEADER}\r\n${head(empty.view)},Empty,""${",".repeat(15)}\r\n${head(full.view)},${cells.join()}\r\n`,
      );
    },
  });

  for (const [guarantee, request] of [
    ["a query", { method: "POST", path: `${SAMPLES}/query`, json: { fields: ["integer", "name"], search: "full" } }],
    ["QUERY", { method: "QUERY", path: SAMPLES, json: { fields: ["integer", "name"], search: "full" } }],
  ] as const) {
    row(`${guarantee} has the fields in the order that was asked for`, {
      request: { ...request, as: "rea", headers: CSV },
      expect: { status: 200 },
      after: ({ text }) =>
        expect(text).toBe(`id,created,updated,versionId,integer,name\r\n${head(full.view)},-3,Full\r\n`),
    });
  }

  row("a page of no records is the line of names", {
    request: { path: `${SAMPLES}?search=nothing&fields=name`, as: "rea", headers: CSV },
    expect: { status: 200, headers: { "x-next-cursor": null } },
    after: ({ text }) => expect(text).toBe("id,created,updated,versionId,name\r\n"),
  });

  row("HEAD has the headers", {
    request: { method: "HEAD", path: `${SAMPLES}?limit=1`, as: "rea", headers: CSV },
    expect: { status: 200, headers: { "content-type": /^text\/csv/, "x-next-cursor": /^[\w-]+$/ } },
  });

  it("pages follow one another by x-next-cursor, in either form", async () => {
    const first = await acme.call("rea", { path: `${SAMPLES}?limit=1`, headers: CSV });
    const path = `${SAMPLES}?limit=1&cursor=${first.headers["x-next-cursor"]}`;
    const second = await acme.call("rea", { path, headers: CSV });
    expect(second.headers).not.toHaveProperty("x-next-cursor");
    expect([idsOf(first), idsOf(second)]).toEqual([[empty.id], [full.id]]);
    expect((await acme.page("rea", path)).items.map(({ id }) => id)).toEqual([full.id]);
  });

  for (const accept of ["text/csv;q=0.5, application/json", "*/*", "x"]) {
    row(`Accept: ${accept} gets JSON`, {
      request: { path: SAMPLES, as: "rea", headers: { accept } },
      expect: { status: 200, headers: { "content-type": /^application\/json/, vary: /\baccept, authorization$/ } },
    });
  }

  for (const accept of ["text/csv, application/json;q=0.9", "text/csv; header=present;q=0.9, */*;q=0.1"]) {
    row(`Accept: ${accept} gets CSV`, {
      request: { path: SAMPLES, as: "rea", headers: { accept } },
      expect: { status: 200, headers: { "content-type": "text/csv; charset=utf-8; header=present" } },
    });
  }

  row("one record is JSON for those who take that, too", {
    request: { path: full.path, as: "rea", headers: { accept: "text/csv, */*;q=0.1" } },
    expect: { status: 200, headers: { "content-type": /^application\/json/, vary: /(?<!accept, )authorization$/ } },
  });
});

describe("200: what is out of sight is not there", () => {
  it("a field that it can read on some records is empty on the others", async () => {
    await acme.create("ada", "notes", { title: "Hers", team: "red" });
    const own = await acme.create("par", "notes", { title: "Own" });
    const { text } = await acme.call("par", { path: `${recordsPath("notes")}?fields=title,team`, headers: CSV });
    expect(
      text
        .split("\r\n")
        .slice(1, 3)
        .map((line) => line.split(",").slice(4)),
    ).toEqual([
      ["Own", ""],
      ["Hers", ""],
    ]);
    expect(idsOf({ text } as Answer)[0]).toBe(own.id);
  });

  row("a record beyond the row scope has no line", {
    request: { path: `${recordsPath("accounts")}?fields=name`, as: "sen", headers: CSV },
    expect: { status: 200 },
    after: ({ text }) => expect(text.split("\r\n")).toHaveLength(2),
  });
});

describe("errors stay JSON", () => {
  for (const [what, path, json] of [
    ["one record", full.path, undefined],
    ["an aggregate", `${SAMPLES}/aggregate`, { measures: { n: ["count"] } }],
  ] as const) {
    row(`CSV alone of ${what}, which has none`, {
      request: { path, as: "rea", headers: CSV, ...(json && { method: "POST", json }) },
      expect: { status: 400, code: "INVALID_FILTERS", headers: { "content-type": /^application\/json/ } },
      after: async (answer) => expect(answer.text).toContain("CSV is available for lists and queries"),
    });
  }

  for (const [query, code] of [
    ["fields=hidden", "FIELD_NOT_QUERYABLE"],
    ["expand=reference", "INVALID_FILTERS"],
  ] as const) {
    row(`?${query}`, { path: `${SAMPLES}?${query}`, as: "rea", headers: CSV }, { status: 400, code });
  }

  it("even if the cursor is too long for a header", async () => {
    for (const letter of ["a", "b"])
      await acme.create("ada", "samples", { name: `Long ${letter}`, text: letter.repeat(20_000) });
    const path = `${SAMPLES}?search=long&sort=text:asc&limit=1&fields=name`;
    const refused = await acme.call("rea", { path, headers: CSV });
    expect([refused.status, (refused.json as { error: { code: string } }).error.code]).toEqual([400, "INVALID_SORT"]);
    expect((await acme.page("rea", path)) as Page).toMatchObject({ items: [{ data: { name: "Long a" } }] });
  });
});

it("a page sent in several pieces is complete", async () => {
  const text = `x"${"y".repeat(300_000)}\r\nz`;
  for (let number = 0; number < 8; number += 1)
    await acme.create("ada", "notes", { title: `Piece ${number}`, body: text });
  const path = `${recordsPath("notes")}?search=piece&fields=title,body`;
  const answer = await acme.call("ada", { path, headers: CSV });
  const lines = parse(answer.text) as string[][];
  expect(lines.slice(1).map(([, , , , title]) => title)).toEqual([7, 6, 5, 4, 3, 2, 1, 0].map((n) => `Piece ${n}`));
  for (const line of lines.slice(1)) expect(line[5]).toBe(text);
  if (inject("adapter") !== "node") return;
  const compressed = await acme.call("ada", { path, headers: { ...CSV, "accept-encoding": "gzip" } });
  expect(compressed.headers).toMatchObject({
    "content-encoding": "gzip",
    vary: expect.stringMatching(/\baccept, authorization, accept-encoding$/),
  });
  expect(compressed.text).toBe(answer.text);
});

function idsOf({ text }: Pick<Answer, "text">): string[] {
  return (parse(text) as string[][]).slice(1).map(([id = ""]) => id);
}
