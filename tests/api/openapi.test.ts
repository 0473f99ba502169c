/** GET /openapi.json, the document of a token (docs/contract.md, The OpenAPI document of a token). */
import { describe, expect, it } from "vitest";
import type { Answer } from "../support/http";
import { send } from "../support/http";
import { type Json, OpenApiDocument } from "../support/openapi-document";
import { openOrganization } from "../support/organization";
import { expectAnswerRules } from "../support/response-rules";
import { rowsOf } from "../support/scenario";

const acme = await openOrganization();
const row = rowsOf(acme);
const reader = await acme.issue("ada", { scopes: [{ entity: "deals", verbs: ["list"] }] });
const sameReader = await acme.issue("ada", { scopes: [{ entity: "deals", verbs: ["list"] }] });
const writer = await acme.issue("ada", { scopes: [{ entity: "deals", verbs: ["list", "create"] }] });

const get = (token: string, headers: Record<string, string> = {}) =>
  send(acme.origin, { path: "/openapi.json", token, headers });
const documentOf = (answer: Answer) => new OpenApiDocument(answer.json as Json);
const idsOf = (answer: Answer) => [...documentOf(answer).operations.keys()];
const tagOf = ({ headers }: Answer) => String(headers.etag);

describe("200", () => {
  row("a token gets the document of what it can do, without an envelope", {
    request: { path: "/openapi.json", token: reader.text },
    expect: { status: 200, headers: { etag: /^"[\w-]{24}"$/ } },
    after: (answer) => {
      expect(idsOf(answer)).toEqual([
        "getMe",
        "listEntities",
        "getOpenApi",
        "getWebhooks",
        "createWebhook",
        "getWebhook",
        "updateWebhook",
        "deleteWebhook",
        "testWebhook",
        "replayWebhook",
        "rotateWebhook",
        "getWebhookDeliveries",
        "search",
        "describeDeals",
        "listDeals",
        "queryDeals",
        "aggregateDeals",
        "getDealsRecord",
        "followDeals",
      ]);
      expect((answer.json as { servers: unknown }).servers).toEqual([{ url: `${acme.origin}/api/v1` }]);
    },
  });

  row("an owner without roles gets one without entities", { path: "/openapi.json", as: "nil" }, 200, (answer) =>
    expect(idsOf(answer)).toEqual(["getMe", "listEntities", "getOpenApi"]),
  );

  row("another verb is another document", { path: "/openapi.json", token: writer.text }, 200, async (answer) => {
    expect(idsOf(answer)).toContain("createDealsRecord");
    expect(tagOf(answer)).not.toBe(tagOf(await get(reader.text)));
  });

  it("is the same for two tokens that can do the same", async () => {
    const [one, other] = [await get(reader.text), await get(sameReader.text)];
    expect(other.text).toBe(one.text);
    expect(tagOf(other)).toBe(tagOf(one));
  });

  it("changes as soon as the configuration does", async () => {
    const own = await openOrganization("moved");
    const token = own.token("ada");
    const before = await get(token);
    const [entity, ...others] = own.file.entities;
    if (entity === undefined) throw new Error("The file has an entity.");
    const fields = [...entity.fields, { key: "brandNew", type: "text" as const, label: "Brand new" }];
    await own.apply({ ...own.file, entities: [{ ...entity, fields }, ...others] } as typeof own.file);
    const after = await get(token, { "if-none-match": tagOf(before) });
    expect(after.status).toBe(200);
    expect(before.text).not.toContain("brandNew");
    expect(after.text).toContain("brandNew");
  });
});

describe("a part", () => {
  const both = "ada";

  row("of the entities asked for has these alone", {
    request: { path: "/openapi.json?entities=deals", as: both },
    expect: { status: 200, headers: { etag: /^"[\w-]{24}"$/ } },
    after: async (answer) => {
      const entities = [...documentOf(answer).operations.values()].map(({ path }) => path.split("/"));
      const named = entities.flatMap(([, root, key]) => (root === "entities" ? [key] : []));
      expect([...new Set(named)]).toEqual([undefined, "deals"]);
      expect(tagOf(answer)).not.toBe(tagOf(await get(acme.token(both))));
    },
  });

  it("is the same in whatever order its entities are named", async () => {
    const of = (entities: string) =>
      send(acme.origin, { path: `/openapi.json?entities=${entities}`, token: acme.token(both) });
    const [one, other] = [await of("deals,samples"), await of("samples,deals,samples")];
    expect([one.status, other.text, tagOf(other)]).toEqual([200, one.text, tagOf(one)]);
  });

  for (const entities of ["deals,nothing", "samples", ""]) {
    row(`of an entity that the token cannot use is not there: ${entities}`, {
      request: { path: `/openapi.json?entities=${entities}`, token: reader.text },
      expect: { status: 404, code: "ENTITY_NOT_FOUND" },
    });
  }
});

describe("304", () => {
  it("is for callers that have the document, in every form that names it", async () => {
    const tag = tagOf(await get(reader.text));
    for (const sent of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const call = { path: "/openapi.json", token: reader.text, headers: { "if-none-match": sent } };
      const answer = await send(acme.origin, call);
      expect([sent, answer.status, answer.headers.etag]).toEqual([sent, 304, tag]);
      expectAnswerRules(answer, call, "after the gate");
    }
  });

  it("is for no other tag: a made-up one, a malformed one, that of another token", async () => {
    const [own, others] = [tagOf(await get(reader.text)), tagOf(await get(writer.text))];
    for (const sent of [others, own.slice(1, -1), '""', `"${own}"`, own.toUpperCase(), '"*"'])
      expect([sent, (await get(reader.text, { "if-none-match": sent })).status]).toEqual([sent, 200]);
  });
});

for (const parameter of ["format=yaml", "entities=deals&entities=samples"]) {
  row(`the document takes no other query parameters: ${parameter}`, {
    request: { path: `/openapi.json?${parameter}`, as: "rea" },
    expect: { status: 400, code: "INVALID_FILTERS" },
  });
}
