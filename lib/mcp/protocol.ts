/** Handles a message by the packages of the protocol: both revisions, without sessions, with a server for each message. */
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

type Handled = { status: number; text: string };

/** Returns one JSON body, or none. The server must send nothing before its result: the package would open a stream. */
export async function handleMessage(
  headers: RequestHeaders,
  message: JsonObject,
  openServer: OpenServer,
): Promise<Handled> {
  // The package would open a stream that never has an event, because changes of the list of tools are not announced.
  if (message.method === "subscriptions/listen") return noMethod(message.id ?? null);
  const request = toRequest(headers);
  // Clients of 2025 begin with `initialize`, some of them with a header of 2026: the body decides the revision.
  const decisive = message.method === "initialize" ? toRequest({ header: () => null }) : request;
  const isLegacy = await isLegacyRequest(decisive, message);
  const response = await (isLegacy ? handleLegacy : handleModern)(request, message, openServer);
  const text = await response.text();
  return { status: response.status, text: inOwnWords(text, String(message.method)) };
}

type Handle = (request: Request, message: JsonObject, openServer: OpenServer) => Promise<Response>;

const handleModern: Handle = (request, message, openServer) => {
  const authInfo: Opener = { token: "", clientId: "", scopes: [], extra: { openServer } };
  return modern.fetch(request, { parsedBody: message, authInfo });
};

const handleLegacy: Handle = async (request, message, openServer) => {
  const server = openServer();
  // The package's own fallback for 2025 sends events; one JSON body is all there is to send.
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
};

function toRequest({ header }: RequestHeaders): Request {
  const headers = new Headers(JSON_HEADERS);
  for (const name of PROTOCOL_HEADERS) {
    const value = header(name);
    if (value !== null) headers.set(name, value);
  }
  return new Request(publicOrigin() + MCP_PATH, { method: "POST", headers });
}

function noMethod(id: JsonValue): Handled {
  const error = { code: ProtocolErrorCode.MethodNotFound, message: "Method not found" };
  return { status: 404, text: JSON.stringify({ jsonrpc: "2.0", id, error }) };
}

/** The packages report params that they refuse as a list of their validator, in the text of the error. */
type Issue = { path: string[]; expected?: string };

/** Names the first part that is wrong. Any other response stays as it is. */
function inOwnWords(text: string, method: string): string {
  // Results begin with `{"result"`: they can be long, and are not parsed.
  if (!text.startsWith('{"jsonrpc"')) return text;
  const { error, ...others } = JSON.parse(text) as { error?: { message: string } };
  const [, issues] = /^(?:Invalid \S+ request: )?(\[\s*\{[\s\S]*\])$/.exec(error?.message ?? "") ?? [];
  if (issues === undefined) return text.replace(EXPECTED, (_, kind: string) => `must be ${KINDS.get(kind) ?? "valid"}`);
  const [{ path, expected = "" }] = JSON.parse(issues) as [Issue];
  const place = path.join(".");
  const message = `${place} must be ${KINDS.get(expected) ?? "valid"}. The specification of MCP says what ${method} takes.`;
  return JSON.stringify({ ...others, error: { code: ProtocolErrorCode.InvalidParams, message } });
}

const EXPECTED = /Invalid input: expected (\w+), received \w+/g;
const KINDS = new Map([
  ["string", "a string"],
  ["number", "a number"],
  ["int", "an integer"],
  ["boolean", "true or false"],
  ["array", "a list"],
  ["object", "an object"],
  ["record", "an object"],
]);
