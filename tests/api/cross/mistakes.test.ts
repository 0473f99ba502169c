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
const account = await acme.create("ada", "accounts", { name: "Taken" });
const child = await acme.create("ada", "accounts", { name: "Child", parent: account.id });

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

/** Makes the row of a mistake that is refused like this. */
const refusal =
  (status: number, code: string, stage: "before the gate" | "after the gate" = "after the gate") =>
  (request: RowRequest, message: string) =>
    row(message, {
      request,
      expect: { status, code },
      stage,
      after: (answer) => expect(errorOf(answer).message).toBe(message),
    });
const badFilters = refusal(400, "INVALID_FILTERS");
const badBody = refusal(400, "INVALID_BODY");
const badSort = refusal(400, "INVALID_SORT");
const badField = refusal(400, "FIELD_NOT_QUERYABLE");
const badLimit = refusal(400, "INVALID_LIMIT");
const badToken = refusal(401, "INVALID_TOKEN");
const badCursor = refusal(400, "INVALID_CURSOR");
const noEntity = refusal(404, "ENTITY_NOT_FOUND");
const noRecord = refusal(404, "RECORD_NOT_FOUND");
const badParent = refusal(409, "PARENT_REFERENCE");
const oldVersion = refusal(412, "PRECONDITION_FAILED");
const noPath = refusal(404, "ENTITY_NOT_FOUND", "before the gate");
const noMethod = refusal(405, "METHOD_NOT_ALLOWED", "before the gate");

const list = (parameters: string, refused: typeof badField, message: string) =>
  refused(get(`${DEALS}?${parameters}`), message);

const NOT_TEXT = ": send the list itself, not a text.";
const NOT_QUERYABLE = "It can be read, but discovery says queryable: false.";
const LISTS = "GET /entities/:entityKey lists the fields that it can.";
const notAField = (request: RowRequest, place: string, field: string, deed: string, advice: string) =>
  badField(
    request,
    [`${place}: "${field}" is not a field that this token can ${deed}.`, advice, LISTS].filter(Boolean).join(" "),
  );
const noField = (parameter: string, place: string, field: string, deed: string, advice: string, path = DEALS) =>
  notAField(get(`${path}?${parameter}`), place, field, deed, advice);
const unfilterable = (condition: unknown, field: string, advice = "", path = DEALS, place = "where") =>
  notAField(where(condition, path), place, field, "filter by", advice);

const wrong = (filter: unknown, message: string, path?: string) => badFilters(where(filter, path), message);
const notThree = (filter: unknown, advice: string) =>
  wrong(filter, `where: A condition has three items: ["field", "operator", value]. ${advice}`);
const JOINED = 'Several conditions are joined: {"and": [[…], […]]}, or "or".';
const noFilter = (filter: unknown, advice: string) =>
  wrong(
    filter,
    `where: A filter is a condition ["field", "operator", value], or {"and": […]}, {"or": […]}, {"not": …}. ${advice}`,
  );
const noList = (filter: unknown, message: string) => wrong(filter, `${message}${NOT_TEXT}`);
const MOMENT =
  "created is compared with a date and time with offset and at most milliseconds: 2026-01-31T12:00:00.000Z";
const DAY = "where: date is compared with a date: YYYY-MM-DD";
const NO_OPTION = "stage has no such option. Did you mean won? Its options are lead, won, lost, archived.";
const OPERATORS =
  "eq, neq, gt, gte, lt, lte, in, nin, between, contains, not_contains, starts_with, ends_with, any_of, all_of, is_null";
const noOperator = (filter: unknown, operator: string, advice: string, place = "where") =>
  wrong(filter, `${place}: "${operator}" is not an operator. ${advice} The operators are ${OPERATORS}.`);

const invalid = (fields: Record<string, unknown>, message: string) =>
  badBody(data(fields), `The data is not valid: ${message}`);
/** A member that a body does not have. */
const noMember = (request: RowRequest, name: string, advice: string, members: string) =>
  badBody(request, `"${name}" is not a member of this body. ${advice} The members of this body are ${members}.`);
const OF_QUERY = "where, sort, limit, cursor, search, fields, expand";
const unreadable = (body: string, message: string) => badBody(raw(body), `The body is not valid JSON. ${message}`);
const noData = (body: unknown, message: string) =>
  badBody(post(body), `The body has the one member data: {"data": {"field": value}}. ${message}`);

const stale = (ifMatch: string, message: string) => oldVersion(patch(ifMatch), message);

const nowhere = (path: string, advice: string) => noPath(get(path), `There is nothing at this path. ${advice}`);
const OF_RECORD = "GET, HEAD, PATCH, DELETE, OPTIONS";
const OF_LIST = "GET, HEAD, QUERY, POST, OPTIONS";
const OF_POST = "POST, OPTIONS";
const OF_READ = "GET, HEAD, OPTIONS";
const ONE_BY_ONE = "Nothing deletes many records at once: DELETE …/records/:recordId deletes one.";
const notAllowed = (request: RowRequest, methods: string, advice: string) =>
  noMethod(request, `This path takes ${methods}. ${advice}`);

const SEND = "Send Authorization: Bearer service_v1_….";
const noToken = (header: string, message: string) => badToken(authorization(header), `${message} ${SEND}`);

describe("parameters of other APIs", () => {
  const FILTER = 'To filter, POST to …/records/query with a body such as {"where": ["field", "eq", value]}.';
  const CURSOR = "For the next page, send the nextCursor of the last one as cursor, until it is null.";
  const FEED =
    "The feed starts now, and goes on from a cursor: take one without cursor, read the list once, then send each nextCursor.";
  const IN_BODY = "Send the values to write in the body, and the version in If-Match.";
  const TAKES = "It takes limit, cursor, sort, search, fields, expand.";
  const unknown = (name: string, request: RowRequest, rest: string) =>
    badFilters(request, `"${name}" is not a query parameter of this endpoint. ${rest}`);
  const list = (name: string, query: string, rest: string) =>
    unknown(name, get(`${DEALS}?${query}`), `${rest} ${TAKES}`);
  list("where", 'where=["stage","eq","won"]'.replaceAll('"', "%22"), FILTER);
  list("filter[stage]", "filter[stage]=won", FILTER);
  list("stage", "stage=eq.won", FILTER);
  list("$filter", "$filter=stage%20eq%20%27won%27", FILTER);
  list("filterByFormula", "filterByFormula=x", FILTER);
  list("page", "page=2&per_page=50", CURSOR);
  list("offset", "offset=100", CURSOR);
  list("starting_after", "starting_after=x", CURSOR);
  list("$top", "$top=5", "For the size of a page, send limit.");
  list("pageSize", "pageSize=5", "For the size of a page, send limit.");
  list("Limit", "Limit=5", "Did you mean limit?");
  list("order", "order=created.desc", "To sort, send sort=created:desc.");
  list("orderBy", "orderBy=created", "To sort, send sort=created:desc.");
  list("q", "q=one", "To search for words, send search.");
  list("select", "select=title,stage", "To pick fields, send fields=a,b.");
  list("fields[]", "fields[]=title", "Did you mean fields?");
  list(
    "updated_since",
    "updated_since=2026-11-22",
    "What has changed is in the feed, GET …/entities/:entityKey/changes: it misses nothing, and tells of removals.",
  );
  list("cachebust", "cachebust=1", FILTER);
  list("%ff", "%ff=1", FILTER);
  unknown("since", get("/entities/deals/changes?since=2026-11-22"), `${FEED} It takes cursor, limit, fields, wait.`);
  unknown(
    "where",
    get("/entities/deals/changes?where=x"),
    "The feed has every change that the token can see; it takes no filter and no order. It takes cursor, limit, fields, wait.",
  );
  unknown("x", get("/entities?x=1"), "It takes none.");
  unknown("x", get("/entities/deals?x=1"), "It takes none.");
  unknown("x", get("/me?x=1"), "It takes none.");
  unknown("limit", get(`${deal.path}?limit=5`), "It takes fields, expand, by.");
  unknown("dry_run", { ...data({}), path: `${SAMPLES}?dry_run=true` }, "Did you mean dryRun? It takes dryRun.");
  unknown(
    "upsert",
    { ...data({}), path: `${SAMPLES}?upsert=true` },
    'It takes dryRun. To create or update a record by a key, POST {"operations": [{"op": "upsert", …}]} to …/records/batch.',
  );
  unknown(
    "atomic",
    { ...post({ operations: [] }), path: `${SAMPLES}/batch?atomic=false` },
    "It takes dryRun. Send it in the JSON body.",
  );
  unknown(
    "stage",
    { ...query({}), path: `${DEALS}/query?stage=won` },
    'It takes none. To filter, send {"where": ["field", "eq", value]} in the JSON body.',
  );
  unknown(
    "version",
    { method: "DELETE", path: `${deal.path}?version=3`, as: "wim", headers: { "if-match": "*" } },
    `It takes dryRun, by. ${IN_BODY}`,
  );
  unknown("version", { ...patch(sample.etag), path: `${sample.path}?version=3` }, `It takes dryRun, by. ${IN_BODY}`);
  unknown("limit", { ...query({}), path: `${DEALS}/query?limit=5` }, "It takes none. Send it in the JSON body.");
});

describe("pages and orders", () => {
  const alwaysThere = (path: string, field: string) =>
    badField(get(path), `fields[0]: "${field}" always comes, beside data. Leave it out.`);
  list("limit=1000", badLimit, 'limit must be an integer from 1 to 500; "1000" is not. For more, page with cursor.');
  list("limit=all", badLimit, 'limit must be an integer from 1 to 500; "all" is not.');
  badLimit(query({ limit: "10" }), "limit must be an integer from 1 to 500, not a string: send it without quotes.");
  list(
    "sort=-created",
    badSort,
    'sort[0]: sort is a comma-separated list of field:asc or field:desc. Write "created:desc".',
  );
  badSort(
    query({ sort: "-amount" }),
    'sort: sort is a list of {"field": "…", "direction": "asc"} or "desc": send the list itself, not a text. Write [{"field": "amount", "direction": "desc"}].',
  );
  badSort(
    query({ sort: [{ field: "amount", order: "desc" }] }),
    'sort[0]: sort is a list of {"field": "…", "direction": "asc"} or "desc", with no member "order".',
  );
  list("fields=", badField, "fields must name at least one field: a,b.");
  badField(query({ fields: "title,stage" }), `fields must be a list of field keys, ["a", "b"]${NOT_TEXT}`);
  badField(query({ expand: "account" }), `expand must be a list of field keys, ["a", "b"]${NOT_TEXT}`);
  badField(query({ fields: [] }), 'fields must name at least one field: ["a", "b"].');
  badField(query({ fields: { title: 1 } }), 'fields must be a list of field keys, ["a", "b"].');
  badField(query({ fields: ["title", 1] }), "fields[1] must be a field key, not a number: send it in quotes.");
  list(
    "fields=title&fields=stage",
    badField,
    "fields is given more than once. Send it once; several fields are joined by commas.",
  );
  list("cursor=", badCursor, "cursor is empty. Leave it out for the first page.");
  badCursor(query({ cursor: "" }), "cursor is empty. Leave it out for the first page.");
  badCursor(
    query({ cursor: 2 }),
    "cursor is the nextCursor of the page before, not a number: send it in quotes. Leave it out for the first page.",
  );
  badCursor(get("/entities/deals/changes?cursor="), "cursor is empty. Leave it out, and the feed starts now.");
  badLimit(query({ limit: 10.5 }), 'limit must be an integer from 1 to 500; "10.5" is not.');
  alwaysThere(`${DEALS}?fields=id,title`, "id");
  alwaysThere(`${deal.path}?fields=versionId`, "versionId");
  alwaysThere("/entities/deals/changes?fields=created", "created");
  noField("sort=json:desc", "sort[0]", "json", "sort by", NOT_QUERYABLE, SAMPLES);
  noField("sort=unlisted:asc", "sort[0]", "unlisted", "sort by", NOT_QUERYABLE, SAMPLES);
  noField("expand=stage", "expand[0]", "stage", "expand", "It is no reference, so there is no record to expand.");
});

describe("filters", () => {
  noOperator(["amount", "==", 5], "==", "Did you mean eq?");
  noOperator({ not: ["amount", "=", 5] }, "=", "Did you mean eq?", "where.not");
  noOperator(["title", "like", "%x%"], "like", "Did you mean contains?");
  noOperator(["title", "ne", "x"], "ne", "Did you mean neq?");
  noOperator(["amount", "$gt", 5], "$gt", "Did you mean gt?");
  noOperator(["amount", ">=", 5], ">=", "Did you mean gte?");
  noOperator(["stage", "not_in", ["won"]], "not_in", "Did you mean nin?");
  noOperator(["stage", "is", null], "is", "Did you mean eq?");
  noOperator(["title", "startsWith", "x"], "startsWith", "Did you mean starts_with?");
  notThree(
    [
      ["stage", "eq", "won"],
      ["amount", "gt", 1],
    ],
    JOINED,
  );
  notThree(["amount", "eq", 5, "and", "stage", "eq", "won"], JOINED);
  notThree(["stage", "eq", "won", "lost"], 'Several values are a list: ["stage", "in", [value, value]].');
  notThree(["stage", "won"], 'Write ["stage", "eq", value].');
  notThree(["stage", "is_null"], 'Write ["stage", "is_null", true].');
  notThree(["amount", "between", 1, 5], 'Write ["amount", "between", [from, to]].');
  wrong(
    ["amount", "between", [1, 5, 9]],
    'where: between takes a list of two values, both included: ["amount", "between", [from, to]].',
  );
  noFilter({ stage: "won" }, 'Write ["stage", "eq", value].');
  noFilter({ stage: { $in: ["won"] } }, 'Write ["stage", "in", value].');
  noFilter({ in: ["won"] }, 'in is an operator, the second item: ["field", "in", value].');
  noFilter({ AND: [["stage", "eq", "won"]] }, 'Write {"and": …}.');
  noFilter({ $or: [["stage", "eq", "won"]] }, 'Write {"or": …}.');
  noFilter({ stage: "won", amount: 5 }, 'Write {"and": [["stage", "eq", value], ["amount", "eq", value]]}.');
  noList(
    "stage = 'won'",
    'where: A filter is a condition ["field", "operator", value], or {"and": […]}, {"or": […]}, {"not": …}',
  );
  noList(["stage", "in", "won"], 'where: in takes a list, even of one value: ["stage", "in", [value]]');
  noList(
    { and: '[["stage", "eq", "won"]]' },
    'where.and: This is a list of at least one filter: [["field", "operator", value], …]',
  );
  noList(
    ["amount", "between", "1,2"],
    'where: between takes a list of two values, both included: ["amount", "between", [from, to]]',
  );
  wrong({ and: [["stage", "in", []]] }, "where.and[0]: in takes a list of 1 to 500 values; this one is empty.");
  wrong(
    ["stage", "in", ["won", null]],
    'where: in takes no null in its list. For empty fields add a condition: ["stage", "is_null", true].',
  );
  wrong(
    { or: [["amount", "gt", "5"]] },
    "where.or[0]: amount is compared with a number, not a string: send it without quotes.",
  );
  wrong(["stage", "eq", "wonn"], `where: ${NO_OPTION}`);
  wrong({ not: ["stage", "in", ["lead", "WON"]] }, `where.not[2][1]: ${NO_OPTION}`);
  wrong(
    ["multiselect", "any_of", ["pink"]],
    "where[2][0]: multiselect has no such option. Its options are red, green, blue.",
    SAMPLES,
  );
  wrong(["amount", "gt", null], 'where: gt does not take null. For empty fields: ["amount", "is_null", true].');
  wrong(["date", "gte", "22/11/2026"], `${DAY}.`, SAMPLES);
  wrong(["created", "gte", "2026-11-22 10:00:00"], `where: ${MOMENT}.`);
  wrong(["created", "gte", 1795000000], `where: ${MOMENT}, not a number.`);
  wrong(
    ["boolean", "eq", "true"],
    "where: boolean is compared with true or false, not a string: send it without quotes.",
    SAMPLES,
  );
  noMember(
    query({ filter: ["stage", "eq", "won"] }),
    "filter",
    'To filter, send where: {"where": ["field", "eq", value]}.',
    OF_QUERY,
  );
  noMember(query({ page: 2 }), "page", "For the next page, send nextCursor as cursor.", OF_QUERY);
  unfilterable(["json", "eq", 1], "json", NOT_QUERYABLE, SAMPLES);
  unfilterable(["account.nothing", "eq", "x"], "account.nothing");
  unfilterable(["account.secret", "eq", "x"], "account.secret");
  unfilterable(["unlisted", "eq", "x"], "unlisted", NOT_QUERYABLE, SAMPLES);
  wrong(["date", "eq", "2026-02-30"], `${DAY}; there is no such day.`, SAMPLES);
  wrong(["date", "eq", ""], `${DAY}, not an empty string: an empty field is null.`, SAMPLES);
  wrong(["level", "eq", 5.5], "where: level is compared with an integer.", SAMPLES);
  wrong(
    ["stage", "in", [{ value: "won" }]],
    "where[2][0]: stage is compared with one of the options (lead, won, lost, archived), not an object.",
  );
});

describe("bodies", () => {
  const NOT_A_PARENT =
    "This parent is not possible: it must be an existing record that this token can see, other than the record itself and those below it.";
  const ofType = (body: string, type: string, message: string) =>
    badBody(
      raw(body, { "content-type": type }),
      `${message} Send the body as JSON with Content-Type: application/json.`,
    );
  noData({ name: "x" }, 'The fields are bare: wrap them in {"data": {…}}.');
  noData({ fields: { name: "x" } }, "Call the member data, not fields.");
  badBody(
    patch(sample.etag, { data: {}, versionId: "x" }),
    'The body has the one member data: {"data": {"field": value}}. "versionId" stands beside it. The version goes into the header If-Match.',
  );
  badBody(
    raw(JSON.stringify('{"data": {}}')),
    "The body is a JSON object, not a string. If it was encoded as JSON twice, encode it once.",
  );
  unreadable(
    '{\n  "data": {"name": "x",}\n}',
    "Line 2, column 24: Nothing follows the comma before this: leave the comma out.",
  );
  unreadable("[object Object]", "Line 1, column 2: This is an object that was not encoded: send JSON.stringify(body).");
  ofType(
    "name=x",
    "application/x-www-form-urlencoded",
    'The Content-Type is "application/x-www-form-urlencoded". That is a form, which is not taken; curl -d sends it by default.',
  );
  ofType("{}", "text/plain", 'The Content-Type is "text/plain".');
  ofType("{}", "", "The request has no Content-Type.");
  badBody(
    raw(`{"data":{"name":"${"x".repeat(1024 * 1024)}"}}`),
    "The body has more than 1 MiB (1048576 bytes). Send less at a time, and keep files elsewhere: a field can hold their address.",
  );
  invalid({ integer: "5" }, '"integer" must be an integer, not a string: send it without quotes.');
  invalid(
    { multiselect: "red,green" },
    '"multiselect" must be a list of options (red, green, blue), not a string: send the list itself, not a text.',
  );
  invalid(
    { reference: { id: UNKNOWN_ID } },
    '"reference" must be the id of a record, or one field that tells records apart: {"name": value}.',
  );
  badBody(post({ data: {} }), 'The data is not valid: "name" is required.');
  refusal(409, "DUPLICATE_LABEL")(
    post({ data: { name: " TAKEN" } }, recordsPath("accounts")),
    "Another record of this entity already has this label. Labels are compared ignoring case and surrounding space: send another one, or update that record.",
  );
  badParent(post({ data: { name: "x", parent: UNKNOWN_ID } }, recordsPath("accounts")), NOT_A_PARENT);
  badParent(patch("*", { data: { parent: child.id } }, account.path), NOT_A_PARENT);
  badParent(
    { method: "DELETE", path: account.path, as: "wim", headers: { "if-match": "*" } },
    "Other records have this one as their parent, perhaps some that this token cannot see. Delete them first, or give them another parent.",
  );
  badBody(
    { ...data({}), headers: { "idempotency-key": "a b" } },
    "Idempotency-Key has 1 to 255 visible ASCII characters, without spaces: a UUID will do.",
  );
  noData({ records: [{ fields: { name: "x" } }] }, "One request writes one record; POST …/records/batch writes many.");
  badBody(
    post({ data: { type: "samples", attributes: { name: "x" } } }),
    'The data is not valid: "type" is not a field of this entity: the fields go straight into data. Also not valid: "attributes", "name"; see details.',
  );
  invalid({ select: { value: "a" } }, '"select" must be one of the options (a, b, c), not an object.');
  invalid({ reference: UNKNOWN_ID }, '"reference" points to a record that does not exist or cannot be seen.');
});

describe("versions", () => {
  refusal(428, "PRECONDITION_REQUIRED")(
    patch(),
    'Send If-Match with the ETag of the version that you have read, If-Match: "<versionId>", or If-Match: * for any version.',
  );
  stale(
    `"${UNKNOWN_ID}"`,
    "If-Match names another version than the record's current one. Read the record again, decide again, and send its ETag.",
  );
  stale(
    sample.view.versionId,
    'If-Match is not a tag in double quotes. Send If-Match: "<versionId>", quotes included, as the ETag header has it.',
  );
  stale(
    `W/${sample.etag}`,
    `If-Match has a weak tag (W/), which never matches: something between you and the service, such as a proxy that compresses, changed it. Send the record's version as If-Match: "<versionId>".`,
  );
  stale(
    '"*"',
    "If-Match has * in quotes, which is a tag like any other. Send If-Match: * without quotes for any version.",
  );
  for (const ifMatch of [`"${sample.view.updated}"`, '"9f86d081884c7d65"'])
    stale(
      ifMatch,
      'If-Match has a tag that is no versionId: not a time, a number or a hash. Read the record, and send its ETag: If-Match: "<versionId>".',
    );
});

describe("paths and methods", () => {
  const NOT_AN_ID =
    "There is no such record: this is not a record id. Ids are UUIDs in lower case; to find a record by a unique field, add ?by=<field>, by other values, POST to …/records/query, and to count, to …/records/aggregate.";
  const AT_ITS_PATH = "A record is changed and deleted at its own path, …/records/:recordId.";
  const BATCH = 'POST …/records/batch creates, updates and upserts up to 500 records: {"operations": […]}.';
  const FEED = "What changed is at GET …/entities/:entityKey/changes; with wait=20 the response waits for a change.";
  const AT_RECORDS = "Did you mean /api/v1/entities/:entityKey/records?";
  const to = (path: string, method = "POST"): RowRequest => ({ ...post({}), method, path });
  nowhere(`${DEALS}/`, "Write it without a trailing slash or an empty segment: /api/v1/entities/:entityKey/records.");
  nowhere("/entities/deals/record", AT_RECORDS);
  nowhere("/Entities/deals/Records", AT_RECORDS);
  nowhere("/deals/records", AT_RECORDS);
  nowhere("/deals", "Records are at /api/v1/entities/:entityKey/records; GET /api/v1/entities lists the entities.");
  nowhere(`/entities/deals/${deal.id}`, "Records are at /api/v1/entities/:entityKey/records.");
  nowhere("/me.json", "Paths have no file extension: /api/v1/me.");
  noPath(get(""), "There is nothing at the base itself. Start with GET /api/v1/entities.");
  noEntity(
    get(recordsPath("deal")),
    "There is no such entity. Did you mean deals? GET /entities lists those that this token can use.",
  );
  noRecord(get(`${DEALS}/%F0%9F%8E%89`), NOT_AN_ID);
  noRecord(
    get(`${DEALS}/${UNKNOWN_ID}`),
    "There is no such record of this entity, or this token cannot see it. Lists show those that it can.",
  );
  notAllowed(
    { ...patch("*"), method: "PUT" },
    OF_RECORD,
    "PATCH changes the fields that it names, and leaves the others.",
  );
  notAllowed({ ...patch("*"), method: "POST" }, OF_RECORD, "PATCH changes a record; POST to …/records creates one.");
  notAllowed({ method: "DELETE", path: DEALS, as: "wim" }, OF_LIST, AT_ITS_PATH);
  notAllowed(
    get(`${DEALS}/query?where=x`),
    OF_POST,
    "A query is a POST with a JSON body; GET …/records lists without one.",
  );
  notAllowed(to(`${DEALS}/bulk`), OF_RECORD, BATCH);
  notAllowed(to(`${DEALS}/upsert`), OF_RECORD, BATCH);
  notAllowed(
    to(`${DEALS}/count`),
    OF_RECORD,
    'POST …/records/aggregate counts and sums: {"measures": {"n": ["count"]}}.',
  );
  notAllowed(
    to(`${DEALS}/search`),
    OF_RECORD,
    'POST …/records/query filters, sorts and searches: {"where": ["field", "eq", value]}.',
  );
  notAllowed(
    to(`${DEALS}?geonamesId=5`, "PUT"),
    OF_LIST,
    'POST to …/records/batch with "op": "upsert" creates or changes a record by a unique field.',
  );
  notAllowed(to(DEALS, "PATCH"), OF_LIST, AT_ITS_PATH);
  notAllowed(get(`${DEALS}/batch`), OF_POST, 'A batch is a POST with a JSON body: {"operations": […]}.');
  notAllowed({ method: "DELETE", path: `${DEALS}/batch`, as: "wim" }, OF_POST, ONE_BY_ONE);
  notAllowed(get(`${DEALS}/aggregate`), OF_POST, "Counts and sums are asked for by a POST with a JSON body.");
  notAllowed(to("/entities/deals"), OF_READ, "Records are created by POST to …/records below this.");
  noPath(
    to(`${deal.path}/delete`),
    "There is nothing at this path. DELETE …/records/:recordId deletes one record; If-Match names its version.",
  );
  nowhere("/changes", FEED);
  nowhere("/events", FEED);
  nowhere("/entities/deals/webhooks", "Webhooks are at /api/v1/webhooks: each change of an entity, sent to a URL.");
  nowhere("/api/v1/entities", "The base is there twice. Write /api/v1/entities.");
  noRecord(get(`${DEALS}/count`), NOT_AN_ID);
});

describe("tokens", () => {
  badToken({ path: "/me" }, `The request has no Authorization header. ${SEND}`);
  badToken({ path: "/me", headers: { "x-api-key": good } }, `The request has no Authorization header. ${SEND}`);
  noToken(`Basic ${Buffer.from(`${good}:`).toString("base64")}`, "Authorization has another scheme than Bearer.");
  noToken(`Token ${good}`, "Authorization has another scheme than Bearer.");
  noToken(good, "The word Bearer is missing before the token.");
  noToken("Bearer ", "Authorization says Bearer, but no token follows.");
  noToken(`Bearer Bearer ${good}`, "Send Bearer, one space and the token, and nothing else.");
  noToken(`Bearer "${good}"`, "The token has quotes or brackets around it: send it without them.");
  noToken(`Bearer ${good.slice(0, 60)}`, "The token looks cut off: tokens have 83 characters. Copy it whole.");
  noToken(`Bearer ${good},`, "There is more than one Authorization header or token. Send one.");
  noToken(
    `Bearer ${good.slice(0, -1)}${good.endsWith("a") ? "b" : "a"}`,
    "The token is not the one that was issued: its checksum is wrong. Copy it again.",
  );
  noToken(
    "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.",
    "This is not a token of this service: its tokens start with service_v1_.",
  );
  badToken(
    { path: `/me?token=${good}` },
    "There is a token in the URL, where logs keep it: treat it as leaked, and rotate it. Send Authorization: Bearer service_v1_….",
  );
  badToken(
    {
      path: "/me",
      headers: [
        ["authorization", `Bearer ${good}`],
        ["authorization", `Bearer ${good}`],
      ],
    },
    "There is more than one Authorization header or token. Send one. Send Authorization: Bearer service_v1_….",
  );
  noToken(`Bearer: ${good}`, "There is a colon after the word Bearer: leave it out.");
  noToken(["Bearer $", "{TOKEN}"].join(""), "This is the name of a variable, which was not replaced by the token.");
  noToken("Bearer {{token}}", "This is the name of a variable, which was not replaced by the token.");
  noToken("Bearer <token>", "This is the name of a variable, which was not replaced by the token.");
  badToken(
    authorization(`Bearer ${otherToken}`),
    "This token is unknown here. Is the address that of the deployment it was created in? Send a live token: Authorization: Bearer service_v1_….",
  );
});

describe("batches and aggregates", () => {
  const batch = (json: unknown): RowRequest => ({ ...post(json), path: `${SAMPLES}/batch` });
  const aggregate = (json: object) => ({
    ...post({ measures: { n: ["count"] }, ...json }),
    path: `${DEALS}/aggregate`,
  });
  const LARGEST = "The largest groups come first, by the first measure: up to 1000, all in one response.";
  const OF_AGGREGATE = "where, search, groupBy, measures";
  const notCounted = (item: unknown) =>
    badBody(
      measure(item),
      'measures.n: Write ["count"] to count records, or ["count", "field"] where the field is not empty.',
    );
  const notWritten = (operation: unknown, message: string) =>
    badBody(batch({ operations: [operation] }), `Nothing of the batch was written. Operation 0: ${message}`);
  const OPS = 'op is "create", "update" or "upsert".';
  const measure = (item: unknown) => aggregate({ measures: { n: item } });
  badBody(
    batch({ data: [{ name: "x" }] }),
    '"data" is not a member of this body. Each record is an operation: {"operations": [{"op": "create", "data": {…}}]}. The members of this body are operations, atomic, return.',
  );
  badBody(batch({ operations: [] }), "operations is a list of 1 to 500 operations; there are 0.");
  badBody(
    batch({ operations: '[{"op": "create"}]' }),
    "operations is a list of 1 to 500 operations: send the list itself, not a text.",
  );
  notWritten({ op: "insert", data: {} }, OPS);
  notWritten({ op: "delete", id: UNKNOWN_ID }, `${OPS} ${ONE_BY_ONE}`);
  notWritten(
    { op: "create", fields: {} },
    '"fields" is not a member of this operation. The fields go into data. The members of this operation are op, data.',
  );
  notWritten(
    { op: "upsert", match: "name", ifMatch: "*", data: {} },
    'match has the field and its value: {"match": {"name": value}}.',
  );
  notCounted("count");
  notCounted(["count", "*"]);
  badBody(measure(["sum"]), 'measures.n: It needs a field: ["sum", "field"].');
  badBody(measure(["sum", "title"]), "measures.n: title has no sum. Fields of type integer, number, decimal have one.");
  badField(
    measure(["sum", "account.name"]),
    'measures.n: "account.name" is not a field that this token can measure. Measuring ends at this entity, and account leads to another one. GET /entities/:entityKey lists the fields that it can.',
  );
  noMember(aggregate({ limit: 5 }), "limit", LARGEST, OF_AGGREGATE);
  noMember(aggregate({ sort: [{ field: "n", direction: "desc" }] }), "sort", LARGEST, OF_AGGREGATE);
  badBody(
    aggregate({ groupBy: "stage" }),
    'groupBy: groupBy is a list of at most 2 fields: "stage", or {"field": "created", "by": "month"}: send the list itself, not a text.',
  );
  badBody(
    measure("sum(amount)"),
    'measures.n: It starts with one of count, sum, avg, min, max: ["sum", "field"]: send the list itself, not a text.',
  );
  badField(
    aggregate({ groupBy: ["account.name"] }),
    'groupBy[0]: "account.name" is not a field that this token can group by. Grouping ends at this entity, and account leads to another one. GET /entities/:entityKey lists the fields that it can.',
  );
  badBody(
    aggregate({ groupBy: ["amount"] }),
    "groupBy[0]: amount cannot be grouped by. Fields of type text, email, url, integer, boolean, select, reference, date, datetime can.",
  );
});

describe("advice that helps", () => {
  const TAKES = "It takes limit, cursor, sort, search, fields, expand.";
  const noParameter = (name: string, advice: string) =>
    badFilters(get(`${DEALS}?${name}=x`), `"${name}" is not a query parameter of this endpoint. ${advice} ${TAKES}`);
  noParameter("count", 'Lists have no total: to count, POST {"measures": {"n": ["count"]}} to …/records/aggregate.');
  noParameter(
    "by",
    'One record is at …/records/:recordId, or …/records/:value?by=<field>; for several, POST {"where": ["id", "in", ["…"]]} to …/records/query.',
  );
  noField("fields=data.title", "fields[0]", "data.title", "read", 'Write "title", without data.');
  noField("fields=*", "fields[0]", "*", "read", "Leave fields out for all of them.");
  list("fields=title,", badField, "fields[1] is empty: leave out the comma beside it.");
  noField(
    "fields=account.name",
    "fields[0]",
    "account.name",
    "read",
    "Fields end at this entity; a list or a query can expand account.",
  );
  noField(
    "expand=account.parent",
    "expand[0]",
    "account.parent",
    "expand",
    "Only references of this entity are expanded: account.",
  );
  noOperator(["title", "exists", true], "exists", 'Did you mean is_null? Write ["title", "is_null", false].');
  notThree([["amount", "gt", 5], "and", ["amount", "lt", 9]], JOINED);
  wrong(["id", "eq", 5], "where: id is compared with the id of a record, not a number: ids are UUIDs, in quotes.");
  unfilterable(["json.a", "eq", 1], "json.a", "json can be read, but discovery says queryable: false.", SAMPLES);
  wrong(["created", "gt", "2026-01-31T24:00:00Z"], `where: ${MOMENT}; there is no such time.`);
  noMember(query({ stage: "won" }), "stage", 'To filter, send where: {"where": ["field", "eq", value]}.', OF_QUERY);
  noData(
    { id: UNKNOWN_ID, versionId: UNKNOWN_ID, data: { name: "x" } },
    '"id" stands beside it. The service sets it: of a record that was read, send data alone.',
  );
  invalid({ quantity: 1 }, '"quantity" is not a field of this entity. GET /entities/:entityKey lists them.');
  nowhere("/entities//records", "The entity's key is missing: /api/v1/entities/:entityKey/records.");
  noToken("Bearer undefined", "The variable that should have the token is empty.");
  noToken(`Bearer  ${good}`, "Send Bearer, one space and the token, and nothing else.");
  badFilters(
    { ...data({}), path: `${SAMPLES}?validate=true` },
    '"validate" is not a query parameter of this endpoint. Did you mean dryRun? It takes dryRun.',
  );
});

describe("the quoted part of a mistake", () => {
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

describe("what looks like a mistake but is not", () => {
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
