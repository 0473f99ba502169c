/**
 * A signal that is aborted, with CallerLeft, when the client has gone. A connection has one for all of its requests: creating
 * one for each would cost several microseconds, and add a listener to the connection each time.
 */
import { setMaxListeners } from "node:events";
import { CallerLeft } from "../errors";

const signals = new WeakMap<object, AbortSignal>();

/** `whenGone` is called once for each connection. */
export function callerSignal(connection: object, whenGone: (leave: () => void) => void): AbortSignal {
  const known = signals.get(connection);
  if (known !== undefined) return known;
  const controller = new AbortController();
  // A search listens to it once for each statement, and they can be many.
  setMaxListeners(0, controller.signal);
  signals.set(connection, controller.signal);
  whenGone(() => controller.abort(new CallerLeft()));
  return controller.signal;
}
