/** All sixteen sets of verbs against all endpoints of an entity: the answer and the permission map agree (contract § 1). */

import { describe } from "vitest";
import { patch } from "../../support/http";
import { openOrganization, recordsPath } from "../../support/organization";
import { rowsOf } from "../../support/scenario";
import { envelope } from "../../support/views";

const acme = await openOrganization();
const row = rowsOf(acme);
const VERBS = ["list", "create", "update", "delete"] as const;
const NOT_FOUND = { status: 404, code: "ENTITY_NOT_FOUND" };
const DENIED = { status: 403, code: "PERMISSION_DENIED" };
const sample = () => acme.create("ada", "samples", { name: "one" });

for (let set = 0; set < 16; set += 1) {
  const verbs = VERBS.filter((_, bit) => set & (1 << bit));
  const name = verbs.length === 0 ? "no verb" : verbs.join(" and ");
  // A scope without verbs on the entity: the token has another entity instead.
  const scopes = verbs.length === 0 ? [{ entity: "deals", verbs: ["list"] }] : [{ entity: "samples", verbs }];
  const token = (await acme.issue("ada", { scopes })).text;
  const has = (verb: (typeof VERBS)[number]) => verbs.includes(verb);
  const unless = (verb: (typeof VERBS)[number]) =>
    verbs.length === 0 ? NOT_FOUND : has(verb) ? { status: 200 } : DENIED;

  describe(`a token with ${name}`, () => {
    row(`${name}: the description tells exactly that`, {
      request: { path: "/entities/samples", token },
      expect: verbs.length === 0 ? NOT_FOUND : { status: 200 },
      after: (answer) => {
        if (verbs.length === 0) return;
        const { permissions } = (answer.json as { data: { permissions: Record<string, boolean> } }).data;
        const told = VERBS.filter((verb) => permissions[verb]);
        if (told.join() !== verbs.join()) throw new Error(`told ${told.join()} instead of ${verbs.join()}`);
      },
    });

    row(`${name}: list`, { request: { path: recordsPath("samples"), token }, expect: unless("list") });

    row(`${name}: query`, {
      request: { method: "POST", path: `${recordsPath("samples")}/query`, token, json: {} },
      expect: unless("list"),
    });

    row(`${name}: read one`, {
      given: sample,
      request: (record) => ({ path: record.path, token }),
      expect: unless("list"),
    });

    row(`${name}: create`, {
      request: { method: "POST", path: recordsPath("samples"), token, json: { data: { name: "new" } } },
      expect: !has("create")
        ? unless("create")
        : has("list")
          ? { status: 201 }
          : { status: 403, code: "CREATED_RECORD_NOT_READABLE" },
    });

    row(`${name}: update`, {
      given: sample,
      request: (record) => patch(record.path, { integer: 1 }, { token }, record.etag),
      expect: has("update") && !has("list") ? { status: 200, data: envelope("samples", {}) } : unless("update"),
    });

    row(`${name}: delete`, {
      given: sample,
      request: (record) => ({ method: "DELETE", path: record.path, token, headers: { "if-match": record.etag } }),
      expect: unless("delete"),
    });
  });
}
