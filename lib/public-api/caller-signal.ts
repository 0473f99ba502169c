/** One signal for all requests of a connection, because a signal costs microseconds. Aborted when the client has gone. */
import { setMaxListeners } from "node:events";
import { CallerLeft } from "../errors";

const signals = new WeakMap<object, AbortSignal>();

export function callerSignal(connection: object, whenGone: (leave: () => void) => unknown): AbortSignal {
  const known = signals.get(connection);
  if (known !== undefined) return known;
  const controller = new AbortController();
  // A search listens to it once for each statement, and they can be many.
  setMaxListeners(0, controller.signal);
  signals.set(connection, controller.signal);
  whenGone(() => controller.abort(new CallerLeft()));
  return controller.signal;
}
