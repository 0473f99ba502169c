/** Long answers, compressed for those who take it (contract § 4). Every row's body is decoded before its rules are checked. */
import { describe, expect } from "vitest";
import { send } from "../../support/http";
import { dataOf, openOrganization, type Page, recordsPath } from "../../support/organization";
import { openService } from "../../support/own-service";
import { rowsOf } from "../../support/scenario";

const RECORDS = 12;
const acme = await openOrganization("packed");
const path = recordsPath("samples");
const long = `${path}?limit=${RECORDS}&fields=name,json`;
const value = "Ünzählige Wörter ".repeat(60);
const made = await acme.create("ada", "samples", { name: "large", json: value.repeat(20) });
for (let index = 1; index < RECORDS; index += 1)
  await acme.create("ada", "samples", { name: `packed ${index}`, json: `${value}${index}` });

const row = rowsOf(acme);
const accepting = (encoding: string, target = long) => ({
  path: target,
  as: "rea" as const,
  headers: { "accept-encoding": encoding },
});
const LONG = { vary: /\bauthorization, accept-encoding$/i };
const plain = { status: 200, headers: { ...LONG, "content-encoding": null } };
const encoded = (encoding: "br" | "gzip") => ({ status: 200, headers: { ...LONG, "content-encoding": encoding } });

describe("a long response", () => {
  for (const encoding of ["gzip", "br"] as const) {
    row(`is ${encoding} for ${encoding}`, accepting(encoding), encoded(encoding), async (answer) => {
      expect(answer.sentBytes).toBeLessThan(answer.text.length / 4);
      expect(answer.headers["content-length"]).toBe(String(answer.sentBytes));
      const same = await send(acme.origin, { path: long, token: acme.token("rea") });
      expect(answer.text).toBe(same.text);
    });
  }

  row('is as it is for "identity"', { request: accepting("identity"), expect: plain });
  row("is as it is for who says nothing of it", { request: { path: long, as: "rea" }, expect: plain });

  row("of a query is compressed, too", {
    request: { ...accepting("gzip", "/entities/samples/records/query"), method: "POST", json: { limit: RECORDS } },
    expect: encoded("gzip"),
    after: (answer) => expect(dataOf<Page>(answer).items).toHaveLength(RECORDS),
  });

  row("to HEAD says how it would be sent, and not how long it would be", {
    request: { ...accepting("gzip"), method: "HEAD" },
    expect: { ...encoded("gzip"), headers: { ...encoded("gzip").headers, "content-length": null } },
  });

  row("that is very long leaves while it is compressed", {
    given: async () => {
      for (let index = 0; index < 2; index += 1)
        await acme.create("ada", "samples", { name: `very large ${index}`, json: "x".repeat(800_000) });
    },
    request: accepting("br", `${path}?limit=2&sort=created:desc`),
    expect: { ...encoded("br"), headers: { ...encoded("br").headers, "content-length": null } },
    after: (answer) => {
      expect(answer.headers["transfer-encoding"]).toBe("chunked");
      expect(answer.text.length).toBeGreaterThan(1_600_000);
      expect(answer.sentBytes).toBeLessThan(100_000);
      expect(dataOf<Page>(answer).items.map((item) => item.data.name)).toEqual(["very large 1", "very large 0"]);
    },
  });
});

describe("never compressed is", () => {
  row("an answer below 8 KiB", {
    request: accepting("gzip, br", `${path}?limit=1&fields=name`),
    expect: { status: 200, headers: { "content-encoding": null } },
  });

  row("a record, whose ETag is strong, however long it is", {
    request: accepting("gzip, br", made.path),
    expect: { status: 200, headers: { etag: made.etag, "content-encoding": null } },
    after: (answer) => expect(answer.text.length).toBeGreaterThan(20_000),
  });

  row("an error, however much it has to say", {
    request: {
      ...accepting("gzip, br", path),
      as: "ada",
      method: "POST",
      json: {
        data: Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`${"unknown".repeat(20)}${index}`, 1])),
      },
    },
    expect: { status: 400, code: "INVALID_BODY", headers: { "content-encoding": null } },
    after: (answer) => expect(answer.text.length).toBeGreaterThan(8_192),
  });
});

describe("with COMPRESSION=off", () => {
  const service = openService({ COMPRESSION: "off" });

  rowsOf(acme, () => service.origin)("a long answer is as it is", {
    request: accepting("gzip, br"),
    expect: { status: 200, headers: { "content-encoding": null } },
  });
});
