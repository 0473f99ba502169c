/** A refusal as a model reads it: the code and the message of the API, the request id, and the details if there are any. */
import { ApiError } from "../errors";
import type { JsonObject } from "../model";

/** A response of the API that was an error; `error` is what its body has. */
export class Refused extends Error {
  constructor(readonly error: JsonObject) {
    super("The API refused a request of a tool.");
  }
}

/** null for a fault of ours. */
export function refusalOf(error: unknown, requestId: string): JsonObject | null {
  if (error instanceof Refused) return error.error;
  if (!(error instanceof ApiError)) return null;
  const { code, message } = error;
  return { code, message, requestId };
}
