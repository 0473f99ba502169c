/**
 * MCP itself, as the packages of the protocol implement it: both revisions, without sessions, whatever the server offers. A message
 * has a server of its own for as long as it is handled.
 */
import {
  type AuthInfo,
  createMcpHandler,
  isLegacyRequest,
  ProtocolErrorCode,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { publicOrigin } from "../http/origin";
import type { JsonObject, JsonValue } from "../model";
import { log } from "../process/log";
import { MCP_PATH } from "../public-api/base-path";
import type { ApiRequest } from "../public-api/request";

type OpenServer = () => Server;
type Opener = AuthInfo & { extra: { openServer: OpenServer } };

/** The package passes `authInfo` on as it is. */
const modern = createMcpHandler(({ authInfo }) => (authInfo as Opener).extra.openServer(), {
  legacy: "reject",
  onerror: ({ message }) => log().debug({ fault: message }, "a message of MCP was refused"),
});

/** Every response is JSON, also for a client that would take events. */
const JSON_HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };

type RequestHeaders = Pick<ApiRequest, "header">;
const PROTOCOL_HEADERS = ["mcp-protocol-version", "mcp-method", "mcp-name"];

/**
 * Every response is one body of JSON, or none. `openServer` is called for a message that is not refused as such; the server sends
 * nothing before its result, because the package would open a stream for that.
 */
export async function handleMessage(
  headers: RequestHeaders,
  message: JsonObject,
  openServer: OpenServer,
): Promise<Response> {
  // The package would open a stream, on which there would never be anything: no list of tools is announced to change.
  if (message.method === "subscriptions/listen") return noMethod(message.id ?? null);
  const request = toRequest(headers);
  if (!(await isLegacyRequest(request, message))) {
    const authInfo: Opener = { token: "", clientId: "", scopes: [], extra: { openServer } };
    return modern.fetch(request, { parsedBody: message, authInfo });
  }
  const server = openServer();
  // The package's own fallback for 2025 sends events; one JSON body is all there is to send.
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}

function toRequest({ header }: RequestHeaders): Request {
  const headers = new Headers(JSON_HEADERS);
  for (const name of PROTOCOL_HEADERS) {
    const value = header(name);
    if (value !== null) headers.set(name, value);
  }
  return new Request(publicOrigin() + MCP_PATH, { method: "POST", headers });
}

function noMethod(id: JsonValue): Response {
  const error = { code: ProtocolErrorCode.MethodNotFound, message: "Method not found" };
  return Response.json({ jsonrpc: "2.0", id, error }, { status: 404 });
}
