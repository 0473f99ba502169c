/** The OpenAPI document of one caller: valid, of its own entities and verbs alone, and with examples that its schemas take. */
import { randomBytes } from "node:crypto";
import { Validator } from "@seriousme/openapi-schema-validator";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileAccess } from "@/lib/access/compile";
import type { EntityDocument } from "@/lib/configuration/schema";
import type { Configuration } from "@/lib/model";
import { ENDPOINTS } from "@/lib/public-api/endpoints/registry";
import type { Reader } from "@/lib/public-api/openapi/entity-part";
import { type Part, type TokenDocument, tokenDocument } from "@/lib/public-api/openapi/token-document";
import { figure } from "../../../support/long";
import { type Json, OpenApiDocument } from "../../../support/openapi-document";
import { anyEntities, WORDS } from "../../../support/oracle/generate-worlds";
import { configurationOf, type Grants, MEMBER } from "../../compiled";
import { objectsIn } from "./objects-in";

const ORIGIN = "https://records.example";
/** Of two fields and all verbs. What is said of each entity anew is sent a thousand times; its successes have to be. */
const MOST_BYTES_OF_AN_ENTITY = 25_700;
const ROWS = Object.fromEntries(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint]));
const FOUR = ["list", "create", "update", "delete"];

const DEALS: EntityDocument = {
  key: "deals",
  label: "Deal",
  pluralLabel: "Deals",
  description: "What is sold",
  labelField: "title",
  fields: [
    { key: "title", type: "text", required: true, maxLength: 9, description: "As on paper." },
    { key: "stage", type: "select", options: ["open", "won"], default: "open", required: true },
    { key: "amount", type: "decimal", min: "0" },
    { key: "number", type: "integer", unique: true, max: 7 },
    { key: "account", type: "reference", entity: "big-accounts" },
    { key: "margin", type: "number", readVerb: "readMargin" },
    { key: "signed", type: "datetime", readOnly: true },
  ],
};
const ACCOUNTS: EntityDocument = {
  key: "big-accounts",
  label: "Account",
  labelField: "name",
  fields: [
    { key: "name", type: "text" },
    { key: "rating", type: "integer", readVerb: "readRating" },
  ],
};
const CITIES: EntityDocument = {
  key: "cities",
  label: 'A "city"',
  pluralLabel: "Cities",
  labelField: "name",
  fields: [{ key: "name", type: "text", required: true }],
};

type Verbs = Record<string, string[]>;

const grantsOf = (verbs: Verbs): Grants => Object.entries(verbs).map(([entity, each]) => ({ entity, verbs: each }));

function readerIn(configuration: Configuration, role: string): Reader {
  const access = compileAccess(configuration, { ...MEMBER, roleKeys: [role] }, null);
  return { configuration, access, accessKey: randomBytes(8).toString("hex") };
}

const readerOf = (entities: EntityDocument[], grants: Verbs) =>
  readerIn(configurationOf(entities, { role: grantsOf(grants) }), "role");

async function documentOf(entities: EntityDocument[], grants: Verbs, part: Part = null): Promise<OpenApiDocument> {
  return new OpenApiDocument(JSON.parse(textOf(await written(readerOf(entities, grants), part))) as Json);
}

const written = (reader: Reader, part: Part = null) => tokenDocument(reader, ROWS, ORIGIN, part);
const textOf = ({ pieces }: TokenDocument) => Buffer.concat(pieces).toString();
const documentFor = (grants: Verbs) => documentOf([DEALS, ACCOUNTS], grants);

async function faultsOf(document: OpenApiDocument): Promise<unknown[]> {
  const { errors = [] } = await new Validator().validate(structuredClone(document.text));
  const faults: unknown[] = typeof errors === "string" ? [errors] : [...errors];
  for (const { operationId, requestBody, responses } of document.operations.values()) {
    const body = requestBody?.content["application/json"];
    if (body !== undefined)
      for (const example of body.examples === undefined ? [body.example] : document.examplesOf(body))
        faults.push(...faultOf(document, `${operationId} body`, { schema: body.schema, example }));
    for (const [status, { content = {} }] of Object.entries(responses)) {
      const media = content["application/json"];
      if (media?.example !== undefined) faults.push(...faultOf(document, `${operationId} ${status}`, media));
      if (media === undefined || Number(status) >= 400) continue;
      for (const example of document.examplesOf(media))
        faults.push(...faultOf(document, `${operationId} ${status}`, { schema: media.schema, example }));
    }
  }
  for (const [name, schema] of Object.entries(document.components.schemas ?? {}))
    for (const example of (schema as { examples?: unknown[] }).examples ?? [])
      faults.push(...faultOf(document, name, { schema, example }));
  return faults;
}

function faultOf(
  document: OpenApiDocument,
  where: string,
  { schema, example }: { schema: unknown; example?: unknown },
) {
  const fault = document.faultOf(schema, example);
  return fault === null ? [] : [`${where}: ${fault} ${JSON.stringify(example)}`];
}

describe("the document", () => {
  it("has the operations of the token's verbs at the paths of its entities, by names of their own", async () => {
    const { operations, text } = await documentFor({ deals: FOUR });
    const own = [...operations.values()].filter(({ path }) => path.includes("/deals"));
    expect(own.map(({ operationId, method, path }) => `${operationId}: ${method} ${path}`)).toEqual([
      "describeDeals: GET /entities/deals",
      "listDeals: GET /entities/deals/records",
      "createDealsRecord: POST /entities/deals/records",
      "queryDeals: POST /entities/deals/records/query",
      "aggregateDeals: POST /entities/deals/records/aggregate",
      "writeDeals: POST /entities/deals/records/batch",
      "getDealsRecord: GET /entities/deals/records/{recordId}",
      "updateDealsRecord: PATCH /entities/deals/records/{recordId}",
      "deleteDealsRecord: DELETE /entities/deals/records/{recordId}",
      "followDeals: GET /entities/deals/changes",
    ]);
    expect(text.servers).toEqual([{ url: "https://records.example/api/v1" }]);
  });

  it("has webhooks where the token can list something, and what they send in terms of these records", async () => {
    const { text, operations, components } = await documentFor({ deals: ["create"], "big-accounts": ["update"] });
    expect([text.webhooks, operations.get("createWebhook"), components.schemas?.RecordsChanged]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const recordOf = async (grants: Verbs) => {
      const document = await documentFor(grants);
      expect(document.text.webhooks).toMatchObject({ recordsChanged: { post: { tags: ["Webhooks of the token"] } } });
      const { data } = document.schema("RecordsChanged").properties as { data: Json };
      const { items } = (data.properties as { items: { items: { anyOf: { properties: Json }[] } } }).items;
      return items.anyOf[0]?.properties.record;
    };
    const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    expect(await recordOf({ deals: ["list"], "big-accounts": ["update"] })).toEqual(schema("DealsRecord"));
    expect(await recordOf({ deals: ["list"], "big-accounts": ["list"] })).toEqual({
      anyOf: [schema("BigAccountsRecord"), schema("DealsRecord")],
    });
  });

  it("has no operation on an entity that the token cannot use, and nothing of a hidden field", async () => {
    const text = JSON.stringify((await documentFor({ deals: FOUR })).text);
    for (const word of ["margin", "rating", "big-accounts", "BigAccounts", "Margin"]) expect(text).not.toContain(word);
    const all = JSON.stringify(
      (await documentFor({ deals: [...FOUR, "readMargin"], "big-accounts": ["list", "readRating"] })).text,
    );
    expect(all).toContain('"margin"');
    expect(all).toContain('"account.rating"');
  });

  it("has no component that nothing points to, and points to none that is not there", async () => {
    for (const verb of [...FOUR, ...FOUR.map((one) => `${one},list`)]) {
      const { components, text } = await documentFor({ deals: verb.split(",") });
      const pointed = new Set(JSON.stringify(text).match(/(?<="#\/components\/)[^"]+/g));
      const there = Object.entries(components)
        .filter(([section]) => section !== "securitySchemes")
        .flatMap(([section, members]) => Object.keys(members).map((name) => `${section}/${name}`));
      expect([...pointed].sort()).toEqual(there.sort());
    }
  });

  it("is valid, and its examples are what its schemas say", async () => {
    const all = { deals: [...FOUR, "readMargin"], "big-accounts": FOUR };
    expect(await faultsOf(await documentFor(all))).toEqual([]);
    expect(await faultsOf(await documentFor({}))).toEqual([]);
  });

  it("offers no choice of one schema, which linters refuse", async () => {
    for (const verbs of [FOUR, ["list"], ["create"], ["update"], ["list", "update"]]) {
      const plain = { ...ACCOUNTS, key: "plain", fields: [{ key: "name", type: "text" as const }] };
      const document = await documentOf([DEALS, plain], { deals: verbs, plain: verbs });
      const choices = objectsIn(document.text).flatMap(({ anyOf }) => (Array.isArray(anyOf) ? [anyOf.length] : []));
      expect(choices.filter((length) => length < 2)).toEqual([]);
    }
  });

  it("lists every status of an operation, with an example of each code by reference", async () => {
    const { operations, components, text } = await documentFor({ deals: FOUR });
    const paths = text.paths as Record<string, Record<string, { responses: Json }>>;
    const responses = paths["/entities/deals/records"]?.post?.responses ?? {};
    expect(Object.keys(responses)).toEqual(["201", "400", "401", "403", "404", "405", "409", "429", "500"]);
    // Some generators take a reference for a response without a body, and a page with a second form for a text.
    expect(responses["201"]).toMatchObject({ content: { "application/json": {} } });
    expect(Object.keys(operations.get("listDeals")?.responses["200"]?.content ?? {})).toEqual(["application/json"]);
    expect(responses["409"]).toEqual({ $ref: "#/components/responses/WriteDuplicateLabelOrParentReference" });
    expect(
      Object.keys(operations.get("createDealsRecord")?.responses["409"]?.content?.["application/json"] ?? {}),
    ).toEqual(["schema", "examples"]);
    const shared = Object.values(components.responses ?? {}).map((response) => JSON.stringify(response));
    expect(new Set(shared).size).toBe(shared.length);
  });

  it("shows what the reader has: its own entity, and no invented one", async () => {
    const document = await documentOf([CITIES], { cities: FOUR });
    expect(JSON.stringify(document.text)).not.toMatch(/\b(?:deals?|emea|region|renewal|stage|acme)\b/i);
    const example = (id: string) =>
      document.operations.get(id)?.responses["200"]?.content?.["application/json"]?.example;
    expect(example("listEntities")).toMatchObject({
      data: { items: [{ entityKey: "cities", label: 'A "city"', pluralLabel: "Cities" }] },
    });
  });

  it("says what entities have in common once, however many there are", async () => {
    const bytesOf = async (count: number) => {
      const entities = Array.from({ length: count }, (_, place) => ({ ...ACCOUNTS, key: `entity-${place}0` }));
      const grants = Object.fromEntries(entities.map(({ key }) => [key, FOUR]));
      return JSON.stringify((await documentOf(entities, grants)).text).length;
    };
    const each = (await bytesOf(3)) - (await bytesOf(2));
    expect(each).toBeLessThan(MOST_BYTES_OF_AN_ENTITY);
  });
});

describe("a part of the document", () => {
  const grants = { deals: FOUR, "big-accounts": FOUR };
  const partOf = (...keys: string[]) => documentOf([DEALS, ACCOUNTS], grants, new Set(keys));

  it("has the entities asked for, as the whole document has them, and no other", async () => {
    const [part, whole] = [await partOf("big-accounts"), await documentFor(grants)];
    expect(Object.keys(part.text.paths as Json).filter((path) => path.startsWith("/entities/"))).toEqual(
      Object.keys(whole.text.paths as Json).filter((path) => path.startsWith("/entities/big-accounts")),
    );
    const own = (document: OpenApiDocument) =>
      Object.entries(document.components.schemas ?? {}).filter(([name]) => name.startsWith("BigAccounts"));
    expect(own(part)).toEqual(own(whole));
    const others = Object.keys(part.components.schemas ?? {}).filter((name) => name.startsWith("Deals"));
    expect([others, part.text.tags]).toMatchObject([
      [],
      [{ name: "The token" }, { name: "Webhooks of the token" }, { name: "big-accounts" }],
    ]);
  });

  it("is valid, and shows the records that references lead to without their fields", async () => {
    const part = await partOf("deals");
    expect(await faultsOf(part)).toEqual([]);
    expect(part.schema("BigAccountsRecord").properties).toMatchObject({
      entityKey: { const: "big-accounts" },
      data: { type: "object" },
    });
    expect(Object.keys(part.components.schemas ?? {}).filter((name) => name.startsWith("BigAccounts"))).toEqual([
      "BigAccountsRecord",
    ]);
  });
});

describe("the schemas", () => {
  it("close tuples by their length, without items that generators and validators would misread", async () => {
    const { components } = await documentFor({ deals: FOUR });
    const tuples = objectsIn(components.schemas).filter((schema) => Array.isArray(schema.prefixItems));
    expect(tuples.length).toBeGreaterThan(20);
    for (const { prefixItems, items, minItems, maxItems } of tuples) {
      const { length } = prefixItems as unknown[];
      expect({ items, minItems, maxItems }).toEqual({ items: undefined, minItems: length, maxItems: length });
    }
  });

  it("refer to others neither in tuples nor in lists that can be null, where a generator overlooks it", async () => {
    const { components } = await documentFor({ deals: FOUR, "big-accounts": FOUR });
    const hiding = objectsIn(components.schemas).flatMap(({ prefixItems, type, items }) =>
      Array.isArray(type) && type.includes("null") ? [prefixItems, items] : [prefixItems],
    );
    expect(hiding.filter(Array.isArray).length).toBeGreaterThan(20);
    expect(JSON.stringify(hiding)).not.toContain("$ref");
  });

  it("say what a create needs and an update can have", async () => {
    const document = await documentFor({ deals: FOUR });
    const create = document.schema("DealsCreate");
    expect(Object.keys(create.properties ?? {})).toEqual(["title", "stage", "amount", "number", "account"]);
    expect(create.required).toEqual(["title"]);
    expect(JSON.stringify(create)).not.toContain('"default"');
    const takes = (name: string, value: unknown) => document.faultOf(document.schema(name), value) === null;
    expect(takes("DealsCreate", { title: "A" })).toBe(true);
    for (const wrong of [{}, { title: " " }, { title: "ten letters" }, { title: null }, { title: "A", signed: null }])
      expect([wrong, takes("DealsCreate", wrong)]).toEqual([wrong, false]);
    for (const right of [{}, { amount: null }, { stage: "won", number: 7 }])
      expect([right, takes("DealsUpdate", right)]).toEqual([right, true]);
    for (const wrong of [{ stage: null }, { stage: "lost" }, { number: 8 }, { amount: 12 }, { margin: 1 }])
      expect([wrong, takes("DealsUpdate", wrong)]).toEqual([wrong, false]);
  });

  it.each<[boolean, string, string]>([
    [true, "mail", "info@münchen.test"],
    [false, "mail", "info@münchen"],
    [true, "site", "https://münchen.test/straße?ort=köln"],
    [false, "site", "ftp://a.test"],
  ])("take, %s, in %s %j, as the service does", async (isTaken, field, value) => {
    const fields = [...ACCOUNTS.fields, { key: "mail", type: "email" as const }, { key: "site", type: "url" as const }];
    const document = await documentOf([{ ...ACCOUNTS, fields }], { "big-accounts": FOUR });
    for (const name of ["BigAccountsCreate", "BigAccountsUpdate"])
      expect(document.faultOf(document.schema(name), { [field]: value }) === null).toBe(isTaken);
  });

  it.each<[boolean, unknown]>([
    [true, ["title", "contains", "a"]],
    [true, ["stage", "in", ["open"]]],
    [true, ["amount", "between", ["1", "2.5"]]],
    [true, ["account.name", "starts_with", "a"]],
    [true, { and: [["number", "is_null", true], { not: { or: [["created", "gt", "2026-01-01T00:00:00.000Z"]] } }] }],
    [false, ["stage", "contains", "o"]],
    [false, ["stage", "eq", "lost"]],
    [false, ["amount", "eq", 5]],
    [false, ["margin", "eq", 5]],
    [false, ["account.rating", "eq", 5]],
    [false, ["title", "eq"]],
  ])("take, %s, the filter %j", async (isTaken, filter) => {
    const document = await documentFor({ deals: ["list"], "big-accounts": ["list"] });
    expect(document.faultOf(document.schema("DealsFilter"), filter) === null).toBe(isTaken);
  });
});

it("names of entities that differ by a sign or by case are different", async () => {
  const keys = [
    ...["a-b", "a_b", "aB", "AB", "AB2", "entities", "me", "deals-record", "deals", "sort"],
    ...["webhook", "webhooks", "webhook-deliveries", "deliveries"],
  ];
  const entities = keys.map((key) => ({ ...ACCOUNTS, key }));
  const document = await documentOf(entities, Object.fromEntries(keys.map((key) => [key, FOUR])));
  expect(document.operations.size).toBe(13 + 10 * keys.length);
  const schemas = Object.keys(document.components.schemas ?? {});
  expect(new Set(schemas.map((name) => name.toLowerCase())).size).toBe(schemas.length);
});

it("the names of shared schemas end like those of no entity, so that no key of an entity can lead to one", async () => {
  const { components } = await documentFor({ deals: FOUR });
  const names = Object.keys(components.schemas ?? {});
  const shared = names.filter((name) => !name.startsWith("Deals"));
  const suffixes = names.filter((name) => name.startsWith("Deals")).map((name) => name.slice("Deals".length));
  expect([...suffixes].sort().join()).toBe(
    "Aggregation,Batch,Condition,Create,Filter,Keys,Page,Query,Record,References,Sort,Update",
  );
  expect(shared.length).toBeGreaterThan(20);
  expect(shared.filter((name) => suffixes.some((suffix) => name.endsWith(suffix)))).toEqual([]);
});

it("the cache keeps the bytes of an entity for readers with the same key, and for no others", async () => {
  const roles = {
    one: grantsOf({ deals: ["list"], "big-accounts": ["list"] }),
    other: grantsOf({ deals: FOUR, "big-accounts": ["list"] }),
  };
  const configuration = configurationOf([DEALS, ACCOUNTS], roles);
  const reader = readerIn(configuration, "one");
  const [first, again] = [await written(reader), await written(reader)];
  const anotherKey = await written(readerIn(configuration, "one"));
  const isEntity = (piece: Buffer) => piece.includes('"/entities/deals"');
  const bytesOf = ({ pieces }: TokenDocument) => pieces.filter(isEntity);
  expect(bytesOf(first)).toHaveLength(1);
  expect(bytesOf(again)[0]).toBe(bytesOf(first)[0]);
  expect(bytesOf(anotherKey)[0]).not.toBe(bytesOf(first)[0]);
});

it("of any organization, for anybody is valid, with examples that its schemas take", async () => {
  const worlds = fc.tuple(anyEntities(), fc.subarray(FOUR, { minLength: 1 }), fc.subarray(WORDS));
  await fc.assert(
    fc.asyncProperty(worlds, async ([entities, verbs, words]) => {
      const grants = Object.fromEntries(entities.map(({ key }) => [key, [...verbs, ...words]]));
      expect(await faultsOf(await documentOf(entities as EntityDocument[], grants))).toEqual([]);
    }),
    { numRuns: figure(5, 200) },
  );
});
