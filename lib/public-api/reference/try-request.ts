/**
 * "Try it": a request that a member edits and sends from the API reference, as themselves or with the permissions of one of their
 * live tokens. It counts against the member's own window, never against a token's, and is not listed among a token's requests.
 */
import { ApiError } from "../../errors";
import { indentJson } from "../../json/indented-json";
import type { Member } from "../../model";
import { describeFault, log } from "../../process/log";
import { limiters } from "../../rate-limit/open";
import { type Endpoint, findEndpoint } from "../endpoints/registry";
import { fillPath, type InnerRequest, toApiRequest } from "../inner-request";
import type { ApiResponse } from "../request";
import { handleAs } from "./handle-as";
import { findMemberCaller } from "./member-caller";
import { isOfToken, isTried } from "./operations";

/** As the page sends it. `tokenId` null means the member itself. */
type TriedRequest = {
  tokenId: string | null;
  endpoint: string;
  entityKey: string;
  /** The id in the path, if there is one: of a record or of a webhook. */
  recordId: string;
  query: Record<string, string>;
  ifMatch: string;
  ifNoneMatch: string;
  body: string;
};

/** Returns null if no such endpoint can be tried. Every other failure is a response. */
export async function tryRequest(tried: TriedRequest, member: Member, address: string) {
  const endpoint = findEndpoint(tried.endpoint);
  if (endpoint === undefined || !isTried(endpoint)) return null;
  const [started, at] = [performance.now(), Date.now()];
  const session = {
    countAs: (requests: number) => countTries(member, requests),
    findCaller: () => requireMemberCaller(member, tried.tokenId, endpoint),
  };
  const { response, trace } = await handleAs(session, toApiRequest({ ...requestOf(tried, endpoint), address }));
  const milliseconds = Math.round(performance.now() - started);
  const { requestId, entityKey, caller, error } = trace;
  const { method } = endpoint;
  const { status } = response;
  const tokenId = tried.tokenId ?? "";
  noteTried({ requestId, endpoint: endpoint.name, status, milliseconds, address, member: member.id }, error);
  return {
    response: toTriedResponse(response, milliseconds),
    /** What would be recorded if a token had sent the request. */
    call: {
      ...{ tokenId, at, method, endpoint, entityKey, status, milliseconds, requestId, address, caller, error },
      ...{ userAgent: null, limitPerMinute: null, counted: 1 },
    },
  };
}

/** A page must not wait for changes that may never come. */
const NOT_TRIED = ["wait"];

/** A write is always a dry run, whatever the page sent. */
function requestOf(tried: TriedRequest, { method, path, safe, body }: Endpoint): Omit<InnerRequest, "address"> {
  const asked = Object.entries(tried.query).filter(([name, value]) => value !== "" && !NOT_TRIED.includes(name));
  const headers = Object.entries({ "if-match": tried.ifMatch, "if-none-match": tried.ifNoneMatch });
  return {
    method,
    path: fillPath(path, { entityKey: tried.entityKey, recordId: tried.recordId, webhookId: tried.recordId }),
    query: { ...Object.fromEntries(asked), ...(safe ? {} : { dryRun: "true" }) },
    headers: Object.fromEntries(headers.filter(([, value]) => value !== "")),
    body: body === undefined ? null : tried.body,
  };
}

async function requireMemberCaller(member: Member, tokenId: string | null, endpoint: Endpoint) {
  if (tokenId === null && isOfToken(endpoint))
    throw new ApiError("INVALID_TOKEN", "This endpoint is about a token. Choose one of your tokens.");
  const caller = await findMemberCaller(member, tokenId);
  if (caller !== null) return caller;
  throw new ApiError(
    "INVALID_TOKEN",
    "This is not one of your live tokens. Choose another one, or your own permissions.",
  );
}

/** Throws RATE_LIMITED. */
async function countTries({ id }: Member, requests: number): Promise<void> {
  const window = await limiters().triesByMember.take(id, requests);
  if (window.allowed) return;
  const message = `The API reference sends ${window.limit} requests a minute for you at most. Try again in ${window.retryAfter} s.`;
  throw new ApiError("RATE_LIMITED", message, { reason: { step: "rate limit", limit: window.limit } });
}

/** In characters; more than a person reads. */
const SHOWN_LENGTH = 64 * 1024;

function toTriedResponse({ status, headers, body, sent }: ApiResponse, milliseconds: number) {
  const pieces = typeof body === "string" ? [body] : Array.isArray(body) ? body : [];
  const text = pieces.join("");
  sent?.();
  return {
    status,
    headers: Object.entries(headers),
    /** Indented, and cut if it is long; null if there is no body. */
    body: body === null ? null : indentJson(text.slice(0, SHOWN_LENGTH)),
    isCut: text.length > SHOWN_LENGTH,
    milliseconds,
  };
}

/** Logged like requests of the API: with names, never with values. */
function noteTried(line: object, error: unknown): void {
  const isFault = error !== null && !(error instanceof ApiError);
  if (isFault) log().error({ ...line, error: describeFault(error) }, "a request that was tried failed");
  else log().info({ ...line, code: error instanceof ApiError ? error.code : undefined }, "a request was tried");
}
