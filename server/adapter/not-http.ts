/** Responds to input that is not HTTP or arrives too slowly, in the format of all other errors, and closes the connection. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { ApiError } from "../../lib/errors";
import { requestIdOf } from "../../lib/http/request-id";
import { log } from "../../lib/process/log";
import { errorResponse } from "../../lib/public-api/response";

type Exchange = { request: IncomingMessage; response: ServerResponse };

export function refuseWhatIsNotHttp(server: Server): void {
  /** The last request of each connection, until its response has been sent. */
  const underWay = new WeakMap<Socket, Exchange>();
  server.on("request", (request, response) => {
    const { socket } = request;
    underWay.set(socket, { request, response });
    response.once("close", () => {
      if (underWay.get(socket)?.response === response) underWay.delete(socket);
    });
  });
  // Node sends no response to CONNECT. This server is not a proxy.
  server.on("connect", (_request, socket) => refuse(socket as Socket, new Error("CONNECT"), null));
  server.on("clientError", (error, duplex) => {
    const socket = duplex as Socket;
    const last = underWay.get(socket);
    if (last === undefined) refuse(socket, error, null);
    else if (last.request.complete) last.response.once("close", () => refuse(socket, error, null));
    else if (last.response.headersSent) last.response.once("close", () => socket.end());
    else refuse(socket, error, last.request);
  });
}

/** `broken`: the request whose body is malformed; null if a head is malformed, or bytes that follow a complete request. */
function refuse(socket: Socket, error: Error, broken: IncomingMessage | null): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const suppliedId = broken?.headers["x-request-id"];
  const refusal = errorResponse(
    new ApiError("INVALID_BODY", describeNotHttp(error)),
    { requestId: requestIdOf(typeof suppliedId === "string" ? suppliedId : null), applied: null },
    null,
  );
  const body = String(refusal.body);
  log().info({ error: error.message, requestId: refusal.headers["x-request-id"] }, "a connection was refused");
  const lines = Object.entries({
    ...refusal.headers,
    "content-length": Buffer.byteLength(body),
    connection: "close",
  });
  const head = lines.map(([name, value]) => `${name}: ${value}`).join("\r\n");
  socket.end(`HTTP/1.1 400 Bad Request\r\n${head}\r\n\r\n${body}`);
}

/** What Node reports about a request that it refused. */
type NodeRefusal = Error & { code?: string; rawPacket?: Buffer };

/** How many bytes of a refused head are examined. */
const LOOKED_AT_BYTES = 200;
/** The start of a TLS handshake record. */
const TLS = "\x16\x03";

/** By the codes of Node's parser. */
const FAULTS: Readonly<Record<string, string>> = {
  HPE_INVALID_METHOD: "The request does not begin with a method of HTTP, such as GET.",
  HPE_INVALID_URL: "The path has a character that URLs cannot have. Percent-encode it: ß is %C3%9F.",
  HPE_INVALID_HEADER_TOKEN: "A header has a character that headers cannot have, or no colon after its name.",
  HPE_INVALID_CONTENT_LENGTH: "Content-Length is the number of the body's bytes, in digits, once.",
  HPE_INVALID_TRANSFER_ENCODING: "Send Content-Length or Transfer-Encoding: chunked, and not both.",
};

function describeNotHttp({ code, rawPacket }: NodeRefusal): string {
  const start = rawPacket?.toString("latin1", 0, LOOKED_AT_BYTES) ?? "";
  if (start.startsWith(TLS))
    return "This port takes HTTP, and TLS arrived. Send to http://, or to the proxy before it.";
  if (start.startsWith("PRI * HTTP/2")) return "This port takes HTTP/1.1, and HTTP/2 arrived.";
  if (/^[A-Z]+ \S+ [^\r\n]* HTTP\/1/.test(start)) return "The path has a space. Write %20, or leave it out.";
  if (code === "HPE_HEADER_OVERFLOW") return "The headers of the request are too long. Send fewer, or shorter ones.";
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return "The request did not arrive in time. Send it again.";
  return FAULTS[code ?? ""] ?? "The request is not valid HTTP, or did not arrive in time.";
}
