/** The requests of one message share a signal. A signal for each would add a listener to the connection each time. */
import { setMaxListeners } from "node:events";
import type { ApiRequest } from "../public-api/request";

export function withOneSignal(request: ApiRequest): ApiRequest {
  let signal: AbortSignal | undefined;
  return { ...request, signal: () => (signal ??= openSignal(request)) };
}

/** A search listens to it once for each statement, and they can be many. */
function openSignal(request: ApiRequest): AbortSignal {
  const signal = request.signal();
  setMaxListeners(0, signal);
  return signal;
}
