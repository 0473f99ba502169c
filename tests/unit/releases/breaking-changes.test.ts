/** What the gate of releases notices: each row is a change of today's documents, and the break that it is, or null. */
import { describe, expect, it } from "vitest";
import { breakingChanges } from "../../support/breaking-changes";
import { releaseDocuments } from "../../support/release-documents";

// biome-ignore lint/suspicious/noExplicitAny: each row changes another part of the document.
type Json = any;
type Row = [name: string, broken: string | null, change: (document: Json) => unknown];

const { "openapi.json": general, "token-openapi.json": token } = (await releaseDocuments()) as Record<string, Json>;
const RECORDS = "/entities/{entityKey}/records";
const list = ({ paths }: Json) => paths[RECORDS].get;
const parameter = (document: Json, name: string) => list(document).parameters.find((each: Json) => each.name === name);
const schema = ({ components }: Json, name: string) => components.schemas[name];
const without = (items: Json[], item: Json) => items.filter((each) => each !== item);

function check(document: Json, rows: Row[]) {
  it.each(rows)("%s", (_, broken, change) => {
    const changed = structuredClone(document);
    change(changed);
    expect(changed).not.toEqual(document);
    const found = breakingChanges(document, changed);
    if (broken === null) expect(found).toEqual([]);
    else expect(found.join("\n")).toContain(broken);
  });
}

it("finds nothing where nothing changed", () => {
  for (const document of [general, token]) expect(breakingChanges(document, structuredClone(document))).toEqual([]);
});

describe("an endpoint", () => {
  check(general, [
    ["is gone", "GET /me: is gone", ({ paths }) => void delete paths["/me"]],
    ["has lost a method", `POST ${RECORDS}: is gone`, ({ paths }) => void delete paths[RECORDS].post],
    [
      "has another name in clients",
      "is called list",
      (document) => Object.assign(list(document), { operationId: "list" }),
    ],
    [
      "has lost a parameter",
      "query search is gone",
      (document) => {
        list(document).parameters = without(list(document).parameters, parameter(document, "search"));
      },
    ],
    [
      "requires a new parameter",
      "query x is required",
      (document) => {
        list(document).parameters.push({ name: "x", in: "query", required: true, schema: {} });
      },
    ],
    [
      "requires a parameter that was optional",
      "query search is required",
      (document) => {
        parameter(document, "search").required = true;
      },
    ],
    [
      "has a narrower parameter",
      "query limit: maximum is narrower",
      (document) => {
        parameter(document, "limit").schema.maximum = 100;
      },
    ],
    [
      "succeeds with another status",
      "the response 201 is gone",
      ({ paths }) => {
        const { 201: created, ...others } = paths[RECORDS].post.responses;
        paths[RECORDS].post.responses = { ...others, 200: created };
      },
    ],
    [
      "has lost a header",
      "the header ETag of 201 is gone",
      ({ paths }) => {
        delete paths[RECORDS].post.responses[201].headers.ETag;
      },
    ],
    ["is new", null, ({ paths }) => Object.assign(paths, { "/new": paths["/me"] })],
    [
      "has a new optional parameter",
      null,
      (document) => {
        list(document).parameters.push({ name: "x", in: "query", schema: {} });
      },
    ],
    [
      "has a wider parameter",
      null,
      (document) => Object.assign(parameter(document, "limit").schema, { maximum: 1000 }),
    ],
    ["has a new header", null, (document) => Object.assign(list(document).responses[200].headers, { x: {} })],
    ["can be refused in a new way", null, (document) => Object.assign(list(document).responses, { 409: {} })],
    ["is deprecated", null, (document) => Object.assign(list(document), { deprecated: true })],
    ["has another description", null, (document) => Object.assign(list(document), { description: "Other" })],
  ]);
});

describe("a response", () => {
  check(general, [
    [
      "has lost a property",
      "fields[0].unique is gone",
      (document) => {
        delete schema(document, "Field").properties.unique;
        schema(document, "Field").required = without(schema(document, "Field").required, "unique");
      },
    ],
    [
      "has a property that can be absent",
      "fields[0].unique can be absent",
      (document) => {
        schema(document, "Field").required = without(schema(document, "Field").required, "unique");
      },
    ],
    [
      "has a property that can be null",
      "unique: is null, was boolean",
      (document) => {
        schema(document, "Field").properties.unique.type = ["boolean", "null"];
      },
    ],
    [
      "has a property of another type",
      "unique: is string, was boolean",
      (document) => {
        schema(document, "Field").properties.unique.type = "string";
      },
    ],
    [
      "has a new value of a closed list",
      '"near" is new',
      (document) => void schema(document, "Operator").enum.push("near"),
    ],
    [
      "has lost a named schema",
      "the schema Operator is gone",
      ({ components }) => {
        const text = JSON.stringify(components.schemas).replaceAll("schemas/Operator", "schemas/Comparator");
        components.schemas = JSON.parse(text);
        components.schemas.Comparator = components.schemas.Operator;
        delete components.schemas.Operator;
      },
    ],
    [
      "has a new property, always there",
      null,
      (document) => {
        schema(document, "Field").properties.x = { type: "string" };
        schema(document, "Field").required.push("x");
      },
    ],
    [
      "has a new property, sometimes there",
      null,
      (document) => Object.assign(schema(document, "Field").properties, { x: {} }),
    ],
    [
      "is never null any more",
      null,
      (document) => Object.assign(schema(document, "Field").properties, { description: { type: "string" } }),
    ],
  ]);
});

describe("a body", () => {
  const batchText = (document: Json, from: string, to: string) => {
    const batch = document.paths[`${RECORDS}/batch`].post;
    batch.requestBody = JSON.parse(JSON.stringify(batch.requestBody).replace(from, to));
    document.components.schemas = JSON.parse(JSON.stringify(document.components.schemas).replace(from, to));
  };
  check(general, [
    [
      "requires a new property",
      "the body.x is required",
      (document) => {
        schema(document, "Query").properties.x = { type: "string" };
        schema(document, "Query").required = ["x"];
      },
    ],
    [
      "has lost a property",
      "the body.expand is gone",
      (document) => void delete schema(document, "Query").properties.expand,
    ],
    [
      "accepts fewer values",
      '"minimal" is refused',
      (document) => batchText(document, '["minimal","representation"]', '["representation"]'),
    ],
    [
      "accepts fewer items",
      "maxItems is narrower",
      (document) => batchText(document, '"maxItems":500', '"maxItems":400'),
    ],
    ["has a new optional property", null, (document) => Object.assign(schema(document, "Query").properties, { x: {} })],
    [
      "accepts more values",
      null,
      (document) => batchText(document, '["minimal","representation"]', '["minimal","representation","none"]'),
    ],
    ["accepts more items", null, (document) => batchText(document, '"maxItems":500', '"maxItems":600')],
  ]);
});

describe("the document of a token", () => {
  check(token, [
    [
      "requires a field of a create",
      "the body.data.code is required",
      (document) => void schema(document, "DealsCreate").required.push("code"),
    ],
    [
      "has a shorter text",
      "the body.data.name: maxLength is narrower",
      (document) => {
        schema(document, "AccountsCreate").properties.name.maxLength = 99;
      },
    ],
    [
      "has lost an operator",
      "POST /entities/deals/records/query: the body.where",
      ({ components }) => {
        components.schemas = JSON.parse(
          JSON.stringify(components.schemas).replaceAll('"starts_with"', '"begins_with"'),
        );
      },
    ],
    [
      "has lost a field of records",
      "data.code is gone",
      (document) => {
        delete schema(document, "DealsRecord").properties.data.properties.code;
      },
    ],
    [
      "has a field more",
      null,
      (document) => {
        for (const name of ["DealsCreate", "DealsUpdate"]) schema(document, name).properties.x = { type: "string" };
        schema(document, "DealsRecord").properties.data.properties.x = { type: "string" };
      },
    ],
  ]);
});
