/** Checks a JSON-RPC message before the protocol packages, which copy all of it: a huge one would hold up other requests. */
import { ProtocolErrorCode } from "@modelcontextprotocol/server";
import { ApiError } from "../errors";
import { MAX_ENVELOPE_CHARACTERS, MAX_ENVELOPE_VALUES, MAX_MESSAGE_NAME, MAX_TOOL_ARGUMENTS } from "../limits";
import { quoteText } from "../messages/cut-text";
import type { JsonObject, JsonValue } from "../model";

/** `cause` is what the API says. */
export class MessageRefused extends Error {
  override readonly cause: ApiError;

  constructor(
    readonly code: ProtocolErrorCode,
    readonly id: JsonValue,
    message: string,
  ) {
    super(message);
    this.cause = new ApiError("INVALID_BODY", message);
  }
}

/** Throws MessageRefused. */
export function parseMessage(body: JsonValue): JsonObject {
  if (!isObject(body))
    throw new MessageRefused(ProtocolErrorCode.ParseError, null, Array.isArray(body) ? NO_BATCH : NO_MESSAGE);
  const id = isId(body.id) ? body.id : null;
  const fault = faultOfMessage(body);
  if (fault !== null) throw new MessageRefused(ProtocolErrorCode.InvalidRequest, id, fault);
  const tooMuch = faultOfSize(body);
  if (tooMuch !== null) throw new MessageRefused(ProtocolErrorCode.InvalidParams, id, tooMuch);
  return body;
}

/** A response to a request of the server, which sends none. */
export function isResponse({ method, result, error }: JsonObject): boolean {
  return method === undefined && (result !== undefined || error !== undefined);
}

function faultOfMessage(message: JsonObject): string | null {
  const { jsonrpc, id = 0, method, params = {}, ...others } = message;
  if (jsonrpc !== "2.0") return `jsonrpc is "2.0". ${NO_MESSAGE}`;
  if (!isId(id)) return `id must be an integer, or a string of at most ${MAX_MESSAGE_NAME} characters.`;
  if (isResponse(message)) return null;
  const [other] = Object.keys(others);
  if (other !== undefined) return `${quoteText(other)} is not part of a message. ${NO_MESSAGE}`;
  if (!isName(method))
    return `method must be a string of at most ${MAX_MESSAGE_NAME} characters, such as "tools/list".`;
  if (!isObject(params)) return "params is an object. Leave it out if there are none.";
  const { _meta: meta = {} } = params;
  if (!isObject(meta)) return "params._meta is an object. Leave it out if it has nothing.";
  const { progressToken = 0 } = meta;
  return isId(progressToken)
    ? null
    : `params._meta.progressToken must be an integer, or a string of at most ${MAX_MESSAGE_NAME} characters.`;
}

function faultOfSize(message: JsonObject): string | null {
  const { name, arguments: args, ...others } = (message.params ?? {}) as JsonObject;
  if (message.method !== "tools/call") return isSmall(message) ? null : TOO_LARGE;
  if (typeof name === "string" && !isName(name)) return "params.name is the name of a tool, which tools/list lists.";
  if (isObject(args) && Object.keys(args).length > MAX_TOOL_ARGUMENTS)
    return `params.arguments has more than ${MAX_TOOL_ARGUMENTS} names, more than any tool has. tools/list shows which.`;
  return isSmall(others) ? null : TOO_LARGE;
}

const NO_MESSAGE =
  'A message is one JSON object: {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}. A notification has no id.';
const NO_BATCH = "This is a list. Send one message at a time, as a JSON object: there are no batches.";
const TOO_LARGE = `Beside the arguments of a tool, a message has at most ${MAX_ENVELOPE_CHARACTERS} characters and ${MAX_ENVELOPE_VALUES} values.`;

function isSmall(value: JsonValue): boolean {
  const left = { characters: MAX_ENVELOPE_CHARACTERS, values: MAX_ENVELOPE_VALUES };
  const spend = (each: JsonValue): boolean => {
    left.values -= 1;
    if (typeof each === "string") left.characters -= each.length;
    if (left.values < 0 || left.characters < 0) return false;
    if (typeof each !== "object" || each === null) return true;
    if (Array.isArray(each)) return each.length <= left.values && each.every(spend);
    return Object.entries(each).every(([key, one]) => spend(key) && spend(one));
  };
  return spend(value);
}

function isId(value: JsonValue | undefined): value is string | number {
  return Number.isInteger(value) || (typeof value === "string" && value.length <= MAX_MESSAGE_NAME);
}

function isName(value: JsonValue | undefined): boolean {
  return typeof value === "string" && value !== "" && value.length <= MAX_MESSAGE_NAME;
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
