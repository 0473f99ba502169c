/** The bodies of requests: their form (contract § 7) and the one shape that writes have (spec: Create, Update). */
import { isUtf8 } from "node:buffer";
import { StringDecoder } from "node:string_decoder";
import { ApiError } from "../../errors";
import { type Bounds, type ExactJson, NOT_JSON, parseExactJson, parseExactJsonInTurns } from "../../json/exact-json";
import { locateFault, locatePosition } from "../../json/json-fault";
import { MAX_BODY_BYTES, MAX_BODY_MEMBERS, MAX_BODY_VALUES } from "../../limits";
import { quoteText } from "../../messages/cut-text";
import { didYouMean } from "../../messages/suggestion";
import type { JsonObject, JsonValue } from "../../model";
import { takingTurns } from "../../time/turns";
import type { ApiRequest } from "../request";
import { ArrivingBody } from "./arriving-body";

/** `ownNumber`: the last number among the members as it is written; in a query that is its limit. */
export type Body = { members: JsonObject; ownNumber?: string | undefined };

export type BodyBounds = Bounds & { bytes: number };

const BODY_BOUNDS: BodyBounds = {
  bytes: MAX_BODY_BYTES,
  values: MAX_BODY_VALUES,
  members: MAX_BODY_MEMBERS,
};

/** The body of a request: received once, and parsed once when it is needed, because an update has other checks before it. */
export class RequestBody {
  private arrived: Promise<Arrived> | undefined;
  private bounds = BODY_BOUNDS;
  private parsed: Promise<Body> | undefined;

  constructor(private readonly request: ApiRequest) {}

  /** Resolves when the body is whole, or refused; `read` then throws what is wrong with it. */
  async receive(tokenId: string, bounds = BODY_BOUNDS): Promise<void> {
    this.bounds = bounds;
    this.arrived ??= receive(this.request, tokenId, bounds.bytes);
    await this.arrived;
  }

  /** Rejects with INVALID_BODY, or RATE_LIMITED where there was no room for it. */
  read(): Promise<Body> {
    this.parsed ??= this.parse().finally(() => this.release());
    return this.parsed;
  }

  /** Forgets the bytes once the body has arrived. */
  release(): void {
    this.arrived?.then(({ arriving }) => arriving.release());
  }

  private async parse(): Promise<Body> {
    if (this.arrived === undefined) throw new Error("This endpoint takes no body.");
    const { arriving, fault } = await this.arrived;
    if (fault !== null) throw fault;
    requireJsonHeaders(this.request);
    const bytes = arriving.whole();
    if (bytes.length === 0) throw invalidBody("The request has no body. Send a JSON object, at least {}.");
    const { value, ownNumber } = await parseJson(bytes, this.bounds);
    return { members: requireObject(value, "The body"), ownNumber };
  }
}

type Arrived = { arriving: ArrivingBody; fault: ApiError | null };

async function receive(request: ApiRequest, tokenId: string, most: number): Promise<Arrived> {
  const arriving = new ArrivingBody(tokenId, announcedLength(request), most);
  const fault = await request.readBody(arriving).then(
    () => null,
    (cause: unknown) => invalidBody("The body did not arrive completely. Send the request again.", cause),
  );
  return { arriving, fault };
}

function announcedLength(request: ApiRequest): number | null {
  const length = request.header("content-length");
  return length === null ? null : Number(length);
}

/** The `data` of a create or an update. Throws INVALID_BODY for any other shape. */
export function parseRecordBody({ members }: Body): JsonObject {
  const others = Object.keys(members).filter((key) => key !== "data");
  if (!Object.hasOwn(members, "data")) throw invalidBody(`${RECORD_FORM} ${describeMissingData(others)}`);
  const [other] = others;
  if (other !== undefined) {
    const advice = VERSION_WORDS.includes(other.toLowerCase()) ? VERSION_ADVICE : "Fields go inside data.";
    throw invalidBody(`${RECORD_FORM} ${quoteText(other)} stands beside it. ${advice}`);
  }
  return requireObject(members.data, "data");
}

const RECORD_FORM = 'The body has the one member data: {"data": {"field": value}}.';
const VERSION_WORDS = ["version", "versionid", "etag", "_etag", "if-match", "ifmatch", "rev", "_rev"];
const VERSION_ADVICE = "The version goes into the header If-Match.";

function describeMissingData(keys: string[]): string {
  const [only = ""] = keys;
  if (keys.length === 0) return "It is empty.";
  const wrapped = ["fields", "record", "attributes", "item", "values", "payload", "properties"];
  if (keys.length === 1 && wrapped.includes(only)) return `Call the member data, not ${only}.`;
  if (keys.length === 1 && (only === "records" || only === "items"))
    return "One request writes one record; POST …/records/batch writes many.";
  return keys.length === 1 && only.toLowerCase() === "data"
    ? "It is written in lower case."
    : 'The fields are bare: wrap them in {"data": {…}}.';
}

/** Throws INVALID_BODY for unknown members: a misspelt one must not be ignored. */
export function requireKnownMembers(members: JsonObject, known: readonly string[]): void {
  const unknown = Object.keys(members).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  const [, habit] = QUERY_HABITS.find(([words]) => words.includes(unknown.toLowerCase())) ?? [];
  const advice = habit === undefined ? didYouMean(unknown, known) : ` ${habit}`;
  throw invalidBody(
    `${quoteText(unknown)} is not a member of this body.${advice} The members of this body are ${known.join(", ")}.`,
  );
}

/** Members of other APIs' queries, and their counterparts here. */
const QUERY_HABITS: readonly [words: readonly string[], advice: string][] = [
  [
    ["filter", "filters", "conditions", "$filter", "criteria"],
    'To filter, send where: {"where": ["field", "eq", value]}.',
  ],
  [["page", "offset", "skip", "after", "pagetoken"], "For the next page, send nextCursor as cursor."],
  [["order", "orderby", "order_by", "sortby"], 'To sort, send sort: [{"field": "created", "direction": "desc"}].'],
  [
    ["pagesize", "page_size", "per_page", "perpage", "size", "take", "top", "first"],
    "For the size of a page, send limit.",
  ],
  [["select", "columns", "properties"], 'To pick fields, send fields: ["a", "b"].'],
  [["q", "query", "text"], "To search for words, send search."],
];

/** `what` begins the sentence that says what is wrong. */
function requireObject(value: JsonValue | undefined, what: string): JsonObject {
  if (Array.isArray(value)) {
    throw invalidBody(`${what} is a JSON object, not a list. One request writes one record, or asks one query.`);
  }
  if (typeof value === "string") {
    throw invalidBody(`${what} is a JSON object, not a string. If it was encoded as JSON twice, encode it once.`);
  }
  if (typeof value !== "object" || value === null) {
    throw invalidBody(`${what} is a JSON object, such as {"data": {"field": value}}.`);
  }
  return value;
}

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

export type Json = { value: JsonValue; ownNumber?: string | undefined };

/** Throws, or rejects with, INVALID_BODY and the reason. A long body takes several turns of the event loop. */
export function parseJson(bytes: Buffer, bounds?: Bounds): Json | Promise<Json> {
  if (!isUtf8(bytes)) throw invalidBody("The body is not valid UTF-8. Encode it as UTF-8, not as UTF-16 or Latin-1.");
  if (bytes.length <= SHORT_BYTES) {
    const text = bytes.toString();
    return requireExact(text, parseExactJson(text));
  }
  return parseLongJson(bytes, bounds);
}

async function parseLongJson(bytes: Buffer, bounds: Bounds | undefined): Promise<Json> {
  const text = await decodeInTurns(bytes);
  return requireExact(text, await parseExactJsonInTurns(text, bounds));
}

/** A megabyte of letters beyond ASCII takes six milliseconds. */
async function decodeInTurns(bytes: Buffer): Promise<string> {
  const decoder = new StringDecoder("utf8");
  const takeTurns = takingTurns();
  let text = "";
  for (let from = 0; from < bytes.length; from += DECODED_BYTES) {
    text += decoder.write(bytes.subarray(from, from + DECODED_BYTES));
    await takeTurns();
  }
  return text;
}

const DECODED_BYTES = 256 * 1024;

function requireExact(text: string, parsed: ExactJson): Json {
  if ("fault" in parsed) throw invalidBody(`The body ${parsed.fault}${whereIn(text, parsed)}`);
  return parsed;
}

/** Where the text stops being JSON; for a short text also the probable mistake. */
function whereIn(text: string, { fault, at = 0 }: Extract<ExactJson, { fault: string }>): string {
  if (fault !== NOT_JSON) return "";
  const found = text.length <= SHORT_BYTES ? locateFault(text) : { ...locatePosition(text, at), hint: "" };
  return found === null
    ? ""
    : ` Line ${found.line}, column ${found.column}${found.hint === "" ? "." : `:${found.hint}`}`;
}

export function invalidBody(message: string, cause?: unknown): ApiError {
  return new ApiError("INVALID_BODY", message, { cause });
}
