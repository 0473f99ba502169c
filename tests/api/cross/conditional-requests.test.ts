/** The forms of If-Match (spec: Update; contract §§ 7, 8; RFC 9110). Each on PATCH and on DELETE. */
import { describe, expect } from "vitest";
import { type HeaderList, patch, post } from "../../support/http";
import { type Made, openOrganization, recordsPath } from "../../support/organization";
import { rowsOf } from "../../support/scenario";

const acme = await openOrganization();
const row = rowsOf(acme);
const sample = () => acme.create("ada", "samples", { name: "one" });

/** Values are of the current version's tag. */
const ACCEPTED: [guarantee: string, values: (etag: string) => string[]][] = [
  ["the current version", (etag) => [etag]],
  ["a star", () => ["*"]],
  ["a list with the current version in it", (etag) => [`"other", ${etag}`]],
  ["a list without spaces", (etag) => [`"other",${etag}`]],
  ["a list with empty members", (etag) => [`, ${etag}, ,`]],
  ["a list whose first tag holds a comma", (etag) => [`"a,b", ${etag}`]],
  ["a list with a weak tag beside the current version", (etag) => [`W/"other", ${etag}`]],
  ["two header lines, the second with the current version", (etag) => ['"other"', etag]],
  ["a list of 100 tags", (etag) => [`${Array.from({ length: 99 }, (_, index) => `"${index}"`).join(",")},${etag}`]],
  ["space around the tag", (etag) => [`  ${etag}  `]],
];

const REFUSED: [guarantee: string, values: (etag: string) => string[]][] = [
  ["another version", () => ['"other"']],
  ["the version unquoted", (etag) => [etag.replaceAll('"', "")]],
  ["a weak tag of the current version", (etag) => [`W/${etag}`]],
  ["a quoted star", () => ['"*"']],
  ["a star in a list", (etag) => [`*, ${etag}`]],
  ["an opening quote alone", (etag) => [etag.slice(0, -1)]],
  ["a closing quote alone", (etag) => [etag.slice(1)]],
  ["single quotes", (etag) => [etag.replaceAll('"', "'")]],
  ["the current version inside another tag", (etag) => [`"x${etag.slice(1)}`]],
  ["the current version with garbage behind it", (etag) => [`${etag} x`]],
  ["the version in capitals", (etag) => [etag.toUpperCase()]],
  ["an empty tag", () => ['""']],
  ["a number", () => ["1"]],
  ["a list without the current version", () => ['"a", "b", "c"']],
  ["two header lines without the current version", () => ['"a"', '"b"']],
  ["a tag that holds a space", (etag) => [`"a b", ${etag}`]],
  ["a list of 1,000 tags", (etag) => [`${Array.from({ length: 999 }, (_, index) => `"${index}"`).join(",")},${etag}`]],
];

const headersOf = (values: string[]): HeaderList => values.map((value) => ["if-match", value]);

for (const method of ["PATCH", "DELETE"] as const) {
  const call = (record: Made, headers: HeaderList) => ({
    method,
    path: record.path,
    as: "wim" as const,
    headers,
    ...(method === "PATCH" ? { json: { data: { integer: 7 } } } : {}),
  });
  const unchanged = async (_: unknown, record: Made) =>
    expect(await acme.read("ada", record.path)).toEqual(record.view);

  describe(`${method}: 200`, () => {
    for (const [guarantee, values] of ACCEPTED) {
      row(`${method} with ${guarantee} is carried out`, {
        given: sample,
        request: (record) => call(record, headersOf(values(record.etag))),
        expect: { status: 200 },
      });
    }
  });

  describe(`${method}: 412`, () => {
    for (const [guarantee, values] of REFUSED) {
      row(`${method} with ${guarantee} is refused and changes nothing`, {
        given: sample,
        request: (record) => call(record, headersOf(values(record.etag))),
        expect: { status: 412, code: "PRECONDITION_FAILED", headers: { etag: null } },
        after: unchanged,
      });
    }

    row(`${method} with the version before the last one is refused`, {
      given: async () => {
        const record = await sample();
        const answer = await acme.call("ada", patch(record.path, { text: "newer" }, {}, record.etag));
        return { ...record, newer: String(answer.headers.etag) };
      },
      request: (record) => call(record, [["if-match", record.etag]]),
      expect: { status: 412, code: "PRECONDITION_FAILED" },
      after: async (_, record) => expect(`"${(await acme.read("ada", record.path)).versionId}"`).toBe(record.newer),
    });

    row(`${method} with the version of another record is refused`, {
      given: async () => ({ ...(await sample()), other: await sample() }),
      request: (record) => call(record, [["if-match", record.other.etag]]),
      expect: { status: 412, code: "PRECONDITION_FAILED" },
    });
  });

  describe(`${method}: 428`, () => {
    row(`${method} without If-Match is refused and changes nothing`, {
      given: sample,
      request: (record) => call(record, []),
      expect: { status: 428, code: "PRECONDITION_REQUIRED" },
      after: unchanged,
    });

    row(`${method} with an empty If-Match is refused as without`, {
      given: sample,
      request: (record) => call(record, [["if-match", ""]]),
      expect: { status: 428, code: "PRECONDITION_REQUIRED" },
      after: unchanged,
    });

    row(`${method} with If-None-Match instead is refused`, {
      given: sample,
      request: (record) => call(record, [["if-none-match", record.etag]]),
      expect: { status: 428, code: "PRECONDITION_REQUIRED" },
      after: unchanged,
    });

    row(`${method} with If-Unmodified-Since instead is refused`, {
      given: sample,
      request: (record) => call(record, [["if-unmodified-since", new Date(Date.now() + 60_000).toUTCString()]]),
      expect: { status: 428, code: "PRECONDITION_REQUIRED" },
      after: unchanged,
    });
  });
}

describe("versions", () => {
  row("the ETag of a create is the next read's", {
    given: sample,
    request: (record) => ({ path: record.path, as: "rea" as const }),
    expect: (record) => ({ status: 200, headers: { etag: record.etag } }),
  });

  row("a chain of updates needs no reads in between", {
    given: async () => {
      const record = await sample();
      let etag = record.etag;
      for (const integer of [1, 2, 3]) {
        const answer = await acme.call("wim", patch(record.path, { integer }, {}, etag));
        expect(answer.status).toBe(200);
        etag = String(answer.headers.etag);
      }
      return { ...record, etag };
    },
    request: (record) => ({ path: record.path, as: "rea" as const, headers: { "if-none-match": record.etag } }),
    expect: { status: 304 },
  });

  row("a record that is deleted and made again has another version", {
    given: async () => {
      const old = await acme.create("wim", "accounts", { name: "Phoenix" });
      await acme.call("wim", { method: "DELETE", path: old.path, headers: { "if-match": old.etag } });
      const again = await acme.create("wim", "accounts", { name: "Phoenix" });
      expect(again.etag).not.toBe(old.etag);
      return { ...again, old };
    },
    request: (record) => ({
      method: "DELETE",
      path: record.path,
      as: "wim" as const,
      headers: { "if-match": record.old.etag },
    }),
    expect: { status: 412, code: "PRECONDITION_FAILED" },
  });

  row("a create takes no notice of If-Match", {
    request: post(recordsPath("samples"), { data: { name: "new" } }, { as: "wim", headers: { "if-match": '"x"' } }),
    expect: { status: 201 },
  });
});
