/**
 * Pipelined requests, sent without waiting for the responses before them (RFC 9112 § 9.3.2). Node passes all of them on at
 * once. They are handled in turn, so that a read sees the write before it. No client in use sends more than one at a time.
 * One that sends ten thousand, which needs no token, gets the first responses and has to reconnect.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { log } from "../../lib/process/log";

/** Requests of one connection whose responses have not left. */
export const MAX_UNDER_WAY = 20;

/** `last`: the newest of those under way. */
type Connection = { underWay: number; last: ServerResponse | null; isEnding: boolean };

const connections = new WeakMap<Socket, Connection>();
/** For a response that has to wait, the one that leaves before it. */
const predecessors = new WeakMap<ServerResponse, ServerResponse>();

/**
 * Whether this request is over the limit, or follows one that is. Nothing is done for it, and its connection ends before its
 * response.
 */
export function isSentInHaste({ socket }: IncomingMessage, response: ServerResponse): boolean {
  const connection = connections.get(socket) ?? { underWay: 0, last: null, isEnding: false };
  connections.set(socket, connection);
  if (connection.underWay >= MAX_UNDER_WAY && !connection.isEnding) end(connection, socket);
  if (connection.isEnding || socket.destroyed) {
    // Requests read together with this one still arrive; no more are read.
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

/** Begins the work once the responses before this one have left; never if their connection ends first. */
export function inTurn(response: ServerResponse, work: () => void): void {
  const before = predecessors.get(response);
  predecessors.delete(response);
  if (before === undefined || before.destroyed) work();
  else before.once("close", () => response.destroyed || response.req.socket.destroyed || work());
}

/** Ends it with the response to the last accepted request. */
function end(connection: Connection, socket: Socket): void {
  log().info({ address: socket.remoteAddress }, "a connection with too many requests at once was ended");
  connection.isEnding = true;
  const { last } = connection;
  if (last === null) return;
  if (!last.headersSent) last.setHeader("connection", "close");
  last.once("close", () => socket.destroySoon());
}
