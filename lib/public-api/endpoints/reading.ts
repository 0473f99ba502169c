/** The endpoints that read records (spec: List, Query, Read one). */
import { ApiError } from "../../errors";
import { prefersCsv } from "../../http/accept";
import { namesVersion } from "../../http/conditional-headers";
import { MAX_HEADER_CURSOR } from "../../limits";
import { namesIn } from "../../query/filter/filter";
import { RELEVANCE } from "../../query/page/sort";
import { type AggregateQuery, aggregateRecords } from "../../records/aggregate";
import { type ListQuery, listRecords } from "../../records/list";
import { type Picked, readRecord } from "../../records/read";
import { searchRecords } from "../../records/search";
import { aggregateBody, parseAggregateBody } from "../input/aggregate-body";
import { listParameters, parseListQuery, parseQueryBody, queryBody } from "../input/list-query";
import { by, expand, fields } from "../input/parameters";
import { parseParameters } from "../input/query-string";
import { recordKeyOf } from "../input/record-body";
import { parseSearchQuery, searchParameters } from "../input/search-query";
import { VARY_BY_FORM } from "../response";
import * as examples from "../schemas/examples";
import * as schemas from "../schemas/response";
import {
  ACCEPT_QUERY,
  type CallerRow,
  type EndpointResult,
  type EndpointRow,
  type EntityRequest,
  type FieldsInUse,
} from "./endpoint";

const PAGE = {
  status: 200,
  description: "A page of records.",
  hasCsv: true,
  schema: schemas.recordPage,
  example: examples.recordPage,
} as const;

const LIST_ERRORS = [
  "ENTITY_NOT_FOUND",
  "PERMISSION_DENIED",
  "INVALID_LIMIT",
  "INVALID_CURSOR",
  "INVALID_SORT",
  "FIELD_NOT_QUERYABLE",
] as const;

const VARY_AND_QUERY = { ...VARY_BY_FORM, ...ACCEPT_QUERY };

/** What POST and QUERY have in common. */
const QUERY = {
  about: "entity",
  verbs: ["list"],
  safe: true,
  operationId: "queryRecords",
  tag: "Records",
  summary: "Query records",
  description: "Returns a page of the records that match a filter. It changes nothing.",
  body: { schema: queryBody, examples: examples.queries },
  success: PAGE,
  checks: ["shape", "turn"],
  errors: [...LIST_ERRORS, "INVALID_BODY"],
} as const;

export const READING = {
  "records.list": {
    method: "GET",
    path: "/entities/:entityKey/records",
    about: "entity",
    verbs: ["list"],
    safe: true,
    operationId: "listRecords",
    tag: "Records",
    summary: "List records",
    description: "Returns a page of the records that the token can see, newest first unless `sort` says otherwise.",
    parameters: listParameters,
    success: PAGE,
    checks: ["shape", "turn"],
    errors: LIST_ERRORS,
    handle: (list) => page(list, parseListQuery(list.query), VARY_AND_QUERY),
  },
  "records.query": {
    method: "POST",
    path: "/entities/:entityKey/records/query",
    ...QUERY,
    handle: async (query: EntityRequest) => page(query, parseQueryBody(await query.body.read())),
  },
  "records.safeQuery": {
    method: "QUERY",
    path: "/entities/:entityKey/records",
    ...QUERY,
    operationId: "queryRecordsSafely",
    description: `${QUERY.description} Proxies and clients can repeat it by themselves, as a GET (RFC 10008).`,
    handle: async (query: EntityRequest) => page(query, parseQueryBody(await query.body.read()), VARY_AND_QUERY),
  },
  "records.aggregate": {
    method: "POST",
    path: "/entities/:entityKey/records/aggregate",
    about: "entity",
    verbs: ["list"],
    safe: true,
    operationId: "aggregateRecords",
    tag: "Records",
    summary: "Aggregate records",
    description:
      "Returns counts, sums, averages and extremes of the records that match a filter, by group. It changes nothing.",
    body: { schema: aggregateBody, examples: examples.aggregates },
    success: { status: 200, description: "The groups.", schema: schemas.aggregate, example: examples.aggregate },
    checks: ["shape", "turn"],
    errors: ["ENTITY_NOT_FOUND", "PERMISSION_DENIED", "FIELD_NOT_QUERYABLE", "INVALID_BODY"],
    handle: async ({ caller, access, body, request }) => {
      const query = parseAggregateBody(await body.read());
      const data = await aggregateRecords(caller, access, query, request.signal());
      return { status: 200, data, fieldsInUse: { picked: [], named: () => namesInAggregate(query) } };
    },
  },
  "records.read": {
    method: "GET",
    path: "/entities/:entityKey/records/:recordId",
    about: "entity",
    verbs: ["list"],
    safe: true,
    operationId: "getRecord",
    tag: "Records",
    summary: "Get a record",
    description:
      "Returns one record. Its `ETag` is its version, whatever `fields` picks. With `expand` there is no `ETag`.",
    parameters: { fields, expand, by },
    headers: {
      "If-None-Match": {
        description: "An `ETag` that was returned before. The response is 304 while it is current.",
        required: false,
        schema: { type: "string" },
      },
    },
    success: {
      status: 200,
      description: "The record.",
      schema: schemas.recordEnvelope,
      example: examples.recordEnvelope,
      headers: ["ETag"],
    },
    notModified: "The record is still at the version of `If-None-Match`. There is no body.",
    checks: ["shape", "record"],
    errors: ["ENTITY_NOT_FOUND", "PERMISSION_DENIED", "RECORD_NOT_FOUND", "FIELD_NOT_QUERYABLE"],
    handle: async (read) => {
      const { caller, access, request } = read;
      const picked = parseParameters(read.query, { fields, expand });
      const keyOf = () => recordKeyOf(read);
      const { envelope, version } = await readRecord(access, caller.access, keyOf, picked, caller.seen);
      const fieldsInUse = fieldsOfPicked(picked);
      // The version does not cover the other records that the response contains.
      if (picked.expand.length > 0) return { status: 200, data: envelope, fieldsInUse };
      if (namesVersion(request.header("if-none-match"), version))
        return { status: 304, data: null, version, fieldsInUse };
      return { status: 200, data: envelope, version, fieldsInUse };
    },
  },
} satisfies Record<string, EndpointRow>;

async function page(
  { caller, access, request }: EntityRequest,
  query: ListQuery,
  headers: Record<string, string> = VARY_BY_FORM,
): Promise<EndpointResult> {
  const form = prefersCsv(request.header("accept")) ? "csv" : "json";
  const { text, nextCursor, sent } = await listRecords(caller, access, query, request.signal(), form);
  const fieldsInUse = fieldsOfPicked(query, () => namesInQuery(query));
  const result = { status: 200, data: text, sent, fieldsInUse, headers } as const;
  if (form === "json") return result;
  if ((nextCursor?.length ?? 0) > MAX_HEADER_CURSOR) {
    sent();
    throw new ApiError(
      "INVALID_SORT",
      "The cursor of this order is too long for a header. Order by shorter texts, or ask for JSON.",
    );
  }
  const next = nextCursor === null ? {} : { "x-next-cursor": nextCursor };
  return { ...result, isCsv: true, headers: { ...result.headers, ...next } };
}

function fieldsOfPicked({ fields, expand }: Picked, named: () => string[] = () => []): FieldsInUse {
  return { picked: fields, named: () => [...named(), ...expand], expanded: expand };
}

function namesInQuery({ where, sort }: ListQuery): string[] {
  return [...(where === null ? [] : namesIn(where)), ...(sort === RELEVANCE ? [] : sort.map(({ field }) => field))];
}

function namesInAggregate({ where, groupBy, measures }: AggregateQuery): string[] {
  const measured = measures.flatMap(({ field }) => field ?? []);
  return [...(where === null ? [] : namesIn(where)), ...groupBy.map(({ field }) => field), ...measured];
}

export const SEARCHING = {
  search: {
    method: "GET",
    path: "/search",
    about: "caller",
    verbs: ["list"],
    safe: true,
    operationId: "search",
    tag: "Records",
    summary: "Search all entities",
    description:
      "Returns the records that match best, of all entities that the token can list. Best first: the label equals the text, begins with it, has words that begin so, contains every word; then records with the words in other fields. The newest come first among equals.",
    parameters: searchParameters,
    success: { status: 200, description: "The best matches.", schema: schemas.searchResult, example: examples.found },
    checks: ["shape", "entity", "turn"],
    errors: ["ENTITY_NOT_FOUND", "PERMISSION_DENIED", "INVALID_LIMIT", "FIELD_NOT_QUERYABLE"],
    handle: async ({ caller, query, request }) => {
      const { entities, ...search } = parseSearchQuery(query, caller.access);
      const { items, isBounded, sent } = await searchRecords(caller, entities, search, request.signal());
      const { fields } = search;
      const searched = entities.map((access) => ({ access, picked: fields }));
      return { status: 200, data: resultText(items, isBounded), searched, sent };
    },
  },
} satisfies Record<string, CallerRow>;

/** In pieces, because joining them would copy the records. */
function resultText(items: string[], truncated: boolean): string[] {
  const separated = items.flatMap((item, index) => (index === 0 ? [item] : [",", item]));
  return ['{"items":[', ...separated, `],"truncated":${truncated}}`];
}
