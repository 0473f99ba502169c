/**
 * Handles pipelined requests (RFC 9112 § 9.3.2), which Node announces all together, one after another, so that a read sees the
 * write before it. A client that sends ten thousand, which needs no token, gets the first responses and has to reconnect.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { log } from "../../lib/process/log";

/** The most requests of one connection whose responses have not been sent. */
export const MAX_UNDER_WAY = 20;

/** `last`: the newest response under way. */
type Connection = { underWay: number; last: ServerResponse | null; isEnding: boolean };

const connections = new WeakMap<Socket, Connection>();
/** For each response that has to wait, the response that is sent before it. */
const predecessors = new WeakMap<ServerResponse, ServerResponse>();

/** True past the pipelining limit, and for whatever follows: the request is ignored, and its connection ends before its response. */
export function isSentInHaste({ socket }: IncomingMessage, response: ServerResponse): boolean {
  const connection = connections.get(socket) ?? { underWay: 0, last: null, isEnding: false };
  connections.set(socket, connection);
  if (connection.underWay >= MAX_UNDER_WAY && !connection.isEnding) end(connection, socket);
  if (connection.isEnding || socket.destroyed) {
    // Requests that were read together with this one still arrive, but no more are read.
    socket.pause();
    return true;
  }
  if (connection.last !== null) predecessors.set(response, connection.last);
  connection.underWay += 1;
  connection.last = response;
  response.once("close", () => {
    connection.underWay -= 1;
    if (connection.last === response) connection.last = null;
  });
  return false;
}

/** Begins the work once the earlier responses of the connection have been sent; never if the connection ends first. */
export function inTurn(response: ServerResponse, work: () => void): void {
  const before = predecessors.get(response);
  predecessors.delete(response);
  if (before === undefined || before.destroyed) work();
  else before.once("close", () => response.destroyed || response.req.socket.destroyed || work());
}

/** Ends the connection with the response to the last accepted request. */
function end(connection: Connection, socket: Socket): void {
  log().info({ address: socket.remoteAddress }, "a connection with too many requests at once was ended");
  connection.isEnding = true;
  const { last } = connection;
  if (last === null) return;
  if (!last.headersSent) last.setHeader("connection", "close");
  last.once("close", () => socket.destroySoon());
}
