/**
 * The pipeline for a member who is signed in to the pages: the same routes, checks and handlers as in `handle-request.ts`, with a
 * caller that comes from the session instead of a token. Reads run normally. A write runs only as a dry run.
 */
import type { Caller } from "../../authentication/authenticate";
import { openDeadline } from "../../time/deadline";
import { type Authorized, authorizeKnown, handle, type Known } from "../handle-request";
import { RequestBody } from "../input/body";
import { type Matched, matchRoute } from "../match-route";
import { Trace } from "../recording";
import type { ApiRequest } from "../request";
import { errorResponse, successResponse } from "../response";

type Session = {
  /** Throws if the caller no longer exists. Called again if permissions changed during a write. */
  findCaller(): Promise<Caller>;
  /** Counts the request as that many. Throws RATE_LIMITED. */
  countAs(requests: number): Promise<void>;
};

/** Never throws: every failure becomes a response. */
export async function handleAs(session: Session, request: ApiRequest) {
  const trace = new Trace(request);
  const body = new RequestBody(request);
  try {
    const matched = matchRoute({ request, body, trace, deadline: openDeadline() });
    // The last check before the handler, on the very value that decides: a write that is not a dry run is a bug of ours.
    if (!matched.endpoint.safe && !trace.isDryRun)
      throw new Error(`${matched.endpoint.name} was to be handled for a session, and not as a dry run.`);
    await session.countAs(1);
    const authorize = () => authorizeBy(session, matched);
    const result = await handle(await authorize(), authorize);
    return { response: successResponse(result, trace), trace };
  } catch (error) {
    trace.error = error;
    return { response: errorResponse(error, trace, null), trace };
  } finally {
    body.release();
  }
}

async function authorizeBy({ findCaller, countAs }: Session, matched: Matched): Promise<Authorized<Known>> {
  const caller = await findCaller();
  matched.trace.caller = caller;
  const countedAs = async (requests: number) => {
    const { trace } = matched;
    // One request is already counted, and all of them if the request is handled again.
    if (requests <= 1 || trace.counted === requests) return;
    await countAs(requests - 1);
    trace.counted = requests;
  };
  return authorizeKnown({ matched, caller }, { countAs: countedAs, standing: null });
}
