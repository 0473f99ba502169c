/** Receives the body of a request, and reads it as JSON (contract § 7). What it contains is parsed elsewhere. */
import { isUtf8 } from "node:buffer";
import { StringDecoder } from "node:string_decoder";
import { ApiError } from "../../errors";
import { type ExactJson, NOT_JSON, parseExactJson, parseExactJsonInSlices } from "../../json/exact-json";
import type { Bounds, JsonRefusal } from "../../json/exact-json-scan";
import { locateFault, locatePosition } from "../../json/json-fault";
import { MAX_BODY_BYTES, MAX_BODY_MEMBERS, MAX_BODY_VALUES } from "../../limits";
import { quoteText } from "../../messages/cut-text";
import { didYouMean } from "../../messages/suggestion";
import type { JsonObject, JsonValue } from "../../model";
import type { Requester } from "../../records/load/shares";
import { yielder } from "../../time/event-loop";
import { type Habits, habitOf } from "../advice/unknown-parameter";
import type { ApiRequest } from "../request";
import { ArrivingBody } from "./arriving-body";

export type BodyBounds = Bounds & { bytes: number };

const BODY_BOUNDS: BodyBounds = { bytes: MAX_BODY_BYTES, values: MAX_BODY_VALUES, members: MAX_BODY_MEMBERS };

/** The body of a request. It is received once and parsed once, on demand, because an update has other checks first. */
export class RequestBody {
  private arrived: Promise<Arrived> | undefined;
  private bounds = BODY_BOUNDS;
  private parsed: Promise<JsonValue> | undefined;

  constructor(private readonly request: ApiRequest) {}

  /** Resolves when the body is complete or refused; `read` then throws what is wrong with it. */
  async receive(requester: Requester, bounds = BODY_BOUNDS): Promise<void> {
    this.bounds = bounds;
    this.arrived ??= receive(this.request, requester, bounds.bytes);
    await this.arrived;
  }

  /** Rejects with INVALID_BODY, or with RATE_LIMITED if there was no room for the body. */
  async read(): Promise<JsonObject> {
    return requireObject(await this.readJson(), "The body");
  }

  /** Accepts any JSON. Rejects as `read` does. */
  readJson(): Promise<JsonValue> {
    this.parsed ??= this.parse().finally(() => this.release());
    return this.parsed;
  }

  /** Frees the bytes once the body has arrived. */
  release(): void {
    this.arrived?.then(({ arriving }) => arriving.release());
  }

  private async parse(): Promise<JsonValue> {
    if (this.arrived === undefined) throw new Error("This endpoint takes no body.");
    const { arriving, fault } = await this.arrived;
    if (fault !== null) throw fault;
    requireJsonHeaders(this.request);
    const bytes = arriving.whole();
    if (bytes.length === 0) throw invalidBody("The request has no body. Send a JSON object, at least {}.");
    return parseJson(bytes, this.bounds);
  }
}

type Arrived = { arriving: ArrivingBody; fault: ApiError | null };

async function receive(request: ApiRequest, requester: Requester, most: number): Promise<Arrived> {
  const announced = request.header("content-length");
  const arriving = new ArrivingBody(requester, announced === null ? null : Number(announced), most);
  const fault = await request.readBody(arriving).then(
    () => null,
    (cause: unknown) => invalidBody("The body did not arrive completely. Send the request again.", cause),
  );
  return { arriving, fault };
}

/** `what` is the subject of the error message's sentence. */
export function requireObject(value: JsonValue | undefined, what: string): JsonObject {
  if (Array.isArray(value)) throw invalidBody(`${what} is a JSON object, not a list. ${LIST_ADVICE}`);
  if (typeof value === "string")
    throw invalidBody(`${what} is a JSON object, not a string. If it was encoded as JSON twice, encode it once.`);
  if (typeof value !== "object" || value === null)
    throw invalidBody(`${what} is a JSON object, such as {"data": {"field": value}}.`);
  return value;
}

/** Correct advice for any list that was sent, whether it was meant as a batch, a record or a filter. */
const LIST_ADVICE =
  'To write many records, POST {"operations": [{"op": "create", "data": {…}}]} to …/records/batch; to write one, send {"data": {…}}; to filter, POST {"where": […]} to …/records/query.';

const JSON_TYPE = /^application\/json[ \t]*(?:;|$)/i;
const CHARSET = /;[ \t]*charset=("?)([^";\s]*)\1/i;

function requireJsonHeaders(request: ApiRequest): void {
  const type = request.header("content-type") ?? "";
  if (!JSON_TYPE.test(type)) throw invalidBody(`${describeType(type)} Send the body as JSON with ${JSON_HEADER}.`);
  const charset = CHARSET.exec(type)?.[2]?.toLowerCase() ?? "utf-8";
  if (charset !== "utf-8" && charset !== "utf8") {
    throw invalidBody(`The body must not be in ${quoteText(charset)}. Send it in UTF-8, with ${JSON_HEADER}.`);
  }
  const encoding = request.header("content-encoding") ?? "identity";
  if (encoding.trim().toLowerCase() !== "identity") {
    throw invalidBody("The body is compressed. Send it as it is, without Content-Encoding.");
  }
}

const JSON_HEADER = "Content-Type: application/json";

function describeType(type: string): string {
  const [name = ""] = type.split(";", 1);
  if (name.trim() === "") return "The request has no Content-Type.";
  const form = /form/i.test(name) ? " That is a form, which is not taken; curl -d sends it by default." : "";
  return `The Content-Type is ${quoteText(name.trim())}.${form}`;
}

/** Parsed within a millisecond, whatever the content. */
const SHORT_BYTES = 8 * 1024;

/** Throws, or rejects with, INVALID_BODY and the reason. A long body is parsed over several iterations of the event loop. */
export function parseJson(bytes: Buffer, bounds?: Bounds): JsonValue | Promise<JsonValue> {
  if (!isUtf8(bytes)) throw invalidBody("The body is not valid UTF-8. Encode it as UTF-8, not as UTF-16 or Latin-1.");
  if (bytes.length <= SHORT_BYTES) {
    const text = bytes.toString();
    return requireExact(text, parseExactJson(text));
  }
  return parseLongJson(bytes, bounds);
}

async function parseLongJson(bytes: Buffer, bounds: Bounds | undefined): Promise<JsonValue> {
  const text = await decodeInSlices(bytes);
  return requireExact(text, await parseExactJsonInSlices(text, bounds));
}

/** Decodes in pieces, because a megabyte of non-ASCII letters takes six milliseconds. */
async function decodeInSlices(bytes: Buffer): Promise<string> {
  const decoder = new StringDecoder("utf8");
  const yieldToEventLoop = yielder();
  let text = "";
  for (let from = 0; from < bytes.length; from += DECODED_BYTES) {
    text += decoder.write(bytes.subarray(from, from + DECODED_BYTES));
    await yieldToEventLoop();
  }
  return text;
}

const DECODED_BYTES = 256 * 1024;

function requireExact(text: string, parsed: ExactJson): JsonValue {
  if (!("fault" in parsed)) return parsed.value;
  const { fault, advice } = parsed;
  const said = [`The body ${fault}`, whereIn(text, parsed), advice].filter((sentence) => sentence);
  throw invalidBody(said.join(" "));
}

/** The position of the fault, as a sentence. For a short text that is not JSON, it also names the probable mistake. */
function whereIn(text: string, { fault, at, path = "" }: JsonRefusal): string {
  if (at === undefined) return "";
  const found =
    fault === NOT_JSON && text.length <= SHORT_BYTES ? locateFault(text) : { ...locatePosition(text, at), hint: "" };
  if (found === null) return "";
  const { line, column, hint } = found;
  const named = path === "" ? "" : `, in ${quoteText(path)}`;
  return `Line ${line}, column ${column}${named}${hint === "" ? "." : `:${hint}`}`;
}

export function invalidBody(message: string, cause?: unknown): ApiError {
  return new ApiError("INVALID_BODY", message, { cause });
}

/** Throws INVALID_BODY for unknown properties: a misspelled one must not be ignored. `general` is advice for all others. */
export function requireKnownMembers(
  members: JsonObject,
  { shape }: { shape: object },
  habits: Habits,
  general = "",
  what = "body",
): void {
  const unknown = Object.keys(members).find((key) => !Object.hasOwn(shape, key));
  if (unknown === undefined) return;
  const known = Object.keys(shape);
  const habit = habitOf(unknown.toLowerCase(), habits);
  const advice = habit === null ? didYouMean(unknown, known) || general : ` ${habit}`;
  throw invalidBody(
    `${quoteText(unknown)} is not a member of this ${what}.${advice} The members of this ${what} are ${known.join(", ")}.`,
  );
}
