/** From a result or an error to the bytes of the answer: envelopes and headers (contract § 4), in this one place. */
import { ApiError } from "../errors";
import { entityTag } from "../http/conditional-headers";
import { type AppliedWindow, rateLimitHeaders } from "./rate-limit-headers";
import type { ApiReply } from "./request";

/** What a use case gives back: data as JSON text, and what the headers tell of it. */
export type Answer = {
  status: 200 | 201 | 204 | 304;
  /** In pieces where it is long; null where the status has no body. */
  data: string | string[] | null;
  version?: string;
  location?: string;
  allow?: string;
  /** To be called once the answer has left, or never will. */
  sent?: () => void;
};

/** What every answer tells, whatever it answers; `applied` is null where no window was asked yet. */
export type ReplyContext = { requestId: string; applied: AppliedWindow | null };

const JSON_TYPE = "application/json; charset=utf-8";

export function successReply(answer: Answer, context: ReplyContext): ApiReply {
  const headers = contextHeaders(context);
  if (answer.version !== undefined) headers.etag = entityTag(answer.version);
  if (answer.location !== undefined) headers.location = answer.location;
  if (answer.allow !== undefined) headers.allow = answer.allow;
  if (answer.data === null) return { status: answer.status, headers, body: null };
  const body = typeof answer.data === "string" ? `{"data":${answer.data}}` : ['{"data":', ...answer.data, "}"];
  headers["content-type"] = JSON_TYPE;
  return { status: answer.status, headers, body, sent: answer.sent };
}

/** `error` is an ApiError, or a fault of ours, of which the caller learns nothing but the request id. */
export function errorReply(error: unknown, context: ReplyContext, sentCredentials: boolean): ApiReply {
  const known = error instanceof ApiError ? error : fault();
  const { code, message, details, status } = known;
  const { requestId, applied } = context;
  const headers = contextHeaders(context);
  headers["content-type"] = JSON_TYPE;
  if (status === 401) headers["www-authenticate"] = sentCredentials ? `${CHALLENGE}, error="invalid_token"` : CHALLENGE;
  if (status === 429 && applied !== null) {
    headers["retry-after"] = String(known.retryAfterSeconds ?? applied.window.retryAfter);
  }
  if (known instanceof MethodNotAllowed) headers.allow = known.allow;
  const body = { error: details === undefined ? { code, message, requestId } : { code, message, requestId, details } };
  return { status, headers, body: JSON.stringify(body) };
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

/** RFC 6750 § 3: without credentials there is no error to speak of. */
export const CHALLENGE = 'Bearer realm="public-records-api"';

/** One object, added to as the answer takes shape: copies of it would cost as much as all the rest of an answer. */
function contextHeaders({ requestId, applied }: ReplyContext): Record<string, string> {
  const headers: Record<string, string> = {
    "cache-control": "private, no-store",
    vary: "authorization",
    "x-content-type-options": "nosniff",
    "x-request-id": requestId,
  };
  return applied === null ? headers : Object.assign(headers, rateLimitHeaders(applied));
}

function fault(): ApiError {
  return new ApiError("SERVER_ERROR", "Something failed on our side. Quote the request id when you report it.");
}
