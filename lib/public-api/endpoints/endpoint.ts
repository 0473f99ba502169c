/** The type of an endpoint's row, from which routing, the pipeline, OpenAPI and the explanation of refusals derive. */
import type { Readable } from "node:stream";
import type { z } from "zod";
import type { EntityAccess } from "../../access/compile";
import type { Caller } from "../../authentication/authenticate";
import type { ErrorCode } from "../../errors";
import type { Deprecation, JsonObject, Verb } from "../../model";
import type { Window } from "../../rate-limit/limiter";
import type { Step } from "../../refusal";
import type { Release } from "../../semaphore";
import type { Deadline } from "../../time/deadline";
import type { BodyBounds } from "../input/body";
import type { Parameters, QueryString } from "../input/query-string";
import type { ApiRequest } from "../request";

/** The caller needs one of `verbs`, if there are any, on at least one entity. */
export type CallerRow = Row & {
  about: "caller";
  handle(request: CallerRequest): Promise<EndpointResult> | EndpointResult;
};
/** The caller needs one of `verbs`; if the list is empty, any verb is enough. */
export type EntityRow = Row & {
  about: "entity";
  handle(request: EntityRequest): Promise<EndpointResult> | EndpointResult;
};
export type EndpointRow = CallerRow | EntityRow;

type Row = {
  method: "GET" | "QUERY" | "POST" | "PATCH" | "DELETE";
  path: string;
  verbs: readonly Verb[];
  /** True if the endpoint changes nothing, so that its work can start early and be discarded. */
  safe: boolean;
  /** The endpoint waits for a change, so its handler limits its own work. It can also respond with an event stream. */
  waits?: true;
  /** The name of the method in generated clients; letters only. */
  operationId: string;
  /** Present if the endpoint is going to be removed. `use` is the method and path that replace it. */
  deprecated?: Deprecation;
  /** Parameters of the query string; any other name is refused. */
  parameters?: Parameters;
  headers?: Record<string, RequestHeader>;
  /** `bounds` is given if this body can be larger than other bodies. */
  body?: { schema: z.ZodType; bounds?: BodyBounds };
  csv?: true;
  /** The endpoint's own checks in their order (contract § 1), after those that all endpoints share; see `checksOf`. */
  checks: readonly Step[];
  /** The endpoint's own error codes, in addition to those that every endpoint can return; see `row.ts`. */
  errors: readonly ErrorCode[];
};

export type RequestHeader = {
  description: string;
  required: boolean;
  schema: Record<string, unknown>;
  /** Only for a required header: clients send an example as if their user had meant it. */
  example?: string;
};

/** The request as given by its path, its query string and its body. */
export type Asked = {
  request: ApiRequest;
  query: QueryString;
  /** Rejects with INVALID_BODY, or with RATE_LIMITED if there was no room for the body. */
  body: { read(): Promise<JsonObject> };
  /** Decoded; null if the path has none, or if it cannot be decoded and therefore cannot exist. */
  recordId: string | null;
  webhookId: string | null;
  deadline: Deadline;
};

/** A request that has passed every check that does not depend on its content. */
export type CallerRequest = {
  asked: Asked;
  caller: Caller;
  /** A dry run writes as the request would, then rolls back. */
  dryRun: boolean;
};

/** It is also the `Work` of a use case that writes records. */
export type EntityRequest = CallerRequest & {
  /** The entity is exposed and usable, and the caller has one of the endpoint's verbs. */
  access: EntityAccess;
  /** Counts this request as that many. Throws RATE_LIMITED if the token's window has no room for them. */
  countAs(requests: number): Promise<void>;
  /** For a response that stays open; null if the request has no token. */
  standing: Standing | null;
};

/** Renews the caller of a response that stays open, and counts requests. */
export type Standing = {
  /** The caller with the permissions of that moment. Throws what the request itself would be refused with. */
  renew(): Promise<Caller>;
  /** Counts one more request, if the window of the token has room for it. */
  countOne(caller: Caller): Promise<Window>;
};

/** What a handler returns: data as JSON text, and values for headers. */
export type EndpointResult = {
  status: 200 | 201 | 204 | 304;
  /** Long data comes in pieces. A stream of bytes is the whole body, as JSON or events. null means no body. */
  data: string | string[] | Readable | null;
  /** `data` is CSV and the whole body. */
  isCsv?: true;
  /** `data` is a stream of events, or null for HEAD. */
  isEventStream?: true;
  version?: string;
  location?: string;
  allow?: string;
  /** Headers of this endpoint only, by lower-case name. */
  headers?: Readonly<Record<string, string>>;
  fieldsInUse?: FieldsInUse;
  /** The entities that were searched, and the fields of each as in `FieldsInUse`. */
  searched?: readonly { access: EntityAccess; picked: readonly string[] | null }[];
  /** See `ApiResponse`. */
  sent?: Release;
};

/**
 * `picked` are the fields of the records in the response, null for all that the caller can read. `named` are those that the request
 * names; `country.code` is one of the record that `country` refers to. `expanded` are references whose records are in the response.
 */
export type FieldsInUse = {
  picked: readonly string[] | null;
  named: () => readonly string[];
  expanded?: readonly string[];
};

export function jsonResult(data: unknown): EndpointResult {
  return { status: 200, data: JSON.stringify(data) };
}

/** For paths that take QUERY (RFC 10008 § 3). */
export const ACCEPT_QUERY = { "accept-query": "application/json" } as const;

/** True if the endpoint can check everything and write nothing. */
export function takesDryRun({ parameters = {} }: Pick<Row, "parameters">): boolean {
  return Object.hasOwn(parameters, "dryRun");
}

/** True if a repetition with the same `Idempotency-Key` gets the first response again. */
export function takesKey({ headers = {} }: Pick<Row, "headers">): boolean {
  return Object.hasOwn(headers, "Idempotency-Key");
}

const ADMISSION: readonly Step[] = ["request id", "path", "address", "token address", "token", "owner", "rate limit"];

/** All checks of an endpoint in their order: the pipeline's, then its own. */
export function checksOf(row: EndpointRow): Step[] {
  const verb: Step[] = row.verbs.length === 0 ? [] : ["verb"];
  return [...ADMISSION, ...(row.about === "entity" ? (["entity"] as const) : []), ...verb, ...row.checks];
}
