/** If-Match on its way (spec: Update; contract §§ 7, 8; RFC 9110), each on PATCH and on DELETE. */
import { describe, expect } from "vitest";
import { type HeaderList, post } from "../../support/http";
import { type Made, openOrganization, recordsPath } from "../../support/organization";
import { rowsOf } from "../../support/scenario";

const acme = await openOrganization();
const row = rowsOf(acme);
const sample = () => acme.create("ada", "samples", { name: "one" });

/** Values are of the current version's tag. What a header can say is in tests/unit/records/precondition.test.ts. */
const ACCEPTED: [guarantee: string, values: (etag: string) => string[]][] = [
  ["a star", () => ["*"]],
  ["two header lines, the second with the current version", (etag) => ['"other"', etag]],
];

const REFUSED: [guarantee: string, values: (etag: string) => string[]][] = [
  ["a weak tag of the current version", (etag) => [`W/${etag}`]],
  ["two header lines without the current version", () => ['"a"', '"b"']],
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

  for (const [guarantee, values] of ACCEPTED) {
    row(`${method} with ${guarantee} is carried out`, {
      given: sample,
      request: (record) => call(record, headersOf(values(record.etag))),
      expect: { status: 200 },
    });
  }

  for (const [guarantee, values] of REFUSED) {
    row(`${method} with ${guarantee} is refused and changes nothing`, {
      given: sample,
      request: (record) => call(record, headersOf(values(record.etag))),
      expect: { status: 412, code: "PRECONDITION_FAILED", headers: { etag: null } },
      after: unchanged,
    });
  }

  for (const [guarantee, headersFor] of [
    ["with an empty If-Match is refused as without", () => [["if-match", ""]]],
    ["with If-None-Match instead is refused", (etag) => [["if-none-match", etag]]],
    ["with If-Unmodified-Since instead is refused", () => [["if-unmodified-since", "Fri, 31 Dec 2100 00:00:00 GMT"]]],
  ] as [string, (etag: string) => HeaderList][]) {
    row(`${method} ${guarantee}, and changes nothing`, {
      given: sample,
      request: (record) => call(record, headersFor(record.etag)),
      expect: { status: 428, code: "PRECONDITION_REQUIRED" },
      after: unchanged,
    });
  }
}

describe("versions", () => {
  row("a record that is deleted and made again has another version", {
    given: async () => {
      const old = await acme.create("wim", "accounts", { name: "Phoenix" });
      await acme.call("wim", { method: "DELETE", path: old.path, headers: { "if-match": old.etag } });
      const again = await acme.create("wim", "accounts", { name: "Phoenix" });
      expect(again.etag).not.toBe(old.etag);
      return { ...again, old };
    },
    request: ({ path, old }) => ({ method: "DELETE", path, as: "wim", headers: { "if-match": old.etag } }),
    expect: { status: 412, code: "PRECONDITION_FAILED" },
  });

  row("a create takes no notice of If-Match", {
    request: post(recordsPath("samples"), { data: { name: "new" } }, { as: "wim", headers: { "if-match": '"x"' } }),
    expect: { status: 201 },
  });
});
