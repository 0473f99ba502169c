/** Two organizations on one service never see, touch or notice each other. */

import { describe, expect } from "vitest";
import { post } from "../../support/http";
import { errorOf, openOrganization, recordsPath } from "../../support/organization";
import { entityOf, grantsOf } from "../../support/organization-file";
import { rowsOf } from "../../support/scenario";
import { UNKNOWN_ID } from "../../support/views";

const acme = await openOrganization("acme");
const beta = await openOrganization("beta");
const betaFile = structuredClone(beta.file);
betaFile.entities.push(entityOf("ships", "Ship", [{ key: "name", label: "Name", type: "text", required: true }]));
grantsOf(betaFile, "everything").push({ entity: "ships", verbs: ["list", "create"] });
await beta.apply(betaFile);

const row = rowsOf(acme);
const theirs = await beta.create("ada", "accounts", { name: "Theirs", city: "Oslo" });
const ours = await acme.create("ada", "accounts", { name: "Ours" });
const same = { "x-request-id": "same" };

for (const [guarantee, request] of [
  ["GET", { headers: {} }],
  ["PATCH with a star", { method: "PATCH", headers: { "if-match": "*" }, json: { data: { name: "Mine" } } }],
  [
    "PATCH with the right version",
    { method: "PATCH", headers: { "if-match": theirs.etag }, json: { data: { name: "Mine" } } },
  ],
  ["PATCH with a bad body", { method: "PATCH", headers: { "if-match": "*" }, body: "{" }],
  ["DELETE with a star", { method: "DELETE", headers: { "if-match": "*" } }],
] as const) {
  row(`another organization's record: ${guarantee} is answered byte for byte as for no record`, {
    request: { as: "ada", ...request, path: theirs.path, headers: { ...request.headers, ...same } },
    expect: { status: 404, code: "RECORD_NOT_FOUND" },
    after: async (answer) => {
      const nobodys = await acme.call("ada", {
        ...request,
        path: `${recordsPath("accounts")}/${UNKNOWN_ID}`,
        headers: { ...request.headers, ...same },
      });
      expect(nobodys.text).toBe(answer.text);
      expect(await beta.read("ada", theirs.path)).toEqual(theirs.view);
    },
  });
}

describe("200", () => {
  row("a list holds the own organization's records only", {
    request: { path: recordsPath("accounts"), as: "ada" },
    expect: { status: 200 },
    after: (answer) => {
      expect(answer.text).toContain(ours.id);
      expect(answer.text).not.toContain(theirs.id);
    },
  });

  row("the same label may stand in both organizations", {
    request: { method: "POST", path: recordsPath("accounts"), as: "ada", json: { data: { name: "Theirs" } } },
    expect: { status: 201 },
  });
});

describe("links across organizations are answered as links to nothing, and not stored", () => {
  row("a reference to another organization's record is refused as one to nothing", {
    request: post(recordsPath("samples"), { data: { name: "x", reference: theirs.id } }, { as: "ada" }),
    expect: { status: 400, code: "INVALID_BODY", details: ["reference"] },
    after: async (answer) => {
      const nothing = await acme.post("ada", recordsPath("samples"), { data: { name: "x", reference: UNKNOWN_ID } });
      expect(errorOf(nothing)).toEqual({ ...errorOf(answer), requestId: expect.any(String) });
    },
  });

  row("a parent in another organization is refused as one that does not exist", {
    request: post(recordsPath("deals"), { data: { title: "x", account: theirs.id } }, { as: "ada" }),
    expect: { status: 409, code: "PARENT_REFERENCE" },
    after: async (answer) => {
      const nothing = await acme.post("ada", recordsPath("deals"), { data: { title: "x", account: UNKNOWN_ID } });
      expect(errorOf(nothing)).toEqual({ ...errorOf(answer), requestId: expect.any(String) });
    },
  });
});
