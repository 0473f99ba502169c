/**
 * Records each request: a line in the log and, if the token is known, an entry in its call log. Never contains a secret, a query
 * string or a record's values. The text of an internal error goes only to the log.
 */
import { type Span, SpanStatusCode } from "@opentelemetry/api";
import type { Caller } from "../authentication/authenticate";
import { calls } from "../call-log/batch";
import { codeOf } from "../call-log/finished-call";
import { ApiError, CallerLeft } from "../errors";
import { requestIdOf } from "../http/request-id";
import { describeFault, log } from "../process/log";
import { metrics } from "../process/metrics";
import { inRequestSpan, traceIdOf } from "../process/tracing";
import { BASE_PATH } from "./base-path";
import type { Endpoint } from "./endpoints/registry";
import type { ApiRequest, ApiResponse } from "./request";
import type { AppliedWindow } from "./response";

/** Collects what is known about a request. Each stage adds to it, so that refused requests are recorded, too. */
export class Trace {
  readonly requestId: string;
  /** When the request arrived, in milliseconds since 1970; `started` and `admitted` are values of `performance.now()`. */
  readonly at = Date.now();
  readonly started = performance.now();
  /** null unless it was admitted. */
  admitted: number | null = null;
  endpoint: Endpoint | null = null;
  /** As in the path; null if the endpoint has none. */
  entityKey: string | null = null;
  /** The keys of the entities that a search looked into. */
  searched: readonly string[] = [];
  caller: Caller | null = null;
  /** Set only if the secret matched, so that failed guesses are not listed among the token's requests. */
  tokenId: string | null = null;
  /** When the token expires, in milliseconds since 1970; null unless that is soon. */
  tokenEndsAt: number | null = null;
  applied: AppliedWindow | null = null;
  isDryRun = false;
  /** How many requests this one counts as. */
  counted = 1;
  error: unknown = null;

  constructor(request: ApiRequest) {
    this.requestId = requestIdOf(request.header("x-request-id"));
  }
}

type Respond = (request: ApiRequest, trace: Trace) => Promise<ApiResponse>;

/** `respond` must not throw. */
export function recorded(respond: Respond): (request: ApiRequest) => Promise<ApiResponse> {
  return async (request) => {
    const trace = new Trace(request);
    const response = await inRequestSpan(
      request.header("traceparent"),
      () => respond(request, trace),
      (span, { status }) => describeSpan(span, request, trace, status),
    );
    record(request, response, trace);
    return response;
  };
}

export function record(request: ApiRequest, response: ApiResponse, trace: Trace): void {
  const milliseconds = performance.now() - trace.started;
  if (trace.caller !== null && wantsTiming(request)) tellTiming(response, trace, milliseconds);
  logRequest(request, response, trace, milliseconds);
  measure(response, trace, milliseconds);
  recordInCallLog(request, response, trace, milliseconds);
}

/** True if the client sends `Prefer: timing` (RFC 7240). */
function wantsTiming(request: ApiRequest): boolean {
  return /(?:^|,)\s*timing\s*(?:[,;]|$)/i.test(request.header("prefer") ?? "");
}

/** Only for an admitted caller, who could measure the times anyway. */
function tellTiming({ headers }: ApiResponse, { started, admitted }: Trace, milliseconds: number): void {
  const admission = (admitted ?? started) - started;
  const part = (name: string, duration: number) => `${name};dur=${duration.toFixed(1)}`;
  headers["server-timing"] = [
    part("admission", admission),
    part("handler", milliseconds - admission),
    part("total", milliseconds),
  ].join(", ");
  headers["preference-applied"] = "timing";
}

/** Follows the semantic conventions of OpenTelemetry. As in the log, there is no query string, and the path is its template. */
function describeSpan(span: Span, request: ApiRequest, { endpoint, requestId, error }: Trace, status: number): void {
  const method = request.method.slice(0, 16);
  const route = endpoint === null ? {} : { "http.route": `${BASE_PATH}${endpoint.path}` };
  const code = codeOf({ error });
  span.updateName(endpoint === null ? method : `${method} ${endpoint.path}`);
  span.setAttributes({ "http.request.method": method, "http.response.status_code": status, ...route });
  span.setAttributes({ "records.request_id": requestId, ...(code === null ? {} : { "error.type": code }) });
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}

function measure({ status }: ApiResponse, { endpoint, error }: Trace, milliseconds: number): void {
  const name = endpoint?.name ?? "none";
  metrics()?.requests.inc({ endpoint: name, status, code: codeOf({ error }) ?? "" });
  metrics()?.latency.observe({ endpoint: name }, milliseconds / 1_000);
}

function logRequest(request: ApiRequest, { status }: ApiResponse, trace: Trace, milliseconds: number): void {
  const { requestId, endpoint, caller, error } = trace;
  const line = {
    requestId,
    traceId: traceIdOf(request.header("traceparent")),
    endpoint: endpoint?.name ?? null,
    method: request.method.slice(0, 16),
    status,
    code: codeOf(trace) ?? undefined,
    milliseconds: Math.round(milliseconds * 100) / 100,
    address: request.address,
    token: caller?.token.id,
    member: caller?.member.id,
  };
  if (error instanceof CallerLeft) log().info({ ...line, code: undefined }, "the caller left");
  else if (error !== null && !(error instanceof ApiError))
    log().error({ ...line, error: describeFault(error) }, "request failed");
  else log().info(line, "request");
}

function recordInCallLog(request: ApiRequest, { status }: ApiResponse, trace: Trace, milliseconds: number): void {
  const { requestId, at, endpoint, entityKey, searched, caller, tokenId, counted, applied, error } = trace;
  if (tokenId === null || endpoint === null || error instanceof CallerLeft) return;
  const { method, address } = request;
  const userAgent = request.header("user-agent");
  const limitPerMinute = applied?.name === "token" ? applied.window.limit : null;
  calls().batch.add(
    // Spreading two objects into a third takes Node 20 microseconds.
    Object.assign(
      { tokenId, at, method, endpoint, entityKey, searched, status, milliseconds, requestId, address, userAgent },
      { limitPerMinute, counted, caller, error },
    ),
  );
}
