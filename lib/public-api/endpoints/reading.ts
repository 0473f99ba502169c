/** Handles requests that read records (spec: List, Query, Read one; contract § 6 and Changes). */
import { listChanges, pageText } from "../../changes/list";
import { ApiError } from "../../errors";
import { prefers } from "../../http/accept";
import { namesVersion } from "../../http/conditional-headers";
import { MAX_HEADER_CURSOR, MAX_PAGE_BYTES } from "../../limits";
import { namesIn } from "../../query/filter/filter";
import { RELEVANCE } from "../../query/page/sort";
import { type AggregateQuery, aggregateRecords } from "../../records/aggregate";
import { type ListQuery, listRecords } from "../../records/list";
import { readRecord } from "../../records/read";
import { searchRecords } from "../../records/search";
import type { Picked } from "../../records/view";
import { type Feed, openChangeStream } from "../event-stream/change-stream";
import { parseAggregateBody } from "../input/aggregate-body";
import { parseListQuery, parseQueryBody } from "../input/list-query";
import { expand, feedCursor, feedLimit, fields, wait } from "../input/parameters";
import { parseParameters } from "../input/query-string";
import { recordKeyOf } from "../input/record-body";
import { parseSearchQuery } from "../input/search-query";
import { VARY_BY_FORM } from "../response";
import {
  ACCEPT_QUERY,
  type CallerRequest,
  type EndpointResult,
  type EntityRequest,
  type FieldsInUse,
  type Standing,
} from "./endpoint";

const VARY_AND_QUERY = { ...VARY_BY_FORM, ...ACCEPT_QUERY };

export function list(request: EntityRequest): Promise<EndpointResult> {
  return page(request, parseListQuery(request.asked.query));
}

export async function query(request: EntityRequest): Promise<EndpointResult> {
  return page(request, parseQueryBody(await request.asked.body.read()));
}

async function page({ caller, access, asked: { request } }: EntityRequest, query: ListQuery): Promise<EndpointResult> {
  // The path of a list takes QUERY; that of a query by POST does not.
  const headers = request.method === "POST" ? VARY_BY_FORM : VARY_AND_QUERY;
  const form = prefers("text/csv", request.header("accept")) ? "csv" : "json";
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

export async function aggregate({ caller, access, asked }: EntityRequest): Promise<EndpointResult> {
  const query = parseAggregateBody(await asked.body.read());
  const data = await aggregateRecords(caller, access, query, asked.request.signal());
  return { status: 200, data, fieldsInUse: { picked: [], named: () => namesInAggregate(query) } };
}

export async function read(request: EntityRequest): Promise<EndpointResult> {
  const { caller, access, asked } = request;
  const picked = parseParameters(asked.query, { fields, expand });
  const keyOf = () => recordKeyOf(request);
  const { envelope, version } = await readRecord(access, caller.access, keyOf, picked, caller.seen);
  const fieldsInUse = fieldsOfPicked(picked);
  // The version does not cover the other records that the response contains.
  if (picked.expand.length > 0) return { status: 200, data: envelope, fieldsInUse };
  if (namesVersion(asked.request.header("if-none-match"), version))
    return { status: 304, data: null, version, fieldsInUse };
  return { status: 200, data: envelope, version, fieldsInUse };
}

export const FEED_PARAMETERS = { cursor: feedCursor, limit: feedLimit, fields, wait };

export async function follow(request: EntityRequest): Promise<EndpointResult> {
  const { access, asked, standing } = request;
  const { wait: seconds, ...feed } = parseParameters(asked.query, FEED_PARAMETERS);
  // A removal has the unique values of its record, whatever `fields` picks.
  const named = () => access.entity.uniqueFields.filter((key) => access.readable.has(key));
  const result = { status: 200, headers: VARY_BY_FORM, fieldsInUse: { picked: feed.fields, named } } as const;
  if (prefers("text/event-stream", asked.request.header("accept")) && standing !== null)
    return { ...result, data: streamOf(request, standing, feed), isEventStream: true };
  return { ...result, ...(await pageOf(request, feed, seconds)) };
}

async function pageOf({ caller, access, asked: { request, deadline } }: EntityRequest, feed: Feed, seconds: number) {
  // Not counted from now: a request that is authorized again because permissions changed does not wait longer.
  const waitUntil = seconds === 0 ? null : deadline.openedAt + seconds * 1_000;
  const query = { ...feed, maxBytes: MAX_PAGE_BYTES, waitUntil, isChecked: true };
  const page = await listChanges(caller, access, query, { signal: request.signal(), deadline });
  return { data: pageText(page), sent: page.sent };
}

/** A client that connects again sends the last id that it got; the address still has the cursor that it began with. */
function streamOf({ caller, access, asked: { request } }: EntityRequest, standing: Standing, feed: Feed) {
  const query = { ...feed, cursor: request.header("last-event-id") || feed.cursor };
  return openChangeStream({ caller, access, standing, request }, query);
}

export async function search({ caller, asked }: CallerRequest): Promise<EndpointResult> {
  const { entities, ...search } = parseSearchQuery(asked.query, caller.access);
  const { items, isBounded, sent } = await searchRecords(caller, entities, search, asked.request.signal());
  const searched = entities.map((access) => ({ access, picked: search.fields }));
  return { status: 200, data: searchText(items, isBounded), searched, sent };
}

/** In pieces, because joining them would copy the records. */
function searchText(items: string[], truncated: boolean): string[] {
  const separated = items.flatMap((item, index) => (index === 0 ? [item] : [",", item]));
  return ['{"items":[', ...separated, `],"truncated":${truncated}}`];
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
