/**
 * The API's messages in the words of the tools: they name endpoints and headers, which a tool does not have. As far as a
 * text can be right for both, it is.
 */
import type { JsonObject, JsonValue } from "../model";

const TOOL_OF: readonly (readonly [RegExp, string])[] = [
  [/GET \/entities(?:\/[\w:-]+)?/g, "describe"],
  [/add \?by=<field>, by other values, POST to …\/records\/query/g, "or by other values, call query"],
  [/POST to …\/records\/query/g, "call query"],
  [/to …\/records\/aggregate/g, "call aggregate"],
  [/, as retry-after says/g, ""],
  [/discovery says queryable: false/g, "is not queryable"],
];

/** `error` is that of a response, or of one operation of a batch. */
export function inToolWords({ message = "", details, ...others }: JsonObject): JsonObject {
  return {
    ...others,
    message: translated(message),
    ...(Array.isArray(details) ? { details: details.map(inDetail) } : {}),
  };
}

function inDetail(detail: JsonValue): JsonValue {
  const { message = "", ...others } = detail as JsonObject;
  return { ...others, message: translated(message) };
}

function translated(message: JsonValue): string {
  return TOOL_OF.reduce((text, [endpoint, tool]) => text.replace(endpoint, tool), String(message));
}
