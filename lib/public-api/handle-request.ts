/** What happens to a request, from the first check to the last header, in the order of contract § 1. */
import { compressed } from "../http/compression";
import { Admission, type Identified, limiters, type Presented } from "./admission";
import { type Authorized, authorize } from "./authorize";
import { withCurrentRights } from "./current-rights";
import { openDeadline } from "./deadline";
import type { EndpointResult } from "./endpoints/endpoint";
import { RequestBody } from "./input/body";
import { requireKnownParameters } from "./input/query-string";
import { describeMethods, matchRoute, requireWellFormed } from "./match-route";
import { recorded, type Trace } from "./recording";
import type { ApiRequest, ApiResponse } from "./request";
import { errorResponse, successResponse } from "./response";
import { speculative, takingEarlyReads } from "./speculative-read";

/** Never throws: every failure is a response. */
export const handleRequest = recorded(respond);

async function respond(request: ApiRequest, trace: Trace): Promise<ApiResponse> {
  const body = new RequestBody(request);
  try {
    requireWellFormed(request);
    const methods = describeMethods(request);
    if (methods !== null) return successResponse(methods, trace);
    const matched = matchRoute({ request, body, trace, deadline: openDeadline() });
    const admitted = await admit(matched);
    const authorized = authorize(admitted);
    const result = await handle(authorized);
    return await compressed(request, successResponse(result, trace));
  } catch (error) {
    trace.error = error;
    return errorResponse(error, trace, request.header("authorization"));
  } finally {
    body.release();
  }
}

/** The endpoint's own part, once the body has arrived: how long that takes is the client's business. */
async function handleEndpoint(authorized: Authorized): Promise<EndpointResult> {
  requireKnownParameters(authorized.query, authorized.endpoint);
  if (authorized.about === "caller") return authorized.endpoint.handle(authorized);
  if (authorized.endpoint.body !== undefined) await authorized.body.receive(authorized.caller.token.id);
  return authorized.deadline.within(authorized.endpoint.handle(authorized));
}

// What is straight above works with `admission.admit` and `handleEndpoint` alone; the decorators are about speed, and about
// permissions that change while a request runs.
const admission = new Admission(limiters);
const admit = speculative(admission, async (identified: Identified) => handleEndpoint(authorize(identified)));
const handle = withCurrentRights(takingEarlyReads(handleEndpoint), (presented: Presented) =>
  admission.verify(presented),
);
