/**
 * A request that says in its body which requests of the API it stands for (`lib/mcp`). It is admitted once. These then go through
 * the pipeline with the same caller. Together they count as one request, except where one counts as several by itself.
 */
import type { Caller } from "../authentication/authenticate";
import type { ApiError } from "../errors";
import { compressed } from "../http/compression";
import type { JsonValue } from "../model";
import { openDeadline } from "../time/deadline";
import type { Admitted } from "./admission";
import { BASE_PATH } from "./base-path";
import { admission, admit, handleSteps } from "./handle-request";
import { type BodyBounds, RequestBody } from "./input/body";
import { type Matched, matchRoute, requireWellFormed } from "./match-route";
import { record, recorded, Trace } from "./recording";
import type { ApiRequest, ApiResponse } from "./request";
import { errorResponse, plainResponse } from "./response";

export type Within = {
  /** The outer request. */
  request: ApiRequest;
  caller: Caller;
  requestId: string;
  /** Rejects with INVALID_BODY, or with RATE_LIMITED if there was no room for the body. */
  readBody(bounds: BodyBounds): Promise<JsonValue>;
  /** Never throws, not even what `requireRenewed` throws, which is called if permissions change meanwhile. */
  send(request: ApiRequest, requireRenewed?: Matched["requireRenewed"]): Promise<ApiResponse>;
  /** A response to the outer request: JSON text, and the headers that every response has. `error` is recorded. */
  respond(status: number, text: string, error?: ApiError): ApiResponse;
};

/** The outer request is recorded unless it has sent another, which is recorded by itself. */
type Outer = { trace: Trace; hasSent: boolean };

/** The outer request counts as this until it has sent another. */
const STANDS_FOR = { method: "GET", target: `${BASE_PATH}/entities` };

/** `check` comes before the admission. Errors that it or `work` throws become responses, as those of the admission do. */
export function handleWithin(check: (request: ApiRequest) => void, work: (within: Within) => Promise<ApiResponse>) {
  return async (request: ApiRequest): Promise<ApiResponse> => {
    const outer = { trace: new Trace(request), hasSent: false };
    const body = new RequestBody(request);
    const response = await respond(request, body, outer).finally(() => body.release());
    const { trace, hasSent } = outer;
    if (!hasSent) record(trace.endpoint === null ? request : { ...request, ...STANDS_FOR }, response, trace);
    return response;
  };

  async function respond(request: ApiRequest, body: RequestBody, outer: Outer): Promise<ApiResponse> {
    const { trace } = outer;
    try {
      requireWellFormed(request);
      check(request);
      const matched = matchRoute({ request: { ...request, ...STANDS_FOR }, body, trace, deadline: openDeadline() });
      const admitted = await admit({ ...matched, request });
      const { caller } = admitted;
      const response = await work({
        request,
        caller,
        requestId: trace.requestId,
        readBody: async (bounds) => {
          await body.receive(caller, bounds);
          return body.readJson();
        },
        send: (asked, requireRenewed = null) => sendWithin(outer, asked, admitted, requireRenewed),
        respond: (status, text, error) => {
          trace.error = error ?? null;
          return plainResponse(status, text, trace);
        },
      });
      return await compressed(request, response);
    } catch (error) {
      trace.error = error;
      return errorResponse(error, trace, request.header("authorization"));
    }
  }
}

function sendWithin(outer: Outer, request: ApiRequest, admitted: Admitted, requireRenewed: Matched["requireRenewed"]) {
  outer.hasSent = true;
  const identify = async (matched: Matched) => {
    matched.requireRenewed = requireRenewed;
    return admission.complete({ ...admitted, matched }, admitted.window);
  };
  return recorded(async (asked, trace) => {
    const response = await handleSteps(asked, trace, identify);
    outer.trace.applied = trace.applied ?? outer.trace.applied;
    return response;
  })(request);
}
