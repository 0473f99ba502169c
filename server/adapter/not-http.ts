/** Answers what is not HTTP, or arrives too slowly, in the form of all other errors, and closes the connection. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { ApiError } from "../../lib/errors";
import { requestIdOf } from "../../lib/http/request-id";
import { log } from "../../lib/process/log";
import { errorResponse } from "../../lib/public-api/response";

type Exchange = { request: IncomingMessage; response: ServerResponse };

export function refuseWhatIsNotHttp(server: Server): void {
  /** The last request of a connection, until its response has left. */
  const underWay = new WeakMap<Socket, Exchange>();
  server.on("request", (request, response) => {
    const { socket } = request;
    underWay.set(socket, { request, response });
    response.once("close", () => {
      if (underWay.get(socket)?.response === response) underWay.delete(socket);
    });
  });
  // Node leaves these unanswered. This is no proxy.
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

/** `broken`: the request whose body is malformed; null if it is a head, or comes after a request. */
function refuse(socket: Socket, error: Error, broken: IncomingMessage | null): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const suppliedId = broken?.headers["x-request-id"];
  const refusal = errorResponse(
    new ApiError("INVALID_BODY", "The request is not valid HTTP, or did not arrive in time."),
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
