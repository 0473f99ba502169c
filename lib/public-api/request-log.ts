/**
 * One line per request. Never a secret, a URL's query, or a record's values: the endpoint is told by its name, and what
 * failed by its code; a fault's own text goes here and nowhere else.
 */

import type { Caller } from "../authentication/authenticate";
import { ApiError, CallerLeft } from "../errors";
import { log } from "../log";
import type { Endpoint } from "./endpoints";
import type { AppliedWindow } from "./rate-limit-headers";
import type { ApiReply, ApiRequest } from "./request";

/** What is known of a request, filled in as it goes. */
export type Trace = {
  requestId: string;
  /** When it arrived, in milliseconds of the clock. */
  at: number;
  endpoint: Endpoint | null;
  /** As it stands in the path; null where the endpoint has none. */
  entityKey: string | null;
  caller: Caller | null;
  /** Also where the token was known and yet not admitted. */
  tokenId: string | null;
  applied: AppliedWindow | null;
  error: unknown;
};

export function logRequest(request: ApiRequest, reply: ApiReply, trace: Trace, milliseconds: number): void {
  const { requestId, endpoint, caller, error } = trace;
  const line = {
    requestId,
    endpoint: endpoint?.name ?? null,
    method: request.method.slice(0, 16),
    status: reply.status,
    code: error === null ? undefined : error instanceof ApiError ? error.code : "SERVER_ERROR",
    milliseconds: Math.round(milliseconds * 100) / 100,
    address: request.address,
    token: caller?.token.id,
    member: caller?.member.id,
  };
  if (error instanceof CallerLeft) log().info({ ...line, code: undefined }, "the caller left");
  else if (error !== null && !(error instanceof ApiError))
    log().error({ ...line, error: describe(error) }, "request failed");
  else log().info(line, "request");
}

/** The stack and its causes; not the error object, whose driver fields can hold values of records. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : `\ncaused by: ${describe(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
