/** Serves the API, MCP and health checks, and passes other paths to the page handler. Limits slow or greedy clients; can be drained. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { pipeline, Readable } from "node:stream";
import { handleApiRequest } from "../../lib/entrance";
import { type HealthResponse, live, ready } from "../../lib/health";
import { addressOf } from "../../lib/http/client-address";
import { inPieces } from "../../lib/http/compression";
import { splitTarget, withoutOrigin } from "../../lib/http/target";
import { SHORT_PAGE_BYTES } from "../../lib/limits";
import { env } from "../../lib/process/env";
import { metrics } from "../../lib/process/metrics";
import { leadsToApi, meansApi } from "../../lib/public-api/base-path";
import { callerSignal } from "../../lib/public-api/caller-signal";
import type { ArrivingBody } from "../../lib/public-api/input/arriving-body";
import type { ApiRequest, ApiResponse } from "../../lib/public-api/request";
import type { Leaving } from "../processes/lifecycle";
import { headerLines } from "./header-lines";
import { findMalformation, toPageTarget } from "./malformed-request";
import { inTurn, isSentInHaste } from "./pipelining";
import { findRefusal, refusePage } from "./plain-pages";

/** How long a client can take to send the headers, and the whole request. Checked every other second. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const TIMEOUT_CHECK_MS = 2_000;
/** Longer than the minute after which common load balancers drop idle connections, so that this side never closes one in use. */
const KEEP_ALIVE_MS = 65_000;
/** Drops a connection whose client reads nothing for this long. Node checks once per period, so it may take twice as long. */
const STALLED_READER_MS = 15_000;
/** An event stream has a line every 15 seconds. */
const SILENT_STREAM_MS = 60_000;
const MAX_HEADER_BYTES = 16 * 1024;

/** Responds to a request for a page or for a file of the pages. `address` is the client's, as seen behind trusted proxies. */
export type PageHandler = (request: IncomingMessage, response: ServerResponse, address: string) => void;

export type NodeAdapter = {
  server: Server;
  /** Makes every response from now on close its connection. To drain, the health check also reports that the host is not ready. */
  startLeaving(how: Leaving): void;
};

export function openNodeAdapter(pages: PageHandler): NodeAdapter {
  let leaving: Leaving | null = null;
  // The development server has additional paths.
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
    if (leaving !== null) response.setHeader("connection", "close");
    const target = withoutOrigin(request.url ?? "/");
    const malformed = findMalformation(request, target);
    const { path } = splitTarget(target);
    if (malformed !== null || leadsToApi(path) || meansApi(path, headerOf(request, "accept"))) {
      return void handleApi(request, response, { target, malformed });
    }
    if (path.startsWith("/api/health/")) return void handleHealth(path, response, leaving);
    response.once("finish", () => metrics()?.pages.inc({ status: response.statusCode }));
    const pageTarget = toPageTarget(target);
    const address = addressOf(request);
    const refusal = isProduction ? findRefusal(request, pageTarget) : null;
    if (refusal !== null) return refusePage({ request, response, address }, refusal);
    request.url = pageTarget;
    return pages(request, response, address);
  };
  // Node would send 100 Continue immediately. The API sends it only once it knows the caller.
  server.on("checkContinue", (request, response) => {
    if (leadsToApi(splitTarget(withoutOrigin(request.url ?? "/")).path)) awaitsContinue.add(request);
    else response.writeContinue();
    server.emit("request", request, response);
  });
  // Only 100-continue is supported. Node would refuse other expectations in its own format.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  return { server, startLeaving: (how) => (leaving = how) };
}

type ReadTarget = Pick<ApiRequest, "target" | "malformed">;

/** Requests whose client waits for 100 Continue before it sends the body. */
const awaitsContinue = new WeakSet<IncomingMessage>();

async function handleApi(request: IncomingMessage, response: ServerResponse, read: ReadTarget): Promise<void> {
  const sent = await handleApiRequest(toApiRequest(request, response, read));
  // The client may or may not still send its body, so the next bytes on this connection would be ambiguous.
  if (awaitsContinue.has(request)) sent.headers.connection = "close";
  send(response, sent);
}

function toApiRequest(request: IncomingMessage, response: ServerResponse, read: ReadTarget): ApiRequest {
  // Members one by one: a literal that begins with a spread takes V8 ten times as long.
  const { target, malformed } = read;
  return {
    method: request.method ?? "",
    target,
    malformed,
    header: (name) => headerOf(request, name),
    address: addressOf(request),
    signal: () => signalOf(request.socket),
    readBody: (into) => {
      if (!into.isRefused && awaitsContinue.delete(request)) response.writeContinue();
      return readBody(request, into);
    },
  };
}

function signalOf(socket: Socket): AbortSignal {
  return callerSignal(socket, (leave) => (socket.destroyed ? leave() : socket.once("close", leave)));
}

/** Joins repeated Authorization lines. With only the first of them, a request with two could pass as its caller. */
function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  if (value === undefined) return null;
  if (name === "authorization") return headerLines(request, name).join(", ");
  return Array.isArray(value) ? value.join(", ") : value;
}

function send(response: ServerResponse, given: ApiResponse): void {
  if (given.sent !== undefined) whenGone(response, given.sent);
  write(response, given);
  // A client can stall only the bytes that the operating system has not taken yet.
  if (response.writableEnded && response.writableLength === 0) return;
  response.setTimeout(given.isEndless ? SILENT_STREAM_MS : STALLED_READER_MS, () => response.destroy());
}

function write(response: ServerResponse, { status, headers, body, sent }: ApiResponse): void {
  if (body === null) return void response.writeHead(status, headers).end();
  if (body instanceof Readable) {
    response.writeHead(status, headers);
    if (response.req.method === "HEAD") response.end(() => body.destroy());
    // A client that disconnects ends it early, which is not a fault of the service.
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
    // Writes each piece when there is room. A client that disconnects ends it early, which is not a fault of the service.
    pipeline(Readable.from(inPieces(body, sent)), response, () => {});
    return;
  }
  // Corked pieces, because joining them would copy a page twice. For one-byte characters, latin1 writes the same bytes fastest.
  response.cork();
  for (const [index, piece] of body.entries())
    response.write(piece, lengths[index] === piece.length ? "latin1" : "utf8");
  response.end();
}

function whenGone(response: ServerResponse, callback: () => void): void {
  if (response.destroyed || response.socket?.destroyed !== false) callback();
  else response.once("close", callback);
}

/** Resolves when the body is complete or has been refused; the rest is then discarded. Rejects if the body breaks off. */
function readBody(request: IncomingMessage, into: ArrivingBody): Promise<void> {
  if (into.isRefused) return Promise.resolve();
  return new Promise((resolve, reject) => {
    request.on("data", (chunk: Buffer) => {
      into.take(chunk);
      if (into.isRefused) resolve();
    });
    request.on("end", resolve);
    request.on("error", reject);
    request.on("close", () => {
      if (!request.readableEnded) reject(new Error("The connection closed before the body was whole."));
    });
  });
}

async function handleHealth(path: string, response: ServerResponse, leaving: Leaving | null): Promise<void> {
  const { status, body } = await responseTo(path, leaving);
  const text = JSON.stringify(body);
  const headers = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(text) }).end(text);
}

async function responseTo(path: string, leaving: Leaving | null): Promise<HealthResponse> {
  if (path === "/api/health/live") return live();
  if (path !== "/api/health/ready") return { status: 404, body: { status: "unknown" } };
  return leaving === "drain" ? { status: 503, body: { status: "draining" } } : ready();
}
