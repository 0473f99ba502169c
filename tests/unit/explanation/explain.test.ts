/**
 * What is told of refused calls afterwards: which check said no, why, and nothing that the token's owner may not know. The
 * calls go through the whole pipeline, so that what is explained is what was refused.
 */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { calls } from "@/lib/call-log/batch";
import { startOfPeriod, usageOf } from "@/lib/call-log/usage";
import { callLog } from "@/lib/call-log/write";
import { errorsByCode } from "@/lib/explanation/error-causes";
import { explainRequest } from "@/lib/explanation/explain";
import type { JsonObject, Member, Scopes, TokenLimits } from "@/lib/model";
import { longTransaction } from "@/lib/postgres/administration";
import { read } from "@/lib/postgres/query";
import { checksOf } from "@/lib/public-api/endpoints/endpoint";
import { ENDPOINTS } from "@/lib/public-api/endpoints/registry";
import { handleRequest } from "@/lib/public-api/handle-request";
import { createToken } from "@/lib/tokens/change/create";
import { findVisibleToken } from "@/lib/tokens/read/visibility";
import { memberWith } from "../../support/member";
import { type MemberName, type OrganizationFile, organizationFile } from "../../support/organization-file";
import { wrongSecretFor } from "../../support/token-text";
import { WANTED } from "../../support/wanted";
import { finishedCall } from "../call-log/finished-calls";
import { newToken } from "../call-log/owned-token";
import { apply, newKey } from "../configuration/applied";
import { openTestDatabase, query } from "../configuration/database";

const REQUESTS_PER_MINUTE = 40;
process.env.LOG_LEVEL = "silent";
process.env.RATE_LIMIT_REQUESTS_PER_MINUTE = String(REQUESTS_PER_MINUTE);
process.env.APP_SECRET = "a secret of the tests, of no use elsewhere";
openTestDatabase();

const UNKNOWN = "0195e7a0-0000-7000-8000-000000000000";
const key = newKey();
let organizationId: string;

/** With what the file for the API's tests lacks: a required field, and a right, that few have. */
function contracts(file: OrganizationFile): OrganizationFile {
  const add = (key: string, title: object, more: OrganizationFile["entities"][number]["fields"][number]) =>
    file.entities.push({
      ...{ key, exposed: true, labelField: "title" },
      fields: [{ key: "title", type: "text", ...title }, more],
    });
  add("contracts", { required: true }, { key: "seal", type: "text", writeVerb: "sign" });
  add("deeds", {}, { key: "seal", type: "text", required: true, writeVerb: "sign" });
  add("orders", {}, { key: "number", type: "integer", unique: true });
  file.roles
    .find((role) => role.key === "writer")
    ?.grants.push(
      { entity: "orders", verbs: ["list", "create", "update"] },
      { entity: "contracts", verbs: ["list", "create", "update"] },
      { entity: "contracts", verbs: ["sign"], where: ["title", "eq", "Mine"] },
      { entity: "deeds", verbs: ["list", "create"] },
    );
  file.roles.find((role) => role.key === "approver")?.grants.push({ entity: "deeds", verbs: ["sign"] });
  return file;
}

beforeAll(async () => {
  ({ organizationId } = await apply(contracts(organizationFile(key))));
});

type Request = { method?: string; path: string; json?: unknown; headers?: Record<string, string> };

const memberOf = (name: MemberName) => memberWith(organizationId, `${name}@${key}.test`);

const asOwner = (member: Member): Member => ({ ...member, admin: false });
const asAdministrator = (member: Member): Member => ({ ...member, admin: true });

async function send(text: string, { method = "GET", path, json, headers = {} }: Request) {
  const requestId = randomUUID();
  const sent: Record<string, string> = {
    ...headers,
    authorization: `Bearer ${text}`,
    "x-request-id": requestId,
    "content-type": "application/json",
  };
  const reply = await handleRequest({
    method,
    target: `/api/v1${path}`,
    header: (name) => sent[name] ?? null,
    address: "10.0.0.8",
    signal: () => WANTED,
    malformed: null,
    readBody: async (into) => into.take(new TextEncoder().encode(json === undefined ? "" : JSON.stringify(json))),
  });
  const body = String(Array.isArray(reply.body) ? reply.body.join("") : reply.body);
  return { requestId, status: reply.status, headers: reply.headers, body };
}

async function create(name: MemberName, entity: string, data: JsonObject) {
  const { text } = await newToken(await memberOf(name));
  const sent = await send(text, { method: "POST", path: `/entities/${entity}/records`, json: { data } });
  if (sent.status !== 201) throw new Error(`Creating a record of ${entity}: ${sent.status} ${sent.body}`);
  const { id } = (JSON.parse(sent.body) as { data: { id: string } }).data;
  return { path: `/entities/${entity}/records/${id}`, etag: String(sent.headers.etag) };
}

/** Until the row is over. */
async function hold(path: string): Promise<void> {
  const id = path.slice(path.lastIndexOf("/") + 1);
  await new Promise<void>((held, failed) => {
    const over = longTransaction(async (connection) => {
      await read({ text: "SELECT FROM records WHERE id = $1::uuid FOR UPDATE", values: [id] }, { on: connection });
      await new Promise<void>((letGo) => {
        onTestFinished(() => {
          letGo();
          return over;
        });
        held();
      });
    });
    over.catch(failed);
  });
}

async function wonDeal() {
  const deal = await create("ada", "deals", { title: "won" });
  const { text } = await newToken(await memberOf("ada"));
  await send(text, patch(deal.path, { stage: "won" }));
  return deal;
}

const patch = (path: string, data: JsonObject, ifMatch = "*"): Request => ({
  method: "PATCH",
  path,
  headers: { "if-match": ifMatch },
  json: { data },
});
const post = (entity: string, data: JsonObject): Request => ({
  method: "POST",
  path: `/entities/${entity}/records`,
  json: { data },
});

/** Who asks, Wim if nobody else does, with a token of which scopes; what; and what is told of it. */
type Case = {
  as?: MemberName;
  scopes?: Scopes;
  request: Request | (() => Promise<Request>);
  /** The status, the step that refused, and its text. */
  told: string;
};

async function explained(as: MemberName, grant: Partial<TokenLimits> & { scopes?: Scopes }, request: Request) {
  const owner = await memberOf(as);
  const whole = { name: "Sync", purpose: "", expires: null, scopes: null, ...grant };
  const token = await createToken(owner, whole, { actor: "test" });
  return { ...(await explainedTo(owner, token.text, request)), token };
}

/** Explains a request of the token to its owner. */
async function explainedTo(owner: Member, text: string, request: Request) {
  const sent = await send(text, request);
  await callLog().flush();
  return { sent, told: await explainRequest(sent.requestId, asOwner(owner)) };
}

const NO_SUCH_RECORD = "The record does not exist, was deleted, or lies outside what your role lets the token see.";
const NO_SUCH_FIELD = "the request names a field that does not exist or that your role cannot use";

const CASES: Record<string, Case> = {
  "an entity that does not exist": {
    request: { path: "/entities/nowhere/records" },
    told: '404 entity: Unknown entity "nowhere", or your role has no access to it.',
  },
  "an entity that the role does not hold, in the same words": {
    as: "ann",
    request: { path: "/entities/deals/records" },
    told: '404 entity: Unknown entity "deals", or your role has no access to it.',
  },
  "an entity that cannot be named": {
    as: "ann",
    request: { path: "/entities/not%20a%20key/records" },
    told: "404 entity: Unknown entity, or your role has no access to it.",
  },
  "an entity that the token leaves out": {
    as: "rea",
    scopes: [{ entity: "deals", verbs: ["list"] }],
    request: { path: "/entities/notes/records" },
    told: "404 entity: Your token has no access to notes; your role has `list`.",
  },
  "a verb that the token leaves out": {
    scopes: [{ entity: "deals", verbs: ["list"] }],
    request: patch(`/entities/deals/records/${UNKNOWN}`, {}),
    told: "403 verb: Your token does not include `update` on deals; your role does.",
  },
  "a verb that the role does not hold": {
    as: "rea",
    request: post("deals", {}),
    told: "403 verb: Your role does not have `create` on deals.",
  },
  "a verb that neither holds": {
    as: "rea",
    scopes: [{ entity: "deals", verbs: ["list"] }],
    request: { method: "DELETE", path: `/entities/deals/records/${UNKNOWN}` },
    told: "403 verb: Neither your token nor your role has `delete` on deals.",
  },
  "a search without a verb for it": {
    scopes: [{ entity: "deals", verbs: ["create"] }],
    request: { path: "/search?q=a" },
    told: "403 verb: Your token does not have `list` on the entities of the request.",
  },
  "a transition whose verb the token leaves out": {
    as: "apo",
    scopes: [{ entity: "deals", verbs: ["list", "update"] }],
    request: async () => patch((await create("ada", "deals", { title: "lead" })).path, { stage: "won" }),
    told: "403 lifecycle: The transition from `lead` to `won` requires a permission: your token does not include `approve` on deals; your role does.",
  },
  "a field whose verb to write the token leaves out": {
    as: "ada",
    scopes: [{ entity: "vault", verbs: ["list", "create", "readPin"] }],
    request: post("vault", { name: "Safe", pin: "1", seal: "x", serial: 5 }),
    told: "403 fields: Writing `seal` requires a permission: your token does not include `writeSeal` on vault; your role does; `serial` is read-only.",
  },
  "a field that the token can neither read nor write": {
    as: "ada",
    scopes: [{ entity: "vault", verbs: ["list", "create"] }],
    request: post("vault", { name: "Safe", pin: "1", ghost: "x" }),
    told: "400 validation: Writing `ghost` requires a permission: your token does not include `writeGhost` on vault; your role does.",
  },
  "a field whose verb to read the token leaves out": {
    as: "ada",
    scopes: [{ entity: "samples", verbs: ["list"] }],
    request: { path: "/entities/samples/records?sort=hidden:asc" },
    told: "400 shape: Reading `hidden` requires a permission: your token does not include `readHidden` on samples; your role does.",
  },
  "a required value whose verb the token leaves out": {
    as: "apo",
    scopes: [{ entity: "deeds", verbs: ["list", "create"] }],
    request: post("deeds", { title: "Deed" }),
    told: "403 required fields: A record of deeds needs a value whose writing requires a permission: your token does not include `sign` on deeds; your role does.",
  },
  "a record that does not exist": {
    as: "red",
    request: { path: `/entities/notes/records/${UNKNOWN}` },
    told: `404 record: ${NO_SUCH_RECORD}`,
  },
  "a record out of sight, in the same words": {
    as: "red",
    request: async () => ({ path: (await create("ada", "notes", { title: "blue", team: "blue" })).path }),
    told: `404 record: ${NO_SUCH_RECORD}`,
  },
  "a record of another owner": {
    as: "ben",
    request: async () => patch((await create("ann", "notes", { title: "Ann's" })).path, { title: "Ben's" }),
    told: "403 row scope: Your role has `update` on some records of notes only, and this record is not one of them.",
  },
  "a missing If-Match": {
    request: async () => ({ method: "DELETE", path: (await create("ada", "notes", { title: "there" })).path }),
    told: "428 precondition: The request had no If-Match header, without which nothing is changed or deleted.",
  },
  "an If-Match of another version": {
    request: async () => patch((await create("ada", "notes", { title: "there" })).path, {}, '"older"'),
    told: "412 version: If-Match did not name the record's version of that moment: somebody had changed it, or the tag was not sent as received.",
  },
  "a limit out of bounds": {
    request: { path: "/entities/notes/records?limit=501" },
    told: "400 shape: limit must be an integer from 1 to 500. For more, page with cursor.",
  },
  "a field that cannot be queried": {
    request: { method: "POST", path: "/entities/samples/records/query", json: { where: ["unlisted", "eq", "x"] } },
    told: "400 shape: `unlisted` cannot be used in where, sort, fields or by here.",
  },
  "a hidden field in a sort": {
    request: { path: "/entities/samples/records?sort=hidden:asc" },
    told: "400 shape: The request names a field that does not exist or that your role cannot use.",
  },
  "fields that may be read only": {
    request: post("vault", { name: "Safe", seal: "x", serial: 5 }),
    told: "403 fields: `serial` is read-only; your role lets `seal` be read, but not written.",
  },
  "a state to begin in": {
    request: post("deals", { title: "Deal", stage: "won" }),
    told: "403 lifecycle: A new record of deals does not start as `won`.",
  },
  "a way that there is not": {
    request: async () => patch((await create("ada", "deals", { title: "Deal" })).path, { stage: "archived" }),
    told: "403 lifecycle: The lifecycle of deals has no transition from `lead` to `archived`.",
  },
  "a locked record": {
    request: async () => patch((await wonDeal()).path, { amount: 5 }),
    told: "403 lifecycle: The record is locked by its state, `won`.",
  },
  "a record that its state keeps": {
    request: async () => ({ method: "DELETE", path: (await wonDeal()).path, headers: { "if-match": "*" } }),
    told: "403 lifecycle: The record's state, `won`, keeps it from being deleted.",
  },
  "a required field of others, not by its name": {
    request: post("deeds", { title: "Deed" }),
    told: "403 required fields: A record of deeds needs a value that your role cannot write.",
  },
  "a right that reaches other records": {
    request: async () => patch((await create("wim", "contracts", { title: "Yours" })).path, { seal: "x" }),
    told: "403 permission for this change: Your role has `sign` on some records of contracts only, and this record is not one of them.",
  },
  "wrong values among fields that are hidden or do not exist": {
    request: post("vault", { name: 5, pin: "1", ghost: "x", nowhere: 1 }),
    told: `400 validation: \`name\` must be a string, not a number: send it in quotes; ${NO_SUCH_FIELD}.`,
  },
  "a new record out of reach": {
    as: "red",
    request: post("notes", { title: "blue", team: "blue" }),
    told: "403 new row scope: Your role has `create` on some records of notes only, and with these values the new one is none of them.",
  },
  "a record moved out of reach": {
    as: "red",
    request: async () => patch((await create("ada", "notes", { title: "red", team: "red" })).path, { team: "blue" }),
    told: "403 new row scope: Your role has `update` on some records of notes only, and with these values this one would be none of them.",
  },
  "a reference to nothing": {
    request: post("samples", { name: "Sample", reference: UNKNOWN }),
    told: "400 references: `reference` points to a record that does not exist, was deleted, or lies outside what your role lets the token see.",
  },
  "a parent that is not there": {
    request: post("accounts", { name: "Child", parent: UNKNOWN }),
    told: "409 conflict: The parent does not allow it: it does not exist or cannot be seen, a cycle would close, or records still stand below this one.",
  },
  "a label that is taken": {
    request: async () => {
      await create("ada", "accounts", { name: "Taken" });
      return post("accounts", { name: "taken " });
    },
    told: "409 conflict: Another record of accounts has the same label.",
  },
  "a record that others keep writing": {
    as: "ada",
    request: async () => {
      const { path } = await create("ada", "notes", { title: "wanted" });
      await hold(path);
      return patch(path, { title: "written" });
    },
    told: "429 other writers: Other requests were writing the same records, one after the other, and this one did not get to them in time. Nothing of it was written.",
  },
  "a value that is taken": {
    request: async () => {
      await create("wim", "orders", { title: "First", number: 1 });
      return post("orders", { title: "Second", number: 1 });
    },
    told: "409 conflict: Another record of orders has the same value in `number`.",
  },
  "a new record that the role does not let it read": {
    as: "cleo",
    request: post("notes", { title: "unseen" }),
    told: "403 readable: The record was created, and cannot be read: your role does not have `list` on notes.",
  },
  "a new record out of sight": {
    as: "sen",
    request: post("notes", { title: "unseen", team: "blue" }),
    told: "403 readable: The record was created, and lies outside what your role lets the token see.",
  },
};

describe("a refusal is explained", () => {
  it.each(Object.entries(CASES))("%s", async (_, { as = "wim", scopes = null, request, told: expected }) => {
    const { sent, told } = await explained(as, { scopes }, typeof request === "function" ? await request() : request);
    const refused = told?.steps.filter(({ outcome }) => outcome === "refused") ?? [];
    expect(refused.map(({ step, text }) => `${sent.status} ${step}: ${text}`)).toEqual([expected]);
    expect(told).toMatchObject({ outcome: "refused", summary: refused[0]?.text });
    expect(told?.advice).toMatch(/\S.*\.$/);
    // What was asked before it is passed, what would have been asked after it is not reached.
    const outcomes = told?.steps.map(({ outcome }) => outcome) ?? [];
    const place = outcomes.indexOf("refused");
    expect(new Set(outcomes.slice(0, place))).toEqual(new Set(["passed"]));
    expect(outcomes.slice(place + 1).every((outcome) => outcome === "not reached")).toBe(true);
  });

  it("of an owner who was inactive, and what has become of that", async () => {
    const owner = await memberOf("duo");
    const token = await newToken(owner);
    await query("UPDATE members SET active = FALSE WHERE id = $1", [owner.id]);
    const { sent, told } = await explainedTo(owner, token.text, { path: "/me" });
    expect(told).toMatchObject({
      summary: "The member who owns the token was not active.",
      advice: "An administrator can activate the member; until then all of its tokens are refused.",
    });
    await query("UPDATE members SET active = TRUE WHERE id = $1", [owner.id]);
    expect((await explainRequest(sent.requestId, asOwner(owner)))?.advice).toBe(
      "The owner is active again: the same request would pass this check now.",
    );
  });

  it("with the checks in the order of the contract", async () => {
    const { told } = await explained("rea", {}, post("deals", {}));
    expect(told?.steps.slice(0, 10).map(({ title, outcome }) => `${title}: ${outcome}`)).toEqual([
      "Request id: passed",
      "Path and method: passed",
      "IP blocklist: passed",
      "Token IP allowlist: passed",
      "Token: passed",
      "Owner: passed",
      "Rate limit: passed",
      "Entity: passed",
      "Verb: refused",
      "Request format: not reached",
    ]);
  });
});

describe("a token that is no longer admitted", () => {
  it.each([
    ["revoked", "revoked = now()", "The token had been revoked."],
    ["expired", "expires = now()", "The token had expired."],
  ])("%s", async (_, change, text) => {
    const owner = await memberOf("wim");
    const token = await newToken(owner);
    await query(`UPDATE tokens SET ${change} WHERE id = $1`, [token.id]);
    const { sent, told } = await explainedTo(owner, token.text, { path: "/me" });
    expect(sent.status).toBe(401);
    expect(told?.steps.find(({ outcome }) => outcome === "refused")).toMatchObject({ step: "token", text });
  });

  it("from an address at which its token does not work", async () => {
    const { sent, told } = await explained("wim", { allowedAddresses: ["192.0.2.0/24"] }, { path: "/me" });
    expect([sent.status, JSON.parse(sent.body).error.code]).toEqual([401, "INVALID_TOKEN"]);
    expect(told).toMatchObject({
      summary: "Your token does not work from 10.0.0.8.",
      advice:
        "It works from `192.0.2.0/24`; to use it from elsewhere, create another token. If you do not know who sent it, revoke it.",
    });
    expect(told?.steps.map(({ step, outcome }) => [step, outcome]).slice(2, 5)).toEqual([
      ["address", "passed"],
      ["token address", "refused"],
      ["token", "not reached"],
    ]);
  });

  it("by a field that is denied to its token, and not to its owner", async () => {
    const deniedFields = [{ entity: "deals", fields: ["amount"] }];
    const request = { path: "/entities/deals/records?sort=amount:asc" };
    const { sent, told } = await explained("wim", { deniedFields }, request);
    expect(sent.status).toBe(400);
    expect(told).toMatchObject({
      summary: "`amount` is denied to your token.",
      advice: "Use a token that can read them, or leave them out; fields that are denied to a token stay so.",
    });
  });

  it.each([
    [
      "a record beyond its rows",
      { path: "/entities/samples/records/00000000-0000-7000-8000-000000000000" },
      "The record does not exist, was deleted, or lies outside what your role lets the token see. Your token is limited to records where select is a.",
    ],
    [
      "a new record beyond its rows",
      { method: "POST", path: "/entities/samples/records", json: { data: { name: "Theirs", select: "b" } } },
      "Your token has `create` on some records of samples only, and with these values the new one is none of them. Your token is limited to records where select is a.",
    ],
  ])("by a token that is limited to rows, of %s", async (_, call, summary) => {
    const { told } = await explained("wim", { rows: [{ entityKey: "samples", where: ["select", "eq", "a"] }] }, call);
    expect(told).toMatchObject({ summary });
  });

  it("because it asked too often", async () => {
    const owner = await memberOf("wim");
    const token = await newToken(owner);
    let last = await send(token.text, { path: "/me" });
    // The window slides, so a few more may pass.
    for (let more = 2 * REQUESTS_PER_MINUTE; more > 0 && last.status === 200; more -= 1)
      last = await send(token.text, { path: "/me" });
    const { requestId, status } = last;
    await callLog().flush();
    expect(status).toBe(429);
    const told = await explainRequest(requestId, asOwner(owner));
    expect(told?.steps.at(-1)).toMatchObject({
      step: "rate limit",
      outcome: "refused",
      text: "Rate limit reached: 40 requests per minute.",
    });
  });

  it("has no explanation of what others try with its id", async () => {
    const owner = await memberOf("wim");
    const token = await newToken(owner);
    const { requestId, status } = await send(wrongSecretFor(token.id), { path: "/me" });
    await callLog().flush();
    expect(status).toBe(401);
    expect(await explainRequest(requestId, asAdministrator(owner))).toBeNull();
    expect(await query("SELECT FROM token_usage WHERE token_id = $1", [token.id])).toEqual([]);
  });
});

describe("what is kept of a refused call", () => {
  const keptOf = (tokenId: string) =>
    query<{ text: string }>("SELECT c::text AS text FROM token_calls c WHERE token_id = $1", [tokenId]);

  it.each([
    ["/entities/samples/records?sort=hidden:asc", "hidden"],
    ["/entities/samples/records?search=sesame-value&limit=0", "sesame-value"],
    [`/entities/notes/records/${UNKNOWN}`, UNKNOWN],
  ])("of %s has nothing of %s", async (path, word) => {
    const { token } = await explained("wim", {}, { path });
    const rows = await keptOf(token.id);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).not.toContain(word);
  });

  it("has nothing of the values and the unknown keys of a body", async () => {
    const request = post("vault", { name: 778899, pin: "1", "sesame-value": "sesame-too" });
    const { token } = await explained("wim", {}, request);
    const [row] = await keptOf(token.id);
    expect(row?.text).toContain("must be a string");
    expect(row?.text).not.toMatch(/778899|sesame/);
  });
});

it("rights that have changed since are the former ones in the explanation, and the current ones in the advice", async () => {
  const owner = await memberOf("rea");
  const token = await newToken(owner);
  const { requestId } = await send(token.text, post("deals", {}));
  await callLog().flush();
  await query("UPDATE members SET role_keys = '{writer}' WHERE id = $1", [owner.id]);
  try {
    expect(await explainRequest(requestId, asOwner(owner))).toMatchObject({
      summary: "Your role does not have `create` on deals.",
      advice: "Permissions have changed since: the same request would pass this check now.",
    });
  } finally {
    await query("UPDATE members SET role_keys = '{reader}' WHERE id = $1", [owner.id]);
  }
});

describe("other outcomes", () => {
  it("an accepted call passed every check", async () => {
    const { told } = await explained("wim", {}, { path: "/entities/notes/records" });
    expect(told).toMatchObject({ outcome: "accepted", summary: "The request was accepted.", advice: null });
    expect(new Set(told?.steps.map(({ outcome }) => outcome))).toEqual(new Set(["passed"]));
  });

  it("a call that failed on our side blames nobody", async () => {
    const owner = await memberOf("wim");
    const { id } = await newToken(owner);
    const requestId = randomUUID();
    calls().batch.add(
      finishedCall({ tokenId: id, requestId, status: 500, error: new Error("relation does not exist") }),
    );
    await callLog().flush();
    const told = await explainRequest(requestId, asOwner(owner));
    expect(told).toMatchObject({ outcome: "failed", call: { code: "SERVER_ERROR" } });
    expect(told?.steps.map(({ outcome }) => outcome)).toEqual([
      ...Array(7).fill("passed"),
      ...Array(4).fill("not reached"),
    ]);
    expect(JSON.stringify(told)).not.toContain("relation");
  });
});

describe("an explanation is given", () => {
  it("to the owner and to administrators of the organization, in their own words", async () => {
    const { sent, told } = await explained("rea", {}, post("deals", {}));
    expect(told?.summary).toBe("Your role does not have `create` on deals.");
    const { requestId } = sent;
    expect((await explainRequest(requestId, asAdministrator(await memberOf("ada"))))?.summary).toBe(
      "The owner's role does not have `create` on deals.",
    );
  });

  it("to nobody else: other members, other organizations, and unknown ids are one answer", async () => {
    const { sent } = await explained("rea", {}, post("deals", {}));
    const { requestId } = sent;
    const wim = await memberOf("wim");
    expect(await explainRequest(requestId, asOwner(wim))).toBeNull();
    expect(await explainRequest(requestId, { ...asAdministrator(wim), organizationId: randomUUID() })).toBeNull();
    expect(await explainRequest(randomUUID(), asAdministrator(wim))).toBeNull();
    expect(await explainRequest("\0", asAdministrator(wim))).toBeNull();
  });
});

describe("errors of a token", () => {
  async function errorsOf(tokenId: string, owner: Member) {
    await callLog().flush();
    const visible = (await findVisibleToken(tokenId, asOwner(owner))) ?? expect.unreachable("the owner sees the token");
    const now = new Date();
    const usage = await usageOf([visible], "24h", now);
    return { usage, errors: await errorsByCode([visible], usage, startOfPeriod("24h", now)) };
  }

  it("are a row for each code, counted, with why the newest was refused and what was asked for", async () => {
    const owner = await memberOf("rea");
    const token = await newToken(owner);
    const paths = [`/entities/notes/records/${UNKNOWN}`, "/entities/notes/records?limit=0", "/me", "/entities/none"];
    for (const path of paths) await send(token.text, { path });
    await send(token.text, { path: `/entities/notes/records/${UNKNOWN}` });
    await send(token.text, { path: `/entities/deals/records/${UNKNOWN}` });
    const { errors, usage } = await errorsOf(token.id, owner);
    expect(errors.map(({ code, count, causes }) => [code, count, causes.map(({ summary }) => summary)])).toEqual([
      ["RECORD_NOT_FOUND", 3, [NO_SUCH_RECORD]],
      ["INVALID_LIMIT", 1, ["limit must be an integer from 1 to 500."]],
      ["ENTITY_NOT_FOUND", 1, [expect.stringMatching(/./)]],
    ]);
    expect(errors[0]?.causes[0]?.count).toBe(3);
    expect(errors[0]?.paths).toEqual([
      { method: "GET", pathTemplate: "/entities/notes/records/:recordId", count: 2 },
      { method: "GET", pathTemplate: "/entities/deals/records/:recordId", count: 1 },
    ]);
    expect(usage.total).toEqual({ ok: 1, refused: 5, limited: 0, failed: 0 });
    expect(usage.codes).toEqual({ RECORD_NOT_FOUND: 3, INVALID_LIMIT: 1, ENTITY_NOT_FOUND: 1 });
  });

  it("with one code are told apart by their texts, the most frequent first", async () => {
    const owner = await memberOf("rea");
    const token = await newToken(owner);
    const query = (where: unknown) =>
      send(token.text, { path: "/entities/notes/records/query", method: "POST", json: { where } });
    const { requestId: first } = await query(["title", "is", "a"]);
    for (const value of ["a", "b", "c"]) await query([value]);
    const { requestId: last } = await query(["title", "is", "b"]);
    await query(["a", "b", "c", "d"]);
    const [filters] = (await errorsOf(token.id, owner)).errors;
    expect(first).not.toBe(last);
    expect(filters).toMatchObject({ code: "INVALID_FILTERS", count: 6, represented: 6 });
    expect(filters?.causes.map(({ count, summary }) => [count, summary])).toEqual([
      [3, expect.stringContaining("Only the field is there.")],
      [2, expect.stringContaining("is not an operator")],
      [1, expect.stringContaining("Several values are a list")],
    ]);
    expect(filters?.causes[1]?.newest.requestId).toBe(last);
  });
});

/** As contract § 1 has them, behind the admission. */
const CHECKS: Record<string, string> = {
  me: "",
  "entities.list": "",
  openapi: "shape, entity",
  search: "verb, shape, entity, turn",
  "entities.describe": "entity",
  "records.list": "entity, verb, shape, turn",
  "records.query": "entity, verb, shape, turn",
  "records.aggregate": "entity, verb, shape, turn",
  "records.safeQuery": "entity, verb, shape, turn",
  "records.read": "entity, verb, shape, record",
  "changes.list": "entity, verb, shape, turn",
  "records.create":
    "entity, verb, shape, turn, fields, lifecycle, required fields, validation, new row scope, references, other writers, conflict, readable",
  "records.update":
    "entity, verb, turn, record, row scope, precondition, shape, version, fields, lifecycle, permission for this change, validation, new row scope, references, other writers, conflict",
  "records.batch":
    "entity, verb, shape, turn, record, row scope, precondition, version, fields, lifecycle, required fields, permission for this change, validation, new row scope, references, other writers, conflict",
  "records.delete":
    "entity, verb, shape, turn, record, row scope, precondition, version, lifecycle, other writers, conflict",
  "webhooks.list": "",
  "webhooks.create": "shape, entity, verb, webhooks",
  "webhooks.read": "record",
  "webhooks.update": "record, precondition, shape, version",
  "webhooks.delete": "record, precondition, version",
  "webhooks.test": "record, turn",
  "webhooks.replay": "shape, record, entity, verb",
  "webhooks.rotate": "record",
  "webhooks.deliveries": "record",
};

it("the checks of an endpoint are those of contract § 1, in its order", () => {
  const admission = ["request id", "path", "address", "token address", "token", "owner", "rate limit"];
  for (const endpoint of ENDPOINTS) {
    expect(checksOf(endpoint).slice(0, 7), endpoint.name).toEqual(admission);
    expect([endpoint.name, checksOf(endpoint).slice(7).join(", ")]).toEqual([endpoint.name, CHECKS[endpoint.name]]);
  }
  expect(Object.keys(CHECKS)).toHaveLength(ENDPOINTS.length);
});
