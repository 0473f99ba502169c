/** Reports of leaked tokens over HTTP: the page is there for everybody, the path for scanners only where keys are configured. */
import { expect, inject, it } from "vitest";
import { sendTo } from "../../support/http";
import { openOrganization } from "../../support/organization";
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
