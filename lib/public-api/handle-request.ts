/** A request from its first check to its last header, in the order of contract § 1: match, admit, authorize, handle, respond. */
import { AccessChanged, requireEntity, requireVerb, requireVerbSomewhere } from "../access/require";
import type { Caller } from "../authentication/authenticate";
import { ApiError, type ErrorCode } from "../errors";
import { takesOnlyCsv } from "../http/accept";
import { compressed } from "../http/compression";
import { inSpan } from "../process/tracing";
import { writes } from "../process/writes";
import { limiters } from "../rate-limit/open";
import { type LockWaiter, requireUnpaused, unlessLocked } from "../records/load/locked-entities";
import { hasSameForm } from "../records/work";
import { openDeadline } from "../time/deadline";
import { Admission, type Identified } from "./admission";
import { withDeprecation } from "./deprecation";
import type { CallerRequest, EndpointResult, EntityRequest } from "./endpoints/endpoint";
import type { CallerEndpoint, Endpoint, EntityEndpoint } from "./endpoints/registry";
import { RequestBody } from "./input/body";
import { dryRun } from "./input/parameters";
import { parseParameters, requireKnownParameters } from "./input/query-string";
import { describeMethods, type Matched, matchRoute, requireWellFormed } from "./match-route";
import { recorded, type Trace } from "./recording";
import type { ApiRequest, ApiResponse } from "./request";
import { errorResponse, successResponse } from "./response";
import { speculative, takeEarlyRead } from "./speculative-read";

/** Never throws: every failure becomes a response. */
export const handleRequest = recorded((request, trace) => handleSteps(request, trace, admit));

/** `identify` finds the caller of the request. */
export async function handleSteps(
  request: ApiRequest,
  trace: Trace,
  identify: (matched: Matched) => Promise<Identified>,
): Promise<ApiResponse> {
  const body = new RequestBody(request);
  try {
    requireWellFormed(request);
    const methods = describeMethods(request);
    if (methods !== null) return successResponse(methods, trace);
    const matched = matchRoute({ request, body, trace, deadline: openDeadline() }); // 404 405
    const admitted = await inSpan("admission", {}, () => identify(matched)); // 401 429
    trace.admitted = performance.now();
    const authorized = authorize(admitted); // 403 404
    const result = await inSpan("handler", {}, () => handle(authorized, renew)); // 400 403 404 409 412 428 429
    if (!matched.endpoint.safe) writes().emit("written");
    trace.searched = result.searched?.map(({ access }) => access.entity.key) ?? [];
    return await compressed(request, successResponse(result, trace));
  } catch (error) {
    trace.error = error;
    return errorResponse(error, trace, request.header("authorization"));
  } finally {
    body.release();
  }
}

export const admission = new Admission(limiters);
/** A read begins while the token is verified, with the caller of its last request. */
export const admit = speculative(admission, async (identified) => runEndpoint(authorize(identified)));

/** A request whose caller is known from a token or from a session of the pages (`reference/handle-as.ts`). */
export type Known = Pick<Identified, "matched" | "caller">;

/** The caller can use the entity, and has a verb that the endpoint requires. */
export type Authorized<By extends Known> = { identified: By } & (
  | ({ about: "caller"; endpoint: CallerEndpoint } & CallerRequest)
  | ({ about: "entity"; endpoint: EntityEndpoint } & EntityRequest)
);

function authorize(identified: Identified): Authorized<Identified> {
  return authorizeKnown(identified, {
    countAs: (requests) => admission.countAs(identified, requests),
    standing: {
      renew: async () => (await admission.renewLater(identified)).caller,
      countOne: (caller) => admission.count(caller),
    },
  });
}

async function renew({ identified }: Authorized<Identified>): Promise<Authorized<Identified>> {
  return authorize(await admission.renew(identified));
}

/** Throws ENTITY_NOT_FOUND, PERMISSION_DENIED. */
export function authorizeKnown<By extends Known>(
  identified: By,
  { countAs, standing }: Pick<EntityRequest, "countAs" | "standing">,
): Authorized<By> {
  const { matched: asked, caller } = identified;
  const { endpoint, entityKey } = asked;
  const dryRun = asked.trace.isDryRun;
  if (endpoint.about === "caller") {
    requireVerbSomewhere(caller.access, ...endpoint.verbs);
    return { about: "caller", identified, endpoint, asked, caller, dryRun };
  }
  const access = requireEntity(caller.access, entityKey);
  requireVerb(access, ...endpoint.verbs);
  return { about: "entity", identified, endpoint, asked, caller, dryRun, access, countAs, standing };
}

/** Permissions can change this often during one request before it gives up. The deadline usually ends it earlier. */
const MAX_TIMES = 20;

/** Refusals by what was found. Nothing was written. */
const ABOUT_RECORDS: ReadonlySet<ErrorCode> = new Set(["RECORD_NOT_FOUND", "PERMISSION_DENIED", "PRECONDITION_FAILED"]);

/**
 * Authorizes the request again by `renew`, and handles it again, if a write finds other permissions than the request was
 * authorized with, or if the records have another form than the caller's configuration (contract § 2).
 */
export async function handle<By extends Known>(
  first: Authorized<By>,
  renew: (authorized: Authorized<By>) => Promise<Authorized<By>>,
): Promise<EndpointResult> {
  let authorized = first;
  for (let times = 1; ; times += 1) {
    const { endpoint, caller, identified } = authorized;
    let result: EndpointResult | undefined;
    try {
      result = await (takeEarlyRead(identified.matched) ?? runEndpoint(authorized));
      // A write tests it in its own statement, and a stream for each of its pages.
      if (!endpoint.safe || result.isEventStream || (await hasSameForm(caller))) return result;
      throw new AccessChanged();
    } catch (error) {
      result?.sent?.();
      if (!(await isOutdated(error, caller))) throw error;
      if (times === MAX_TIMES) throw new AccessChanged();
    }
    authorized = await renew(authorized);
  }
}

/** True if permissions, or the form of the records, have changed since the request was authorized. */
async function isOutdated(error: unknown, caller: Caller): Promise<boolean> {
  if (error instanceof AccessChanged) return true;
  return error instanceof ApiError && ABOUT_RECORDS.has(error.code) && !(await hasSameForm(caller));
}

/**
 * Runs the endpoint's handler once the body has arrived. Waiting for the body does not count towards the deadline, because that
 * time depends on the client.
 */
export async function runEndpoint(authorized: Authorized<Known>): Promise<EndpointResult> {
  const { endpoint, caller, identified } = authorized;
  const { request, query, body, deadline } = identified.matched;
  // Checked together with the shape of the body, before any record is looked up.
  requireKnownParameters(query, endpoint);
  requireKnownForm(request, endpoint);
  parseParameters(query, { dryRun });
  if (endpoint.body !== undefined) await body.receive(caller, endpoint.body.bounds);
  const isOfEntity = authorized.about === "entity";
  const result = isOfEntity ? runOnEntity(authorized) : authorized.endpoint.handle(authorized);
  // A result that is too late to be sent gives back its memory.
  const inTime = endpoint.waits ? result : deadline.within(result, ({ sent }) => sent?.());
  return withDeprecation(await inTime, authorized);
}

/** Throws INVALID_FILTERS if a read accepts only CSV and the endpoint has none: JSON would end up in a CSV file. */
function requireKnownForm(request: ApiRequest, { safe, csv }: Endpoint): void {
  if (!safe || csv || !takesOnlyCsv(request.header("accept"))) return;
  const message =
    "This endpoint responds with JSON only: send Accept: application/json. CSV is available for lists and queries: GET …/records and POST …/records/query.";
  throw new ApiError("INVALID_FILTERS", message);
}

function runOnEntity(authorized: Extract<Authorized<Known>, { about: "entity" }>): ReturnType<Endpoint["handle"]> {
  const { endpoint, caller, access } = authorized;
  const run = () => endpoint.handle(authorized);
  // The description of an entity is not read from its table.
  if (endpoint.verbs.length === 0) return run();
  const waiting = { entity: access.entity, tokenId: caller.token.rootId, waiter: lockWaiterOf(endpoint) };
  const runUnlocked = () => unlessLocked(waiting, run);
  return endpoint.safe ? runUnlocked() : requireUnpaused(caller, access.entity).then(runUnlocked);
}

function lockWaiterOf({ safe, waits, checks }: EntityEndpoint): LockWaiter {
  if (!safe) return "write";
  if (waits) return "feed";
  return checks.includes("turn") ? "list" : "read";
}
