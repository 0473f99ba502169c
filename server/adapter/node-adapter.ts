/**
 * The Node adapter: an HTTP server that answers `/api/v1` and the health checks itself and passes every other path to the
 * page handler. It knows the socket's true address, limits what a slow or greedy client can hold, and can be drained.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import { type HealthResponse, live, ready } from "../../lib/health";
import { addressOf } from "../../lib/http/client-address";
import { splitTarget, withoutOrigin } from "../../lib/http/target";
import { SHORT_PAGE_BYTES } from "../../lib/limits";
import { env } from "../../lib/process/env";
import { leadsToApi } from "../../lib/public-api/base-path";
import { handleRequest } from "../../lib/public-api/handle-request";
import type { ArrivingBody } from "../../lib/public-api/input/arriving-body";
import type { ApiRequest, ApiResponse } from "../../lib/public-api/request";
import { Departure } from "../../lib/time/departure";
import { findMalformation, toPageTarget } from "./malformed-request";
import { refuseWhatIsNotHttp } from "./not-http";
import { inTurn, isSentInHaste } from "./pipelining";
import { isUnknownPage, refuseUnknownPage } from "./plain-pages";

/** The time a slow client has for the headers, and for the whole request. Checked every other second. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const TIMEOUT_CHECK_MS = 2_000;
/** Longer than the minute after which common load balancers drop idle connections, so that this side never closes one in use. */
const KEEP_ALIVE_MS = 65_000;
/**
 * A response of which the client reads nothing for so long is dropped with its connection. Node checks once per period, so it
 * may take twice as long.
 */
const STALLED_READER_MS = 15_000;
const MAX_HEADER_BYTES = 16 * 1024;

/** Responds to a request for a page, or for a file beside it. `address`: the client's, behind trusted proxies. */
export type PageHandler = (request: IncomingMessage, response: ServerResponse, address: string) => void;

export type NodeAdapter = {
  server: Server;
  /** From now on every response closes its connection. */
  startClosing(): void;
  /** The same, and the health check reports that the host is not ready. */
  startDraining(): void;
};

export function openNodeAdapter(pages: PageHandler): NodeAdapter {
  let closing = false;
  let draining = false;
  // The development server has paths of its own.
  const isProduction = env().NODE_ENV === "production";
  const options = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    requireHostHeader: false,
  };
  const server = createServer(options, (request, response) => {
    if (!isSentInHaste(request, response)) inTurn(response, () => serve(request, response));
  });
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    // A client that has to reconnect reaches another process.
    if (closing) response.setHeader("connection", "close");
    const target = withoutOrigin(request.url ?? "/");
    const malformed = findMalformation(request, target);
    const { path } = splitTarget(target);
    if (malformed !== null || leadsToApi(path)) {
      return void handleApi(request, response, { target, malformed });
    }
    if (path.startsWith("/api/health/")) return void handleHealth(path, response, draining);
    const pageTarget = toPageTarget(target);
    const address = addressOf(request);
    if (isProduction && isUnknownPage(request, pageTarget)) return refuseUnknownPage({ request, response, address });
    request.url = pageTarget;
    return pages(request, response, address);
  };
  // Node would ask for the body at once; the API asks for it once it knows the caller.
  server.on("checkContinue", (request, response) => {
    if (leadsToApi(splitTarget(withoutOrigin(request.url ?? "/")).path)) awaitsContinue.add(request);
    else response.writeContinue();
    server.emit("request", request, response);
  });
  // Only 100-continue is supported; Node would refuse others in its own form.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  refuseWhatIsNotHttp(server);
  return {
    server,
    startClosing: () => {
      closing = true;
    },
    startDraining: () => {
      closing = true;
      draining = true;
    },
  };
}

type ReadTarget = Pick<ApiRequest, "target" | "malformed">;

/** Requests that hold back their body until they get 100 Continue. */
const awaitsContinue = new WeakSet<IncomingMessage>();

async function handleApi(request: IncomingMessage, response: ServerResponse, read: ReadTarget): Promise<void> {
  const sent = await handleRequest(toApiRequest(request, response, read));
  // The client may still send its body, or not: the next bytes on this connection could be either.
  if (awaitsContinue.has(request)) sent.headers.connection = "close";
  send(response, sent);
}

function toApiRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { target, malformed }: ReadTarget,
): ApiRequest {
  return {
    method: request.method ?? "",
    target,
    malformed,
    header: (name) => headerOf(request, name),
    address: addressOf(request),
    departure: () => departureOf(response),
    readBody: (into) => {
      if (!into.isRefused && awaitsContinue.delete(request)) response.writeContinue();
      return readBody(request, into);
    },
  };
}

function departureOf(response: ServerResponse): Departure {
  const departure = new Departure();
  whenGone(response, () => response.writableFinished || departure.leave());
  return departure;
}

/** Node keeps only the first of two Authorization lines, so a request with two could pass for the first caller. */
function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  if (value === undefined) return null;
  if (name === "authorization") return request.headersDistinct[name]?.join(", ") ?? null;
  return Array.isArray(value) ? value.join(", ") : value;
}

function send(response: ServerResponse, { status, headers, body, sent }: ApiResponse): void {
  response.setTimeout(STALLED_READER_MS, () => response.destroy());
  if (sent !== undefined) whenGone(response, sent);
  if (body === null) {
    response.writeHead(status, headers).end();
    return;
  }
  if (body instanceof Readable) {
    response.writeHead(status, headers);
    // A HEAD response has no body.
    if (response.req.method === "HEAD") response.end(() => body.destroy());
    // A client that leaves ends it early, which is no fault of the service.
    else pipeline(body, response, () => {});
    return;
  }
  if (!Array.isArray(body)) {
    headers["content-length"] = String(Buffer.byteLength(body));
    response.writeHead(status, headers).end(body);
    return;
  }
  const lengths = body.map((piece) => Buffer.byteLength(piece));
  const length = lengths.reduce((sum, bytes) => sum + bytes, 0);
  headers["content-length"] = String(length);
  response.writeHead(status, headers);
  if (length > SHORT_PAGE_BYTES) {
    // Each piece when there is room for it. A client that leaves ends it early, which is no fault of the service.
    pipeline(Readable.from(body), response, () => {});
    return;
  }
  // Sent together but in pieces: joining them would copy a page twice. Where each character is one byte, the plainest
  // encoding writes the same.
  response.cork();
  for (const [index, piece] of body.entries())
    response.write(piece, lengths[index] === piece.length ? "latin1" : "utf8");
  response.end();
}

function whenGone(response: ServerResponse, callback: () => void): void {
  if (response.destroyed || response.socket?.destroyed !== false) callback();
  else response.once("close", callback);
}

/** Resolves when the body is complete, or refused; the rest is then discarded. Rejects if it breaks off. */
function readBody(request: IncomingMessage, into: ArrivingBody): Promise<void> {
  if (into.isRefused) return Promise.resolve();
  return new Promise((resolve, reject) => {
    let isWhole = false;
    request.on("data", (chunk: Buffer) => {
      into.take(chunk);
      if (into.isRefused) resolve();
    });
    request.on("end", () => {
      isWhole = true;
      resolve();
    });
    request.on("error", reject);
    request.on("close", () => {
      if (!isWhole) reject(new Error("The connection closed before the body was whole."));
    });
  });
}

async function handleHealth(path: string, response: ServerResponse, draining: boolean): Promise<void> {
  const { status, body } = await responseTo(path, draining);
  const text = JSON.stringify(body);
  const headers = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(text) }).end(text);
}

async function responseTo(path: string, draining: boolean): Promise<HealthResponse> {
  if (path === "/api/health/live") return live();
  if (path !== "/api/health/ready") return { status: 404, body: { status: "unknown" } };
  return draining ? { status: 503, body: { status: "draining" } } : ready();
}
