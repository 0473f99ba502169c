/**
 * "Try it" of the API reference, called by hand: whatever is sent, a member gets what a request of theirs with a token would
 * get, a write stays a dry run, and nobody's token but their own lends its permissions.
 */
import { readFileSync } from "node:fs";
import { describe, expect, inject, it } from "vitest";
import { sql } from "../../support/database-client";
import { send } from "../../support/http";
import { openOrganization, recordsPath } from "../../support/organization";
import type { MemberName } from "../../support/organization-file";
import { type PageClient, pageClient } from "../../support/page-client";
import { givePassword, ownAddress, signedIn } from "../../support/page-people";

const origin = inject("origin");
const acme = await openOrganization();
const other = await openOrganization("other");
const deal = await acme.create("ada", "deals", { title: "Renewal", amount: 5 });
const foreign = await other.create("ada", "deals", { title: "Elsewhere" });

type Manifest = { node: Record<string, { exportedName: string }> };
const { node } = JSON.parse(readFileSync(".next/server/server-reference-manifest.json", "utf8")) as Manifest;
const [actionId = ""] = Object.entries(node).find(([, { exportedName }]) => exportedName === "tryAction") ?? [];

type Tried = Partial<Record<"tokenId" | "endpoint" | "entityKey" | "recordId" | "ifMatch" | "body", string>> & {
  query?: Record<string, string>;
};
type Outcome =
  | { refused: string; response?: undefined }
  | {
      refused?: undefined;
      response: { status: number; headers: [string, string][]; body: string | null };
      cause: { text: string } | null;
    };

const clients = new Map<MemberName, Promise<PageClient>>();

function clientOf(name: MemberName): Promise<PageClient> {
  const client = clients.get(name) ?? givePassword(acme, name).then((email) => signedIn(origin, email));
  clients.set(name, client);
  return client;
}

const pageOf = (name: MemberName) => ({
  memberId: acme.memberId(name),
  email: `${name}@${acme.key}.test`,
  organizationName: acme.file.organization.name,
});

/** As the page of `name` would, by the client of `by`. */
async function tryAs(name: MemberName, tried: Tried, by?: PageClient): Promise<Outcome> {
  const sent = {
    tokenId: null,
    endpoint: "records.list",
    entityKey: "deals",
    recordId: "",
    query: {},
    ifMatch: "",
    ifNoneMatch: "",
    body: "",
    ...tried,
  };
  const client = by ?? (await clientOf(name));
  const { status, text } = await client.get("/reference", {
    method: "POST",
    headers: {
      origin,
      accept: "text/x-component",
      "next-action": actionId,
      "content-type": "text/plain;charset=UTF-8",
    },
    body: JSON.stringify([pageOf(name), sent]),
  });
  expect(status).toBe(200);
  // A long text comes before it, and not on a line of its own.
  const [, outcome = ""] = /1:(\{"(?:response|refused)".*\})$/m.exec(text) ?? [];
  return JSON.parse(outcome);
}

const codeOf = ({ response }: Outcome) => JSON.parse(response?.body ?? "null")?.error?.code;
const headerOf = ({ response }: Outcome, name: string) => response?.headers.find(([key]) => key === name)?.[1];
const deals = () => sql("select id, version, data from records where id = any($1)", [[deal.id, foreign.id]]);
const changes = { data: { amount: 6 } };
const countRecords = () =>
  sql(
    "select count(*)::int as count from records r join entities e on e.id = r.entity_id where e.organization_id = any($1)",
    [[acme.id, other.id]],
  );

it.each<[MemberName, Tried, { method?: string; path: string; json?: unknown; headers?: Record<string, string> }]>([
  ["wim", { query: { limit: "1", fields: "title" } }, { path: `${recordsPath("deals")}?limit=1&fields=title` }],
  ["cleo", {}, { path: recordsPath("deals") }],
  ["wim", { entityKey: "../me" }, { path: recordsPath("..%2Fme") }],
  ["wim", { endpoint: "records.read", recordId: foreign.id }, { path: `${recordsPath("deals")}/${foreign.id}` }],
  [
    "rea",
    { endpoint: "records.create", body: '{"data":{"title":"A"}}' },
    { method: "POST", path: `${recordsPath("deals")}?dryRun=true`, json: { data: { title: "A" } } },
  ],
  [
    "wim",
    { endpoint: "records.update", recordId: deal.id, body: JSON.stringify(changes) },
    { method: "PATCH", path: `${recordsPath("deals")}/${deal.id}?dryRun=true`, json: changes },
  ],
  [
    "wim",
    { endpoint: "records.query", body: '{"where":["title","eq","Renewal"],"fields":["title"]}' },
    {
      method: "POST",
      path: `${recordsPath("deals")}/query`,
      json: { where: ["title", "eq", "Renewal"], fields: ["title"] },
    },
  ],
])("what is tried is handled as a request with a token: %s: %j", async (name, tried, call) => {
  const { response } = await tryAs(name, tried);
  const answer = await acme.call(name, call);
  const withoutId = (text: string) => JSON.parse(text.replace(/"requestId": ?"[^"]*"/, '"requestId": ""'));
  expect(response?.status).toBe(answer.status);
  expect(withoutId(response?.body ?? "null")).toEqual(withoutId(answer.text));
});

it("what is about no entity gets the same response as with the token; without one, /me refuses", async () => {
  const { id, text: token } = await acme.issue("wim", { scopes: [{ entity: "deals", verbs: ["list"] }] });
  for (const [endpoint, path] of [
    ["me", "/me"],
    ["entities.list", "/entities"],
  ] as const) {
    const { response } = await tryAs("wim", { endpoint, tokenId: id, entityKey: "" });
    const answer = await send(origin, { path, token });
    expect([response?.status, JSON.parse(response?.body ?? "null")]).toEqual([200, answer.json]);
  }
  const all = await tryAs("wim", { endpoint: "entities.list", entityKey: "" });
  expect(all.response?.status).toBe(200);
  const unknown = await tryAs("wim", { endpoint: "me", entityKey: "" });
  expect([unknown.response?.status, codeOf(unknown)]).toEqual([401, "INVALID_TOKEN"]);
});

describe("a write that is tried", () => {
  it.each<[string, Tried]>([
    [
      "a create that claims otherwise",
      { endpoint: "records.create", query: { dryRun: "false" }, body: '{"data":{"title":"B"}}' },
    ],
    ["an update", { endpoint: "records.update", recordId: deal.id, ifMatch: "*", body: JSON.stringify(changes) }],
    ["a delete", { endpoint: "records.delete", recordId: deal.id, ifMatch: "*" }],
    ["a batch", { endpoint: "records.batch", body: '{"operations":[{"op":"create","data":{"title":"B"}}]}' }],
  ])("is a dry run: %s", async (_what, tried) => {
    const { id } = await acme.issue("wim", {
      scopes: [{ entity: "deals", verbs: ["list", "create", "update", "delete"] }],
    });
    const before = [await deals(), await countRecords()];
    for (const tokenId of [undefined, id]) {
      const outcome = await tryAs("wim", { ...tried, ...(tokenId && { tokenId }) });
      expect([outcome.response?.status, headerOf(outcome, "x-dry-run")]).toEqual([expect.any(Number), "true"]);
    }
    expect([await deals(), await countRecords()]).toEqual(before);
    expect(await sql("select 1 from token_uses where token_id = $1", [id])).toEqual([]);
  });

  it("is refused in the parameter's own words where dryRun is repeated in another spelling", async () => {
    const outcome = await tryAs("wim", {
      endpoint: "records.create",
      query: { "dryRun&dryRun": "false", dryrun: "false" },
      body: '{"data":{"title":"B"}}',
    });
    expect([outcome.response?.status, codeOf(outcome)]).toEqual([400, "INVALID_FILTERS"]);
  });
});

describe("permissions", () => {
  it("of one's own token are what it has, and no more", async () => {
    const { id } = await acme.issue("wim", { scopes: [{ entity: "deals", verbs: ["list"] }] });
    expect((await tryAs("wim", { tokenId: id, query: { limit: "1", fields: "title" } })).response?.status).toBe(200);
    const refused = await tryAs("wim", { tokenId: id, endpoint: "records.create", body: '{"data":{"title":"B"}}' });
    expect([refused.response?.status, codeOf(refused)]).toEqual([403, "PERMISSION_DENIED"]);
    expect(refused).toMatchObject({ cause: { text: expect.stringContaining("Your token does not include `create`") } });
    expect((await tryAs("wim", { tokenId: id, entityKey: "accounts" })).response?.status).toBe(404);
  });

  it("of others', revoked and expired tokens are available to no one, not even an administrator", async () => {
    const theirs = await acme.issue("wim");
    const elsewhere = await other.issue("wim");
    const revoked = await acme.issue("ada", { revoked: "2026-01-01" });
    const expired = await acme.issue("ada", { expires: "2026-01-01" });
    for (const { id } of [theirs, elsewhere, revoked, expired]) {
      const outcome = await tryAs("ada", { tokenId: id });
      expect([outcome.response?.status, codeOf(outcome)]).toEqual([401, "INVALID_TOKEN"]);
    }
  });
});

describe("nothing is tried", () => {
  it("of what is no endpoint, or is a download", async () => {
    for (const endpoint of ["openapi", "records", "constructor", ""]) {
      expect(await tryAs("wim", { endpoint })).toEqual({ refused: "out-of-date" });
    }
  });

  it("for a visitor who is signed out, or signed in as someone else", async () => {
    expect(await tryAs("wim", {}, pageClient(origin, ownAddress()))).toEqual({ refused: "signed-out" });
    expect(await tryAs("wim", {}, await clientOf("rea"))).toEqual({ refused: "another-person" });
  });

  it("from another site", async () => {
    const { status } = await (await clientOf("wim")).get("/reference", {
      method: "POST",
      headers: { origin: "https://evil.test", "next-action": actionId, "content-type": "text/plain;charset=UTF-8" },
      body: JSON.stringify([pageOf("wim"), {}]),
    });
    expect(status).toBe(403);
  });
});

it("a member can try sixty requests a minute, whichever token they name, at no cost to their tokens", async () => {
  const { id, text } = await acme.issue("una");
  const statuses = [];
  for (let time = 0; time < 62; time += 1) {
    const tokenId = time % 2 === 0 ? undefined : id;
    statuses.push((await tryAs("una", tokenId ? { tokenId } : {})).response?.status);
  }
  expect(statuses.slice(0, 60)).toEqual(Array(60).fill(403));
  expect(statuses.slice(60)).toContain(429);
  expect((await acme.call("una", { path: "/me", token: text })).status).toBe(200);
});
