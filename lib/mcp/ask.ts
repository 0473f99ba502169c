/** An API request that a tool makes within this process, as the caller of the tool. */
import type { Caller } from "../authentication/authenticate";
import { ApiError } from "../errors";
import { MAX_TOOL_SOURCE } from "../limits";
import type { JsonObject } from "../model";
import { type EndpointName, ROWS } from "../public-api/endpoints/registry";
import type { Within } from "../public-api/handle-within";
import { fillPath, toApiRequest } from "../public-api/inner-request";
import type { ApiResponse } from "../public-api/request";
import { isUuid } from "../query/columns";
import { inToolWords, Refused } from "./refused";

export type Asked = {
  endpoint: EndpointName;
  entity?: string;
  recordId?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: JsonObject;
  /** Throws an ApiError if the request must not continue with a caller that has changed meanwhile. */
  requireRenewed?: (renewed: Caller) => void;
};

/** `data` is null if it has more than MAX_TOOL_SOURCE characters. */
export type Answered = { length: number; data: JsonObject | null; isReplayed: boolean };

/** Headers of the outer request that the inner ones have as well. */
const PASSED_ON = ["user-agent", "traceparent"];

/** Throws Refused for any response that is not a success. */
export async function ask(within: Within, asked: Asked): Promise<Answered> {
  const endpoint = ROWS[asked.endpoint];
  const { request } = within;
  const passed = PASSED_ON.flatMap((name) => {
    const value = request.header(name);
    return value === null ? [] : [[name, value]];
  });
  const { entity = "", recordId = "", query = {} } = asked;
  requireShort([entity, recordId, ...Object.values(query), ...Object.values(asked.headers ?? {})]);
  const inner = toApiRequest({
    method: endpoint.method,
    path: fillPath(endpoint.path.replace(":recordId", escaped(recordId)), { entityKey: entity }),
    query,
    headers: { ...Object.fromEntries(passed), "x-request-id": within.requestId, ...asked.headers },
    body: asked.body === undefined ? null : JSON.stringify(asked.body),
    address: request.address,
  });
  return read(await within.send({ ...inner, signal: request.signal }, asked.requireRenewed));
}

/** Deletes one record, which a batch cannot. The precondition is a header in the API, and `ifMatch` here. Throws Refused. */
export async function askToDelete(
  within: Within,
  entity: string,
  { id, ifMatch }: JsonObject,
  more: Pick<Asked, "query" | "headers" | "requireRenewed">,
): Promise<Answered> {
  const recordId = typeof id === "string" ? id : "";
  // One tag: a quote within would end it, and begin another one.
  const tag = ifMatch === "*" ? "*" : typeof ifMatch === "string" ? `"${ifMatch.replaceAll('"', "'")}"` : null;
  const headers = { ...more.headers, ...(tag !== null && { "if-match": tag }) };
  return ask(within, { ...more, endpoint: "records.delete", entity, recordId, headers });
}

/** Escapes an invalid id in a path, so that an id such as `query` is not taken for the fixed word of another path. */
function escaped(recordId: string): string {
  return isUuid(recordId) ? recordId : Buffer.from(recordId).toString("hex").replace(/../g, "%$&");
}

/** The bytes that a host accepts in a request line and its headers. Encoding a text takes up to nine times its length. */
const MAX_TARGET = 16 * 1024;

/** Throws INVALID_BODY. */
function requireShort(texts: string[]): void {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length <= MAX_TARGET) return;
  const message = `Keys, ids, versions, cursors and words to search for have at most ${MAX_TARGET} characters together; these have ${length}. Send fewer, or shorter ones.`;
  throw new ApiError("INVALID_BODY", message);
}

function read({ status, headers, body, sent }: ApiResponse): Answered {
  const pieces = typeof body === "string" ? [body] : Array.isArray(body) ? body : [];
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const json = length > MAX_TOOL_SOURCE ? null : (JSON.parse(pieces.join("")) as Record<string, JsonObject>);
  sent?.();
  if (status >= 400) throw new Refused(inToolWords(json?.error ?? {}));
  return { length, data: json?.data ?? null, isReplayed: headers["idempotent-replayed"] === "true" };
}

/** For a response that cannot be cut into parts. */
export function requireWhole({ data, length }: Answered): JsonObject {
  if (data !== null) return data;
  const message = `This would be ${length} characters, more than a tool can read. Name fewer fields or fewer records.`;
  throw new ApiError("INVALID_LIMIT", message);
}
