/** Handles `POST /mcp` (docs/contract.md, MCP). Authentication, limits and their responses are the API's. */
import { ProtocolErrorCode } from "@modelcontextprotocol/server";
import { ApiError } from "../errors";
import { ownOrigins } from "../http/origin";
import { splitTarget } from "../http/target";
import { MAX_BATCH_BYTES, MAX_BATCH_VALUES, MAX_BODY_MEMBERS } from "../limits";
import type { JsonValue } from "../model";
import { handleWithin, type Within } from "../public-api/handle-within";
import { flag } from "../public-api/input/parameters";
import { parseParameters, parseQueryString, requireKnownParameters } from "../public-api/input/query-string";
import type { ApiRequest, ApiResponse } from "../public-api/request";
import { MethodNotAllowed } from "../public-api/response";
import { isResponse, MessageRefused, parseMessage } from "./message";
import { handleMessage } from "./protocol";
import { openToolServer } from "./tool-server";

export const handleMcp = handleWithin(requireMcp, async (within) => {
  const { request } = within;
  const isReadOnly = readsOnly(request);
  try {
    const message = parseMessage(await readJson(within));
    if (isResponse(message)) return within.respond(202, "");
    const { status, text } = await handleMessage(request, message, () => openToolServer(within, isReadOnly));
    return within.respond(status, text);
  } catch (error) {
    if (error instanceof MessageRefused) return refused(within, error);
    throw error;
  }
});

/** Throws METHOD_NOT_ALLOWED, or PERMISSION_DENIED for a browser's script from another origin (DNS rebinding). */
function requireMcp(request: ApiRequest): void {
  if (request.method !== "POST") throw new MethodNotAllowed("POST");
  const origin = request.header("origin");
  if (origin === null || ownOrigins().includes(origin)) return;
  throw new ApiError("PERMISSION_DENIED", "Scripts of other origins cannot use this. Send the request without Origin.");
}

const parameters = { read_only: flag("read_only", "Offers only the tools that change nothing.") };

/** Throws INVALID_FILTERS. */
function readsOnly({ method, target }: ApiRequest): boolean {
  const query = parseQueryString(splitTarget(target).query);
  requireKnownParameters(query, { method, parameters });
  return parseParameters(query, parameters).read_only;
}

/** A plan of 50 operations with 190 fields each fits. The packages of the protocol check every key again. */
const BOUNDS = { bytes: MAX_BATCH_BYTES, values: MAX_BATCH_VALUES, members: MAX_BODY_MEMBERS };

/** Throws MessageRefused, RATE_LIMITED. */
async function readJson(within: Within): Promise<JsonValue> {
  try {
    return await within.readBody(BOUNDS);
  } catch (error) {
    const isUnreadable = error instanceof ApiError && error.code === "INVALID_BODY";
    throw isUnreadable ? new MessageRefused(ProtocolErrorCode.ParseError, null, error.message) : error;
  }
}

/** In the form of JSON-RPC, which reports what is wrong with the params of a method in a response of status 200. */
function refused({ requestId, respond }: Within, { code, id, cause }: MessageRefused): ApiResponse {
  const data = { code: cause.code, requestId };
  const text = JSON.stringify({ jsonrpc: "2.0", id, error: { code, message: cause.message, data } });
  return code === ProtocolErrorCode.InvalidParams ? respond(200, text) : respond(cause.status, text, cause);
}
