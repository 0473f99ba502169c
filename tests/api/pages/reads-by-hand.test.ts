/** Every GET handler that pages read from, asked by hand with what no page sends. Each refuses, and tells nothing. */
import { describe, expect, inject, it } from "vitest";
import { sql } from "../../support/database-client";
import { openOrganization } from "../../support/organization";
import { type PageClient, pageClient } from "../../support/page-client";
import { givePassword, ownAddress, signedIn } from "../../support/page-people";

const origin = inject("origin");
const acme = await openOrganization();
const ada = await givePassword(acme, "ada");
const administrator = await signedIn(origin, ada);
const visitor = pageClient(origin, ownAddress());
const [member] = await sql("select id from members where email = $1", [ada]);
const page = { memberId: member?.id, email: ada, organizationName: acme.file.organization.name };
const TOKEN_ID = "0".repeat(22);

const POLICY =
  "maxLifetimeDays=30&allowNeverExpiring=false&requirePurpose=true&revokeUnusedAfterDays=&maxLiveTokens=1000";

const READS = [
  "/notices/unread?",
  "/search?q=sync",
  "/tokens/new/preview?entity=deals",
  `/tokens/${TOKEN_ID}/accepted?`,
  "/admin/tokens/matching?q=sync",
  `/admin/policy/exceeding?${POLICY}`,
];

async function read(client: PageClient, path: string, named: string | undefined): Promise<string> {
  const headers: Record<string, string> = named === undefined ? {} : { "x-page-member": named };
  const { status, text } = await client.get(path, { headers });
  expect(status).toBe(200);
  return text;
}

it.each(READS.filter((path) => path.startsWith("/admin/")))("%s is for administrators alone", async (path) => {
  const wim = await givePassword(acme, "wim");
  const pageOfWim = { ...page, memberId: acme.memberId("wim"), email: wim };
  const ordinary = await signedIn(origin, wim);
  expect(await read(ordinary, path, encodeURIComponent(JSON.stringify(pageOfWim)))).toBe('{"refused":"forbidden"}');
});

it("what administrators read is of their own organization alone", async () => {
  const beta = await openOrganization();
  const { id: tokenId } = await beta.issue("rea");
  const named = encodeURIComponent(JSON.stringify(page));
  expect(await read(administrator, `/admin/tokens/matching?q=${tokenId}`, named)).not.toContain(tokenId);
});

describe.each(READS)("%s", (path) => {
  it.each([undefined, "", "%", "null", "{}", encodeURIComponent(JSON.stringify({ ...page, memberId: "' or true" }))])(
    "returns nothing to a page of %s",
    async (named) => {
      expect(await read(administrator, path, named)).toBe('{"refused":"out-of-date"}');
    },
  );

  it("returns nothing to a visitor who is not signed in", async () => {
    const named = encodeURIComponent(JSON.stringify(page));
    expect(await read(visitor, path, named)).toBe('{"refused":"signed-out"}');
  });

  it("responds to the member of the page", async () => {
    const named = encodeURIComponent(JSON.stringify(page));
    expect(await read(administrator, path, named)).toMatch(/^\{"(?:preview|accepted|groups|tokens|live|unread)":/);
  });
});

it.each([
  "/search",
  "/tokens/new/preview?entity=deals&account=all",
  "/tokens/x/accepted",
  "/admin/policy/exceeding",
  `/admin/policy/exceeding?${POLICY.replace("=30", "=-1")}`,
  `/admin/policy/exceeding?${POLICY.replace("=1000", "=1001")}`,
])("%s is refused: a page asks otherwise", async (path) => {
  expect(await read(administrator, path, encodeURIComponent(JSON.stringify(page)))).toBe('{"refused":"out-of-date"}');
});
