/** What Next does by itself where it is the host, and what it cannot get around (contract § 11). */
import { describe, expect, inject, it } from "vitest";
import { openOrganization } from "../../support/organization";
import { partsOf, sendBytes } from "../../support/raw-http";

const acme = await openOrganization();
const { host } = new URL(acme.origin);
const token = acme.token("ada");
const TOKEN = `Authorization: Bearer ${token}`;

async function ask(line: string, ...headers: string[]) {
  const raw = await sendBytes(acme.origin, `${[`${line} HTTP/1.1`, `Host: ${host}`, ...headers].join("\r\n")}\r\n\r\n`);
  return { status: raw.statuses[0], body: partsOf(raw).body };
}

it.runIf(inject("adapter") === "next")("a path without the base is a page of Next's", async () => {
  const answer = await ask("GET /entities", TOKEN);
  expect(answer.status).toBe(404);
  expect(answer.body).toContain("<!doctype html>");
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
