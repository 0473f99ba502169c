/**
 * Requests that a client sends one behind the other without waiting for responses (RFC 9112 § 9.3.2). Node hands all of them over at
 * once. They are handled one after the other, as the client means them: a read sees the write before it. No client in use sends more
 * than one; who sends ten thousand, for which it takes no token, gets the first responses and has to connect again.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { log } from "../../lib/process/log";

/** Of a connection, whose responses have not left. */
export const MAX_UNDER_WAY = 20;

/** `last`: of those that are under way. */
type Connection = { underWay: number; last: ServerResponse | null; isEnding: boolean };

const connections = new WeakMap<Socket, Connection>();
/** Of a response whose turn has not come: the one that has to leave first. */
const predecessors = new WeakMap<ServerResponse, ServerResponse>();

/** Whether this request is one too many, or comes after one: nothing is done for it, and its connection ends before its response. */
export function isSentInHaste({ socket }: IncomingMessage, response: ServerResponse): boolean {
  const connection = connections.get(socket) ?? { underWay: 0, last: null, isEnding: false };
  connections.set(socket, connection);
  if (connection.underWay >= MAX_UNDER_WAY && !connection.isEnding) end(connection, socket);
  if (connection.isEnding || socket.destroyed) {
    // What was read together with the one too many is still handed over; more is not read.
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

/** Begins the work once the responses before this one have left; never, where their connection ends first. */
export function inTurn(response: ServerResponse, work: () => void): void {
  const before = predecessors.get(response);
  predecessors.delete(response);
  if (before === undefined || before.destroyed) work();
  else before.once("close", () => response.destroyed || response.req.socket.destroyed || work());
}

/** With the response to the last request that was taken. */
function end(connection: Connection, socket: Socket): void {
  log().info({ address: socket.remoteAddress }, "a connection with too many requests at once was ended");
  connection.isEnding = true;
  const { last } = connection;
  if (last === null) return;
  if (!last.headersSent) last.setHeader("connection", "close");
  last.once("close", () => socket.destroySoon());
}
