/** QUERY /entities/:entityKey/records (RFC 10008; contract § 6): the query endpoint, as a method that is safe. */
import { describe, expect } from "vitest";
import { dataOf, openOrganization, type Page, recordsPath } from "../support/organization";
import { rowsOf } from "../support/scenario";

const acme = await openOrganization();
const row = rowsOf(acme);
const DEALS = recordsPath("deals");
for (const amount of [1, 2, 3]) await acme.create("ada", "deals", { title: `Deal ${amount}`, amount });
const ask = (json: unknown) => ({ method: "QUERY", path: DEALS, as: "rea" as const, json });
const body = { where: ["amount", "gte", 2], sort: [{ field: "amount", direction: "asc" }], limit: 1 };

describe("200", () => {
  row("QUERY gives what POST …/query gives, and its cursors fit both", {
    request: ask(body),
    expect: { status: 200, headers: { "accept-query": "application/json", etag: null } },
    after: async (answer) => {
      const page = dataOf<Page>(answer);
      expect(page.items.map(({ data }) => data.title)).toEqual(["Deal 2"]);
      const json = { ...body, cursor: page.nextCursor };
      const next = await acme.post("rea", `${DEALS}/query`, json);
      expect(dataOf<Page>(next).items.map(({ data }) => data.title)).toEqual(["Deal 3"]);
    },
  });

  row("a list says that its path takes QUERY", {
    request: { path: DEALS, as: "rea" },
    expect: { status: 200, headers: { "accept-query": "application/json" } },
  });

  row("the path of POST …/query does not", {
    request: { method: "POST", path: `${DEALS}/query`, as: "rea", json: {} },
    expect: { status: 200, headers: { "accept-query": null } },
  });

  row("OPTIONS says so, too", {
    request: { method: "OPTIONS", path: DEALS },
    expect: { status: 204, headers: { "accept-query": "application/json", allow: "GET, HEAD, QUERY, POST, OPTIONS" } },
    stage: "before the gate",
  });
});

describe("refused", () => {
  row("without a body", { method: "QUERY", path: DEALS, as: "rea" }, "400 INVALID_BODY");
  row("with a query string", { ...ask({}), path: `${DEALS}?limit=1` }, "400 INVALID_FILTERS");
  row("without list", { ...ask({}), as: "cleo" }, "403 PERMISSION_DENIED");

  row("on a record", {
    request: { ...ask({}), path: `${DEALS}/1` },
    expect: { status: 405, code: "METHOD_NOT_ALLOWED" },
    stage: "before the gate",
  });
});
