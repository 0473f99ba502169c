/** A refusal in the words of the tools: the API's messages name endpoints and headers, which a tool does not have. */
import { ApiError } from "../errors";
import type { JsonObject } from "../model";

/** A response of the API that was an error; `error` is that of its body, in the words of the tools. */
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

const TOOL_OF: readonly (readonly [RegExp, string])[] = [
  [/GET \/entities(?:\/[\w:-]+)?/g, "describe"],
  [/add \?by=<field>, by other values, POST to …\/records\/query/g, "or by other values, call query"],
  [/POST to …\/records\/query/g, "call query"],
  [/to …\/records\/aggregate/g, "call aggregate"],
  [/, as retry-after says/g, ""],
  [/discovery says queryable: false/g, "is not queryable"],
  // A batch has `ifMatch`, so only a delete has these.
  [/^Send If-Match .*/, 'Send ifMatch: the versionId that you have read, or "*" for any version.'],
  [
    /^If-Match .*/,
    "ifMatch is not the record's current versionId. Read the record again, decide again, and propose the delete with its versionId.",
  ],
];

/** `error` is that of a response, or of one operation of a batch, or one of its details. */
export function inToolWords({ message = "", details, ...others }: JsonObject): JsonObject {
  return {
    ...others,
    message: TOOL_OF.reduce((text, [endpoint, tool]) => text.replace(endpoint, tool), String(message)),
    ...(Array.isArray(details) ? { details: details.map((detail) => inToolWords(detail as JsonObject)) } : {}),
  };
}
