/**
 * The mistakes that people make who write against this API, by the habits of curl, Postman, and of other APIs, each with the
 * message that it gets: where the mistake is, which rule it breaks, and what to send instead.
 */
import { describe, expect } from "vitest";
import { errorOf, openOrganization, recordsPath } from "../../support/organization";
import { type RowRequest, rowsOf } from "../../support/scenario";
import { wrongSecretFor } from "../../support/token-text";
import { UNKNOWN_ID } from "../../support/views";

const acme = await openOrganization("mistaken");
const row = rowsOf(acme);
const DEALS = recordsPath("deals");
const SAMPLES = recordsPath("samples");
const good = acme.token("wim");
const deal = await acme.create("ada", "deals", { title: "one" });
const sample = await acme.create("ada", "samples", { name: "one" });
/** Of the right form, and unknown. */
const otherToken = wrongSecretFor("0".repeat(22));
const safe = await acme.create("ada", "vault", { name: "safe", pin: "1" });
const account = await acme.create("ada", "accounts", { name: "Taken" });
const child = await acme.create("ada", "accounts", { name: "Child", parent: account.id });
const page = await acme.page("wim", `${SAMPLES}?limit=1`);

type Outcome = [status: number, code: string, stage?: "before the gate"];
type Mistake = [mistake: string, request: RowRequest, outcome: Outcome, message: string];

function rowsFor(mistakes: Mistake[]): void {
  for (const [mistake, request, [status, code, stage = "after the gate"], message] of mistakes) {
    row(mistake, {
      request,
      expect: { status, code },
      stage,
      after: (answer) => expect(errorOf(answer).message).toBe(message),
    });
  }
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

const FILTERS: Outcome = [400, "INVALID_FILTERS"];
const BODY: Outcome = [400, "INVALID_BODY"];
const SORT: Outcome = [400, "INVALID_SORT"];
const FIELD: Outcome = [400, "FIELD_NOT_QUERYABLE"];
const LIMIT: Outcome = [400, "INVALID_LIMIT"];
const TOKEN: Outcome = [401, "INVALID_TOKEN"];
const CURSOR: Outcome = [400, "INVALID_CURSOR"];
const NO_ENTITY: Outcome = [404, "ENTITY_NOT_FOUND"];
const NO_RECORD: Outcome = [404, "RECORD_NOT_FOUND"];
const OLD: Outcome = [412, "PRECONDITION_FAILED"];
const NO_PATH: Outcome = [404, "ENTITY_NOT_FOUND", "before the gate"];
const NO_METHOD: Outcome = [405, "METHOD_NOT_ALLOWED", "before the gate"];

describe("parameters of other APIs", () => {
  const FILTER = 'To filter, POST to …/records/query with a body such as {"where": ["field", "eq", value]}.';
  const CURSOR = "For the next page, send the nextCursor of the last one as cursor, until it is null.";
  const FEED =
    "The feed starts now, and goes on from a cursor: take one without cursor, read the list once, then send each nextCursor.";
  const IN_BODY = "What is to be written goes into the body, the version into If-Match.";
  const TAKES = "It takes limit, cursor, sort, search, fields, expand.";
  const unknown = (name: string, request: RowRequest, rest: string): Mistake => [
    `${request.method ?? "GET"} ${request.path.replace(/records\/[^/?]{36}/, "records/:recordId")}`,
    request,
    FILTERS,
    `"${name}" is not a query parameter of this endpoint. ${rest}`,
  ];
  const list = (name: string, query: string, rest: string) =>
    unknown(name, get(`${DEALS}?${query}`), `${rest} ${TAKES}`);
  rowsFor([
    list("where", 'where=["stage","eq","won"]'.replaceAll('"', "%22"), FILTER),
    list("filter[stage]", "filter[stage]=won", FILTER),
    list("stage", "stage=eq.won", FILTER),
    list("$filter", "$filter=stage%20eq%20%27won%27", FILTER),
    list("filterByFormula", "filterByFormula=x", FILTER),
    list("page", "page=2&per_page=50", CURSOR),
    list("offset", "offset=100", CURSOR),
    list("starting_after", "starting_after=x", CURSOR),
    list("$top", "$top=5", "For the size of a page, send limit."),
    list("pageSize", "pageSize=5", "For the size of a page, send limit."),
    list("Limit", "Limit=5", "Did you mean limit?"),
    list("order", "order=created.desc", "To sort, send sort=created:desc."),
    list("orderBy", "orderBy=created", "To sort, send sort=created:desc."),
    list("q", "q=one", "To search for words, send search."),
    list("select", "select=title,stage", "To pick fields, send fields=a,b."),
    list("fields[]", "fields[]=title", "Did you mean fields?"),
    list("include", "include=account", "To include referenced records, send expand=a,b."),
    list(
      "updated_since",
      "updated_since=2026-11-22",
      "What has changed is in the feed, GET …/entities/:entityKey/changes: it misses nothing, and tells of removals.",
    ),
    list("cachebust", "cachebust=1", FILTER),
    list("%ff", "%ff=1", FILTER),
    unknown("since", get("/entities/deals/changes?since=2026-11-22"), `${FEED} It takes cursor, limit, fields, wait.`),
    unknown(
      "where",
      get("/entities/deals/changes?where=x"),
      "The feed has every change that the token can see; it takes no filter and no order. It takes cursor, limit, fields, wait.",
    ),
    unknown("x", get("/entities?x=1"), "It takes none."),
    unknown("x", get("/entities/deals?x=1"), "It takes none."),
    unknown("x", get("/me?x=1"), "It takes none."),
    unknown("limit", get(`${deal.path}?limit=5`), "It takes fields, expand, by."),
    unknown("dry_run", { ...data({}), path: `${SAMPLES}?dry_run=true` }, "Did you mean dryRun? It takes dryRun."),
    unknown(
      "upsert",
      { ...data({}), path: `${SAMPLES}?upsert=true` },
      'It takes dryRun. To create or update a record by a key, POST {"operations": [{"op": "upsert", …}]} to …/records/batch.',
    ),
    unknown(
      "atomic",
      { ...post({ operations: [] }), path: `${SAMPLES}/batch?atomic=false` },
      "It takes dryRun. Send it in the JSON body.",
    ),
    unknown(
      "stage",
      { ...query({}), path: `${DEALS}/query?stage=won` },
      'It takes none. To filter, send {"where": ["field", "eq", value]} in the JSON body.',
    ),
    unknown(
      "version",
      { method: "DELETE", path: `${deal.path}?version=3`, as: "wim", headers: { "if-match": "*" } },
      `It takes dryRun, by. ${IN_BODY}`,
    ),
    unknown("version", { ...patch(sample.etag), path: `${sample.path}?version=3` }, `It takes dryRun, by. ${IN_BODY}`),
    unknown("limit", { ...query({}), path: `${DEALS}/query?limit=5` }, "It takes none. Send it in the JSON body."),
  ]);
});

describe("pages and orders", () => {
  rowsFor([
    [
      "limit=1000",
      get(`${DEALS}?limit=1000`),
      LIMIT,
      'limit must be an integer from 1 to 500; "1000" is not. For more, page with cursor.',
    ],
    ["limit=all", get(`${DEALS}?limit=all`), LIMIT, 'limit must be an integer from 1 to 500; "all" is not.'],
    [
      'limit "10" in a body',
      query({ limit: "10" }),
      LIMIT,
      "limit must be an integer from 1 to 500, not a string: send it without quotes.",
    ],
    [
      "sort=-created",
      get(`${DEALS}?sort=-created`),
      SORT,
      'sort[0]: sort is a comma-separated list of field:asc or field:desc. Write "created:desc".',
    ],
    [
      "sort=created",
      get(`${DEALS}?sort=created`),
      SORT,
      'sort[0]: sort is a comma-separated list of field:asc or field:desc. Write "created:asc".',
    ],
    [
      "sort=title:asc,created desc",
      get(`${DEALS}?sort=title:asc,created%20desc`),
      SORT,
      'sort[1]: sort is a comma-separated list of field:asc or field:desc. Write "created:desc".',
    ],
    [
      "sort=created:DESC",
      get(`${DEALS}?sort=created:DESC`),
      SORT,
      'sort[0]: sort is a comma-separated list of field:asc or field:desc. Write "created:desc".',
    ],
    [
      "a sort in a body as text",
      query({ sort: "-amount" }),
      SORT,
      'sort: sort is a list of {"field": "…", "direction": "asc"} or "desc": send the list itself, not a text. Write [{"field": "amount", "direction": "desc"}].',
    ],
    [
      'a sort in a body with "order"',
      query({ sort: [{ field: "amount", order: "desc" }] }),
      SORT,
      'sort[0]: sort is a list of {"field": "…", "direction": "asc"} or "desc", with no member "order".',
    ],
    [
      "a sort by an unknown field",
      get(`${DEALS}?sort=amuont:asc`),
      FIELD,
      'sort[0]: "amuont" is not a field that this token can sort by. Did you mean amount? GET /entities/:entityKey lists the fields that it can.',
    ],
    [
      "a cursor of another query",
      get(`${SAMPLES}?sort=name:asc&cursor=${page.nextCursor ?? "AAAA"}`),
      CURSOR,
      "The cursor does not belong to this query. Send nextCursor unchanged, with the same where, sort and search.",
    ],
    [
      "fields=Title, stage",
      get(`${DEALS}?fields=title,%20stage`),
      FIELD,
      'fields[1]: " stage" is not a field that this token can read. Did you mean stage? GET /entities/:entityKey lists the fields that it can.',
    ],
    ["fields=", get(`${DEALS}?fields=`), FIELD, "fields must name at least one field: a,b."],
    [
      "fields in a body as text",
      query({ fields: "title,stage" }),
      FIELD,
      'fields must be a list of field keys, ["a", "b"]: send the list itself, not a text.',
    ],
    [
      "expand in a body as text",
      query({ expand: "account" }),
      FIELD,
      'expand must be a list of field keys, ["a", "b"]: send the list itself, not a text.',
    ],
    ["no fields in a body", query({ fields: [] }), FIELD, 'fields must name at least one field: ["a", "b"].'],
    [
      "fields in a body as an object",
      query({ fields: { title: 1 } }),
      FIELD,
      'fields must be a list of field keys, ["a", "b"].',
    ],
    [
      "a field in a body that is a number",
      query({ fields: ["title", 1] }),
      FIELD,
      "fields[1] must be a field key, not a number: send it in quotes.",
    ],
    [
      "a parameter twice",
      get(`${DEALS}?fields=title&fields=stage`),
      FIELD,
      "fields is given more than once. Send it once; several fields are joined by commas.",
    ],
    ["cursor=", get(`${DEALS}?cursor=`), CURSOR, "cursor is empty. Leave it out for the first page."],
    ["an empty cursor in a body", query({ cursor: "" }), CURSOR, "cursor is empty. Leave it out for the first page."],
    [
      "a cursor in a body that is a number",
      query({ cursor: 2 }),
      CURSOR,
      "cursor is the nextCursor of the page before, not a number: send it in quotes. Leave it out for the first page.",
    ],
    [
      "an empty cursor of the feed",
      get("/entities/deals/changes?cursor="),
      CURSOR,
      "cursor is empty. Leave it out, and the feed starts now.",
    ],
    ["limit 10.5 in a body", query({ limit: 10.5 }), LIMIT, 'limit must be an integer from 1 to 500; "10.5" is not.'],
    ["fields=id", get(`${DEALS}?fields=id,title`), FIELD, 'fields[0]: "id" always comes, beside data. Leave it out.'],
    [
      "fields=versionId",
      get(`${deal.path}?fields=versionId`),
      FIELD,
      'fields[0]: "versionId" always comes, beside data. Leave it out.',
    ],
    [
      "fields of the feed with created",
      get("/entities/deals/changes?fields=created"),
      FIELD,
      'fields[0]: "created" always comes, beside data. Leave it out.',
    ],
    [
      "a sort by a field of another entity",
      get(`${DEALS}?sort=account.name:asc`),
      FIELD,
      'sort[0]: "account.name" is not a field that this token can sort by. Sorting ends at this entity, and account leads to another one. GET /entities/:entityKey lists the fields that it can.',
    ],
    [
      "a sort by a field of another entity that is unknown there",
      get(`${DEALS}?sort=account.nothing:asc`),
      FIELD,
      'sort[0]: "account.nothing" is not a field that this token can sort by. Sorting ends at this entity, and account leads to another one. GET /entities/:entityKey lists the fields that it can.',
    ],
    [
      "a sort by a list",
      get(`${SAMPLES}?sort=multiselect:asc`),
      FIELD,
      'sort[0]: "multiselect" is not a field that this token can sort by. It is a multiselect field, which has no order. GET /entities/:entityKey lists the fields that it can.',
    ],
    [
      "a sort by JSON",
      get(`${SAMPLES}?sort=json:desc`),
      FIELD,
      'sort[0]: "json" is not a field that this token can sort by. It can be read, but discovery says queryable: false. GET /entities/:entityKey lists the fields that it can.',
    ],
    [
      "a sort by a field that is shown and not queryable",
      get(`${SAMPLES}?sort=unlisted:asc`),
      FIELD,
      'sort[0]: "unlisted" is not a field that this token can sort by. It can be read, but discovery says queryable: false. GET /entities/:entityKey lists the fields that it can.',
    ],
    [
      "a sort by a hidden field",
      get(`${SAMPLES}?sort=hidden:asc`),
      FIELD,
      'sort[0]: "hidden" is not a field that this token can sort by. GET /entities/:entityKey lists the fields that it can.',
    ],
    [
      "expand of a field that is no reference",
      get(`${DEALS}?expand=stage`),
      FIELD,
      'expand[0]: "stage" is not a field that this token can expand. It is no reference, so there is no record to expand. GET /entities/:entityKey lists the fields that it can.',
    ],
    [
      "expand of an unknown field",
      get(`${DEALS}?expand=acount`),
      FIELD,
      'expand[0]: "acount" is not a field that this token can expand. Did you mean account? GET /entities/:entityKey lists the fields that it can.',
    ],
    [
      "expand of a hidden field",
      get(`${SAMPLES}?expand=hidden`),
      FIELD,
      'expand[0]: "hidden" is not a field that this token can expand. GET /entities/:entityKey lists the fields that it can.',
    ],
  ]);
});

describe("filters", () => {
  rowsFor([
    [
      "an unknown field",
      where({
        and: [
          ["title", "eq", "x"],
          ["colour", "eq", "red"],
        ],
      }),
      FIELD,
      'where.and[1]: "colour" is not a field that this token can filter by. GET /entities/:entityKey lists the fields that it can.',
    ],
    [
      "a field in capitals",
      where(["Amount", "gt", 5]),
      FIELD,
      'where: "Amount" is not a field that this token can filter by. Did you mean amount? GET /entities/:entityKey lists the fields that it can.',
    ],
    [
      '"=="',
      where(["amount", "==", 5]),
      FILTERS,
      'where: "==" is not an operator. Did you mean eq? The operators are eq, neq, gt, gte, lt, lte, in, nin, between, contains, not_contains, starts_with, ends_with, any_of, all_of, is_null.',
    ],
    [
      '"="',
      where({ not: ["amount", "=", 5] }),
      FILTERS,
      'where.not: "=" is not an operator. Did you mean eq? The operators are eq, neq, gt, gte, lt, lte, in, nin, between, contains, not_contains, starts_with, ends_with, any_of, all_of, is_null.',
    ],
    [
      '"like"',
      where(["title", "like", "%x%"]),
      FILTERS,
      'where: "like" is not an operator. Did you mean contains? The operators are eq, neq, gt, gte, lt, lte, in, nin, between, contains, not_contains, starts_with, ends_with, any_of, all_of, is_null.',
    ],
    [
      '"ne"',
      where(["title", "ne", "x"]),
      FILTERS,
      'where: "ne" is not an operator. Did you mean neq? The operators are eq, neq, gt, gte, lt, lte, in, nin, between, contains, not_contains, starts_with, ends_with, any_of, all_of, is_null.',
    ],
    [
      '"$gt"',
      where(["amount", "$gt", 5]),
      FILTERS,
      'where: "$gt" is not an operator. Did you mean gt? The operators are eq, neq, gt, gte, lt, lte, in, nin, between, contains, not_contains, starts_with, ends_with, any_of, all_of, is_null.',
    ],
    [
      '">="',
      where(["amount", ">=", 5]),
      FILTERS,
      'where: ">=" is not an operator. Did you mean gte? The operators are eq, neq, gt, gte, lt, lte, in, nin, between, contains, not_contains, starts_with, ends_with, any_of, all_of, is_null.',
    ],
    [
      '"not_in"',
      where(["stage", "not_in", ["won"]]),
      FILTERS,
      'where: "not_in" is not an operator. Did you mean nin? The operators are eq, neq, gt, gte, lt, lte, in, nin, between, contains, not_contains, starts_with, ends_with, any_of, all_of, is_null.',
    ],
    [
      '"is" null',
      where(["stage", "is", null]),
      FILTERS,
      'where: "is" is not an operator. Did you mean eq? The operators are eq, neq, gt, gte, lt, lte, in, nin, between, contains, not_contains, starts_with, ends_with, any_of, all_of, is_null.',
    ],
    [
      '"startsWith"',
      where(["title", "startsWith", "x"]),
      FILTERS,
      'where: "startsWith" is not an operator. Did you mean starts_with? The operators are eq, neq, gt, gte, lt, lte, in, nin, between, contains, not_contains, starts_with, ends_with, any_of, all_of, is_null.',
    ],
    [
      "the operator first",
      where(["eq", "stage", "won"]),
      FILTERS,
      'where: "stage" is not an operator. Write the field first: ["stage", "eq", value]. The operators are eq, neq, gt, gte, lt, lte, in, nin, between, contains, not_contains, starts_with, ends_with, any_of, all_of, is_null.',
    ],
    [
      "a list of conditions",
      where([
        ["stage", "eq", "won"],
        ["amount", "gt", 1],
      ]),
      FILTERS,
      'where: A condition has three items: ["field", "operator", value]. Several conditions are joined: {"and": [[…], […]]}, or "or".',
    ],
    [
      "a list of three conditions",
      where([
        ["stage", "eq", "won"],
        ["amount", "gt", 1],
        ["amount", "lt", 9],
      ]),
      FILTERS,
      'where: A condition has three items: ["field", "operator", value]. Several conditions are joined: {"and": [[…], […]]}, or "or".',
    ],
    [
      "conditions in one list",
      where(["amount", "eq", 5, "and", "stage", "eq", "won"]),
      FILTERS,
      'where: A condition has three items: ["field", "operator", value]. Several conditions are joined: {"and": [[…], […]]}, or "or".',
    ],
    [
      "conditions in one list, joined by nothing",
      where(["amount", "gt", 5, "stage", "eq", "won"]),
      FILTERS,
      'where: A condition has three items: ["field", "operator", value]. Several conditions are joined: {"and": [[…], […]]}, or "or".',
    ],
    [
      "several bare values",
      where(["stage", "eq", "won", "lost"]),
      FILTERS,
      'where: A condition has three items: ["field", "operator", value]. Several values are a list: ["stage", "in", [value, value]].',
    ],
    [
      "two items",
      where(["stage", "won"]),
      FILTERS,
      'where: A condition has three items: ["field", "operator", value]. Write ["stage", "eq", value].',
    ],
    [
      "is_null without a value",
      where(["stage", "is_null"]),
      FILTERS,
      'where: A condition has three items: ["field", "operator", value]. Write ["stage", "is_null", true].',
    ],
    [
      "between with bare values",
      where(["amount", "between", 1, 5]),
      FILTERS,
      'where: A condition has three items: ["field", "operator", value]. Write ["amount", "between", [from, to]].',
    ],
    [
      "between three values",
      where(["amount", "between", [1, 5, 9]]),
      FILTERS,
      'where: between takes a list of two values, both included: ["amount", "between", [from, to]].',
    ],
    [
      '{"stage": "won"}',
      where({ stage: "won" }),
      FILTERS,
      'where: A filter is a condition ["field", "operator", value], or {"and": […]}, {"or": […]}, {"not": …}. Write ["stage", "eq", value].',
    ],
    [
      '{"stage": {"$in": […]}}',
      where({ stage: { $in: ["won"] } }),
      FILTERS,
      'where: A filter is a condition ["field", "operator", value], or {"and": […]}, {"or": […]}, {"not": …}. Write ["stage", "in", value].',
    ],
    [
      '{"field", "operator", "value"}',
      where({ field: "stage", operator: "eq", value: "won" }),
      FILTERS,
      'where: A filter is a condition ["field", "operator", value], or {"and": […]}, {"or": […]}, {"not": …}. Write ["stage", "eq", value].',
    ],
    [
      '{"in": […]}',
      where({ in: ["won"] }),
      FILTERS,
      'where: A filter is a condition ["field", "operator", value], or {"and": […]}, {"or": […]}, {"not": …}. in is an operator, the second item: ["field", "in", value].',
    ],
    [
      '{"AND": […]}',
      where({ AND: [["stage", "eq", "won"]] }),
      FILTERS,
      'where: A filter is a condition ["field", "operator", value], or {"and": […]}, {"or": […]}, {"not": …}. Write {"and": …}.',
    ],
    [
      '{"$or": […]}',
      where({ $or: [["stage", "eq", "won"]] }),
      FILTERS,
      'where: A filter is a condition ["field", "operator", value], or {"and": […]}, {"or": […]}, {"not": …}. Write {"or": …}.',
    ],
    [
      "several keys",
      where({ stage: "won", amount: 5 }),
      FILTERS,
      'where: A filter is a condition ["field", "operator", value], or {"and": […]}, {"or": […]}, {"not": …}. Write {"and": [["stage", "eq", value], ["amount", "eq", value]]}.',
    ],
    [
      "a where as text",
      where("stage = 'won'"),
      FILTERS,
      'where: A filter is a condition ["field", "operator", value], or {"and": […]}, {"or": […]}, {"not": …}: send the list itself, not a text.',
    ],
    [
      "in with one value",
      where(["stage", "in", "won"]),
      FILTERS,
      'where: in takes a list, even of one value: ["stage", "in", [value]]: send the list itself, not a text.',
    ],
    [
      "and with a list as text",
      where({ and: '[["stage", "eq", "won"]]' }),
      FILTERS,
      'where.and: This is a list of at least one filter: [["field", "operator", value], …]: send the list itself, not a text.',
    ],
    [
      "between with a text",
      where(["amount", "between", "1,2"]),
      FILTERS,
      'where: between takes a list of two values, both included: ["amount", "between", [from, to]]: send the list itself, not a text.',
    ],
    [
      "eq with a list",
      where(["stage", "eq", ["won", "lost"]]),
      FILTERS,
      'where: eq takes a single value. For several: ["stage", "in", [value, value]].',
    ],
    [
      "an empty in",
      where({ and: [["stage", "in", []]] }),
      FILTERS,
      "where.and[0]: in takes a list of 1 to 500 values; this one is empty.",
    ],
    [
      "null in a list",
      where(["stage", "in", ["won", null]]),
      FILTERS,
      'where: in takes no null in its list. For empty fields add a condition: ["stage", "is_null", true].',
    ],
    [
      "gt null",
      where(["amount", "gt", null]),
      FILTERS,
      'where: gt does not take null. For empty fields: ["amount", "is_null", true].',
    ],
    [
      "a number as text",
      where({ or: [["amount", "gt", "5"]] }),
      FILTERS,
      "where.or[0]: amount is compared with a number, not a string: send it without quotes.",
    ],
    [
      "contains on a number",
      where(["amount", "contains", "5"]),
      FILTERS,
      "where: amount does not take contains; it takes eq, neq, in, nin, gt, gte, lt, lte, between, is_null.",
    ],
    [
      "a misspelt option",
      where(["stage", "eq", "wonn"]),
      FILTERS,
      "where: stage has no such option. Did you mean won? Its options are lead, won, lost, archived.",
    ],
    [
      "an option in capitals in a list",
      where({ not: ["stage", "in", ["lead", "WON"]] }),
      FILTERS,
      "where.not[2][1]: stage has no such option. Did you mean won? Its options are lead, won, lost, archived.",
    ],
    [
      "an option of a multiselect that is none",
      where(["multiselect", "any_of", ["pink"]], SAMPLES),
      FILTERS,
      "where[2][0]: multiselect has no such option. Its options are red, green, blue.",
    ],
    [
      "a date as people write it",
      where(["date", "gte", "22/11/2026"], SAMPLES),
      FILTERS,
      "where: date is compared with a date: YYYY-MM-DD.",
    ],
    [
      "a time without offset",
      where(["created", "gte", "2026-11-22 10:00:00"]),
      FILTERS,
      "where: created is compared with a date and time with offset and at most milliseconds: 2026-01-31T12:00:00.000Z.",
    ],
    [
      "a Unix time",
      where(["created", "gte", 1795000000]),
      FILTERS,
      "where: created is compared with a date and time with offset and at most milliseconds: 2026-01-31T12:00:00.000Z, not a number.",
    ],
    [
      '"true" for a boolean',
      where(["boolean", "eq", "true"], SAMPLES),
      FILTERS,
      "where: boolean is compared with true or false, not a string: send it without quotes.",
    ],
    [
      '"filter" in the body',
      query({ filter: ["stage", "eq", "won"] }),
      BODY,
      '"filter" is not a member of this body. To filter, send where: {"where": ["field", "eq", value]}. The members of this body are where, sort, limit, cursor, search, fields, expand.',
    ],
    [
      '"page" in the body',
      query({ page: 2 }),
      BODY,
      '"page" is not a member of this body. For the next page, send nextCursor as cursor. The members of this body are where, sort, limit, cursor, search, fields, expand.',
    ],
    [
      "the filter as the whole body",
      query(["stage", "eq", "won"]),
      BODY,
      'The body is a JSON object, not a list. To write many records, POST {"operations": [{"op": "create", "data": {…}}]} to …/records/batch; to write one, send {"data": {…}}; to filter, POST {"where": […]} to …/records/query.',
    ],
    [
      "JSON",
      where(["json", "eq", 1], SAMPLES),
      FIELD,
      'where: "json" is not a field that this token can filter by. It can be read, but discovery says queryable: false. GET /entities/:entityKey lists the fields that it can.',
    ],
    [
      "two references away",
      where(["account.parent.name", "eq", "x"]),
      FIELD,
      'where: "account.parent.name" is not a field that this token can filter by. Conditions reach one reference away, as in field.otherField. GET /entities/:entityKey lists the fields that it can.',
    ],
    [
      "behind a field that is no reference",
      where(["title.length", "gt", 5]),
      FIELD,
      'where: "title.length" is not a field that this token can filter by. title is no reference, so it leads to no other record. GET /entities/:entityKey lists the fields that it can.',
    ],
    [
      "behind a reference, unknown there",
      where(["account.nothing", "eq", "x"]),
      FIELD,
      'where: "account.nothing" is not a field that this token can filter by. GET /entities/:entityKey lists the fields that it can.',
    ],
    [
      "behind a reference, hidden there",
      where(["account.secret", "eq", "x"]),
      FIELD,
      'where: "account.secret" is not a field that this token can filter by. GET /entities/:entityKey lists the fields that it can.',
    ],
    [
      "a field that is shown and not queryable",
      where(["unlisted", "eq", "x"], SAMPLES),
      FIELD,
      'where: "unlisted" is not a field that this token can filter by. It can be read, but discovery says queryable: false. GET /entities/:entityKey lists the fields that it can.',
    ],
    [
      "a hidden field",
      where(["hidden", "eq", "x"], SAMPLES),
      FIELD,
      'where: "hidden" is not a field that this token can filter by. GET /entities/:entityKey lists the fields that it can.',
    ],
    [
      "a day that does not exist",
      where(["date", "eq", "2026-02-30"], SAMPLES),
      FILTERS,
      "where: date is compared with a date: YYYY-MM-DD; there is no such day.",
    ],
    [
      "an empty string for a date",
      where(["date", "eq", ""], SAMPLES),
      FILTERS,
      "where: date is compared with a date: YYYY-MM-DD, not an empty string: an empty field is null.",
    ],
    [
      "a fraction for an integer",
      where(["level", "eq", 5.5], SAMPLES),
      FILTERS,
      "where: level is compared with an integer.",
    ],
    [
      "a select compared with an object",
      where(["stage", "in", [{ value: "won" }]]),
      FILTERS,
      "where[2][0]: stage is compared with one of the options (lead, won, lost, archived), not an object.",
    ],
  ]);
});

describe("bodies", () => {
  rowsFor([
    [
      "bare fields",
      post({ name: "x" }),
      BODY,
      'The body has the one member data: {"data": {"field": value}}. The fields are bare: wrap them in {"data": {…}}.',
    ],
    [
      "fields of Airtable",
      post({ fields: { name: "x" } }),
      BODY,
      'The body has the one member data: {"data": {"field": value}}. Call the member data, not fields.',
    ],
    [
      "a bulk list",
      post([{ name: "x" }]),
      BODY,
      'The body is a JSON object, not a list. To write many records, POST {"operations": [{"op": "create", "data": {…}}]} to …/records/batch; to write one, send {"data": {…}}; to filter, POST {"where": […]} to …/records/query.',
    ],
    [
      "a bulk list in data",
      post({ data: [{ name: "x" }] }),
      BODY,
      'data is a JSON object, not a list. To write many records, POST {"operations": [{"op": "create", "data": {…}}]} to …/records/batch; to write one, send {"data": {…}}; to filter, POST {"where": […]} to …/records/query.',
    ],
    [
      "the version in the body",
      patch(sample.etag, { data: {}, versionId: "x" }),
      BODY,
      'The body has the one member data: {"data": {"field": value}}. "versionId" stands beside it. The version goes into the header If-Match.',
    ],
    [
      "an id in data",
      data({ id: UNKNOWN_ID }),
      BODY,
      'The data is not valid: "id" is not a field of this entity: the service sets it, leave it out.',
    ],
    [
      "an unknown field",
      data({ Boolen: true }),
      BODY,
      'The data is not valid: "Boolen" is not a field of this entity: did you mean boolean?',
    ],
    [
      "encoded twice",
      raw(JSON.stringify('{"data": {}}')),
      BODY,
      "The body is a JSON object, not a string. If it was encoded as JSON twice, encode it once.",
    ],
    [
      "a trailing comma",
      raw('{\n  "data": {"name": "x",}\n}'),
      BODY,
      "The body is not valid JSON. Line 2, column 24: Nothing follows the comma before this: leave the comma out.",
    ],
    [
      "single quotes of a shell",
      raw("{'data': {}}"),
      BODY,
      "The body is not valid JSON. Line 1, column 2: JSON takes double quotes, not single ones.",
    ],
    [
      "a missing quote",
      raw('{"data": {"name": x}}'),
      BODY,
      "The body is not valid JSON. Line 1, column 19: A value belongs here; text is written in double quotes.",
    ],
    [
      "NaN",
      raw('{"data": {"number": NaN}}'),
      BODY,
      "The body is not valid JSON. Line 1, column 21: JSON has no NaN and no Infinity: send null or leave the field out.",
    ],
    [
      "cut off",
      raw('{"data": {"name": "x"'),
      BODY,
      "The body is not valid JSON. Line 1, column 22: The text ends too early: a quote or bracket is not closed, or the text was cut off.",
    ],
    [
      "[object Object]",
      raw("[object Object]"),
      BODY,
      "The body is not valid JSON. Line 1, column 2: This is an object that was not encoded: send JSON.stringify(body).",
    ],
    [
      "a comment",
      raw('{"data": {} // none\n}'),
      BODY,
      "The body is not valid JSON. Line 1, column 13: JSON has no comments.",
    ],
    ["no body", { ...post(undefined), body: "" }, BODY, "The request has no body. Send a JSON object, at least {}."],
    [
      "a form of curl -d",
      raw("name=x", { "content-type": "application/x-www-form-urlencoded" }),
      BODY,
      'The Content-Type is "application/x-www-form-urlencoded". That is a form, which is not taken; curl -d sends it by default. Send the body as JSON with Content-Type: application/json.',
    ],
    [
      "text/plain",
      raw("{}", { "content-type": "text/plain" }),
      BODY,
      'The Content-Type is "text/plain". Send the body as JSON with Content-Type: application/json.',
    ],
    [
      "no content type",
      raw("{}", { "content-type": "" }),
      BODY,
      "The request has no Content-Type. Send the body as JSON with Content-Type: application/json.",
    ],
    [
      "Latin-1",
      raw(Buffer.from('{"data":{"name":"caf\u00e9"}}', "latin1")),
      BODY,
      "The body is not valid UTF-8. Encode it as UTF-8, not as UTF-16 or Latin-1.",
    ],
    [
      "a file in the body",
      raw(`{"data":{"name":"${"x".repeat(1024 * 1024)}"}}`),
      BODY,
      "The body has more than 1 MiB (1048576 bytes). Send less at a time, and keep files elsewhere: a field can hold their address.",
    ],
    [
      "a number as text",
      data({ integer: "5" }),
      BODY,
      'The data is not valid: "integer" must be an integer, not a string: send it without quotes.',
    ],
    [
      "a decimal as number",
      data({ decimal: 12.5 }),
      BODY,
      'The data is not valid: "decimal" must be a decimal number in a string, such as "12.50", not a number: send it in quotes.',
    ],
    [
      "a boolean as text",
      data({ boolean: "true" }),
      BODY,
      'The data is not valid: "boolean" must be true or false, not a string: send it without quotes.',
    ],
    [
      "a date as people write it",
      data({ date: "22/11/2026" }),
      BODY,
      'The data is not valid: "date" must be a date: YYYY-MM-DD.',
    ],
    [
      "a time without offset",
      data({ datetime: "2026-11-22 10:00" }),
      BODY,
      'The data is not valid: "datetime" must be a date and time with offset and at most milliseconds: 2026-01-31T12:00:00.000Z.',
    ],
    [
      "a label for an option",
      data({ select: "See" }),
      BODY,
      'The data is not valid: "select" must be one of the options (a, b, c).',
    ],
    [
      "options joined by commas",
      data({ multiselect: "red,green" }),
      BODY,
      'The data is not valid: "multiselect" must be a list of options (red, green, blue), not a string: send the list itself, not a text.',
    ],
    [
      "a reference as an object",
      data({ reference: { id: UNKNOWN_ID } }),
      BODY,
      'The data is not valid: "reference" must be the id of a record, or one field that tells records apart: {"name": value}.',
    ],
    [
      "an address without scheme",
      data({ url: "example.org" }),
      BODY,
      'The data is not valid: "url" must be an http:// or https:// address.',
    ],
    ["a number out of bounds", data({ level: 11 }), BODY, 'The data is not valid: "level" must be at most 10.'],
    ["a required field missing", post({ data: {} }), BODY, 'The data is not valid: "name" is required.'],
    [
      "null for a required field",
      patch(sample.etag, { data: { name: null } }),
      BODY,
      'The data is not valid: "name" is required.',
    ],
    [
      "a read-only field",
      patch(safe.etag, { data: { serial: 1 } }, safe.path),
      [403, "PERMISSION_DENIED"],
      "Nobody can write serial by the API: read-only. Leave it out.",
    ],
    [
      "a field that is not the token's to write",
      patch(safe.etag, { data: { seal: "x" } }, safe.path),
      [403, "PERMISSION_DENIED"],
      "This token can read but not write seal. Leave it out.",
    ],
    [
      "a label that is taken",
      post({ data: { name: " TAKEN" } }, recordsPath("accounts")),
      [409, "DUPLICATE_LABEL"],
      "Another record of this entity already has this label. Labels are compared ignoring case and surrounding space: send another one, or update that record.",
    ],
    [
      "a parent that is not there",
      post({ data: { name: "x", parent: UNKNOWN_ID } }, recordsPath("accounts")),
      [409, "PARENT_REFERENCE"],
      "This parent is not possible: it must be an existing record that this token can see, other than the record itself and those below it.",
    ],
    [
      "a parent below itself",
      patch("*", { data: { parent: child.id } }, account.path),
      [409, "PARENT_REFERENCE"],
      "This parent is not possible: it must be an existing record that this token can see, other than the record itself and those below it.",
    ],
    [
      "deleting a parent",
      { method: "DELETE", path: account.path, as: "wim", headers: { "if-match": "*" } },
      [409, "PARENT_REFERENCE"],
      "Other records have this one as their parent, perhaps some that this token cannot see. Delete them first, or give them another parent.",
    ],
    [
      "an Idempotency-Key with spaces",
      { ...data({}), headers: { "idempotency-key": "a b" } },
      BODY,
      "Idempotency-Key has 1 to 255 visible ASCII characters, without spaces: a UUID will do.",
    ],
    [
      "a bulk list in data, beside nothing",
      post({ data: [] }),
      BODY,
      'data is a JSON object, not a list. To write many records, POST {"operations": [{"op": "create", "data": {…}}]} to …/records/batch; to write one, send {"data": {…}}; to filter, POST {"where": […]} to …/records/query.',
    ],
    [
      "records of Airtable",
      post({ records: [{ fields: { name: "x" } }] }),
      BODY,
      'The body has the one member data: {"data": {"field": value}}. One request writes one record; POST …/records/batch writes many.',
    ],
    [
      "JSON:API",
      post({ data: { type: "samples", attributes: { name: "x" } } }),
      BODY,
      'The data is not valid: "type" is not a field of this entity: the fields go straight into data. Also not valid: "attributes", "name"; see details.',
    ],
    [
      "an envelope in the envelope",
      post({ data: { data: { name: "x" } } }),
      BODY,
      'The data is not valid: "data" is not a field of this entity: the fields go straight into data. Also not valid: "name"; see details.',
    ],
    [
      "a number that is too exact",
      raw('{"data": {"name": "x", "number": 0.30000000000000004441}}'),
      BODY,
      'The body has a number with more digits than can be stored exactly. Line 1, column 34, in "data.number". Round it to 15 digits. Only decimal and text fields take more, as a string in quotes.',
    ],
    [
      "an integer that is too exact",
      raw('{"data": {"integer": 9007199254740993}}'),
      BODY,
      'The body has a number with more digits than can be stored exactly. Line 1, column 22, in "data.integer". Round it to 15 digits. Only decimal and text fields take more, as a string in quotes.',
    ],
    [
      "a number that is too large",
      raw('{"data": {"number": 1e400}}'),
      BODY,
      'The body has a number that is too large to be stored. Line 1, column 21, in "data.number". Numbers end at 1.7976931348623157e+308.',
    ],
    [
      "a number that is too exact, as text",
      data({ number: "0.30000000000000004441" }),
      BODY,
      'The data is not valid: "number" must be a number, not a string: round it to 15 digits, and send it without quotes.',
    ],
    [
      "a NUL",
      raw('{"data": {"name": "a\\u0000b"}}'),
      BODY,
      "The body has a NUL character, which cannot be stored. Line 1, column 21. Leave it out.",
    ],
    [
      "half of an emoji",
      raw('{"data": {\n"name": "a\\ud83d"}}'),
      BODY,
      "The body has half of a surrogate pair, which is no character. Line 2, column 11. Leave it out.",
    ],
    [
      "a fraction for an integer with bounds",
      data({ level: 5.5 }),
      BODY,
      'The data is not valid: "level" must be an integer from 1 to 10.',
    ],
    [
      "text for an integer with bounds",
      data({ level: "5" }),
      BODY,
      'The data is not valid: "level" must be an integer from 1 to 10, not a string: send it without quotes.',
    ],
    [
      "an empty string for an integer",
      data({ integer: "" }),
      BODY,
      'The data is not valid: "integer" must be an integer, not an empty string: an empty field is null.',
    ],
    [
      "an empty string for a date",
      data({ date: "" }),
      BODY,
      'The data is not valid: "date" must be a date: YYYY-MM-DD, not an empty string: an empty field is null.',
    ],
    [
      "an empty string for an option",
      data({ select: "" }),
      BODY,
      'The data is not valid: "select" must be one of the options (a, b, c), not an empty string: an empty field is null.',
    ],
    [
      "a day that does not exist",
      data({ date: "2026-02-30" }),
      BODY,
      'The data is not valid: "date" must be a date: YYYY-MM-DD; there is no such day.',
    ],
    [
      "a moment of a day that does not exist",
      data({ datetime: "2026-02-30T10:00:00Z" }),
      BODY,
      'The data is not valid: "datetime" must be a date and time with offset and at most milliseconds: 2026-01-31T12:00:00.000Z; there is no such day.',
    ],
    [
      "an object for an option",
      data({ select: { value: "a" } }),
      BODY,
      'The data is not valid: "select" must be one of the options (a, b, c), not an object.',
    ],
    [
      "a name for a reference",
      data({ reference: "Taken" }),
      BODY,
      'The data is not valid: "reference" must be the id of a record, a UUID in lower case, or one field that tells records apart: {"name": value}.',
    ],
    [
      "the id of no record for a reference",
      data({ reference: UNKNOWN_ID }),
      BODY,
      'The data is not valid: "reference" points to a record that does not exist or cannot be seen.',
    ],
  ]);
});

describe("versions", () => {
  rowsFor([
    [
      "no If-Match",
      patch(),
      [428, "PRECONDITION_REQUIRED"],
      'Send If-Match with the ETag of the version that you have read, If-Match: "<versionId>", or If-Match: * for any version.',
    ],
    [
      "an older version",
      patch(`"${UNKNOWN_ID}"`),
      OLD,
      "If-Match names another version than the record's current one. Read the record again, decide again, and send its ETag.",
    ],
    [
      "a version without quotes",
      patch(sample.view.versionId),
      OLD,
      'If-Match is not a tag in double quotes. Send If-Match: "<versionId>", quotes included, as the ETag header has it.',
    ],
    [
      "a tag that a proxy weakened",
      patch(`W/${sample.etag}`),
      OLD,
      'If-Match has a weak tag (W/), which never matches: something between you and the service, such as a proxy that compresses, changed it. Send the record\'s version as If-Match: "<versionId>".',
    ],
    [
      "* in quotes",
      patch('"*"'),
      OLD,
      "If-Match has * in quotes, which is a tag like any other. Send If-Match: * without quotes for any version.",
    ],
    [
      "a time in quotes",
      patch(`"${sample.view.updated}"`),
      OLD,
      'If-Match has a tag that is no versionId: not a time, a number or a hash. Read the record, and send its ETag: If-Match: "<versionId>".',
    ],
    [
      "a hash in quotes",
      patch('"9f86d081884c7d65"'),
      OLD,
      'If-Match has a tag that is no versionId: not a time, a number or a hash. Read the record, and send its ETag: If-Match: "<versionId>".',
    ],
  ]);
});

describe("paths and methods", () => {
  rowsFor([
    [
      "a trailing slash",
      get(`${DEALS}/`),
      NO_PATH,
      "There is nothing at this path. Write it without a trailing slash or an empty segment: /api/v1/entities/:entityKey/records.",
    ],
    [
      "…/record",
      get("/entities/deals/record"),
      NO_PATH,
      "There is nothing at this path. Did you mean /api/v1/entities/:entityKey/records?",
    ],
    [
      "capitals",
      get("/Entities/deals/Records"),
      NO_PATH,
      "There is nothing at this path. Did you mean /api/v1/entities/:entityKey/records?",
    ],
    [
      "no /entities",
      get("/deals/records"),
      NO_PATH,
      "There is nothing at this path. Did you mean /api/v1/entities/:entityKey/records?",
    ],
    [
      "/deals",
      get("/deals"),
      NO_PATH,
      "There is nothing at this path. Records are at /api/v1/entities/:entityKey/records; GET /api/v1/entities lists the entities.",
    ],
    [
      "a record without /records",
      get(`/entities/deals/${deal.id}`),
      NO_PATH,
      "There is nothing at this path. Records are at /api/v1/entities/:entityKey/records.",
    ],
    ["/me.json", get("/me.json"), NO_PATH, "There is nothing at this path. Paths have no file extension: /api/v1/me."],
    ["the base", get(""), NO_PATH, "There is nothing at the base itself. Start with GET /api/v1/entities."],
    [
      "an unknown entity",
      get(recordsPath("deal")),
      NO_ENTITY,
      "There is no such entity. Did you mean deals? GET /entities lists those that this token can use.",
    ],
    [
      "an id that is none",
      get(`${DEALS}/🎉`.replace("🎉", "%F0%9F%8E%89")),
      NO_RECORD,
      "There is no such record: this is not a record id. Ids are UUIDs in lower case; to find a record by a unique field, add ?by=<field>, by other values, POST to …/records/query, and to count, to …/records/aggregate.",
    ],
    [
      "a record that is not there",
      get(`${DEALS}/${UNKNOWN_ID}`),
      NO_RECORD,
      "There is no such record of this entity, or this token cannot see it. Lists show those that it can.",
    ],
    [
      "PUT",
      { ...patch("*"), method: "PUT" },
      NO_METHOD,
      "This path takes GET, HEAD, PATCH, DELETE, OPTIONS. PATCH changes the fields that it names, and leaves the others.",
    ],
    [
      "POST to a record",
      { ...patch("*"), method: "POST" },
      NO_METHOD,
      "This path takes GET, HEAD, PATCH, DELETE, OPTIONS. PATCH changes a record; POST to …/records creates one.",
    ],
    [
      "DELETE of a list",
      { method: "DELETE", path: DEALS, as: "wim" },
      NO_METHOD,
      "This path takes GET, HEAD, QUERY, POST, OPTIONS. A record is changed and deleted at its own path, …/records/:recordId.",
    ],
    [
      "GET of a query",
      get(`${DEALS}/query?where=x`),
      NO_METHOD,
      "This path takes POST, OPTIONS. A query is a POST with a JSON body; GET …/records lists without one.",
    ],
    [
      "a verb that the token does not have",
      { ...post({ data: {} }), as: "rea" },
      [403, "PERMISSION_DENIED"],
      "This token does not have create on samples; GET /entities/samples shows what it has.",
    ],
    [
      "POST …/bulk",
      { ...post([]), path: `${DEALS}/bulk` },
      NO_METHOD,
      'This path takes GET, HEAD, PATCH, DELETE, OPTIONS. POST …/records/batch creates, updates and upserts up to 500 records: {"operations": […]}.',
    ],
    [
      "POST …/upsert",
      { ...post({}), path: `${DEALS}/upsert` },
      NO_METHOD,
      'This path takes GET, HEAD, PATCH, DELETE, OPTIONS. POST …/records/batch creates, updates and upserts up to 500 records: {"operations": […]}.',
    ],
    [
      "POST …/count",
      { ...post({}), path: `${DEALS}/count` },
      NO_METHOD,
      'This path takes GET, HEAD, PATCH, DELETE, OPTIONS. POST …/records/aggregate counts and sums: {"measures": {"n": ["count"]}}.',
    ],
    [
      "POST …/search",
      { ...post({}), path: `${DEALS}/search` },
      NO_METHOD,
      'This path takes GET, HEAD, PATCH, DELETE, OPTIONS. POST …/records/query filters, sorts and searches: {"where": ["field", "eq", value]}.',
    ],
    [
      "PUT of a list",
      { ...post({}), method: "PUT", path: `${DEALS}?geonamesId=5` },
      NO_METHOD,
      'This path takes GET, HEAD, QUERY, POST, OPTIONS. POST to …/records/batch with "op": "upsert" creates or changes a record by a unique field.',
    ],
    [
      "PATCH of a list",
      { ...post({}), method: "PATCH", path: DEALS },
      NO_METHOD,
      "This path takes GET, HEAD, QUERY, POST, OPTIONS. A record is changed and deleted at its own path, …/records/:recordId.",
    ],
    [
      "GET of a batch",
      get(`${DEALS}/batch`),
      NO_METHOD,
      'This path takes POST, OPTIONS. A batch is a POST with a JSON body: {"operations": […]}.',
    ],
    [
      "DELETE of a batch",
      { method: "DELETE", path: `${DEALS}/batch`, as: "wim" },
      NO_METHOD,
      "This path takes POST, OPTIONS. Nothing deletes many records at once: DELETE …/records/:recordId deletes one.",
    ],
    [
      "GET of an aggregate",
      get(`${DEALS}/aggregate`),
      NO_METHOD,
      "This path takes POST, OPTIONS. Counts and sums are asked for by a POST with a JSON body.",
    ],
    [
      "POST to an entity",
      { ...post({}), path: "/entities/deals" },
      NO_METHOD,
      "This path takes GET, HEAD, OPTIONS. Records are created by POST to …/records below this.",
    ],
    [
      "POST …/:recordId/delete",
      { ...post({}), path: `${deal.path}/delete` },
      NO_PATH,
      "There is nothing at this path. DELETE …/records/:recordId deletes one record; If-Match names its version.",
    ],
    [
      "…/:recordId/versions",
      get(`${deal.path}/versions`),
      NO_PATH,
      "There is nothing at this path. Former versions are not kept; GET …/entities/:entityKey/changes tells what has changed since a cursor.",
    ],
    [
      "…/:recordId/attachments",
      get(`${deal.path}/attachments`),
      NO_PATH,
      "There is nothing at this path. There are no files here: keep them elsewhere, and their address in a url field.",
    ],
    [
      "/changes",
      get("/changes"),
      NO_PATH,
      "There is nothing at this path. What changed is at GET …/entities/:entityKey/changes; with wait=20 the response waits for a change.",
    ],
    [
      "/events",
      get("/events"),
      NO_PATH,
      "There is nothing at this path. What changed is at GET …/entities/:entityKey/changes; with wait=20 the response waits for a change.",
    ],
    [
      "…/:entityKey/webhooks",
      get("/entities/deals/webhooks"),
      NO_PATH,
      "There is nothing at this path. Webhooks are at /api/v1/webhooks: each change of an entity, sent to a URL.",
    ],
    [
      "…/schema",
      get("/entities/deals/schema"),
      NO_PATH,
      "There is nothing at this path. GET …/entities/:entityKey describes an entity and its fields, GET /api/v1/openapi.json all of them.",
    ],
    [
      "…/fields",
      get("/entities/deals/fields"),
      NO_PATH,
      "There is nothing at this path. GET …/entities/:entityKey describes an entity and its fields, GET /api/v1/openapi.json all of them.",
    ],
    [
      "/users",
      get("/users"),
      NO_PATH,
      "There is nothing at this path. GET /api/v1/me describes the token and its owner.",
    ],
    [
      "/login",
      { ...post({}), path: "/login" },
      NO_PATH,
      "There is nothing at this path. Tokens are created on the pages; GET /api/v1/me describes the one that is sent.",
    ],
    [
      "/docs",
      get("/docs"),
      NO_PATH,
      "There is nothing at this path. The OpenAPI document is at GET /api/v1/openapi.json.",
    ],
    [
      "a space in the path",
      get("/entities/deals/records%20"),
      NO_PATH,
      "There is nothing at this path. Write it without spaces (%20): /api/v1/entities/:entityKey/records.",
    ],
    [
      "the base twice",
      get("/api/v1/entities"),
      NO_PATH,
      "There is nothing at this path. The base is there twice. Write /api/v1/entities.",
    ],
    [
      "an entity of another name",
      get("/deals"),
      NO_PATH,
      "There is nothing at this path. Records are at /api/v1/entities/:entityKey/records; GET /api/v1/entities lists the entities.",
    ],
    [
      "no records",
      get(`/entities/deals/things`),
      NO_PATH,
      "There is nothing at this path. Records are at /api/v1/entities/:entityKey/records.",
    ],
    [
      "GET …/count",
      get(`${DEALS}/count`),
      NO_RECORD,
      "There is no such record: this is not a record id. Ids are UUIDs in lower case; to find a record by a unique field, add ?by=<field>, by other values, POST to …/records/query, and to count, to …/records/aggregate.",
    ],
    [
      "a space behind the entity",
      get("/entities/deals%20/records"),
      NO_ENTITY,
      "There is no such entity. Did you mean deals? GET /entities lists those that this token can use.",
    ],
  ]);
});

describe("tokens", () => {
  rowsFor([
    [
      "no header",
      { path: "/me" },
      TOKEN,
      "The request has no Authorization header. Send Authorization: Bearer service_v1_….",
    ],
    [
      "X-Api-Key",
      { path: "/me", headers: { "x-api-key": good } },
      TOKEN,
      "The request has no Authorization header. Send Authorization: Bearer service_v1_….",
    ],
    [
      "Basic",
      authorization(`Basic ${Buffer.from(`${good}:`).toString("base64")}`),
      TOKEN,
      "Authorization has another scheme than Bearer. Send Authorization: Bearer service_v1_….",
    ],
    [
      "Token",
      authorization(`Token ${good}`),
      TOKEN,
      "Authorization has another scheme than Bearer. Send Authorization: Bearer service_v1_….",
    ],
    [
      "the token alone",
      authorization(good),
      TOKEN,
      "The word Bearer is missing before the token. Send Authorization: Bearer service_v1_….",
    ],
    [
      "an empty variable",
      authorization("Bearer "),
      TOKEN,
      "Authorization says Bearer, but no token follows. Send Authorization: Bearer service_v1_….",
    ],
    [
      "Bearer twice",
      authorization(`Bearer Bearer ${good}`),
      TOKEN,
      "Send Bearer, one space and the token, and nothing else. Send Authorization: Bearer service_v1_….",
    ],
    [
      "quotes around it",
      authorization(`Bearer "${good}"`),
      TOKEN,
      "The token has quotes or brackets around it: send it without them. Send Authorization: Bearer service_v1_….",
    ],
    [
      "cut off",
      authorization(`Bearer ${good.slice(0, 60)}`),
      TOKEN,
      "The token looks cut off: tokens have 83 characters. Copy it whole. Send Authorization: Bearer service_v1_….",
    ],
    [
      "something copied with it",
      authorization(`Bearer ${good},`),
      TOKEN,
      "There is more than one Authorization header or token. Send one. Send Authorization: Bearer service_v1_….",
    ],
    [
      "mistyped",
      authorization(`Bearer ${good.slice(0, -1)}${good.endsWith("a") ? "b" : "a"}`),
      TOKEN,
      "The token is not the one that was issued: its checksum is wrong. Copy it again. Send Authorization: Bearer service_v1_….",
    ],
    [
      "a token of another service",
      authorization("Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0."),
      TOKEN,
      "This is not a token of this service: its tokens start with service_v1_. Send Authorization: Bearer service_v1_….",
    ],
    [
      "a token in the URL",
      { path: `/me?token=${good}` },
      TOKEN,
      "There is a token in the URL, where logs keep it: treat it as leaked, and rotate it. Send Authorization: Bearer service_v1_….",
    ],
    [
      "two headers",
      {
        path: "/me",
        headers: [
          ["authorization", `Bearer ${good}`],
          ["authorization", `Bearer ${good}`],
        ],
      },
      TOKEN,
      "There is more than one Authorization header or token. Send one. Send Authorization: Bearer service_v1_….",
    ],
    [
      "a colon",
      authorization(`Bearer: ${good}`),
      TOKEN,
      "There is a colon after the word Bearer: leave it out. Send Authorization: Bearer service_v1_….",
    ],
    [
      "a variable of a shell",
      authorization(["Bearer $", "{TOKEN}"].join("")),
      TOKEN,
      "This is the name of a variable, which was not replaced by the token. Send Authorization: Bearer service_v1_….",
    ],
    [
      "a variable of Postman",
      authorization("Bearer {{token}}"),
      TOKEN,
      "This is the name of a variable, which was not replaced by the token. Send Authorization: Bearer service_v1_….",
    ],
    [
      "a placeholder of the documents",
      authorization("Bearer <token>"),
      TOKEN,
      "This is the name of a variable, which was not replaced by the token. Send Authorization: Bearer service_v1_….",
    ],
    [
      "a token of another deployment",
      authorization(`Bearer ${otherToken}`),
      TOKEN,
      "This token is unknown here. Is the address that of the deployment it was created in? Send a live token: Authorization: Bearer service_v1_….",
    ],
  ]);
});

describe("batches and aggregates", () => {
  const batch = (json: unknown): RowRequest => ({ ...post(json), path: `${SAMPLES}/batch` });
  const one = (operation: unknown) => batch({ operations: [operation] });
  const aggregate = (json: object) => ({
    ...post({ measures: { n: ["count"] }, ...json }),
    path: `${DEALS}/aggregate`,
  });
  const measure = (item: unknown) => aggregate({ measures: { n: item } });
  rowsFor([
    [
      "a list as the whole batch",
      batch([{ op: "create", data: { name: "x" } }]),
      BODY,
      'The body is a JSON object, not a list. To write many records, POST {"operations": [{"op": "create", "data": {…}}]} to …/records/batch; to write one, send {"data": {…}}; to filter, POST {"where": […]} to …/records/query.',
    ],
    [
      "records instead of operations",
      batch({ data: [{ name: "x" }] }),
      BODY,
      '"data" is not a member of this body. Each record is an operation: {"operations": [{"op": "create", "data": {…}}]}. The members of this body are operations, atomic, return.',
    ],
    ["no operations", batch({ operations: [] }), BODY, "operations is a list of 1 to 500 operations; there are 0."],
    [
      "operations as text",
      batch({ operations: '[{"op": "create"}]' }),
      BODY,
      "operations is a list of 1 to 500 operations: send the list itself, not a text.",
    ],
    [
      "op delete",
      one({ op: "delete", id: UNKNOWN_ID }),
      BODY,
      'Nothing of the batch was written. Operation 0: op is "create", "update" or "upsert". Nothing deletes many records at once: DELETE …/records/:recordId deletes one.',
    ],
    [
      "op insert",
      one({ op: "insert", data: {} }),
      BODY,
      'Nothing of the batch was written. Operation 0: op is "create", "update" or "upsert".',
    ],
    [
      "the fields beside op",
      one({ op: "create", fields: {} }),
      BODY,
      'Nothing of the batch was written. Operation 0: "fields" is not a member of this operation. The fields go into data. The members of this operation are op, data.',
    ],
    [
      "match as text",
      one({ op: "upsert", match: "name", ifMatch: "*", data: {} }),
      BODY,
      'Nothing of the batch was written. Operation 0: match has the field and its value: {"match": {"name": value}}.',
    ],
    [
      "a measure as text",
      measure("count"),
      BODY,
      'measures.n: Write ["count"] to count records, or ["count", "field"] where the field is not empty.',
    ],
    [
      "a count of *",
      measure(["count", "*"]),
      BODY,
      'measures.n: Write ["count"] to count records, or ["count", "field"] where the field is not empty.',
    ],
    ["a sum of nothing", measure(["sum"]), BODY, 'measures.n: It needs a field: ["sum", "field"].'],
    [
      "a sum of text",
      measure(["sum", "title"]),
      BODY,
      "measures.n: title has no sum. Fields of type integer, number, decimal have one.",
    ],
    [
      "a sum behind a reference",
      measure(["sum", "account.name"]),
      FIELD,
      'measures.n: "account.name" is not a field that this token can measure. Measuring ends at this entity, and account leads to another one. GET /entities/:entityKey lists the fields that it can.',
    ],
    [
      "a limit",
      aggregate({ limit: 5 }),
      BODY,
      '"limit" is not a member of this body. The largest groups come first, by the first measure: up to 1000, all in one response. The members of this body are where, search, groupBy, measures.',
    ],
    [
      "a sort",
      aggregate({ sort: [{ field: "n", direction: "desc" }] }),
      BODY,
      '"sort" is not a member of this body. The largest groups come first, by the first measure: up to 1000, all in one response. The members of this body are where, search, groupBy, measures.',
    ],
    [
      "groups as text",
      aggregate({ groupBy: "stage" }),
      BODY,
      'groupBy: groupBy is a list of at most 2 fields: "stage", or {"field": "created", "by": "month"}: send the list itself, not a text.',
    ],
    [
      "a measure as text",
      measure("sum(amount)"),
      BODY,
      'measures.n: It starts with one of count, sum, avg, min, max: ["sum", "field"]: send the list itself, not a text.',
    ],
    [
      "groups behind a reference",
      aggregate({ groupBy: ["account.name"] }),
      FIELD,
      'groupBy[0]: "account.name" is not a field that this token can group by. Grouping ends at this entity, and account leads to another one. GET /entities/:entityKey lists the fields that it can.',
    ],
    [
      "groups by a field that cannot be grouped by",
      aggregate({ groupBy: ["amount"] }),
      BODY,
      "groupBy[0]: amount cannot be grouped by. Fields of type text, email, url, integer, boolean, select, reference, date, datetime can.",
    ],
  ]);
});

describe("advice that leads on", () => {
  const LISTS = "GET /entities/:entityKey lists the fields that it can.";
  const TAKES = "It takes limit, cursor, sort, search, fields, expand.";
  const SEND = "Send Authorization: Bearer service_v1_….";
  const noParameter = (name: string, advice: string): Mistake => [
    `${name}=`,
    get(`${DEALS}?${name}=x`),
    FILTERS,
    `"${name}" is not a query parameter of this endpoint. ${advice} ${TAKES}`,
  ];
  rowsFor([
    noParameter("count", 'Lists have no total: to count, POST {"measures": {"n": ["count"]}} to …/records/aggregate.'),
    noParameter("format", "The header Accept chooses the format: application/json, or text/csv."),
    noParameter(
      "by",
      'One record is at …/records/:recordId, or …/records/:value?by=<field>; for several, POST {"where": ["id", "in", ["…"]]} to …/records/query.',
    ),
    [
      "sort=amount.desc",
      get(`${DEALS}?sort=amount.desc`),
      SORT,
      'sort[0]: sort is a comma-separated list of field:asc or field:desc. Write "amount:desc".',
    ],
    [
      "sort=desc:amount",
      get(`${DEALS}?sort=desc:amount`),
      SORT,
      'sort[0]: sort is a comma-separated list of field:asc or field:desc. Write "amount:desc".',
    ],
    [
      "fields=data.title",
      get(`${DEALS}?fields=data.title`),
      FIELD,
      `fields[0]: "data.title" is not a field that this token can read. Write "title", without data. ${LISTS}`,
    ],
    [
      "fields=*",
      get(`${DEALS}?fields=*`),
      FIELD,
      `fields[0]: "*" is not a field that this token can read. Leave fields out for all of them. ${LISTS}`,
    ],
    ["fields=title,", get(`${DEALS}?fields=title,`), FIELD, "fields[1] is empty: leave out the comma beside it."],
    [
      "fields of another entity",
      get(`${DEALS}?fields=account.name`),
      FIELD,
      `fields[0]: "account.name" is not a field that this token can read. Fields end at this entity; a list or a query can expand account. ${LISTS}`,
    ],
    [
      "expand over two references",
      get(`${DEALS}?expand=account.parent`),
      FIELD,
      `expand[0]: "account.parent" is not a field that this token can expand. Only references of this entity are expanded: account. ${LISTS}`,
    ],
    [
      '"exists"',
      where(["title", "exists", true]),
      FILTERS,
      'where: "exists" is not an operator. Did you mean is_null? Write ["title", "is_null", false]. The operators are eq, neq, gt, gte, lt, lte, in, nin, between, contains, not_contains, starts_with, ends_with, any_of, all_of, is_null.',
    ],
    [
      "conditions with and between",
      where([["amount", "gt", 5], "and", ["amount", "lt", 9]]),
      FILTERS,
      'where: A condition has three items: ["field", "operator", value]. Several conditions are joined: {"and": [[…], […]]}, or "or".',
    ],
    [
      "contains with a list",
      where(["title", "contains", ["a", "b"]]),
      FILTERS,
      'where: contains takes a single value. For several: {"or": [["title", "contains", value], …]}.',
    ],
    [
      "a part of a name for a reference",
      where(["account", "contains", "Ta"]),
      FILTERS,
      'where: account does not take contains; it takes eq, neq, in, nin, is_null. By name: ["account.name", "contains", value].',
    ],
    [
      "a number for an id",
      where(["id", "eq", 5]),
      FILTERS,
      "where: id is compared with the id of a record, not a number: ids are UUIDs, in quotes.",
    ],
    [
      "inside JSON",
      where(["json.a", "eq", 1], SAMPLES),
      FIELD,
      `where: "json.a" is not a field that this token can filter by. json can be read, but discovery says queryable: false. ${LISTS}`,
    ],
    [
      "an hour that does not exist",
      where(["created", "gt", "2026-01-31T24:00:00Z"]),
      FILTERS,
      "where: created is compared with a date and time with offset and at most milliseconds: 2026-01-31T12:00:00.000Z; there is no such time.",
    ],
    [
      "bare conditions as a query",
      query({ stage: "won" }),
      BODY,
      '"stage" is not a member of this body. To filter, send where: {"where": ["field", "eq", value]}. The members of this body are where, sort, limit, cursor, search, fields, expand.',
    ],
    [
      "a record as it was read",
      post({ id: UNKNOWN_ID, versionId: UNKNOWN_ID, data: { name: "x" } }),
      BODY,
      'The body has the one member data: {"data": {"field": value}}. "id" stands beside it. The service sets it: of a record that was read, send data alone.',
    ],
    [
      "an unknown field like no other",
      data({ quantity: 1 }),
      BODY,
      'The data is not valid: "quantity" is not a field of this entity. GET /entities/:entityKey lists them.',
    ],
    [
      "one option of several that is none",
      data({ multiselect: ["red", "rot"] }),
      BODY,
      'The data is not valid: "multiselect" must be a list of options (red, green, blue); item 1 is none of them.',
    ],
    [
      "an empty string for a reference",
      data({ reference: "" }),
      BODY,
      'The data is not valid: "reference" must be the id of a record, not an empty string: an empty field is null.',
    ],
    [
      "a variable of a template",
      raw('{"data": {"name": {{name}}}}'),
      BODY,
      "The body is not valid JSON. Line 1, column 20: This is a variable of a template or a shell, which was not replaced by its value.",
    ],
    [
      "a no-break space",
      raw('{"data":\u00a0{}}'),
      BODY,
      "The body is not valid JSON. Line 1, column 9: This is no ordinary space but a character that looks like one: write a space.",
    ],
    [
      "/entities//records",
      get("/entities//records"),
      NO_PATH,
      "There is nothing at this path. The entity's key is missing: /api/v1/entities/:entityKey/records.",
    ],
    [
      "/swagger.json",
      get("/swagger.json"),
      NO_PATH,
      "There is nothing at this path. The OpenAPI document is at GET /api/v1/openapi.json.",
    ],
    [
      "/health",
      get("/health"),
      NO_PATH,
      "There is nothing at this path. Health checks are at /api/health/ready and /api/health/live; GET /api/v1/me checks a token.",
    ],
    [
      "POST to the entities",
      { ...post({ key: "orders" }), path: "/entities" },
      NO_METHOD,
      "This path takes GET, HEAD, OPTIONS. Entities are part of the configuration; the API reads and writes their records.",
    ],
    [
      "a token that is undefined",
      authorization("Bearer undefined"),
      TOKEN,
      `The variable that should have the token is empty. ${SEND}`,
    ],
    [
      "two spaces before the token",
      authorization(`Bearer  ${good}`),
      TOKEN,
      `Send Bearer, one space and the token, and nothing else. ${SEND}`,
    ],
    [
      "validate=true",
      { ...data({}), path: `${SAMPLES}?validate=true` },
      FILTERS,
      '"validate" is not a query parameter of this endpoint. Did you mean dryRun? It takes dryRun.',
    ],
  ]);
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
