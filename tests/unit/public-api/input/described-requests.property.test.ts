/** The OpenAPI document and the parsers agree on which requests are valid. Where they do not, a row says why. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApiError } from "@/lib/errors";
import type { JsonObject, JsonValue, Operator } from "@/lib/model";
import { ENDPOINTS } from "@/lib/public-api/endpoints/registry";
import { parseAggregateBody } from "@/lib/public-api/input/aggregate-body";
import { parseBatchBody } from "@/lib/public-api/input/batch-body";
import { parseQueryBody } from "@/lib/public-api/input/list-query";
import { type Parameter, parseParameters } from "@/lib/public-api/input/query-string";
import { parseRecordBody } from "@/lib/public-api/input/record-body";
import { EXAMPLE_ORIGIN, openApiDocument } from "@/lib/public-api/openapi/document";
import { VALUE_FORMS } from "@/lib/query/filter/operators";
import { figure } from "../../../support/long";
import { type Json, OpenApiDocument } from "../../../support/openapi-document";
import { anyValueOf, changedOnce } from "../../../support/values-of-schema";

const document = new OpenApiDocument(JSON.parse(JSON.stringify(openApiDocument(EXAMPLE_ORIGIN))) as Json);
const schemas = document.components.schemas as Json;
const RUNS = { numRuns: figure(400, 10_000) };
/** There are many places to change. */
const CHANGES = { numRuns: figure(2_500, 40_000) };

/** By operation. */
const BODY_PARSERS = {
  createRecord: parseRecordBody,
  queryRecords: parseQueryBody,
  aggregateRecords: parseAggregateBody,
  writeRecords: (body: JsonObject) => {
    for (const operation of parseBatchBody(body).operations) if (operation.op === "none") throw operation.error;
  },
};
type Id = keyof typeof BODY_PARSERS;
const IDS = Object.keys(BODY_PARSERS) as Id[];

const bodySchema = (id: Id) => document.find(id)?.requestBody?.content["application/json"].schema ?? {};
const isDescribed = (id: Id, body: JsonValue) => document.faultOf(bodySchema(id), body) === null;
const refusalOfBody = (id: Id, body: JsonObject) => messageOf(() => BODY_PARSERS[id](body));

/** null if nothing is thrown. */
function messageOf(parse: () => unknown): string | null {
  try {
    parse();
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}

const COUNT = { n: ["count"] };
const DEEP = { not: { not: { not: { not: { not: { not: ["a", "eq", 1] } } } } } };
const ASCENDING = { field: "a", direction: "asc" };

/** Rules of the parsers that the schemas state in words, or not at all. */
const BEYOND_SCHEMAS: [rule: string, id: Id, body: JsonObject, message: RegExp][] = [
  ["the depth of a filter", "queryRecords", { where: DEEP }, /Filters nest at most 5 deep/],
  ["the conditions of a filter", "queryRecords", { where: { and: Array(101).fill(["a", "eq", 1]) } }, /100 conditions/],
  [
    "all values of a filter",
    "queryRecords",
    { where: { and: Array(21).fill(["a", "in", Array(500).fill(1)]) } },
    /10000 values in all/,
  ],
  [
    "the length of a text to match",
    "queryRecords",
    { where: ["a", "contains", "x".repeat(1_001)] },
    /takes at most 1000 characters/,
  ],
  ["a field sorted by twice", "queryRecords", { sort: [ASCENDING, ASCENDING] }, /is named twice/],
  ["an order by relevance of no search", "queryRecords", { sort: "relevance" }, /relevance is the order of a search/],
  ["a NUL in a search", "queryRecords", { search: "a\0b" }, /search has no NUL/],
  ["the references to expand", "queryRecords", { expand: ["a", "b", "c", "d"] }, /expand names at most 3/],
  ["a field grouped by twice", "aggregateRecords", { groupBy: ["a", "a"], measures: COUNT }, /is named twice/],
  ["an aggregate of nothing", "aggregateRecords", { measures: {} }, /measures has 1 to 10 members/],
  ["the star of SQL", "aggregateRecords", { measures: { n: ["count", "*"] } }, /Write \["count"\] to count records/],
  ["the name of the groups", "aggregateRecords", { measures: { group: ["count"] } }, /and is not group/],
  [
    "an upsert by one field",
    "writeRecords",
    { operations: [{ op: "upsert", match: { a: 1, b: 2 }, ifMatch: null, data: {} }] },
    /match has one unique field/,
  ],
];
const isBeyondSchemas = (message: string) => BEYOND_SCHEMAS.some(([, , , beyond]) => beyond.test(message));

/** What the schemas state and the parsers leave to later checks, which know the fields. */
const LEFT_TO_FIELDS: [what: string, id: Id, body: JsonObject][] = [
  ["the name of a field", "queryRecords", { where: ["", "eq", 1] }],
  ["a number for a text to match", "queryRecords", { where: ["a", "contains", 5] }],
  ["a list in a list", "queryRecords", { where: ["a", "in", [[1]]] }],
  ["null between others", "queryRecords", { where: ["a", "between", [null, 1]] }],
  ["the precondition", "writeRecords", { operations: [{ op: "update", id: "a", data: {} }] }],
  [
    "the value of a match",
    "writeRecords",
    { operations: [{ op: "upsert", match: { a: null }, ifMatch: null, data: {} }] },
  ],
];

/** The body, with everything that is left to later checks replaced by what these accept. */
function withValidFields(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (!Array.isArray(value)) {
    const members = Object.entries(value).map(([key, inner]) => [key, withValidFields(inner)]);
    const whole = Object.fromEntries(members) as JsonObject;
    if (value.op !== "update" && value.op !== "upsert") return whole;
    const { match } = value;
    const isObject = typeof match === "object" && match !== null;
    return { ifMatch: "*", ...whole, ...(isObject && { match: { [Object.keys(match)[0] ?? ""]: 1 } }) };
  }
  const [field, operator, operand] = value;
  if (value.length !== 3 || typeof field !== "string" || !Object.hasOwn(VALUE_FORMS, String(operator)))
    return value.map(withValidFields);
  return ["a", operator as Operator, validOperand(operator as Operator, operand as JsonValue)];
}

function validOperand(operator: Operator, operand: JsonValue): JsonValue {
  if (Array.isArray(operand)) return operand.map(() => "x");
  return VALUE_FORMS[operator] === "text" && typeof operand !== "object" ? "x" : operand;
}

describe("a body", () => {
  it.each(IDS)("of %s that its schema describes is parsed", (id) => {
    const parses = fc.property(anyValueOf(bodySchema(id), schemas), (body) => {
      expect(document.faultOf(bodySchema(id), body)).toBeNull();
      const refusal = refusalOfBody(id, body as JsonObject);
      expect(refusal === null || isBeyondSchemas(refusal), String(refusal)).toBe(true);
    });
    fc.assert(parses, RUNS);
  });

  it.each(IDS)("of %s with one thing changed is valid for both or for neither", (id) => {
    const changed = anyValueOf(bodySchema(id), schemas).chain((body) => changedOnce(body as JsonObject));
    const agree = fc.property(changed, (body) => {
      const refusal = refusalOfBody(id, body);
      if (refusal !== null && isBeyondSchemas(refusal)) return;
      const isValid = isDescribed(id, body) || (refusal === null && isDescribed(id, withValidFields(body)));
      expect({ isValid, refusal }).toEqual({ isValid: refusal === null, refusal });
    });
    fc.assert(agree, CHANGES);
  });

  it.each(BEYOND_SCHEMAS)("is refused for %s, which no schema states", (_, id, body, message) => {
    expect(isDescribed(id, body)).toBe(true);
    expect(refusalOfBody(id, body)).toMatch(message);
  });

  it.each(LEFT_TO_FIELDS)("is parsed without a check of %s, which its schema states", (_, id, body) => {
    expect(isDescribed(id, body)).toBe(false);
    expect(isDescribed(id, withValidFields(body))).toBe(true);
    expect(refusalOfBody(id, body)).toBeNull();
  });
});

const PARAMETERS = ENDPOINTS.flatMap(({ operationId, parameters = {} }) =>
  Object.entries(parameters).map(([name, parameter]) => {
    const { schema = {} } = document.find(operationId)?.parameters.find((each) => each.name === name) ?? {};
    return { operationId, name, parameter, schema };
  }),
);

/** Texts on which a parser and its schema do not agree, because the schema is of one text, not of a list in it. */
const ONLY_PARSED: [rule: string, name: string, text: string, isSo: (text: string) => boolean][] = [
  ["a field sorted by twice", "sort", "a:asc,a:desc", (text) => isRepeating(text.replace(/:\w+/g, ""))],
  ["a space beside a field", "sort", " a:asc", (text) => /(^|,)\s|\s:/.test(text)],
  ["no field between commas", "fields", "a,,b", (text) => text.split(",").includes("")],
  ["no reference between commas", "expand", "a,,b", (text) => text.split(",").includes("")],
  ["the references to expand", "expand", "a,b,c,d", (text) => new Set(text.split(",")).size > 3],
  ["a NUL in a search", "search", "a\0b", (text) => text.includes("\0")],
  ["spaces around a search", "search", " ".repeat(201), (text) => text.trim().length < text.length],
  ["a NUL in a search of everything", "q", "a\0b", (text) => text.includes("\0")],
  ["spaces around a search of everything", "q", `${" ".repeat(201)}a`, (text) => text.trim().length < text.length],
  ["an empty name of a field, which is found later", "by", "", (text) => text === ""],
  ["an empty key of an entity, which is found later", "entities", "", (text) => text === ""],
];

function isRepeating(list: string): boolean {
  const items = list.split(",");
  return new Set(items).size < items.length;
}

const isParsed = (parameter: Parameter<unknown>, text: string) =>
  messageOf(() => parseParameters(new Map([["it", [text]]]), { it: parameter })) === null;

function isDescribedText(schema: Json, text: string): boolean {
  const isJson = schema.type === "string" ? false : /^(?:true|false|-?(?:0|[1-9]\d*))$/.test(text);
  return document.faultOf(schema, isJson ? JSON.parse(text) : text) === null;
}

describe("a parameter", () => {
  it.each(PARAMETERS)("$name of $operationId is valid for both its schema and its parser, or for neither", (row) => {
    const { name, parameter, schema } = row;
    const valid = anyValueOf(schema, schemas).map(String);
    const changed = fc
      .tuple(valid, fc.nat(), fc.constantFrom("", ",", ":", " ", "0", "5", "a", "\0", ",a:asc", ",b"))
      .map(([text, at, other]) => text.slice(0, at % (text.length + 1)) + other + text.slice((at + 1) % text.length));
    const text = fc.oneof(valid, changed, fc.constantFrom("", "0", "21", "501", "1.0", "TRUE", "a".repeat(201)));
    const agree = fc.property(text, (given) => {
      if (ONLY_PARSED.some(([, only, , isSo]) => only === name && isSo(given))) return;
      expect([given, isParsed(parameter, given)]).toEqual([given, isDescribedText(schema, given)]);
    });
    fc.assert(agree, RUNS);
  });

  it.each(ONLY_PARSED)("is accepted by its parser alone, or by its schema alone, for %s: %s", (_, name, text, isSo) => {
    const { parameter, schema } = PARAMETERS.find((each) => each.name === name) ?? ({} as never);
    expect(isSo(text)).toBe(true);
    expect(isParsed(parameter, text)).toBe(!isDescribedText(schema, text));
  });
});
