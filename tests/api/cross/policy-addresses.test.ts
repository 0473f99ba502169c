/** An organization whose tokens work from some addresses only (docs/contract.md, Addresses of the organization). */
import { describe, expect, it } from "vitest";
import { post, send } from "../../support/http";
import { openOrganization } from "../../support/organization";
import { expectAsUnknown } from "../../support/same-response";
import { rowsOf } from "../../support/scenario";

const HERE = "127.0.1.7";
const ELSEWHERE = "127.0.2.7";

const acme = await openOrganization("policy");
await allow(["127.0.1.0/24", "2001:db8::/32"]);
const row = rowsOf(acme);

async function allow(allowedAddresses: string[]): Promise<void> {
  const file = structuredClone(acme.file);
  Object.assign(file.organization, { tokenPolicy: { allowedAddresses } });
  await acme.apply(file);
}

const issueFor = (...allowedAddresses: string[]) => acme.issue("rea", { limits: { allowedAddresses } });

describe("the tokens of an organization with allowed addresses", () => {
  row("work from one of them", {
    given: () => acme.issue("rea"),
    request: ({ text }) => ({ path: "/me", token: text, from: HERE }),
    expect: { status: 200 },
  });

  row("are as unknown from elsewhere", {
    given: () => acme.issue("rea"),
    request: ({ text }) => ({ path: "/me", token: text, from: ELSEWHERE }),
    expect: { status: 401, code: "INVALID_TOKEN", headers: { "www-authenticate": /error="invalid_token"/ } },
    after: (answer) => expectAsUnknown(acme, answer, ELSEWHERE),
  });

  row("work where their own addresses allow it, too", {
    given: () => issueFor(HERE, ELSEWHERE),
    request: ({ text }) => ({ path: "/me", token: text, from: HERE }),
    expect: { status: 200 },
  });

  for (const [where, own, from] of [
    ["their own addresses alone", [ELSEWHERE], ELSEWHERE],
    ["the organization's alone", [ELSEWHERE], HERE],
  ] as const) {
    row(`do not work where ${where} would allow it`, {
      given: () => issueFor(...own),
      request: ({ text }) => ({ path: "/me", token: text, from }),
      expect: { status: 401, code: "INVALID_TOKEN" },
    });
  }

  it("are refused from the next request on after the addresses change, even in the middle of writes", async () => {
    const { text } = await acme.issue("ada");
    const create = (name: string) =>
      send(acme.origin, post("/entities/accounts/records", { data: { name } }, { token: text, from: HERE }));
    expect((await create("before")).status).toBe(201);
    await allow(["10.0.0.0/8"]);
    const refused = await create("after");
    expect([refused.status, refused.text.includes("INVALID_TOKEN")]).toEqual([401, true]);
    await allow(["127.0.1.0/24"]);
    expect((await create("again")).status).toBe(201);
  });
});
