/** Reports of leaked tokens over HTTP: the page is there for everybody, the path for scanners only where keys are configured. */
import { describe, expect, inject, it } from "vitest";
import { sendTo } from "../../support/http";
import { openOrganization } from "../../support/organization";
import { pageClient } from "../../support/page-client";
import { ownAddress } from "../../support/page-people";

const origin = inject("origin");
const acme = await openOrganization();

it("the page asks nobody to sign in, and shows a field", async () => {
  const page = await sendTo(origin, "/leaked", { from: ownAddress() });
  expect([page.status, page.headers["cache-control"]]).toEqual([200, "private, no-store"]);
  expect(page.text).toContain("Report a leaked token");
  expect(page.text).toMatch(/<textarea[^>]*name="text"/);
});

it("without keys there is no path for scanners, and no origin is asked for", async () => {
  const { text } = await acme.issue("rea");
  const body = JSON.stringify([{ token: text, type: "records", url: "https://example.test" }]);
  const answer = await sendTo(origin, "/api/leaked-tokens", { method: "POST", body, from: ownAddress() });
  expect([answer.status, answer.text]).toEqual([404, "Not found\n"]);
  const still = await sendTo(origin, "/api/v1/me", { headers: { authorization: `Bearer ${text}` } });
  expect(still.status).toBe(200);
});

describe("a report by hand", () => {
  async function report(text: string): Promise<string> {
    const client = pageClient(origin, ownAddress());
    const answer = await client.submit("/leaked", await client.get("/leaked"), { text });
    expect(answer.status).toBe(200);
    return answer.text;
  }
  const works = async (token: string) =>
    (await sendTo(origin, "/api/v1/me", { headers: { authorization: `Bearer ${token}` } })).status === 200;

  it("of more tokens than it takes says that some were left out, and not that all stopped", async () => {
    const tokens = [];
    for (let number = 0; number < 21; number += 1) tokens.push((await acme.issue("rea")).text);
    const said = await report(tokens.join("\n"));
    expect(said).toContain("Only the first 20 tokens were taken: 1 token was left out.");
    expect(said).not.toContain("no longer work");
    expect([await works(tokens[0] ?? ""), await works(tokens[20] ?? "")]).toEqual([false, true]);
  });

  it("that is too long to be looked at says so, and does nothing", async () => {
    const { text } = await acme.issue("rea");
    expect(await report(`${text}\n${"€".repeat(20_000)}`)).toContain("more than 20,000 characters");
    expect(await works(text)).toBe(true);
  });
});
