/**
 * What happens to a request, from the first check to the last header: one function that reads like contract § 1.
 */
import { AccessChanged } from "../access/changed";
import { requireEntity, requireVerb } from "../access/require";
import { noteUse, recordCall } from "../call-log/record";
import { ApiError, CallerLeft } from "../errors";
import type { Caller } from "../tokens/authenticate";
import { admit, Refused } from "./admit";
import { openAhead } from "./ahead";
import { type ReceivedBody, receiveBody } from "./body";
import { compressed } from "./compression";
import { openDeadline } from "./deadline";
import { ENDPOINTS, type Endpoint } from "./endpoints";
import { requireKnownParameters } from "./parameters";
import { matchPath, splitTarget, WHOLE_SERVICE } from "./paths";
import { parseQueryString } from "./query-string";
import { type Answer, errorReply, MethodNotAllowed, successReply } from "./reply";
import type { ApiReply, ApiRequest } from "./request";
import { requestIdOf } from "./request-id";
import { logRequest, type Trace } from "./request-log";
import { describeOtherMethod, describeUnknownPath } from "./unknown-path";

/** What the log says of a request that nobody waited for; nobody reads it as a response. */
const CLIENT_CLOSED_REQUEST = 499;

/** Never throws: every failure is an answer. */
export async function answer(request: ApiRequest): Promise<ApiReply> {
  const started = performance.now();
  const requestId = requestIdOf(request.header("x-request-id"));
  const trace: Trace = {
    requestId,
    at: Date.now(),
    endpoint: null,
    entityKey: null,
    caller: null,
    tokenId: null,
    applied: null,
    error: null,
  };
  let reply: ApiReply;
  try {
    reply = await compressed(request, successReply(await respond(request, trace), trace));
  } catch (thrown) {
    trace.error = thrown instanceof Refused ? thrown.error : thrown;
    if (thrown instanceof Refused) {
      trace.applied = thrown.applied;
      trace.tokenId ??= thrown.tokenId;
    }
    reply = errorReply(trace.error, trace, request.header("authorization") !== null);
    if (trace.error instanceof CallerLeft) reply.status = CLIENT_CLOSED_REQUEST;
  }
  logRequest(request, reply, trace, performance.now() - started);
  const { at, endpoint, entityKey, caller, tokenId, error } = trace;
  if (tokenId !== null && endpoint !== null && !(error instanceof CallerLeft)) {
    const { method, address } = request;
    recordCall({ tokenId, at, method, endpoint, entityKey, status: reply.status, requestId, address, caller, error });
  }
  return reply;
}

async function respond(request: ApiRequest, trace: Trace): Promise<Answer> {
  if (request.malformed !== null) throw new ApiError("INVALID_BODY", request.malformed);
  if (request.target === WHOLE_SERVICE) return { status: 204, data: null, allow: allowedMethods(ENDPOINTS) };
  const { path, query } = splitTarget(request.target);
  const match = matchPath(path, ENDPOINTS);
  if (match === null) throw new ApiError("ENTITY_NOT_FOUND", describeUnknownPath(path));
  if (request.method === "OPTIONS") return { status: 204, data: null, allow: allowedMethods(match.endpoints) };
  const endpoint = match.endpoints.find(
    ({ method }) => method === (request.method === "HEAD" ? "GET" : request.method),
  );
  if (endpoint === undefined)
    throw new MethodNotAllowed(allowedMethods(match.endpoints), describeOtherMethod(request.method, match));
  trace.endpoint = endpoint;
  trace.entityKey = match.entityKey;

  const deadline = openDeadline();
  let received: Promise<ReceivedBody> | undefined;
  const run = async (caller: Caller): Promise<Answer> => {
    const call = { caller, query: parseQueryString(query), header: request.header, signal: request.signal };
    if (endpoint.about === "caller") {
      requireKnownParameters(call.query, endpoint);
      return endpoint.handle(call);
    }
    const access = requireEntity(caller.access, match.entityKey);
    if (endpoint.verb !== null) requireVerb(access, endpoint.verb);
    requireKnownParameters(call.query, endpoint);
    received ??= endpoint.hasBody ? receiveBody(request, caller.token.id) : undefined;
    const body = received === undefined ? noBody : (await received).judge;
    return deadline.within(endpoint.handle({ ...call, access, recordId: match.recordId, body }));
  };
  const changesNothing = endpoint.about === "entity" && endpoint.verb === "list";
  const ahead = openAhead(run);
  try {
    const { caller, applied, identifyAgain } = await admit(request, deadline, (expected) => {
      if (changesNothing) ahead.begin(expected);
    });
    trace.applied = applied;
    trace.tokenId = caller.token.id;
    noteUse(caller.token.id, trace.at, request.address);
    return await withCurrentRights(caller, identifyAgain, (current) => {
      trace.caller = current;
      return ahead.take(current) ?? run(current);
    });
  } finally {
    ahead.leave();
    received?.then(({ release }) => release());
  }
}

/** How often rights may change under one request before it is our fault that it finds no answer. */
const MAX_ADMISSIONS = 4;

/** Runs the use case again with today's rights where a write found that they had changed. */
async function withCurrentRights(
  caller: Caller,
  identifyAgain: () => Promise<Caller>,
  run: (caller: Caller) => Promise<Answer>,
): Promise<Answer> {
  let current = caller;
  for (let admission = 1; ; admission += 1) {
    try {
      return await run(current);
    } catch (error) {
      if (!(error instanceof AccessChanged) || admission === MAX_ADMISSIONS) throw error;
      current = await identifyAgain();
    }
  }
}

function allowedMethods(endpoints: readonly Endpoint[]): string {
  const methods = endpoints.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  return [...new Set([...methods, "OPTIONS"])].join(", ");
}

function noBody(): never {
  throw new Error("This endpoint takes no body.");
}
