/**
 * `POST /mcp` (docs/contract.md, MCP): from an ApiRequest to an ApiResponse, for both adapters. What precedes the message, such as
 * authentication and limits, is the API's, and so are these responses. The message is handled in `protocol.ts`.
 */
import { z } from "zod";
import { ApiError } from "../errors";
import { ownOrigins } from "../http/origin";
import { splitTarget } from "../http/target";
import { MAX_BATCH_BYTES, MAX_BATCH_VALUES, MAX_BODY_MEMBERS } from "../limits";
import type { JsonObject } from "../model";
import { MCP_PATH } from "../public-api/base-path";
import { handleRequest } from "../public-api/handle-request";
import { handleWithin, type Within } from "../public-api/handle-within";
import {
  type Parameter,
  parseParameters,
  parseQueryString,
  requireKnownParameters,
} from "../public-api/input/query-string";
import type { ApiRequest, ApiResponse } from "../public-api/request";
import { MethodNotAllowed } from "../public-api/response";
import { withOneSignal } from "./one-signal";
import { handleMessage } from "./protocol";
import { openToolServer } from "./tool-server";

/** What the adapters call for every request that leads to the API or to MCP. */
export function handleApiRequest(request: ApiRequest): Promise<ApiResponse> {
  return splitTarget(request.target).path === MCP_PATH ? handleMcp(request) : handleRequest(request);
}

const handleMcp = handleWithin(requireMcp, async (outer) => {
  const request = withOneSignal(outer.request);
  const within = { ...outer, request };
  const isReadOnly = readsOnly(request);
  const message = await readMessage(within);
  if (message instanceof ApiError)
    return within.respond(message.status, parseError(message, within.requestId), message);
  const response = await handleMessage(request, message, () => openToolServer({ within, isReadOnly }));
  return within.respond(response.status, await response.text());
});

/** Throws METHOD_NOT_ALLOWED; PERMISSION_DENIED for a script in a browser that is not of this service (DNS rebinding). */
function requireMcp(request: ApiRequest): void {
  if (request.method !== "POST") throw new MethodNotAllowed("POST");
  const origin = request.header("origin");
  if (origin === null || ownOrigins().includes(origin)) return;
  throw new ApiError("PERMISSION_DENIED", "Scripts of other origins cannot use this. Send the request without Origin.");
}

const readOnly: Parameter<boolean> = {
  schema: z.boolean(),
  code: "INVALID_FILTERS",
  absent: false,
  parse(text) {
    if (text === "true" || text === "false") return text === "true";
    throw new ApiError("INVALID_FILTERS", "read_only is true or false.");
  },
};

/** Throws INVALID_FILTERS. */
function readsOnly({ method, target }: ApiRequest): boolean {
  const query = parseQueryString(splitTarget(target).query);
  const parameters = { read_only: readOnly };
  requireKnownParameters(query, { method, parameters });
  return parseParameters(query, parameters).read_only;
}

/** A plan of 50 operations with 190 fields each fits. The packages of the protocol check every key again. */
const BOUNDS = { bytes: MAX_BATCH_BYTES, values: MAX_BATCH_VALUES, members: MAX_BODY_MEMBERS };
/** JSON-RPC 2.0, Error object. */
const PARSE_ERROR = -32_700;

/** The error if the body is no JSON object. Throws RATE_LIMITED. */
async function readMessage(within: Within): Promise<JsonObject | ApiError> {
  try {
    return (await within.readBody(BOUNDS)).members;
  } catch (error) {
    if (error instanceof ApiError && error.code === "INVALID_BODY") return error;
    throw error;
  }
}

/** In the form of JSON-RPC. */
function parseError({ code, message }: ApiError, requestId: string): string {
  return JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: PARSE_ERROR, message, data: { code, requestId } } });
}
