/** Turns a result or an error into the response: envelopes and headers (contract §§ 3, 4). No other file writes them. */
import { Readable } from "node:stream";
import { ApiError, CallerLeft, type ErrorCode } from "../errors";
import { publicOrigin } from "../http/origin";
import { isAway } from "../postgres/faults";
import { WINDOW_SECONDS, type Window } from "../rate-limit/limiter";
import type { EndpointResult } from "./endpoints/endpoint";
import type { ApiResponse } from "./request";

/** The window that applied: the token's once the token is verified, the address's before that. */
export type AppliedWindow = { name: "token" | "address"; window: Window };

/** `applied` is null if no window has been checked yet. `tokenEndsAt` is set in the token's last days. */
type ResponseContext = {
  requestId: string;
  applied: AppliedWindow | null;
  tokenEndsAt?: number | null;
  isDryRun?: boolean;
};

const JSON_TYPE = "application/json; charset=utf-8";
const CSV_TYPE = "text/csv; charset=utf-8; header=present";
/** Proxies must neither buffer nor compress it: compression would delay events. */
const EVENT_STREAM = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "private, no-store, no-transform",
  "x-accel-buffering": "no",
} as const;

export function successResponse(result: EndpointResult, context: ResponseContext): ApiResponse {
  const { status, data, version, location, allow, sent } = result;
  const headers = Object.assign(contextHeaders(context), result.headers);
  if (version !== undefined) headers.etag = `"${version}"`;
  if (location !== undefined) headers.location = location;
  if (allow !== undefined) headers.allow = allow;
  if (context.isDryRun) headers["x-dry-run"] = "true";
  if (result.isEventStream) {
    Object.assign(headers, EVENT_STREAM);
    return { status, headers, body: data, isEndless: true };
  }
  if (data === null) return { status, headers, body: null };
  if (result.isCsv) {
    headers["content-type"] = CSV_TYPE;
    return { status, headers, body: data, sent };
  }
  headers["content-type"] = JSON_TYPE;
  if (data instanceof Readable) return { status, headers, body: data, sent };
  const body = typeof data === "string" ? `{"data":${data}}` : ['{"data":', ...data, "}"];
  return { status, headers, body, sent };
}

/** A body that is JSON text and has no envelope around it, or none if it is empty. */
export function plainResponse(status: number, text: string, context: ResponseContext): ApiResponse {
  const headers = contextHeaders(context);
  if (text === "") return { status, headers, body: null };
  headers["content-type"] = JSON_TYPE;
  return { status, headers, body: text };
}

export const FAULT = "Something failed on our side. Quote the request id when you report it.";

/** Statuses that say nothing about the write that was tried. */
const UNRELATED = [401, 429, 500];

/** When to retry while no connection to the database is available. */
const AWAY_SECONDS = 1;

/** For the log: the client has gone, so this status is never sent. */
const CLIENT_CLOSED_REQUEST = 499;

/** For an internal error, the caller learns only the request id. `authorization` is the header as received. */
export function errorResponse(error: unknown, context: ResponseContext, authorization: string | null): ApiResponse {
  const known = error instanceof ApiError ? error : new ApiError("SERVER_ERROR", FAULT);
  const { code, message, details } = known;
  const status = error instanceof CallerLeft ? CLIENT_CLOSED_REQUEST : known.status;
  const { requestId, applied, isDryRun } = context;
  const headers = contextHeaders(context);
  headers["content-type"] = JSON_TYPE;
  headers.link = helpWith(code);
  if (isDryRun && !UNRELATED.includes(status)) headers["x-dry-run"] = "true";
  if (known.isReplayed) Object.assign(headers, REPLAYED);
  if (status === 401)
    headers["www-authenticate"] = authorization === null ? CHALLENGE : `${CHALLENGE}, error="invalid_token"`;
  if (status === 429 && applied !== null) {
    headers["retry-after"] = String(known.retryAfterSeconds ?? applied.window.retryAfter);
  }
  if (isAway(error)) headers["retry-after"] = String(AWAY_SECONDS);
  if (known instanceof MethodNotAllowed) headers.allow = known.allow;
  const body = { error: details === undefined ? { code, message, requestId } : { code, message, requestId, details } };
  return { status, headers, body: JSON.stringify(body) };
}

/** For a response that was first given to an earlier request with the same `Idempotency-Key`. */
export const REPLAYED = { "idempotent-replayed": "true" } as const;

/** The `Link` to the page that explains a code and what to do: messages contain no addresses. */
function helpWith(code: ErrorCode): string {
  return `<${publicOrigin()}/docs/errors#${code}>; rel="help"`;
}

/** The one declared extension of the spec's codes (contract § 1). */
export class MethodNotAllowed extends ApiError {
  constructor(
    readonly allow: string,
    advice = "",
  ) {
    super("METHOD_NOT_ALLOWED", `This path takes ${allow}.${advice}`);
  }
}

/** RFC 6750 § 3: a request without credentials gets no error code. */
export const CHALLENGE = 'Bearer realm="public-records-api"';

const VARY = "authorization";
/** For lists and the feed, which have two forms. */
export const VARY_BY_FORM = { vary: `accept, ${VARY}` } as const;

/** Returns one object that grows with the response: copying it would cost as much as the rest of the response. */
function contextHeaders({ requestId, applied, tokenEndsAt }: ResponseContext): Record<string, string> {
  const headers: Record<string, string> = {
    "cache-control": "private, no-store",
    vary: VARY,
    "x-content-type-options": "nosniff",
    "x-request-id": requestId,
  };
  if (tokenEndsAt) headers["x-token-expires"] = new Date(tokenEndsAt).toISOString();
  return applied === null ? headers : Object.assign(headers, rateLimitHeaders(applied));
}

/** Both families of rate limit headers (spec: Limits; contract § 3). `reset` is never in the past. */
export function rateLimitHeaders({ name, window }: AppliedWindow): Record<string, string> {
  const reset = Math.max(window.reset, Math.ceil(Date.now() / 1000));
  return {
    "x-ratelimit-limit": String(window.limit),
    "x-ratelimit-remaining": String(window.remaining),
    "x-ratelimit-reset": String(reset),
    "ratelimit-policy": `"${name}";q=${window.limit};w=${WINDOW_SECONDS}`,
    ratelimit: `"${name}";r=${window.remaining};t=${window.retryAfter}`,
  };
}
