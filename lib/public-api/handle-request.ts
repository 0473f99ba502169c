/** The steps of a request, from the first check to the last header, in the order of contract § 1. */
import { requireEntity, requireVerb, requireVerbSomewhere } from "../access/require";
import { compressed } from "../http/compression";
import { inSpan } from "../process/tracing";
import { limiters } from "../rate-limit/open";
import { type LockWaiter, unlessLocked } from "../records/load/locked-entities";
import { requireUnpaused, tellingOfOtherWriters } from "../records/load/other-writers";
import { openDeadline } from "../time/deadline";
import { noteWrite } from "../webhooks/sender";
import { Admission, type Identified } from "./admission";
import { inOneForm, withCurrentPermissions } from "./current-permissions";
import { withDeprecation } from "./deprecation";
import type { CallerRequest, EndpointResult, EntityRequest } from "./endpoints/endpoint";
import type { CallerEndpoint, EntityEndpoint } from "./endpoints/registry";
import { RequestBody } from "./input/body";
import { requireKnownForm } from "./input/known-form";
import { dryRun } from "./input/parameters";
import { parseParameters, requireKnownParameters } from "./input/query-string";
import { describeMethods, type Matched, matchRoute, requireWellFormed } from "./match-route";
import { recorded, type Trace } from "./recording";
import type { ApiRequest, ApiResponse } from "./request";
import { errorResponse, successResponse } from "./response";
import { speculative, takingEarlyReads } from "./speculative-read";

/** Never throws: every failure becomes a response. */
export const handleRequest = recorded(
  stepsWith(async (matched) => {
    const admitted = await inSpan("admission", {}, () => admit(matched));
    matched.trace.admitted = performance.now();
    return admitted;
  }),
);

/** All steps of a request, with the one that finds its caller given. */
export function stepsWith(identify: (matched: Matched) => Promise<Identified>) {
  return async (request: ApiRequest, trace: Trace): Promise<ApiResponse> => {
    const body = new RequestBody(request);
    try {
      requireWellFormed(request);
      const methods = describeMethods(request);
      if (methods !== null) return successResponse(methods, trace);
      const matched = matchRoute({ request, body, trace, deadline: openDeadline() });
      const authorized = authorize(await identify(matched));
      const result = await inSpan("handler", {}, () => handle(authorized));
      if (!matched.endpoint.safe) noteWrite();
      trace.searched = result.searched?.map(({ access }) => access.entity.key) ?? [];
      return await compressed(request, successResponse(result, trace));
    } catch (error) {
      trace.error = error;
      return errorResponse(error, trace, request.header("authorization"));
    } finally {
      body.release();
    }
  };
}

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

/** Throws ENTITY_NOT_FOUND, PERMISSION_DENIED. */
export function authorizeKnown<By extends Known>(
  identified: By,
  { countAs, standing }: Pick<EntityRequest, "countAs" | "standing">,
): Authorized<By> {
  const { matched, caller } = identified;
  const { endpoint, request, query, body, deadline, recordId, entityKey, webhookId } = matched;
  if (endpoint.about === "caller") {
    requireVerbSomewhere(caller.access, ...(endpoint.verbs ?? []));
    return { about: "caller", identified, endpoint, caller, request, query, webhookId, body };
  }
  const access = requireEntity(caller.access, entityKey);
  requireVerb(access, ...endpoint.verbs);
  return {
    about: "entity",
    identified,
    endpoint,
    caller,
    request,
    query,
    webhookId,
    access,
    recordId,
    body,
    deadline,
    countAs,
    standing,
  };
}

/**
 * Runs the endpoint's handler once the body has arrived. Waiting for the body does not count towards the deadline, because that
 * time depends on the client.
 */
export async function handleEndpoint(authorized: Authorized<Known>): Promise<EndpointResult> {
  const { endpoint, query, caller, identified } = authorized;
  // Checked together with the shape of the body, before any record is looked up.
  requireKnownParameters(query, endpoint);
  requireKnownForm(identified.matched.request, endpoint);
  const given = parseParameters(query, { dryRun });
  const { body, deadline } = identified.matched;
  if (endpoint.body !== undefined) await body.receive(caller, endpoint.body.bounds);
  if (authorized.about === "caller") {
    const result = authorized.endpoint.handle(authorized, given.dryRun);
    return withDeprecation(await (endpoint.waits ? result : deadline.within(result, giveBack)), authorized);
  }
  const { access } = authorized;
  if (!endpoint.safe && caller.pausedEntities !== null) await requireUnpaused(caller, access.entity);
  const handle = () => authorized.endpoint.handle(authorized, given.dryRun);
  // The description of an entity is not read from its table.
  const isOfRecords = authorized.endpoint.verbs.length > 0;
  const handled = isOfRecords
    ? unlessLocked(access.entity, caller.token.rootId, waiterOf(authorized.endpoint), handle)
    : handle();
  const result = endpoint.safe ? handled : tellingOfOtherWriters(handled);
  return withDeprecation(await (endpoint.waits ? result : deadline.within(result, giveBack)), authorized);
}

/** Releases the memory of a result that is too late to be sent. */
function giveBack({ sent }: EndpointResult): void {
  sent?.();
}

function waiterOf({ safe, waits, checks }: EntityEndpoint): LockWaiter {
  if (!safe || waits) return "other";
  return checks.includes("turn") ? "list" : "read";
}

// `admission.admit` and `handleEndpoint` alone would be enough. The decorators make reads faster, and follow permissions that
// change while a request runs.
export const admission = new Admission(limiters);
export const admit = speculative(admission, async (identified) => handleEndpoint(authorize(identified)));
const handle = withCurrentPermissions(
  inOneForm(takingEarlyReads<Authorized<Identified>>(handleEndpoint)),
  async (authorized) => authorize(await admission.renew(authorized.identified)),
);
