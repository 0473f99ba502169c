/** Reading records (spec: List, Query, Read one). */
import { namesVersion } from "../../http/conditional-headers";
import { aggregateRecords } from "../../records/aggregate";
import { type ListedPage, listRecords } from "../../records/list";
import { readRecord } from "../../records/read";
import { parseAggregateBody } from "../input/aggregate-body";
import { parseListQuery, parsePicked, parseQueryBody } from "../input/list-query";
import * as examples from "../schemas/examples";
import { aggregateBody, listParameters, queryBody, readParameters } from "../schemas/request";
import * as schemas from "../schemas/response";
import { ACCEPT_QUERY, type EndpointResult, type EndpointRow, type EntityRequest } from "./endpoint";

const PAGE = {
  status: 200,
  description: "A page of records.",
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

/** What POST and QUERY have in common. */
const QUERY = {
  about: "entity",
  verb: "list",
  safe: true,
  operationId: "queryRecords",
  tag: "Records",
  summary: "Query records",
  description: "Gives a page of the records that match a filter. It changes nothing.",
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
    verb: "list",
    safe: true,
    operationId: "listRecords",
    tag: "Records",
    summary: "List records",
    description: "Gives a page of the records that the token can see, newest first unless `sort` says otherwise.",
    parameters: listParameters,
    success: PAGE,
    checks: ["shape", "turn"],
    errors: LIST_ERRORS,
    handle: async ({ caller, access, query, request }) =>
      page(await listRecords(caller, access, parseListQuery(query), request.departure()), ACCEPT_QUERY),
  },
  "records.query": {
    method: "POST",
    path: "/entities/:entityKey/records/query",
    ...QUERY,
    handle: async (request: EntityRequest) => page(await queryRecords(request)),
  },
  "records.safeQuery": {
    method: "QUERY",
    path: "/entities/:entityKey/records",
    ...QUERY,
    operationId: "queryRecordsSafely",
    description: `${QUERY.description} Proxies and clients can repeat it by themselves, as a GET (RFC 10008).`,
    handle: async (request: EntityRequest) => page(await queryRecords(request), ACCEPT_QUERY),
  },
  "records.aggregate": {
    method: "POST",
    path: "/entities/:entityKey/records/aggregate",
    about: "entity",
    verb: "list",
    safe: true,
    operationId: "aggregateRecords",
    tag: "Records",
    summary: "Count and sum records",
    description:
      "Gives counts, sums, averages and extremes of the records that match a filter, by group. It changes nothing.",
    body: { schema: aggregateBody, examples: examples.aggregates },
    success: { status: 200, description: "The groups.", schema: schemas.aggregate, example: examples.aggregate },
    checks: ["shape", "turn"],
    errors: ["ENTITY_NOT_FOUND", "PERMISSION_DENIED", "FIELD_NOT_QUERYABLE", "INVALID_BODY"],
    handle: async ({ caller, access, body, request }) => {
      const query = parseAggregateBody(await body.read());
      return { status: 200, data: await aggregateRecords(caller, access, query, request.departure()) };
    },
  },
  "records.read": {
    method: "GET",
    path: "/entities/:entityKey/records/:recordId",
    about: "entity",
    verb: "list",
    safe: true,
    operationId: "getRecord",
    tag: "Records",
    summary: "Get a record",
    description:
      "Gives one record. Its `ETag` is its version, whatever `fields` picks. With `expand` there is no `ETag`.",
    parameters: readParameters,
    headers: {
      "If-None-Match": {
        description: "An `ETag` that was read before. The response is 304 while it is the current one.",
        required: false,
        schema: { type: "string" },
        example: examples.ETAG,
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
    handle: async ({ caller, access, recordId, query, request }) => {
      const picked = parsePicked(query);
      const { envelope, version } = await readRecord(access, caller.access, recordId, picked);
      // The version is of this record alone, and would vouch for others.
      if (picked.expand.length > 0) return { status: 200, data: envelope };
      if (namesVersion(request.header("if-none-match"), version)) return { status: 304, data: null, version };
      return { status: 200, data: envelope, version };
    },
  },
} satisfies Record<string, EndpointRow>;

async function queryRecords({ caller, access, body, request }: EntityRequest): Promise<ListedPage> {
  return listRecords(caller, access, parseQueryBody(await body.read()), request.departure());
}

function page({ text, sent }: ListedPage, headers = {}): EndpointResult {
  return { status: 200, data: text, sent, headers };
}
