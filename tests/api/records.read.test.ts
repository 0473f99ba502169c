/** GET /entities/:entityKey/records/:recordId (spec: Read one; contract §§ 4, 6, 8). */

import { describe, expect } from "vitest";
import { post } from "../support/http";
import { dataOf, openOrganization, type RecordView, recordsPath } from "../support/organization";
import { rowsOf } from "../support/scenario";
import { aText, aTimestamp, blankSample } from "../support/views";

const acme = await openOrganization();
const row = rowsOf(acme);
const sample = await acme.create("ada", "samples", { name: "One", integer: 5, hidden: "truffle" });
const blueNote = await acme.create("ada", "notes", { title: "blue", team: "blue" });

row("a record is its envelope: every readable field, empty ones null, protected ones absent", {
  request: { path: sample.path, as: "rea" },
  expect: {
    status: 200,
    data: {
      id: sample.id,
      entityKey: "samples",
      created: aTimestamp,
      updated: aTimestamp,
      versionId: aText,
      data: { ...blankSample("One"), integer: 5 },
    },
  },
  after: (answer) => expect(answer.text).not.toMatch(/hidden|truffle/),
});

describe("a right to read a field that holds on some rows only", () => {
  const own = () => acme.create("par", "notes", { title: "own", team: "red" });

  row("shows the field on those rows", {
    given: own,
    request: (record) => ({ path: record.path, as: "par" as const }),
    expect: { status: 200 },
    after: (answer) =>
      expect(dataOf<RecordView>(answer).data).toStrictEqual({ title: "own", body: null, assignee: null, team: "red" }),
  });

  row("and on no other", { path: blueNote.path, as: "par" }, 200, (answer) =>
    expect(dataOf<RecordView>(answer).data).toStrictEqual({ title: "blue", body: null, assignee: null }),
  );

  row("and is no right to filter by it, which would tell of the others", {
    request: post(`${recordsPath("notes")}/query`, { where: ["team", "eq", "blue"] }, { as: "par" }),
    expect: { status: 400, code: "FIELD_NOT_QUERYABLE" },
  });
});

describe("304 and If-None-Match", () => {
  for (const [guarantee, value] of [
    ["the current version", sample.etag],
    ["the current version, weakly", `W/${sample.etag}`],
    ["a star", "*"],
  ] as const) {
    row(`If-None-Match with ${guarantee} is 304, with ETag and without a body`, {
      request: { path: sample.path, as: "rea", headers: { "if-none-match": value } },
      expect: { status: 304, headers: { etag: sample.etag } },
    });
  }

  row("If-None-Match with another version is answered whole", {
    request: { path: sample.path, as: "rea", headers: { "if-none-match": '"other"' } },
    expect: { status: 200, headers: { etag: sample.etag } },
  });
});

for (const [guarantee, path] of [
  ["in capitals", `${recordsPath("samples")}/${sample.id.toUpperCase()}`],
  ["of another entity", `${recordsPath("accounts")}/${sample.id}`],
] as const)
  row(`a record id ${guarantee} does not exist`, { path, as: "ada" }, "404 RECORD_NOT_FOUND");
