/** Ends a connection whose process died before accepting it: Node's cluster keeps the handle, and the client would wait forever. */
import type { Worker } from "node:cluster";

/** Closing it again does nothing. */
type Connection = { close(): void };

/** The cluster message that carries a connection. Where processes share the port, another message carries the port itself. */
const HANDED_OVER = "newconn";

/** The process to which a connection was sent last: a process that accepts no more returns it, and another one gets it. */
const receivers = new WeakMap<Connection, Worker>();

/** Called in the supervisor for each process that has just started. */
export function endUndelivered(worker: Worker): void {
  const { process } = worker;
  const send = process.send.bind(process) as (...sent: unknown[]) => boolean;
  let last: Connection | undefined;
  process.send = (message: { act?: unknown }, ...more: unknown[]) => {
    if (message.act === HANDED_OVER) {
      last = more[0] as Connection;
      receivers.set(last, worker);
    }
    return send(message, ...more);
  };
  const end = () => last !== undefined && receivers.get(last) === worker && last.close();
  // The events come in either order, and until both have come, cluster may go on sending.
  for (const event of ["disconnect", "exit"] as const) worker.on(event, end);
}
