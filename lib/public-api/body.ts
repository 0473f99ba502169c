/** The bodies of requests: their form (contract § 7) and the one shape that writes have (spec: Create, Update). */
import { MAX_BODY_BYTES } from "../limits";
import type { JsonObject, JsonValue } from "../model";
import { invalidBody, parseJson } from "./json-text";
import type { ApiRequest } from "./request";

/** `ownNumber`: how the last number among the members is written; in a query that is its limit. */
export type Body = { members: JsonObject; ownNumber?: string | undefined };

/**
 * Receives the body now and judges it when asked, because an update has other questions to answer first. The function
 * throws INVALID_BODY.
 */
export async function receiveBody(request: ApiRequest): Promise<() => Body> {
  const bytes = await request
    .readBody()
    .catch((cause: unknown) => invalidBody("The body did not arrive whole.", cause));
  return () => {
    if (bytes instanceof Error) throw bytes;
    requireJsonHeaders(request);
    if (bytes === null) throw invalidBody(`The body has more than ${MAX_BODY_BYTES} bytes.`);
    if (bytes.length === 0) throw invalidBody("The request has no body. Send a JSON object.");
    const { value, ownNumber } = parseJson(bytes);
    return { members: requireObject(value, "The body is a JSON object."), ownNumber };
  };
}

/** The `data` of a create or an update. Throws INVALID_BODY for any other shape. */
export function parseRecordBody({ members }: Body): JsonObject {
  const message = 'The body is an object with the one member data: {"data": {"field": value}}.';
  if (Object.keys(members).some((key) => key !== "data")) throw invalidBody(message);
  return requireObject(Object.hasOwn(members, "data") ? members.data : undefined, message);
}

/** Throws INVALID_BODY where the body has members that it should not: a misspelt one must not be as none. */
export function requireKnownMembers(members: JsonObject, known: readonly string[]): void {
  if (Object.keys(members).every((key) => known.includes(key))) return;
  throw invalidBody(`The members of this body are ${known.join(", ")}.`);
}

function requireObject(value: JsonValue | undefined, message: string): JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw invalidBody(message);
  return value;
}

const JSON_TYPE = /^application\/json[ \t]*(?:;|$)/i;
const CHARSET = /;[ \t]*charset=("?)([^";\s]*)\1/i;

function requireJsonHeaders(request: ApiRequest): void {
  const type = request.header("content-type") ?? "";
  const charset = CHARSET.exec(type)?.[2]?.toLowerCase() ?? "utf-8";
  if (!JSON_TYPE.test(type) || (charset !== "utf-8" && charset !== "utf8")) {
    throw invalidBody("Send the body as JSON in UTF-8, with Content-Type: application/json.");
  }
  const encoding = request.header("content-encoding") ?? "identity";
  if (encoding.trim().toLowerCase() !== "identity") throw invalidBody("Send the body without Content-Encoding.");
}
