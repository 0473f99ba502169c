/** Everything below /webhooks (docs/contract.md, Webhooks), but for what happens under load and faults. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { verifyWebhook } from "@/packages/client/src/webhook";
import { sql } from "../support/database-client";
import { type Answer, type Call, post as create, send, patch as update } from "../support/http";
import { caughtUp } from "../support/mirror";
import { dataOf, errorOf, type IssuedTo, openOrganization, type TokenOptions } from "../support/organization";
import { rowsOf } from "../support/scenario";

type Webhook = {
  id: string;
  versionId: string;
  state: string;
  reason: string | null;
  lag: { changes: number } | null;
  lastAttempt: { outcome: string } | null;
  publicKey: string;
  signingSecret: string;
};
type Kept = Webhook & { token: IssuedTo; etag: string; path: string };
type Body = { name: string; url: string; entityKey: string; [member: string]: unknown };

const acme = await openOrganization();
const row = rowsOf(acme);
const token = await acme.issue("ada");
const other = await acme.issue("ada");

const receiver = `http://127.0.0.1:${inject("receiverPort")}`;
const received: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];
let release = () => {};
const released = new Promise<void>((resolve) => {
  release = resolve;
});
/** Responds with the status that its path names, and to `/held` when it is released. */
const server = createServer(async (request, response) => {
  const path = request.url ?? "";
  received.push({ path, headers: request.headers, body: await text(request) });
  if (path === "/held") await released;
  response.writeHead(Number(/\d{3}/.exec(path)?.[0] ?? 204)).end("thrown away");
});

beforeAll(async () => {
  await once(server.listen(inject("receiverPort"), "127.0.0.1"), "listening");
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const BODY: Body = { name: "A copy", url: "https://hooks.example.com/deals?key=hidden", entityKey: "deals" };
const SHOWN = {
  id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  versionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  name: "A copy",
  url: "https://hooks.example.com/deals?key=hidden",
  entityKey: "deals",
  payload: "records",
  fields: null,
  expand: [],
  state: "active",
  reason: null,
  lag: { changes: 0, more: false, seconds: 0 },
  lastAttempt: null,
  nextAttempt: null,
  publicKey: expect.stringMatching(/^whpk_[A-Za-z0-9+/]{43}=$/),
  created: expect.any(String),
  updated: expect.any(String),
};
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

const by = (given: IssuedTo, call: Call) => send(acme.origin, { ...call, token: given.text });

/** By a token of its own, so that no row meets the limits or the lists of another. */
async function keep(
  body: Partial<Body> = {},
  options: TokenOptions = {},
  member: "ada" | "wim" = "ada",
): Promise<Kept> {
  const issued = await acme.issue(member, options);
  const answer = await by(issued, { method: "POST", path: "/webhooks", json: { data: { ...BODY, ...body } } });
  expect(answer.status, answer.text).toBe(201);
  const webhook = dataOf<Webhook>(answer);
  return { ...webhook, token: issued, etag: String(answer.headers.etag), path: `/webhooks/${webhook.id}` };
}

const read = ({ token, path }: Kept) => by(token, { path });
const readOf = async (kept: Kept) => dataOf<Webhook>(await read(kept));
const rotate = ({ token, path }: Kept) => create(`${path}/rotate`, undefined, { token: token.text });
const test = ({ token, path }: Kept) => create(`${path}/test`, undefined, { token: token.text });
const countOf = async ({ id }: IssuedTo) =>
  (await sql<{ n: number }>("select count(*)::int as n from webhooks where token_id = $1", [id]))[0]?.n;
const actionsOf = async ({ id }: IssuedTo) =>
  (await sql<{ action: string }>("select action from audit_events where subject = $1 order by id", [id])).map(
    ({ action }) => action,
  );

describe("POST /webhooks", () => {
  const post = (data: unknown): Call => create("/webhooks", { data }, { token: token.text });

  row("creates one that sends records from now on, and shows its secret", {
    request: post(BODY),
    expect: {
      status: 201,
      data: { ...SHOWN, signingSecret: expect.stringMatching(SECRET) },
      headers: { etag: /^"[0-9a-f-]{36}"$/, location: /^\/api\/v1\/webhooks\/[0-9a-f-]{36}$/ },
    },
    after: async () => expect(await actionsOf(token)).toEqual(["webhook.create"]),
  });

  row("takes every member, and can begin paused", {
    request: post({ ...BODY, payload: "ids", fields: ["title"], expand: ["account"], paused: true }),
    expect: {
      status: 201,
      data: {
        ...SHOWN,
        ...{ payload: "ids", fields: ["title"], expand: ["account"], state: "paused", reason: "PAUSED" },
        signingSecret: expect.stringMatching(SECRET),
      },
    },
  });

  row("writes nothing in a dry run", {
    given: () => acme.issue("ada"),
    request: ({ text }) => ({ ...post(BODY), path: "/webhooks?dryRun=true", token: text }),
    expect: { status: 201, headers: { "x-dry-run": "true" } },
    after: async (_, issued) => expect([await countOf(issued), await actionsOf(issued)]).toEqual([0, []]),
  });

  const OTHER_TYPES = { ...BODY, name: 5, payload: "all", fields: "title", paused: "yes" };
  for (const [what, data, details] of [
    ["nothing", {}, ["name", "url", "entityKey"]],
    ["members that it does not have", { ...BODY, entity: "deals" }, ["entity"]],
    ["values of other types", OTHER_TYPES, ["name", "payload", "fields", "paused"]],
    ["a long name", { ...BODY, name: "x".repeat(101) }, ["name"]],
    ["no https", { ...BODY, url: "http://hooks.example.com/" }, ["url"]],
    ["a loopback address", { ...BODY, url: "https://127.0.0.1/" }, ["url"]],
    ["another port of a private receiver", { ...BODY, url: "http://127.0.0.1:1/" }, ["url"]],
    ["a private address", { ...BODY, url: "https://[::ffff:10.0.0.1]/" }, ["url"]],
  ] as const) {
    row(`refuses ${what}`, post(data), { status: 400, code: "INVALID_BODY", details: [...details] });
  }

  row("refuses a body without data", { ...post({}), json: BODY }, "400 INVALID_BODY", (answer) =>
    expect(errorOf(answer).message).toBe(
      'The body has the one member data: {"data": {"name": …, "url": …, "entityKey": …}}; optional are payload, fields, expand, paused.',
    ),
  );

  for (const [member, keys] of [
    ["fields", ["title", "nothing"]],
    ["expand", ["nothing"]],
  ] as const) {
    row(`refuses ${keys} in ${member}, as lists do`, post({ ...BODY, [member]: keys }), "400 FIELD_NOT_QUERYABLE");
  }

  row("refuses a field that the token cannot read, as one that is not there", {
    given: () => acme.issue("ada", { limits: { deniedFields: [{ entity: "deals", fields: ["title"] }] } }),
    request: ({ text }) => ({ ...post({ ...BODY, fields: ["title"] }), token: text }),
    expect: { status: 400, code: "FIELD_NOT_QUERYABLE" },
  });

  row("requires the verb list", {
    given: () => acme.issue("ada", { scopes: [{ entity: "deals", verbs: ["create", "update"] }] }),
    request: ({ text }) => ({ ...post(BODY), token: text }),
    expect: { status: 403, code: "PERMISSION_DENIED" },
    after: async (_, issued) => expect(await countOf(issued)).toBe(0),
  });

  row("knows no Idempotency-Key", {
    given: () => acme.issue("ada"),
    request: ({ text }) => ({ ...post(BODY), token: text, headers: { "idempotency-key": "one" } }),
    expect: { status: 201, headers: { "idempotent-replayed": null } },
    after: async (_, issued) => {
      await by(issued, { ...post(BODY), token: issued.text, headers: { "idempotency-key": "one" } });
      expect(await countOf(issued)).toBe(2);
    },
  });
});

describe("the policy", () => {
  const open = async (webhooks: object) => {
    const own = await openOrganization("policy");
    const tokenPolicy = { ...(own.file.organization.tokenPolicy as object), webhooks };
    await own.apply({ ...own.file, organization: { ...own.file.organization, tokenPolicy } });
    const createBy = (issued: IssuedTo, url = BODY.url) =>
      send(own.origin, create("/webhooks", { data: { ...BODY, url } }, { token: issued.text }));
    return { own, create: createBy };
  };
  const brief = (answer: Answer) => (answer.status === 201 ? [201] : [answer.status, errorOf(answer).code]);

  it("limits how many a token and the organization can have, those of revoked tokens aside", async () => {
    const { own, create } = await open({ perToken: 1, perOrganization: 2 });
    const [one, two, three] = [await own.issue("ada"), await own.issue("ada"), await own.issue("wim")];
    expect(brief(await create(one))).toEqual([201]);
    const full = await create(one);
    expect(brief(full)).toEqual([403, "PERMISSION_DENIED"]);
    expect(errorOf(full).message).toMatch(/^This token has 1 of 1 webhooks/);
    expect(brief(await create(two))).toEqual([201]);
    const crowded = await create(three);
    expect(brief(crowded)).toEqual([403, "PERMISSION_DENIED"]);
    expect(errorOf(crowded).message).toMatch(/^This organization has 2 of 2 webhooks/);
    await own.revoke(one.id);
    expect(brief(await create(three))).toEqual([201]);
  });

  it("holds the limit against requests at the same moment", async () => {
    const { own, create } = await open({ perToken: 2 });
    const issued = await own.issue("ada");
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => create(issued)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403, 403]);
  });

  it("names the hosts that are sent to", async () => {
    const { own, create } = await open({ hosts: ["hooks.example.com", "*.acme.test"] });
    const issued = await own.issue("ada");
    for (const url of ["https://hooks.example.com/a", "https://one.acme.test/"])
      expect(brief(await create(issued, url))).toEqual([201]);
    for (const url of ["https://example.com/", "https://acme.test/", "https://hooks.example.com.test/", receiver]) {
      const refused = await create(issued, url);
      expect([brief(refused), errorOf(refused).details?.map(({ field }) => field)]).toEqual([
        [400, "INVALID_BODY"],
        ["url"],
      ]);
    }
  });
});

describe("GET /webhooks and /webhooks/:webhookId", () => {
  it("have those of the token, without secrets", async () => {
    const kept = await keep();
    const { token, path } = kept;
    const one = await by(token, { path });
    const { id, versionId, publicKey } = kept;
    expect(one.json).toEqual({ data: { ...SHOWN, id, versionId, publicKey } });
    expect([one.headers.etag, `"${versionId}"`]).toEqual([kept.etag, kept.etag]);
    const list = await by(token, { path: "/webhooks" });
    expect(list.json).toEqual({ data: { items: [dataOf(one)] } });
  });

  row("are the same 404 for another token's webhook, for an unknown one, and for what is no id", {
    given: () => keep(),
    request: ({ path }) => ({ path, token: other.text }),
    expect: { status: 404, code: "RECORD_NOT_FOUND" },
    after: async (answer, { path }) => {
      for (const [method, below, json] of [
        ["PATCH", "", { data: { name: "Mine" } }],
        ["DELETE", "", undefined],
        ["POST", "/replay", since(1)],
        ["POST", "/rotate", undefined],
        ["POST", "/test", undefined],
        ["GET", "/deliveries", undefined],
      ] as const) {
        const call = { method, path: `${path}${below}`, headers: { "if-match": "*" }, json };
        expect([method, below, (await by(other, call)).status]).toEqual([method, below, 404]);
      }
      for (const id of ["01a1fd2f-9c1e-7b3a-8a55-2f0f6a0c9d11", "x", "%ff"]) {
        const unknown = await by(other, { path: `/webhooks/${id}` });
        expect([unknown.status, errorOf(unknown).message]).toEqual([404, errorOf(answer).message]);
      }
      expect((await by(other, { path: "/webhooks" })).json).toEqual({ data: { items: [] } });
    },
  });

  it("say why nothing is sent while the token cannot list the entity", async () => {
    const own = await openOrganization("roles");
    const issued = await own.issue("rea");
    const call = (request: Call) => send(own.origin, { ...request, token: issued.text });
    const made = await call({ method: "POST", path: "/webhooks", json: { data: { ...BODY, entityKey: "samples" } } });
    const path = `/webhooks/${dataOf<Webhook>(made).id}`;
    const entities = own.file.entities.map((each) => (each.key === "samples" ? { ...each, exposed: false } : each));
    await own.apply({ ...own.file, entities });
    const paused = { state: "paused", reason: "ENTITY_NOT_FOUND", lag: null };
    expect(dataOf<Webhook>(await call({ path }))).toMatchObject(paused);
    expect((await call({ method: "POST", path: `${path}/replay`, json: since(0) })).status).toBe(404);
  });
});

describe("PATCH and DELETE /webhooks/:webhookId", () => {
  const patch = ({ token, path, etag }: Kept, data: unknown) => update(path, data, { token: token.text }, etag);

  row("changes what is given, and the ETag", {
    given: () => keep(),
    request: (kept) => patch(kept, { name: "Another", payload: "signal", paused: true }),
    expect: { status: 200, headers: { etag: /^"[0-9a-f-]{36}"$/ } },
    after: async (answer, kept) => {
      expect(dataOf<Webhook>(answer)).toMatchObject({
        ...{ id: kept.id, name: "Another", url: BODY.url, payload: "signal", state: "paused", reason: "PAUSED" },
      });
      expect(answer.headers.etag).not.toBe(kept.etag);
      expect(answer.headers.etag).toBe(`"${dataOf<Webhook>(answer).versionId}"`);
      expect(await readOf(kept)).toEqual(dataOf(answer));
      expect(await actionsOf(kept.token)).toEqual(["webhook.create", "webhook.pause"]);
    },
  });

  row("goes on after a pause, and after the service has disabled it", {
    given: async () => {
      const kept = await keep();
      await sql("update webhooks set disabled = 'FAILING', failures = 9 where id = $1", [kept.id]);
      expect(await readOf(kept)).toMatchObject({ state: "disabled", reason: "FAILING" });
      return kept;
    },
    request: (kept) => patch(kept, { paused: false }),
    expect: { status: 200 },
    after: async (answer, { token }) => {
      expect(dataOf(answer)).toMatchObject({ state: "active", reason: null, nextAttempt: null });
      expect(await actionsOf(token)).toEqual(["webhook.create", "webhook.resume"]);
    },
  });

  for (const method of ["PATCH", "DELETE"]) {
    row(`${method} writes nothing in a dry run`, {
      given: () => keep(),
      request: (kept) => ({
        ...patch(kept, { name: "Another" }),
        ...{ method, path: `${kept.path}?dryRun=true`, ...(method === "DELETE" && { json: undefined }) },
      }),
      expect: { status: 200, headers: { "x-dry-run": "true" } },
      after: async (_, kept) => {
        expect(await readOf(kept)).toMatchObject({ name: "A copy" });
        expect(await actionsOf(kept.token)).toEqual(["webhook.create"]);
      },
    });
  }

  for (const [what, data, code, details] of [
    ["another entity", { entityKey: "samples" }, "INVALID_BODY", ["entityKey"]],
    ["a private address", { url: "https://10.0.0.1/" }, "INVALID_BODY", ["url"]],
    ["an unknown field", { fields: ["nothing"] }, "FIELD_NOT_QUERYABLE", []],
  ] as const) {
    row(`refuses ${what}`, {
      given: () => keep(),
      request: (kept) => patch(kept, data),
      expect: { status: 400, code, details: [...details] },
    });
  }

  row("deletes", {
    given: () => keep(),
    request: ({ token, path, etag }) => ({ method: "DELETE", path, token: token.text, headers: { "if-match": etag } }),
    expect: (kept) => ({ status: 200, data: { id: kept.id, deleted: true } }),
    after: async (_, kept) => {
      expect((await read(kept)).status).toBe(404);
      expect(await actionsOf(kept.token)).toEqual(["webhook.create", "webhook.delete"]);
    },
  });
});

/** So many hours ago, in whole seconds. */
function since(hours: number) {
  return { data: { since: `${new Date(Date.now() - hours * 3_600_000 - 1_000).toISOString().slice(0, 19)}Z` } };
}

describe("POST /webhooks/:webhookId/replay", () => {
  const replay = ({ token, path }: Kept, json: unknown) => create(`${path}/replay`, json, { token: token.text });

  row("sets the cursor back", {
    given: async () => {
      await acme.create("ada", "samples", { name: "before" });
      // A transaction that is open elsewhere holds the feed back.
      await caughtUp();
      const kept = await keep({ entityKey: "samples", paused: true });
      expect(kept.lag?.changes).toBe(0);
      return kept;
    },
    request: (kept) => replay(kept, since(1)),
    expect: { status: 200, headers: { "x-dry-run": null, etag: null } },
    after: async (answer, kept) => {
      expect(dataOf<Webhook>(answer).lag?.changes).toBeGreaterThan(0);
      expect(await actionsOf(kept.token)).toEqual(["webhook.create", "webhook.replay"]);
      expect((await read(kept)).headers.etag).toBe(kept.etag);
    },
  });

  for (const [what, json] of [
    ["a moment to come", since(-1)],
    ["a moment before the retention", since(24 * 31)],
    ["nothing", { data: {} }],
  ] as const) {
    row(`refuses ${what}`, {
      given: () => keep(),
      request: (kept) => replay(kept, json),
      expect: { status: 400, code: "INVALID_BODY", details: ["since"] },
    });
  }

  row("takes no dry run, and so says of none", {
    given: () => keep(),
    request: (kept) => ({ ...replay(kept, since(1)), path: `${kept.path}/replay?dryRun=true` }),
    expect: { status: 400, code: "INVALID_FILTERS", headers: { "x-dry-run": null } },
  });
});

describe("POST /webhooks/:webhookId/rotate", () => {
  row("gives new keys, and leaves the ETag", {
    given: () => keep(),
    request: rotate,
    expect: { status: 200 },
    after: async (answer, kept) => {
      const { signingSecret, publicKey } = dataOf<Webhook>(answer);
      expect(signingSecret).toMatch(SECRET);
      expect([signingSecret === kept.signingSecret, publicKey === kept.publicKey]).toEqual([false, false]);
      const after = await read(kept);
      expect([dataOf<Webhook>(after).publicKey, after.headers.etag]).toEqual([publicKey, kept.etag]);
      expect(await actionsOf(kept.token)).toEqual(["webhook.create", "webhook.rotate"]);
    },
  });

  it("recovers a webhook whose keys were sealed with another APP_SECRET", async () => {
    const kept = await keep({ url: `${receiver}/lost`, paused: true });
    await sql("update webhooks set keys = 'of another secret' where id = $1", [kept.id]);
    expect(await readOf(kept)).toMatchObject({ id: kept.id, publicKey: null });
    const rotated = await by(kept.token, rotate(kept));
    expect(rotated.status, rotated.text).toBe(200);
    expect((await by(kept.token, test(kept))).status).toBe(200);
    const { headers = {}, body = "" } = received.find(({ path }) => path === "/lost") ?? {};
    expect((await verifyWebhook(headers, body, dataOf<Webhook>(rotated).signingSecret)).type).toBe("records.changed");
  });
});

describe("POST /webhooks/:webhookId/test", () => {
  const attempt = (outcome: string, status: number | null) => ({ outcome, status, milliseconds: expect.any(Number) });

  row("sends a signed delivery without items, whatever the state", {
    given: () => keep({ url: `${receiver}/test?key=1`, paused: true }),
    request: test,
    expect: { status: 200, data: attempt("delivered", 204) },
    after: async (_, kept) => {
      const delivery = received.find(({ path }) => path === "/test?key=1");
      const { headers = {}, body = "" } = delivery ?? {};
      for (const key of [kept.signingSecret, kept.publicKey]) {
        const { type, data } = await verifyWebhook(headers, body, key);
        const nothing = { entityKey: "deals", items: [], more: false, reset: false, cursor: expect.any(String) };
        expect([type, data]).toEqual(["records.changed", { webhookId: kept.id, ...nothing }]);
      }
      expect(headers["webhook-id"]).toMatch(/^msg_test_/);
      expect(await readOf(kept)).toMatchObject({ state: "paused", lastAttempt: null });
      expect(await actionsOf(kept.token)).toEqual(["webhook.create", "webhook.test"]);
    },
  });

  it("runs once per token at a time, so that slow receivers of one token leave room for another's test", async () => {
    const slow = await keep({ url: `${receiver}/held`, paused: true });
    const quick = await keep({ url: `${receiver}/quick`, paused: true });
    const held = by(slow.token, test(slow));
    await expect.poll(() => received.some(({ path }) => path === "/held")).toBe(true);
    const [second, another] = [await by(slow.token, test(slow)), await by(quick.token, test(quick))];
    release();
    expect([second.status, errorOf(second).code]).toEqual([429, "RATE_LIMITED"]);
    expect(dataOf(another)).toEqual(attempt("delivered", 204));
    expect(dataOf(await held)).toEqual(attempt("delivered", 204));
  });
});

it("GET /webhooks/:webhookId/deliveries lists attempts, newest first", async () => {
  const kept = await keep({ url: `${receiver}/503`, paused: true });
  const { token, path } = kept;
  expect((await by(token, { path: `${path}/deliveries` })).json).toEqual({ data: { items: [] } });
  await by(token, test(kept));
  const tag = String((await by(token, { path })).headers.etag);
  const moved = { method: "PATCH", path, headers: { "if-match": tag }, json: { data: { url: `${receiver}/204` } } };
  expect((await by(token, moved)).status).toBe(200);
  await by(token, test(kept));
  const { items } = dataOf<{ items: Record<string, unknown>[] }>(await by(token, { path: `${path}/deliveries` }));
  const attempt = (outcome: string, status: number) => ({
    ...{ kind: "test", items: 0, outcome, status, milliseconds: expect.any(Number) },
    ...{ at: expect.stringMatching(/Z$/), messageId: expect.stringMatching(/^msg_test_/) },
  });
  expect(items).toEqual([attempt("delivered", 204), attempt("status", 503)]);
});

describe("a change", () => {
  it("is sent as the token can see it, and is not counted as lag once accepted", async () => {
    const limits = { deniedFields: [{ entity: "samples", fields: ["code"] }] };
    const kept = await keep({ url: `${receiver}/changes`, entityKey: "samples" }, { limits });
    const record = await acme.create("ada", "samples", { name: "sent" });
    const { code: _, ...withoutCode } = record.view.data;
    expect(Object.keys(record.view.data)).toContain("code");
    const sent = () => received.filter(({ path }) => path === "/changes");
    await expect.poll(() => sent().length).toBeGreaterThan(0);
    const items = sent().flatMap(({ body }) => (JSON.parse(body) as { data: { items: object[] } }).data.items);
    expect(items).toContainEqual({
      type: "changed",
      record: { ...record.view, data: withoutCode },
      at: expect.any(String),
    });
    await expect.poll(async () => (await readOf(kept)).lag?.changes).toBe(0);
    expect(await readOf(kept)).toMatchObject({ state: "active", lastAttempt: { outcome: "delivered", status: 204 } });
  });

  it("disables the webhook of a receiver that returns 410", async () => {
    const kept = await keep({ url: `${receiver}/410`, entityKey: "samples", payload: "signal" });
    await acme.create("ada", "samples", { name: "for nobody" });
    await expect.poll(() => readOf(kept)).toMatchObject({ state: "disabled", reason: "GONE" });
    expect(await actionsOf(kept.token)).toEqual(["webhook.create", "webhook.disable"]);
  });
});

it("the secret is in nothing that is read later, nor in plain in the database", async () => {
  const kept = await keep({ url: `${receiver}/secret`, paused: true });
  const { token, path } = kept;
  await by(token, test(kept));
  const answers = await Promise.all(["/webhooks", path, `${path}/deliveries`].map((each) => by(token, { path: each })));
  const tables = ["webhooks", "webhook_deliveries", "audit_events", "notices"];
  const rows = await Promise.all(
    tables.map((table) => sql<{ text: string }>(`select row_to_json(t)::text as text from ${table} t`)),
  );
  const texts = [...answers.map(({ text }) => text), ...rows.flat().map(({ text }) => text)];
  const secret = kept.signingSecret.slice("whsec_".length);
  const forms = [secret, Buffer.from(secret, "base64").toString("hex")];
  expect(texts.filter((text) => forms.some((form) => text.includes(form)))).toEqual([]);
  // The query of a URL can be a secret too.
  const { id } = await keep();
  const events = await sql<{ text: string }>(
    "select details::text as text from audit_events where details->>'webhookId' = $1",
    [id],
  );
  expect(events.map(({ text }) => text.includes("hidden"))).toEqual([false]);
});

it("a webhook ends with its token, at once", async () => {
  const kept = await keep();
  await acme.revoke(kept.token.id);
  expect((await read(kept)).status).toBe(401);
});
