/**
 * What is told of a request afterwards: a line of the log, and for requests of a known token its place in the call log. Never
 * a secret, a URL's query, or a record's values: the endpoint is told by its name, and what failed by its code; a fault's own
 * text goes to the log and nowhere else.
 */
import type { Caller } from "../authentication/authenticate";
import { callLog } from "../call-log/record";
import { ApiError, CallerLeft } from "../errors";
import { requestIdOf } from "../http/request-id";
import { log } from "../log";
import type { Endpoint } from "./endpoints/registry";
import type { ApiRequest, ApiResponse } from "./request";
import type { AppliedWindow } from "./response";

/** What is known of a request so far. Each stage adds what it finds, so that it is known of refused requests, too. */
export type Trace = {
  requestId: string;
  /** When it arrived, in milliseconds of the clock. */
  at: number;
  endpoint: Endpoint | null;
  /** As written in the path; null where the endpoint has none. */
  entityKey: string | null;
  caller: Caller | null;
  /** Only where the secret matched: what others try must not be among the token's requests. */
  tokenId: string | null;
  applied: AppliedWindow | null;
  /** As how many requests it counts. */
  counted: number;
  error: unknown;
};

type Respond = (request: ApiRequest, trace: Trace) => Promise<ApiResponse>;

/** `respond` never throws. */
export function recorded(respond: Respond): (request: ApiRequest) => Promise<ApiResponse> {
  return async (request) => {
    const started = performance.now();
    const trace = openTrace(request);
    const response = await respond(request, trace);
    logRequest(request, response, trace, performance.now() - started);
    recordInCallLog(request, response, trace);
    return response;
  };
}

export function openTrace(request: ApiRequest): Trace {
  return {
    requestId: requestIdOf(request.header("x-request-id")),
    at: Date.now(),
    endpoint: null,
    entityKey: null,
    caller: null,
    tokenId: null,
    applied: null,
    counted: 1,
    error: null,
  };
}

function logRequest(request: ApiRequest, { status }: ApiResponse, trace: Trace, milliseconds: number): void {
  const { requestId, endpoint, caller, error } = trace;
  const line = {
    requestId,
    endpoint: endpoint?.name ?? null,
    method: request.method.slice(0, 16),
    status,
    code: error === null ? undefined : error instanceof ApiError ? error.code : "SERVER_ERROR",
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

function recordInCallLog({ method, address }: ApiRequest, { status }: ApiResponse, trace: Trace): void {
  const { requestId, at, endpoint, entityKey, caller, tokenId, error } = trace;
  if (tokenId === null || endpoint === null || error instanceof CallerLeft) return;
  callLog().open.add({ tokenId, at, method, endpoint, entityKey, status, requestId, address, caller, error });
}

/** The stack and its causes; not the error object, whose driver fields can hold values of records. */
export function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : `\ncaused by: ${describeFault(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
