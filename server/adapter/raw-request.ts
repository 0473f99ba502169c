/**
 * Keeps what Next hides from its handlers, and handles what Next would otherwise handle before they run. Node announces each
 * request before Next sees it. At that moment a request to the API is recorded as it was received, in a header whose name cannot
 * be known outside this process, and then simplified, so that Next's router finds nothing to redirect and nothing to fail on.
 */
import { randomUUID } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { addressOf, noteAddress } from "../../lib/http/client-address";
import { splitTarget, withoutOrigin } from "../../lib/http/target";
import { leadsToApi, meansApi } from "../../lib/public-api/base-path";
import { findMalformation, toPageTarget } from "./malformed-request";
import { inTurn, isSentInHaste } from "./pipelining";

export type RawRequest = {
  method: string;
  target: string;
  malformed: string | null;
  authorization: string | null;
  /** Identifies the response of this request. */
  exchange: number;
};

/** Targets that Next routes without redirecting, decoding or resolving (`..`). */
const PLAIN = /^\/api\/v1(?:\/(?!\.\.?(?:[/?]|$))[\w.~-]+)+(?:\?.*)?$/;
const UNKNOWN_PATH = "/api/v1";
const ROUTED_METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** With these headers Next responds as for a page instead of calling the route. */
const ROUTER_HEADERS = /^(?:rsc|next-.*|x-nextjs-.*|x-middleware-.*)$/;

/**
 * Next loads this module more than once, and all copies must agree. `rawRequestHeader` is null if the Node adapter is in front
 * and nothing is to be recorded. It is undefined if no request has been announced yet, so that the host calls the handlers in its
 * own way.
 */
const shared = globalThis as typeof globalThis & {
  watchesRequests?: true;
  rawRequestHeader?: string | null;
  openResponses?: Map<number, ServerResponse>;
  inTurn?: typeof inTurn;
};

export function watchRequests(): void {
  if (shared.watchesRequests) return;
  shared.watchesRequests = true;
  shared.inTurn = inTurn;
  const header = `x-raw-request-${randomUUID()}`;
  const keep = keepOpenResponses();
  subscribe("http.server.request.start", (message) => {
    shared.rawRequestHeader = header;
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    // The client never sees what Next does with a request whose response has already been sent.
    if (isSentInHaste(request, response)) return;
    noteAddress(request, addressOf(request));
    const target = withoutOrigin(request.url ?? "/");
    const malformed = findMalformation(request, target);
    const { path } = splitTarget(target);
    if (malformed !== null || leadsToApi(path) || meansApi(path, request.headers.accept ?? null)) {
      return note(request, { target, malformed, exchange: keep(response) }, header);
    }
    request.url = toPageTarget(target);
  });
}

/** For the Node adapter: it reads requests itself, and the Next behind it must not change them. */
export function leaveRequestsAlone(): void {
  shared.rawRequestHeader = null;
}

export function isBehindNodeAdapter(): boolean {
  return shared.rawRequestHeader === null;
}

/**
 * "host": only the headers are known, and the host vouches for them. "astray": the request should have been recorded but was not,
 * so Next has interpreted its path differently from us.
 */
export function rawRequestOf(headers: Headers): RawRequest | "host" | "astray" {
  if (shared.rawRequestHeader === undefined) return "host";
  const text = shared.rawRequestHeader === null ? null : headers.get(shared.rawRequestHeader);
  return text === null ? "astray" : (JSON.parse(decodeURIComponent(text)) as RawRequest);
}

/** Keeps each response while it is open, and returns the number that identifies it. */
function keepOpenResponses(): (response: ServerResponse) => number {
  const open = new Map<number, ServerResponse>();
  shared.openResponses = open;
  let last = 0;
  return (response) => {
    last += 1;
    const exchange = last;
    open.set(exchange, response);
    response.once("close", () => open.delete(exchange));
    return exchange;
  };
}

/** Next removes this header from the responses of handlers, so it is set directly. Next's own gzip skips such responses. */
export function tellEncoding({ exchange }: RawRequest, encoding: string): void {
  shared.openResponses?.get(exchange)?.setHeader("content-encoding", encoding);
}

/** Next goes on waiting for a client that takes nothing more, although the body has been given up. */
export function cutOff({ exchange }: RawRequest): void {
  shared.openResponses?.get(exchange)?.destroy();
}

/** Resolves once the earlier responses on the same connection have been sent; never if the connection ends first. */
export function turnOf({ exchange }: RawRequest): Promise<void> {
  const response = shared.openResponses?.get(exchange);
  return new Promise((resolve) => (response === undefined ? resolve() : shared.inTurn?.(response, resolve)));
}

type Received = Pick<RawRequest, "target" | "malformed" | "exchange">;

function note(request: IncomingMessage, { target, malformed, exchange }: Received, header: string): void {
  const raw: RawRequest = {
    method: request.method ?? "",
    target,
    malformed,
    // Node keeps only the first of two lines.
    authorization: request.headersDistinct.authorization?.join(", ") ?? null,
    exchange,
  };
  for (const name of Object.keys(request.headers)) if (ROUTER_HEADERS.test(name)) delete request.headers[name];
  // Node and Next would respond in their own format, or fail.
  if (malformed !== null) request.headers.host = "localhost";
  request.headers[header] = encodeURIComponent(JSON.stringify(raw));
  request.url = PLAIN.test(target) ? target : UNKNOWN_PATH;
  // As GET it would lose its body.
  if (!ROUTED_METHODS.has(raw.method)) request.method = raw.method === "QUERY" ? "POST" : "GET";
}
