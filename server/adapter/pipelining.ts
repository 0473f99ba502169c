/**
 * Requests that a client sends one behind the other without waiting for responses. Node hands all of them over at once: ten
 * thousand on one connection, for which it takes no token, would keep everybody else waiting for seconds. No client in use sends
 * more than one; who sends many is hung up on.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { log } from "../../lib/process/log";

/** Of a connection, whose responses have not left. */
export const MAX_UNDER_WAY = 20;

const underWay = new WeakMap<Socket, number>();

/** Whether nobody waits for the response any more: its connection has been ended, because of this request or one before it. */
export function isSentInHaste({ socket }: IncomingMessage, response: ServerResponse): boolean {
  // What was read together with the one too many is still handed over.
  if (socket.destroyed) return true;
  const count = (underWay.get(socket) ?? 0) + 1;
  if (count > MAX_UNDER_WAY) {
    log().info({ address: socket.remoteAddress }, "a connection with too many requests at once was ended");
    socket.destroy();
    return true;
  }
  underWay.set(socket, count);
  response.once("close", () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1));
  return false;
}
