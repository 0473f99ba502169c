/**
 * The mistakes that people make who write against this API, by the habits of curl, Postman, and of other APIs: each must be
 * told so that it can be mended at once. A row says where the mistake is (`place`), which rule it breaks (`rule`) and what
 * to send instead (`send`), and the answer must hold all three.
 */
import { describe, expect, it } from "vitest";
import type { Answer } from "../../support/http";
import { errorOf, openOrganization, recordsPath } from "../../support/organization";
import { type RowRequest, rowsOf } from "../../support/scenario";
import { UNKNOWN_ID } from "../../support/views";

const acme = await openOrganization("mistaken");
const row = rowsOf(acme);
const DEALS = recordsPath("deals");
const SAMPLES = recordsPath("samples");
const good = acme.token("wim");
const deal = await acme.create("ada", "deals", { title: "one" });
const sample = await acme.create("ada", "samples", { name: "one" });
const safe = await acme.create("ada", "vault", { name: "safe", pin: "1" });
const account = await acme.create("ada", "accounts", { name: "Taken" });
const child = await acme.create("ada", "accounts", { name: "Child", parent: account.id });
const page = await acme.page("wim", `${SAMPLES}?limit=1`);

type Told = { place: string | RegExp; rule: string | RegExp; send: string | RegExp };
type Mistake = Told & {
  mistake: string;
  request: RowRequest;
  error: [status: number, code: string];
  before?: true;
};

const told: number[] = [];

function rowsFor(mistakes: Mistake[]): void {
  for (const { mistake, request, error, before, ...expected } of mistakes) {
    const [status, code] = error;
    row(mistake, {
      request,
      expect: { status, code },
      stage: before ? "before the gate" : "after the gate",
      after: (answer) => expectTold(answer, expected),
    });
  }
}

function expectTold(answer: Answer, { place, rule, send }: Told): void {
  const { message, details = [] } = errorOf(answer) as {
    message: string;
    details?: { field: string; message?: string }[];
  };
  const text = [message, ...details.map((detail) => `${detail.field} ${detail.message}`)].join("\n");
  for (const part of [place, rule, send]) {
    if (typeof part === "string") expect(text).toContain(part);
    else expect(text).toMatch(part);
  }
  told.push(1);
}

const get = (path: string): RowRequest => ({ path, as: "wim" });
const query = (json: unknown, path = DEALS): RowRequest => ({ method: "POST", path: `${path}/query`, as: "wim", json });
const where = (condition: unknown, path?: string) => query({ where: condition }, path);
const post = (json: unknown, path = SAMPLES): RowRequest => ({ method: "POST", path, as: "wim", json });
const data = (fields: Record<string, unknown>) => post({ data: { name: "x", ...fields } });
const raw = (body: string | Buffer, headers?: Record<string, string>): RowRequest => ({
  method: "POST",
  path: SAMPLES,
  as: "wim",
  body,
  ...(headers === undefined ? {} : { headers }),
});
const authorization = (value: string): RowRequest => ({ path: "/me", headers: { authorization: value } });
const patch = (ifMatch?: string, json: unknown = { data: { text: "y" } }, path = sample.path): RowRequest => ({
  method: "PATCH",
  path,
  as: "wim",
  headers: ifMatch === undefined ? {} : { "if-match": ifMatch },
  json,
});

const FILTERS: Mistake["error"] = [400, "INVALID_FILTERS"];
const BODY: Mistake["error"] = [400, "INVALID_BODY"];
const SORT: Mistake["error"] = [400, "INVALID_SORT"];
const FIELD: Mistake["error"] = [400, "FIELD_NOT_QUERYABLE"];
const LIMIT: Mistake["error"] = [400, "INVALID_LIMIT"];
const TOKEN: Mistake["error"] = [401, "INVALID_TOKEN"];
const NO_PATH: Mistake["error"] = [404, "ENTITY_NOT_FOUND"];
const NO_METHOD: Mistake["error"] = [405, "METHOD_NOT_ALLOWED"];

describe("parameters of other APIs", () => {
  const TAKES = "It takes limit, cursor, sort, search, fields, expand.";
  const unknown = (name: string, query: string, send: string | RegExp, path = DEALS): Mistake => ({
    mistake: `?${query}`,
    request: get(`${path}?${query}`),
    error: FILTERS,
    place: `"${name}"`,
    rule: "is not a query parameter of this endpoint",
    send,
  });
  rowsFor([
    unknown(
      "where",
      'where=["stage","eq","won"]'.replaceAll('"', "%22"),
      '/records/query with a body such as {"where"',
    ),
    unknown("filter[stage]", "filter[stage]=won", '{"where": ["field", "eq", value]}'),
    unknown("stage", "stage=eq.won", '{"where": ["field", "eq", value]}'),
    unknown("$filter", "$filter=stage%20eq%20%27won%27", '{"where": ["field", "eq", value]}'),
    unknown("filterByFormula", "filterByFormula=x", '{"where": ["field", "eq", value]}'),
    unknown("page", "page=2&per_page=50", "send the nextCursor of the last one as cursor"),
    unknown("offset", "offset=100", "send the nextCursor of the last one as cursor"),
    unknown("starting_after", "starting_after=x", "send the nextCursor of the last one as cursor"),
    unknown("$top", "$top=5", "For the size of a page, send limit."),
    unknown("pageSize", "pageSize=5", "For the size of a page, send limit."),
    unknown("Limit", "Limit=5", "Did you mean limit?"),
    unknown("order", "order=created.desc", "sort=created:desc"),
    unknown("orderBy", "orderBy=created", "sort=created:desc"),
    unknown("q", "q=one", "To search for words, send search"),
    unknown("select", "select=title,stage", "fields=a,b"),
    unknown("fields[]", "fields[]=title", "Did you mean fields?"),
    unknown("include", "include=account", "expand=a,b"),
    unknown("cachebust", "cachebust=1", TAKES),
    unknown("%ff", "%ff=1", TAKES),
    unknown("x", "x=1", "It takes none.", "/entities"),
    unknown("x", "x=1", "It takes none.", "/entities/deals"),
    unknown("x", "x=1", "It takes none.", "/me"),
    unknown("limit", "limit=5", "It takes fields, expand.", deal.path),
    {
      ...unknown("dry_run", "dry_run=true", "Did you mean dryRun?"),
      request: { ...data({}), path: `${SAMPLES}?dry_run=true` },
    },
    {
      ...unknown("upsert", "upsert=true", "goes into the body"),
      request: { ...data({}), path: `${SAMPLES}?upsert=true` },
    },
    {
      ...unknown("version", "version=3", "the version into If-Match"),
      mistake: "DELETE ?version=3",
      request: { method: "DELETE", path: `${deal.path}?version=3`, as: "wim", headers: { "if-match": "*" } },
    },
    {
      ...unknown("version", "version=3", "the version into If-Match"),
      mistake: "PATCH ?version=3",
      request: { ...patch(sample.etag), path: `${sample.path}?version=3` },
    },
    {
      ...unknown("limit", "limit=5", "It takes none."),
      mistake: "POST …/query?limit=5",
      request: { ...query({}), path: `${DEALS}/query?limit=5` },
    },
  ]);
});

describe("pages and orders", () => {
  rowsFor([
    {
      mistake: "limit=1000",
      request: get(`${DEALS}?limit=1000`),
      error: LIMIT,
      place: '"1000"',
      rule: "from 1 to 500",
      send: "page with cursor",
    },
    {
      mistake: "limit=all",
      request: get(`${DEALS}?limit=all`),
      error: LIMIT,
      place: '"all"',
      rule: "from 1 to 500",
      send: "plain digits",
    },
    {
      mistake: 'limit "10" in a body',
      request: query({ limit: "10" }),
      error: LIMIT,
      place: "limit",
      rule: "integer from 1 to 500",
      send: "not a string: send it without quotes",
    },
    {
      mistake: "sort=-created",
      request: get(`${DEALS}?sort=-created`),
      error: SORT,
      place: "sort[0]",
      rule: "field:asc or field:desc",
      send: 'Write "created:desc"',
    },
    {
      mistake: "sort=created",
      request: get(`${DEALS}?sort=created`),
      error: SORT,
      place: "sort[0]",
      rule: "field:asc or field:desc",
      send: 'Write "created:asc"',
    },
    {
      mistake: "sort=title:asc,created desc",
      request: get(`${DEALS}?sort=title:asc,created%20desc`),
      error: SORT,
      place: "sort[1]",
      rule: "comma-separated list",
      send: 'Write "created:desc"',
    },
    {
      mistake: "sort=created:DESC",
      request: get(`${DEALS}?sort=created:DESC`),
      error: SORT,
      place: "sort[0]",
      rule: "field:asc or field:desc",
      send: 'Write "created:desc"',
    },
    {
      mistake: "a sort in a body as text",
      request: query({ sort: "-amount" }),
      error: SORT,
      place: "sort",
      rule: "is a list of",
      send: '[{"field": "amount", "direction": "desc"}]',
    },
    {
      mistake: 'a sort in a body with "order"',
      request: query({ sort: [{ field: "amount", order: "desc" }] }),
      error: SORT,
      place: "sort[0]",
      rule: 'no member "order"',
      send: '"direction": "asc"',
    },
    {
      mistake: "a sort by an unknown field",
      request: get(`${DEALS}?sort=amuont:asc`),
      error: FIELD,
      place: 'sort[0]: "amuont"',
      rule: "not a field that this token can sort by",
      send: "Did you mean amount?",
    },
    {
      mistake: "a cursor of another query",
      request: get(`${SAMPLES}?sort=name:asc&cursor=${page.nextCursor ?? "AAAA"}`),
      error: [400, "INVALID_CURSOR"],
      place: "cursor",
      rule: "does not belong to this query",
      send: "with the same where, sort and search",
    },
    {
      mistake: "fields=Title, stage",
      request: get(`${DEALS}?fields=title,%20stage`),
      error: FIELD,
      place: 'fields[1]: " stage"',
      rule: "not a field that this token can read",
      send: "Did you mean stage?",
    },
    {
      mistake: "fields=",
      request: get(`${DEALS}?fields=`),
      error: FIELD,
      place: "fields",
      rule: "names at least one field",
      send: "fields=a,b",
    },
    {
      mistake: "a parameter twice",
      request: get(`${DEALS}?fields=title&fields=stage`),
      error: FIELD,
      place: "fields",
      rule: "more than once",
      send: "joined by commas",
    },
  ]);
});

describe("filters", () => {
  rowsFor([
    {
      mistake: "an unknown field",
      request: where({
        and: [
          ["title", "eq", "x"],
          ["colour", "eq", "red"],
        ],
      }),
      error: FIELD,
      place: 'where.and[1]: "colour"',
      rule: "not a field that this token can filter by",
      send: "GET /entities/:entityKey lists",
    },
    {
      mistake: "a field in capitals",
      request: where(["Amount", "gt", 5]),
      error: FIELD,
      place: 'where: "Amount"',
      rule: "not a field",
      send: "Did you mean amount?",
    },
    {
      mistake: '"=="',
      request: where(["amount", "==", 5]),
      error: FILTERS,
      place: 'where: "=="',
      rule: "is not an operator",
      send: "Did you mean eq?",
    },
    {
      mistake: '"="',
      request: where({ not: ["amount", "=", 5] }),
      error: FILTERS,
      place: 'where.not: "="',
      rule: "is not an operator",
      send: "Did you mean eq?",
    },
    {
      mistake: '"like"',
      request: where(["title", "like", "%x%"]),
      error: FILTERS,
      place: 'where: "like"',
      rule: "is not an operator",
      send: "Did you mean contains?",
    },
    {
      mistake: '"ne"',
      request: where(["title", "ne", "x"]),
      error: FILTERS,
      place: 'where: "ne"',
      rule: "is not an operator",
      send: "Did you mean neq?",
    },
    {
      mistake: '"$gt"',
      request: where(["amount", "$gt", 5]),
      error: FILTERS,
      place: 'where: "$gt"',
      rule: "is not an operator",
      send: "Did you mean gt?",
    },
    {
      mistake: '">="',
      request: where(["amount", ">=", 5]),
      error: FILTERS,
      place: 'where: ">="',
      rule: "is not an operator",
      send: "Did you mean gte?",
    },
    {
      mistake: '"not_in"',
      request: where(["stage", "not_in", ["won"]]),
      error: FILTERS,
      place: 'where: "not_in"',
      rule: "is not an operator",
      send: "Did you mean nin?",
    },
    {
      mistake: '"is" null',
      request: where(["stage", "is", null]),
      error: FILTERS,
      place: 'where: "is"',
      rule: "is not an operator",
      send: "Did you mean eq?",
    },
    {
      mistake: '"startsWith"',
      request: where(["title", "startsWith", "x"]),
      error: FILTERS,
      place: 'where: "startsWith"',
      rule: "is not an operator",
      send: "Did you mean starts_with?",
    },
    {
      mistake: "the operator first",
      request: where(["eq", "stage", "won"]),
      error: FILTERS,
      place: 'where: "stage"',
      rule: "is not an operator",
      send: '["stage", "eq", value]',
    },
    {
      mistake: "a list of conditions",
      request: where([
        ["stage", "eq", "won"],
        ["amount", "gt", 1],
      ]),
      error: FILTERS,
      place: "where:",
      rule: "three items",
      send: '{"and": [[…], […]]}',
    },
    {
      mistake: "a list of three conditions",
      request: where([
        ["stage", "eq", "won"],
        ["amount", "gt", 1],
        ["amount", "lt", 9],
      ]),
      error: FILTERS,
      place: "where:",
      rule: "three items",
      send: '{"and": [[…], […]]}',
    },
    {
      mistake: "two items",
      request: where(["stage", "won"]),
      error: FILTERS,
      place: "where:",
      rule: "three items",
      send: '["stage", "eq", value]',
    },
    {
      mistake: "is_null without a value",
      request: where(["stage", "is_null"]),
      error: FILTERS,
      place: "where:",
      rule: "three items",
      send: '["stage", "is_null", true]',
    },
    {
      mistake: "between with bare values",
      request: where(["amount", "between", 1, 5]),
      error: FILTERS,
      place: "where:",
      rule: "three items",
      send: '["amount", "between", [from, to]]',
    },
    {
      mistake: "between three values",
      request: where(["amount", "between", [1, 5, 9]]),
      error: FILTERS,
      place: "where:",
      rule: "list of two values",
      send: '["amount", "between", [from, to]]',
    },
    {
      mistake: '{"stage": "won"}',
      request: where({ stage: "won" }),
      error: FILTERS,
      place: "where:",
      rule: "A filter is a condition",
      send: '["stage", "eq", value]',
    },
    {
      mistake: '{"stage": {"$in": […]}}',
      request: where({ stage: { $in: ["won"] } }),
      error: FILTERS,
      place: "where:",
      rule: "A filter is a condition",
      send: '["stage", "in", value]',
    },
    {
      mistake: '{"field", "operator", "value"}',
      request: where({ field: "stage", operator: "eq", value: "won" }),
      error: FILTERS,
      place: "where:",
      rule: "A filter is a condition",
      send: '["stage", "eq", value]',
    },
    {
      mistake: '{"in": […]}',
      request: where({ in: ["won"] }),
      error: FILTERS,
      place: "where:",
      rule: "in is an operator",
      send: '["field", "in", value]',
    },
    {
      mistake: '{"AND": […]}',
      request: where({ AND: [["stage", "eq", "won"]] }),
      error: FILTERS,
      place: "where:",
      rule: "A filter is a condition",
      send: '{"and": …}',
    },
    {
      mistake: '{"$or": […]}',
      request: where({ $or: [["stage", "eq", "won"]] }),
      error: FILTERS,
      place: "where:",
      rule: "A filter is a condition",
      send: '{"or": …}',
    },
    {
      mistake: "several keys",
      request: where({ stage: "won", amount: 5 }),
      error: FILTERS,
      place: "where:",
      rule: "A filter is a condition",
      send: '{"and": [["stage", "eq", value], ["amount", "eq", value]]}',
    },
    {
      mistake: "a where as text",
      request: where("stage = 'won'"),
      error: FILTERS,
      place: "where:",
      rule: "A string is not parsed",
      send: '["field", "operator", value]',
    },
    {
      mistake: "in with one value",
      request: where(["stage", "in", "won"]),
      error: FILTERS,
      place: "where:",
      rule: "takes a list",
      send: '["stage", "in", [value]]',
    },
    {
      mistake: "eq with a list",
      request: where(["stage", "eq", ["won", "lost"]]),
      error: FILTERS,
      place: "where:",
      rule: "takes a single value",
      send: '["stage", "in", [value, value]]',
    },
    {
      mistake: "an empty in",
      request: where({ and: [["stage", "in", []]] }),
      error: FILTERS,
      place: "where.and[0]:",
      rule: "this one is empty",
      send: "1 to 500 values",
    },
    {
      mistake: "null in a list",
      request: where(["stage", "in", ["won", null]]),
      error: FILTERS,
      place: "where:",
      rule: "no null",
      send: '["stage", "is_null", true]',
    },
    {
      mistake: "gt null",
      request: where(["amount", "gt", null]),
      error: FILTERS,
      place: "where:",
      rule: "gt does not take null",
      send: '["amount", "is_null", true]',
    },
    {
      mistake: "a number as text",
      request: where({ or: [["amount", "gt", "5"]] }),
      error: FILTERS,
      place: "where.or[0]:",
      rule: "amount is compared with a number",
      send: "not a string: send it without quotes",
    },
    {
      mistake: "contains on a number",
      request: where(["amount", "contains", "5"]),
      error: FILTERS,
      place: "where:",
      rule: "amount does not take contains",
      send: "it takes eq, neq, in",
    },
    {
      mistake: "a misspelt option",
      request: where(["stage", "eq", "wonn"]),
      error: FILTERS,
      place: "where: stage",
      rule: "no such option",
      send: /Did you mean won\? Its options are lead, won, lost, archived\.$/,
    },
    {
      mistake: "an option in capitals in a list",
      request: where({ not: ["stage", "in", ["lead", "WON"]] }),
      error: FILTERS,
      place: "where.not[2][1]: stage",
      rule: "no such option",
      send: "Did you mean won?",
    },
    {
      mistake: "an option of a multiselect that is none",
      request: where(["multiselect", "any_of", ["pink"]], SAMPLES),
      error: FILTERS,
      place: "where[2][0]: multiselect",
      rule: "no such option",
      send: "Its options are red, green, blue.",
    },
    {
      mistake: "a date as people write it",
      request: where(["date", "gte", "22/11/2026"], SAMPLES),
      error: FILTERS,
      place: "where: date",
      rule: "compared with a date",
      send: "YYYY-MM-DD",
    },
    {
      mistake: "a time without offset",
      request: where(["created", "gte", "2026-11-22 10:00:00"]),
      error: FILTERS,
      place: "where: created",
      rule: "with offset",
      send: "2026-01-31T12:00:00.000Z",
    },
    {
      mistake: "a Unix time",
      request: where(["created", "gte", 1795000000]),
      error: FILTERS,
      place: "where: created",
      rule: "not a number",
      send: "2026-01-31T12:00:00.000Z",
    },
    {
      mistake: '"true" for a boolean',
      request: where(["boolean", "eq", "true"], SAMPLES),
      error: FILTERS,
      place: "where: boolean",
      rule: "true or false",
      send: "without quotes",
    },
    {
      mistake: '"filter" in the body',
      request: query({ filter: ["stage", "eq", "won"] }),
      error: BODY,
      place: '"filter"',
      rule: "is not a member of this body",
      send: '{"where": ["field", "eq", value]}',
    },
    {
      mistake: '"page" in the body',
      request: query({ page: 2 }),
      error: BODY,
      place: '"page"',
      rule: "is not a member of this body",
      send: "send nextCursor as cursor",
    },
    {
      mistake: "the filter as the whole body",
      request: query(["stage", "eq", "won"]),
      error: BODY,
      place: "The body",
      rule: "not a list",
      send: "One request",
    },
  ]);
});

describe("bodies", () => {
  rowsFor([
    {
      mistake: "bare fields",
      request: post({ name: "x" }),
      error: BODY,
      place: "The fields are bare",
      rule: "one member data",
      send: 'wrap them in {"data": {…}}',
    },
    {
      mistake: "fields of Airtable",
      request: post({ fields: { name: "x" } }),
      error: BODY,
      place: "not fields",
      rule: "one member data",
      send: "Call the member data",
    },
    {
      mistake: "a bulk list",
      request: post([{ name: "x" }]),
      error: BODY,
      place: "The body",
      rule: "not a list",
      send: "One request writes one record",
    },
    {
      mistake: "a bulk list in data",
      request: post({ data: [{ name: "x" }] }),
      error: BODY,
      place: "data",
      rule: "not a list",
      send: "One request writes one record",
    },
    {
      mistake: "the version in the body",
      request: patch(sample.etag, { data: {}, versionId: "x" }),
      error: BODY,
      place: '"versionId"',
      rule: "one member data",
      send: "header If-Match",
    },
    {
      mistake: "an id in data",
      request: data({ id: UNKNOWN_ID }),
      error: BODY,
      place: "id is not a field",
      rule: "the service sets it",
      send: "leave it out",
    },
    {
      mistake: "an unknown field",
      request: data({ Boolen: true }),
      error: BODY,
      place: "Boolen",
      rule: "is not a field of this entity",
      send: "did you mean boolean?",
    },
    {
      mistake: "encoded twice",
      request: raw(JSON.stringify('{"data": {}}')),
      error: BODY,
      place: "The body",
      rule: "not a string",
      send: "encode it once",
    },
    {
      mistake: "a trailing comma",
      request: raw('{\n  "data": {"name": "x",}\n}'),
      error: BODY,
      place: "Line 2, column 24",
      rule: "not valid JSON",
      send: "leave the comma out",
    },
    {
      mistake: "single quotes of a shell",
      request: raw("{'data': {}}"),
      error: BODY,
      place: "Line 1, column 2",
      rule: "not valid JSON",
      send: "double quotes",
    },
    {
      mistake: "a missing quote",
      request: raw('{"data": {"name": x}}'),
      error: BODY,
      place: "Line 1, column 19",
      rule: "not valid JSON",
      send: "double quotes",
    },
    {
      mistake: "NaN",
      request: raw('{"data": {"number": NaN}}'),
      error: BODY,
      place: "Line 1, column 21",
      rule: "no NaN",
      send: "send null",
    },
    {
      mistake: "cut off",
      request: raw('{"data": {"name": "x"'),
      error: BODY,
      place: "Line 1, column 22",
      rule: "ends too early",
      send: "not closed",
    },
    {
      mistake: "[object Object]",
      request: raw("[object Object]"),
      error: BODY,
      place: "Line 1, column 2",
      rule: "not encoded",
      send: "JSON.stringify(body)",
    },
    {
      mistake: "a comment",
      request: raw('{"data": {} // none\n}'),
      error: BODY,
      place: "Line 1, column 13",
      rule: "not valid JSON",
      send: "no comments",
    },
    {
      mistake: "no body",
      request: { ...post(undefined), body: "" },
      error: BODY,
      place: "no body",
      rule: "a JSON object",
      send: "at least {}",
    },
    {
      mistake: "a form of curl -d",
      request: raw("name=x", { "content-type": "application/x-www-form-urlencoded" }),
      error: BODY,
      place: '"application/x-www-form-urlencoded"',
      rule: "not taken",
      send: "Content-Type: application/json",
    },
    {
      mistake: "text/plain",
      request: raw("{}", { "content-type": "text/plain" }),
      error: BODY,
      place: '"text/plain"',
      rule: "as JSON",
      send: "Content-Type: application/json",
    },
    {
      mistake: "no content type",
      request: raw("{}", { "content-type": "" }),
      error: BODY,
      place: "no Content-Type",
      rule: "as JSON",
      send: "Content-Type: application/json",
    },
    {
      mistake: "Latin-1",
      request: raw(Buffer.from('{"data":{"name":"caf\u00e9"}}', "latin1")),
      error: BODY,
      place: "The body",
      rule: "not valid UTF-8",
      send: "Encode it as UTF-8",
    },
    {
      mistake: "a file in the body",
      request: raw(`{"data":{"name":"${"x".repeat(1024 * 1024)}"}}`),
      error: BODY,
      place: "The body",
      rule: "more than 1 MiB",
      send: "keep files elsewhere",
    },
    {
      mistake: "a number as text",
      request: data({ integer: "5" }),
      error: BODY,
      place: "integer",
      rule: "must be an integer",
      send: "not a string: send it without quotes",
    },
    {
      mistake: "a decimal as number",
      request: data({ decimal: 12.5 }),
      error: BODY,
      place: "decimal",
      rule: "must be a decimal number in a string",
      send: "send it in quotes",
    },
    {
      mistake: "a boolean as text",
      request: data({ boolean: "true" }),
      error: BODY,
      place: "boolean",
      rule: "must be true or false",
      send: "send it without quotes",
    },
    {
      mistake: "a date as people write it",
      request: data({ date: "22/11/2026" }),
      error: BODY,
      place: "date",
      rule: "must be a date",
      send: "YYYY-MM-DD",
    },
    {
      mistake: "a time without offset",
      request: data({ datetime: "2026-11-22 10:00" }),
      error: BODY,
      place: "datetime",
      rule: "with offset",
      send: "2026-01-31T12:00:00.000Z",
    },
    {
      mistake: "a label for an option",
      request: data({ select: "See" }),
      error: BODY,
      place: "select",
      rule: "must be one of the options",
      send: "a, b, c",
    },
    {
      mistake: "options joined by commas",
      request: data({ multiselect: "red,green" }),
      error: BODY,
      place: "multiselect",
      rule: "not a string",
      send: "send a list",
    },
    {
      mistake: "a reference as an object",
      request: data({ reference: { id: UNKNOWN_ID } }),
      error: BODY,
      place: "reference",
      rule: "not an object",
      send: "send the id alone",
    },
    {
      mistake: "an address without scheme",
      request: data({ url: "example.org" }),
      error: BODY,
      place: "url",
      rule: "must be an http:// or https://",
      send: "https://",
    },
    {
      mistake: "a number out of bounds",
      request: data({ level: 11 }),
      error: BODY,
      place: "level",
      rule: "must be at most 10",
      send: "10",
    },
    {
      mistake: "a required field missing",
      request: post({ data: {} }),
      error: BODY,
      place: "name",
      rule: "is required",
      send: "name",
    },
    {
      mistake: "null for a required field",
      request: patch(sample.etag, { data: { name: null } }),
      error: BODY,
      place: "name",
      rule: "is required",
      send: "name",
    },
    {
      mistake: "a read-only field",
      request: patch(safe.etag, { data: { serial: 1 } }, safe.path),
      error: [403, "PERMISSION_DENIED"],
      place: "serial",
      rule: "read-only",
      send: "Leave it out",
    },
    {
      mistake: "a field that is not the token's to write",
      request: patch(safe.etag, { data: { seal: "x" } }, safe.path),
      error: [403, "PERMISSION_DENIED"],
      place: "seal",
      rule: "can read but not write",
      send: "Leave it out",
    },
    {
      mistake: "a label that is taken",
      request: post({ data: { name: " TAKEN" } }, recordsPath("accounts")),
      error: [409, "DUPLICATE_LABEL"],
      place: "name",
      rule: "already has this label",
      send: "send another one",
    },
    {
      mistake: "a parent that is not there",
      request: post({ data: { name: "x", parent: UNKNOWN_ID } }, recordsPath("accounts")),
      error: [409, "PARENT_REFERENCE"],
      place: "parent",
      rule: "must be the id of an existing record",
      send: "that this token can see",
    },
    {
      mistake: "a parent below itself",
      request: patch("*", { data: { parent: child.id } }, account.path),
      error: [409, "PARENT_REFERENCE"],
      place: "parent",
      rule: "other than the record itself and those below it",
      send: "must be the id",
    },
    {
      mistake: "deleting a parent",
      request: { method: "DELETE", path: account.path, as: "wim", headers: { "if-match": "*" } },
      error: [409, "PARENT_REFERENCE"],
      place: "Other records",
      rule: "have this one as their parent",
      send: "Delete them first",
    },
    {
      mistake: "an Idempotency-Key with spaces",
      request: { ...data({}), headers: { "idempotency-key": "a b" } },
      error: BODY,
      place: "Idempotency-Key",
      rule: "visible ASCII",
      send: "a UUID will do",
    },
  ]);
});

describe("versions", () => {
  rowsFor([
    {
      mistake: "no If-Match",
      request: patch(),
      error: [428, "PRECONDITION_REQUIRED"],
      place: "If-Match",
      rule: "the version that you have read",
      send: 'If-Match: "<versionId>"',
    },
    {
      mistake: "an older version",
      request: patch(`"${UNKNOWN_ID}"`),
      error: [412, "PRECONDITION_FAILED"],
      place: "If-Match",
      rule: "another version than the record's current one",
      send: "Read the record again",
    },
    {
      mistake: "a version without quotes",
      request: patch(sample.view.versionId),
      error: [412, "PRECONDITION_FAILED"],
      place: "If-Match",
      rule: "not a tag in double quotes",
      send: "quotes included",
    },
    {
      mistake: "a tag that a proxy weakened",
      request: patch(`W/${sample.etag}`),
      error: [412, "PRECONDITION_FAILED"],
      place: "weak tag (W/)",
      rule: "never matches",
      send: 'If-Match: "<versionId>"',
    },
  ]);
});

describe("paths and methods", () => {
  const TEMPLATE = "/api/v1/entities/:entityKey/records";
  rowsFor([
    {
      mistake: "a trailing slash",
      request: get(`${DEALS}/`),
      error: NO_PATH,
      before: true,
      place: "nothing at this path",
      rule: "without a trailing slash",
      send: `${TEMPLATE}.`,
    },
    {
      mistake: "…/record",
      request: get("/entities/deals/record"),
      error: NO_PATH,
      before: true,
      place: "nothing at this path",
      rule: "Did you mean",
      send: `${TEMPLATE}?`,
    },
    {
      mistake: "capitals",
      request: get("/Entities/deals/Records"),
      error: NO_PATH,
      before: true,
      place: "nothing at this path",
      rule: "Did you mean",
      send: `${TEMPLATE}?`,
    },
    {
      mistake: "no /entities",
      request: get("/deals/records"),
      error: NO_PATH,
      before: true,
      place: "nothing at this path",
      rule: "Did you mean",
      send: `${TEMPLATE}?`,
    },
    {
      mistake: "/deals",
      request: get("/deals"),
      error: NO_PATH,
      before: true,
      place: "nothing at this path",
      rule: "Records are at",
      send: TEMPLATE,
    },
    {
      mistake: "a record without /records",
      request: get(`/entities/deals/${deal.id}`),
      error: NO_PATH,
      before: true,
      place: "nothing at this path",
      rule: "Records are at",
      send: TEMPLATE,
    },
    {
      mistake: "/me.json",
      request: get("/me.json"),
      error: NO_PATH,
      before: true,
      place: "nothing at this path",
      rule: "no file extension",
      send: "/api/v1/me.",
    },
    {
      mistake: "the base",
      request: get(""),
      error: NO_PATH,
      before: true,
      place: "base",
      rule: "There is nothing at the base",
      send: "GET /api/v1/entities",
    },
    {
      mistake: "an unknown entity",
      request: get(recordsPath("deal")),
      error: NO_PATH,
      place: "no such entity",
      rule: "those that this token can use",
      send: "Did you mean deals?",
    },
    {
      mistake: "an id that is none",
      request: get(`${DEALS}/🎉`.replace("🎉", "%F0%9F%8E%89")),
      error: [404, "RECORD_NOT_FOUND"],
      place: "not a record id",
      rule: "UUIDs in lower case",
      send: "/records/query",
    },
    {
      mistake: "a record that is not there",
      request: get(`${DEALS}/${UNKNOWN_ID}`),
      error: [404, "RECORD_NOT_FOUND"],
      place: "no such record",
      rule: "cannot see it",
      send: "Lists show",
    },
    {
      mistake: "PUT",
      request: { ...patch("*"), method: "PUT" },
      error: NO_METHOD,
      before: true,
      place: "This path takes",
      rule: "PATCH",
      send: "changes the fields that it names",
    },
    {
      mistake: "POST to a record",
      request: { ...patch("*"), method: "POST" },
      error: NO_METHOD,
      before: true,
      place: "This path takes",
      rule: "PATCH changes a record",
      send: "POST to …/records creates one",
    },
    {
      mistake: "DELETE of a list",
      request: { method: "DELETE", path: DEALS, as: "wim" },
      error: NO_METHOD,
      before: true,
      place: "This path takes",
      rule: "at its own path",
      send: "…/records/:recordId",
    },
    {
      mistake: "GET of a query",
      request: get(`${DEALS}/query?where=x`),
      error: NO_METHOD,
      before: true,
      place: "This path takes POST",
      rule: "JSON body",
      send: "GET …/records lists",
    },
    {
      mistake: "a verb that the token does not have",
      request: { ...post({ data: {} }), as: "rea" },
      error: [403, "PERMISSION_DENIED"],
      place: "samples",
      rule: "does not have create",
      send: "GET /entities/samples shows what it has",
    },
  ]);
});

describe("tokens", () => {
  const BEARER = "Send Authorization: Bearer service_v1_…";
  rowsFor([
    {
      mistake: "no header",
      request: { path: "/me" },
      error: TOKEN,
      place: "Authorization",
      rule: "no Authorization header",
      send: BEARER,
    },
    {
      mistake: "X-Api-Key",
      request: { path: "/me", headers: { "x-api-key": good } },
      error: TOKEN,
      place: "Authorization",
      rule: "no Authorization header",
      send: BEARER,
    },
    {
      mistake: "Basic",
      request: authorization(`Basic ${Buffer.from(`${good}:`).toString("base64")}`),
      error: TOKEN,
      place: "Authorization",
      rule: "another scheme than Bearer",
      send: BEARER,
    },
    {
      mistake: "Token",
      request: authorization(`Token ${good}`),
      error: TOKEN,
      place: "Authorization",
      rule: "another scheme than Bearer",
      send: BEARER,
    },
    {
      mistake: "the token alone",
      request: authorization(good),
      error: TOKEN,
      place: "before the token",
      rule: "Bearer is missing",
      send: BEARER,
    },
    {
      mistake: "an empty variable",
      request: authorization("Bearer "),
      error: TOKEN,
      place: "Authorization",
      rule: "no token follows",
      send: BEARER,
    },
    {
      mistake: "Bearer twice",
      request: authorization(`Bearer Bearer ${good}`),
      error: TOKEN,
      place: "Bearer is followed by",
      rule: "one space and the token",
      send: BEARER,
    },
    {
      mistake: "quotes around it",
      request: authorization(`Bearer "${good}"`),
      error: TOKEN,
      place: "around it",
      rule: "quotes or brackets",
      send: "without them",
    },
    {
      mistake: "cut off",
      request: authorization(`Bearer ${good.slice(0, 60)}`),
      error: TOKEN,
      place: "looks cut off",
      rule: "83 characters",
      send: "Copy it whole",
    },
    {
      mistake: "something copied with it",
      request: authorization(`Bearer ${good},`),
      error: TOKEN,
      place: "Authorization",
      rule: "more than one",
      send: BEARER,
    },
    {
      mistake: "mistyped",
      request: authorization(`Bearer ${good.slice(0, -1)}${good.endsWith("a") ? "b" : "a"}`),
      error: TOKEN,
      place: "The token",
      rule: "not the one that was issued",
      send: "Copy it again",
    },
    {
      mistake: "a token of another service",
      request: authorization("Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0."),
      error: TOKEN,
      place: "not a token of this service",
      rule: "tokens start with service_v1_",
      send: BEARER,
    },
    {
      mistake: "a token in the URL",
      request: { path: `/me?token=${good}` },
      error: TOKEN,
      place: "in the URL",
      rule: "where logs keep it",
      send: "rotate it",
    },
    {
      mistake: "two headers",
      request: {
        path: "/me",
        headers: [
          ["authorization", `Bearer ${good}`],
          ["authorization", `Bearer ${good}`],
        ],
      },
      error: TOKEN,
      place: "Authorization",
      rule: "more than one Authorization header",
      send: "Send one",
    },
  ]);
});

it("are at least sixty, and each was told whole", () => {
  expect(told.length).toBeGreaterThanOrEqual(60);
});

describe("what is quoted of a mistake", () => {
  row("is cut, and has no control characters", {
    request: get(`${DEALS}?${"x".repeat(200)}%0a=1`),
    expect: { status: 400, code: "INVALID_FILTERS" },
    after: (answer) => expect(errorOf(answer).message).toContain(`"${"x".repeat(60)}…"`),
  });

  row("is no control character", {
    request: query({ where: ["a\u0007\u202eb", "eq", 1] }),
    expect: { status: 400, code: "FIELD_NOT_QUERYABLE" },
    after: (answer) => expect(errorOf(answer).message).toContain('"a\ufffd\ufffdb"'),
  });

  row("is no token", {
    request: query({ [good]: 1 }),
    expect: { status: 400, code: "INVALID_BODY" },
    after: (answer) => expect(errorOf(answer).message).toContain('"service_v1_…"'),
  });
});

describe("what looks like a mistake and is none", () => {
  row("members of a query that are null are as absent", {
    request: query({ where: null, sort: null, limit: null, cursor: null, search: null, fields: null }, SAMPLES),
    expect: { status: 200 },
    after: (answer) => expect((answer.json as { data: { items: unknown[] } }).data.items).toHaveLength(1),
  });

  for (const path of [`${SAMPLES}?`, `${SAMPLES}?limit=5&`, `${SAMPLES}?&limit=5`]) {
    row(`an ampersand or question mark too many: ${path.slice(SAMPLES.length)}`, {
      request: get(path),
      expect: { status: 200 },
    });
  }
});
