/**
 * Entities that are not exposed, belong to others, or can be used with no verb are to a caller as entities that do not
 * exist: on every endpoint, and whatever else is wrong with the request, the two answers are the same bytes (spec: What the
 * service does, 6).
 */
import { beforeAll, describe, expect, it } from "vitest";
import { openGuardedOrganization } from "../../support/guarded-organization";
import { type Call, patch, send } from "../../support/http";
import { dataOf, openOrganization, recordsPath } from "../../support/organization";
import { expectSameAnswer } from "../../support/same-response";
import { UNKNOWN_ID } from "../../support/views";

const acme = await openOrganization();
const guarded = await openGuardedOrganization();
const deal = await acme.create("ada", "deals", { title: "theirs" });
const onlySamples = await acme.issue("ada", { scopes: [{ entity: "samples", verbs: ["list", "create"] }] });
let unexposedId = UNKNOWN_ID;

beforeAll(async () => {
  // A record that was there before its entity was hidden.
  const file = structuredClone(acme.file);
  const internal = file.entities.find(({ key }) => key === "internal");
  if (internal === undefined) throw new Error("there is an entity that is not exposed");
  internal.exposed = true;
  await acme.apply(file);
  unexposedId = (await acme.create("ada", "internal", { name: "kept from view" })).id;
  await acme.apply(acme.file);
});

const HIDDEN: [why: string, token: () => string, hidden: string, unknown: string, id: () => string][] = [
  ["is not exposed", () => acme.token("ada"), "internal", "internat", () => unexposedId],
  ["is another organization's", () => acme.token("ada"), "cases", "casez", () => UNKNOWN_ID],
  ["has no verb for its owner", () => acme.token("ann"), "deals", "dealz", () => deal.id],
  ["is outside of the token's scopes", () => onlySamples.text, "deals", "dealz", () => deal.id],
];

const data = { data: { title: "x", name: "x" } };

/** Every endpoint of an entity, asked rightly and wrongly. */
const ENDPOINTS: [string, (entity: string, id: string) => Call][] = [
  ["describe", (entity) => ({ path: `/entities/${entity}` })],
  ["describe, HEAD", (entity) => ({ method: "HEAD", path: `/entities/${entity}` })],
  ["list", (entity) => ({ path: recordsPath(entity) })],
  ["list, all wrong", (entity) => ({ path: `${recordsPath(entity)}?limit=0&sort=x&cursor=&fields=&search=%00` })],
  ["query", (entity) => ({ method: "POST", path: `${recordsPath(entity)}/query`, json: {} })],
  [
    "a webhook",
    (entityKey) => ({
      ...{ method: "POST", path: "/webhooks" },
      json: { data: { name: "One", url: "https://hooks.example.com/", entityKey } },
    }),
  ],
  [
    "query, a long body",
    (entity) => ({ method: "POST", path: `${recordsPath(entity)}/query`, body: "x".repeat(100_000) }),
  ],
  ["read", (entity, id) => ({ path: `${recordsPath(entity)}/${id}` })],
  ["read, fields", (entity, id) => ({ path: `${recordsPath(entity)}/${id}?fields=title,nowhere` })],
  ["read, no UUID", (entity) => ({ path: `${recordsPath(entity)}/1` })],
  ["create", (entity) => ({ method: "POST", path: recordsPath(entity), json: data })],
  [
    "create, key",
    (entity) => ({ method: "POST", path: recordsPath(entity), json: data, headers: { "idempotency-key": "k" } }),
  ],
  ["update", (entity, id) => patch(`${recordsPath(entity)}/${id}`, data.data)],
  [
    "delete",
    (entity, id) => ({ method: "DELETE", path: `${recordsPath(entity)}/${id}`, headers: { "if-match": "*" } }),
  ],
  ["a wrong method", (entity, id) => ({ method: "PUT", path: `${recordsPath(entity)}/${id}` })],
  ["OPTIONS", (entity) => ({ method: "OPTIONS", path: recordsPath(entity) })],
];
/** Answered before anybody looks at the entity. */
const BEFORE_THE_GATE = ["a wrong method", "OPTIONS"];

describe.each(HIDDEN)("an entity that %s is as one that does not exist", (_, token, hidden, unknown, id) => {
  it.each(ENDPOINTS)("%s", async (endpoint, callFor) => {
    const stage = BEFORE_THE_GATE.includes(endpoint) ? "before the gate" : "after the gate";
    const call = (entity: string) => ({ ...callFor(entity, id()), token: token() });
    const answer = await expectSameAnswer(acme.origin, { hidden, unknown }, call, stage);
    if (stage === "after the gate") expect(answer.status).toBe(404);
  });

  it("is not in the list of entities", async () => {
    const { text } = await send(acme.origin, { path: "/entities", token: token() });
    expect(text).not.toContain(`"${hidden}"`);
  });
});

describe("a field that refers to an entity", () => {
  type Description = { fields: { key: string; reference: string | null }[] };

  async function referenceOf(token: string, field: string): Promise<unknown> {
    const answer = await send(acme.origin, { path: "/entities/samples", token });
    const { fields } = dataOf<Description>(answer);
    return fields.find(({ key }) => key === field)?.reference;
  }

  beforeAll(async () => {
    const file = structuredClone(acme.file);
    const samples = file.entities.find(({ key }) => key === "samples");
    samples?.fields.push({ key: "inner", type: "reference", entity: "internal" });
    await acme.apply(file);
  });

  it("does not name it where it is not exposed", async () => {
    expect(await referenceOf(acme.token("ada"), "inner")).toBeNull();
    const { text } = await acme.call("ada", { path: "/entities/samples" });
    expect(text).not.toContain("internal");
  });

  it("does not name it to a token that can do nothing with it", async () => {
    expect(await referenceOf(onlySamples.text, "reference")).toBeNull();
    expect(await referenceOf(acme.token("ada"), "reference")).toBe("accounts");
  });
});

it("an entity of the other organization is there for its own members", async () => {
  expect((await guarded.call("ada", { path: "/entities/cases" })).status).toBe(200);
});
