/** What Next does by itself where it is the host, and what it cannot get around (contract § 11). */
import { describe, expect, inject, it } from "vitest";
import { openOrganization, recordsPath } from "../../support/organization";
import { partsOf, sendBytes } from "../../support/raw-http";

const acme = await openOrganization();
const { host } = new URL(acme.origin);
const token = acme.token("ada");
const TOKEN = `Authorization: Bearer ${token}`;

async function ask(line: string, ...headers: string[]) {
  const raw = await sendBytes(acme.origin, `${[`${line} HTTP/1.1`, `Host: ${host}`, ...headers].join("\r\n")}\r\n\r\n`);
  return { status: raw.statuses[0], body: partsOf(raw).body };
}

describe.runIf(inject("adapter") === "next")("by itself, Next", () => {
  it.each(["GET /x/../api/v1/me", "GET /api/%2e/v1/me"])("resolves the dots of %s", async (line) => {
    expect((await ask(line, TOKEN)).status).toBe(200);
    expect((await ask(line)).status).toBe(401);
  });

  it.each([
    ["a page to a path that is spelled with escapes", "GET /%61pi/v1/me", 404, "<!doctype html>"],
    ["the API's own 404 to doubled slashes", "GET //api/v1/me", 404, "ENTITY_NOT_FOUND"],
    ["a page to a path without the base", "GET /entities", 404, "<!doctype html>"],
    ["a bare 500 to TRACE", "TRACE /api/v1/me", 500, "Internal Server Error"],
    ["a bare 400 to a method that it does not know", `PURGE /api/v1${recordsPath("deals")}`, 400, ""],
  ])("sends %s", async (_what, line, status, text) => {
    const answer = await ask(line, TOKEN);
    expect(answer.status).toBe(status);
    expect(answer.body).toContain(text);
  });
});

describe("over both adapters", () => {
  it.each([
    ["two Authorization lines", "GET /api/v1/me", [TOKEN, TOKEN]],
    ["a token in the query string", `GET /api/v1/me?token=${token}`, [TOKEN]],
    ["a token in the path", `GET /api/v1/entities/${token}`, [TOKEN]],
  ])("refused: %s", async (_what, line, headers) => {
    const answer = await ask(line, ...headers);
    expect(answer.status).toBe(401);
    expect(answer.body).toContain('"INVALID_TOKEN"');
  });
});
