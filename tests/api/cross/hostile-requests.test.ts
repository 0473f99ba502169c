/** Requests that no client of good will sends: broken framing, injected text, floods of one kind. */

import { describe, expect, inject, it } from "vitest";
import { MAX_UNDER_WAY } from "../../../server/adapter/pipelining";
import { openOrganization, recordsPath } from "../../support/organization";
import { partsOf, sendBytes } from "../../support/raw-http";
import { rowsOf } from "../../support/scenario";

const acme = await openOrganization();
const row = rowsOf(acme);
const SAMPLES = recordsPath("samples");
const token = acme.token("wim");
const host = new URL(acme.origin).host;
const IS_NODE = inject("adapter") === "node";
await acme.create("ada", "samples", { name: "only one", text: "plain" });

const head = (method: string, path: string, ...lines: string[]) =>
  [`${method} /api/v1${path} HTTP/1.1`, `Host: ${host}`, `Authorization: Bearer ${token}`, ...lines, "", ""].join(
    "\r\n",
  );
const alive = async () => expect((await acme.call("rea", { path: "/me" })).status).toBe(200);

describe("broken framing is refused or hung up on, and the next connection is well", () => {
  const json = '{"data":{"name":"smuggled"}}';
  for (const [guarantee, bytes] of [
    [
      "two lengths that differ",
      `${head("POST", SAMPLES, "Content-Type: application/json", "Content-Length: 5", `Content-Length: ${json.length}`)}${json}`,
    ],
    [
      "a length beside chunks",
      `${head("POST", SAMPLES, "Content-Type: application/json", `Content-Length: ${json.length}`, "Transfer-Encoding: chunked")}0\r\n\r\n`,
    ],
    [
      "an unknown transfer encoding",
      `${head("POST", SAMPLES, "Content-Type: application/json", "Transfer-Encoding: xchunked")}${json}`,
    ],
    [
      "a chunk length that is no number",
      `${head("POST", SAMPLES, "Content-Type: application/json", "Transfer-Encoding: chunked")}zz\r\n${json}\r\n0\r\n\r\n`,
    ],
    ["a negative length", `${head("POST", SAMPLES, "Content-Type: application/json", "Content-Length: -1")}${json}`],
    ["a NUL in a header", head("GET", "/me", "X-Nul: a\0b")],
    ["a header without a colon", head("GET", "/me", "nonsense")],
    ["bare line feeds", head("GET", "/me").replaceAll("\r\n", "\n")],
  ] as const) {
    it(guarantee, async () => {
      const { statuses } = await sendBytes(acme.origin, bytes);
      for (const status of statuses) expect(status).toBeGreaterThanOrEqual(400);
      for (const status of statuses) expect(status).toBeLessThan(500);
      await alive();
      expect((await acme.page("ada", `${SAMPLES}?search=smuggled`)).items).toEqual([]);
    });
  }

  it("a connection gets all responses up to its pipeline limit, without waiting for any of them", async () => {
    const { statuses } = await sendBytes(acme.origin, head("GET", "/me").repeat(MAX_UNDER_WAY), MAX_UNDER_WAY);
    expect(statuses).toEqual(Array.from({ length: MAX_UNDER_WAY }, () => 200));
  });

  it("one more request ends the connection after their responses, the last of which says so", async () => {
    const answer = await sendBytes(acme.origin, head("GET", "/me").repeat(MAX_UNDER_WAY + 1), MAX_UNDER_WAY + 1);
    expect(answer.statuses).toEqual(Array.from({ length: MAX_UNDER_WAY }, () => 200));
    expect(answer.text.match(/^connection: close/gim)).toHaveLength(1);
    expect(answer.text.lastIndexOf("HTTP/1.1 200")).toBeLessThan(answer.text.search(/^connection: close/im));
  });

  it("ten thousand requests on one connection end it, and keep nobody waiting", async () => {
    const { statuses } = await sendBytes(acme.origin, head("GET", "/me").repeat(10_000), 10_000);
    expect(statuses.length).toBeLessThanOrEqual(MAX_UNDER_WAY);
    await alive();
  });

  it.runIf(IS_NODE)("pipelined requests are handled one after the other", async () => {
    const body = '{"data":{"name":"sent at once"}}';
    const create = `${head("POST", SAMPLES, "Content-Type: application/json", `Content-Length: ${body.length}`)}${body}`;
    const list = head("GET", `${SAMPLES}?search=sent+at+once&fields=name`);
    const { statuses, text } = await sendBytes(acme.origin, list + create + list + create + list, 5);
    expect(statuses).toEqual([200, 201, 200, 201, 200]);
    expect(
      [...text.matchAll(/"items":\[.*?\],"next/g)].map(([items]) => items.split("sent at once").length - 1),
    ).toEqual([0, 1, 2]);
  });

  it("a body that is cut short writes nothing", async () => {
    await sendBytes(
      acme.origin,
      `${head("POST", SAMPLES, "Content-Type: application/json", "Content-Length: 500")}${json}`,
    );
    await alive();
    expect((await acme.page("ada", `${SAMPLES}?search=smuggled`)).items).toEqual([]);
  });

  it("a chunked body is read like any other", async () => {
    const chunks = `5\r\n{"dat\r\n${(json.length - 5).toString(16)}\r\n${json.slice(5).replace("smuggled", "chunkily")}\r\n0\r\n\r\n`;
    const answer = await sendBytes(
      acme.origin,
      head("POST", SAMPLES, "Content-Type: application/json", "Transfer-Encoding: chunked") + chunks,
    );
    expect(answer.statuses).toEqual([201]);
    expect(partsOf(answer).headers["x-content-type-options"]).toBe("nosniff");
  });

  it("a chunked body over 1 MiB is refused though no length announced it", async () => {
    const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`;
    const answer = await sendBytes(
      acme.origin,
      `${head("POST", SAMPLES, "Content-Type: application/json", "Transfer-Encoding: chunked")}${chunk.repeat(17)}0\r\n\r\n`,
    );
    expect(answer.statuses).toEqual([400]);
    expect(answer.text).toContain('"INVALID_BODY"');
  });
});

/** Some; the corpus (`api/hostile`) has a thousand, in every place that takes text. */
const INJECTIONS = [
  "'; DROP TABLE records; --",
  "' || pg_sleep(5) || '",
  "' UNION SELECT secret_hash FROM tokens --",
  "$1",
  "jsonb_path_query(data, '$')",
];

for (const text of INJECTIONS) {
  row(`text is text: ${JSON.stringify(text.slice(0, 60))} is stored, found and returned as it is`, {
    request: { method: "POST", path: SAMPLES, as: "wim", json: { data: { name: "injected", text } } },
    expect: { status: 201 },
    after: async (created) => {
      const { id } = (created.json as { data: { id: string } }).data;
      const query = (where: unknown) => acme.post("rea", `${SAMPLES}/query`, { where });
      for (const operator of ["eq", "contains", "starts_with", "ends_with"]) {
        const found = await query({
          and: [
            ["id", "eq", id],
            ["text", operator, text],
          ],
        });
        expect(
          (found.json as { data: { items: { data: { text: string } }[] } }).data.items.map((item) => item.data.text),
        ).toEqual([text]);
      }
      expect(
        (
          await query({
            and: [
              ["name", "eq", "only one"],
              ["text", "eq", text],
            ],
          })
        ).text,
      ).toContain('"items":[]');
    },
  });
}

for (const [what, search] of [
  ["a NUL", "a%00b"],
  ["an escape that is no UTF-8", "%ff%fe"],
])
  row(`${what} in the search is refused`, { path: `${SAMPLES}?search=${search}`, as: "rea" }, "400 INVALID_FILTERS");
