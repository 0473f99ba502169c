/**
 * Answers requests for pages without asking Next: paths that are no page, and pages that are not ready yet. `proxy.ts` would
 * answer the former alike, but only after Next has parsed the request. Posts are left to it, because it checks their origin
 * first.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { requestIdOf } from "../../lib/http/request-id";
import { log } from "../../lib/process/log";
import { isPagePath } from "../../lib/session/gate/page-paths";
import { type PageRefusal, pagesNotReady, unknownPage } from "../../lib/session/gate/plain-page";
import { REQUEST_ID_HEADER } from "../../lib/session/page-headers";

const BASE = "http://own.invalid";
const FILES = "/_next/static/";

/**
 * So many are sent at once, and the next ones after this pause. They are cheap and not counted, but 30 clients that sent
 * nothing else took the whole event loop, and slowed `/me` to 16 times its quiet time.
 */
const AT_A_TIME = 4;
const PAUSE_MS = 4;
const waiting: (() => void)[] = [];

type Refused = { request: IncomingMessage; response: ServerResponse; address: string };

/** `target`: as Next would see it. */
export function isUnknownPage({ method }: IncomingMessage, target: string): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const { pathname } = new URL(target, BASE);
  return !isPagePath(pathname) && !pathname.startsWith(FILES);
}

export function refuseUnknownPage(refused: Refused): void {
  inTurn(() => send(refused, unknownPage(), { msg: "a page was refused" }));
}

/** `error`: the cause, for the log. */
export function refuseUntilReady(refused: Refused, error: Error): void {
  inTurn(() => send(refused, pagesNotReady(), { msg: "the pages are not ready", error: error.message }));
}

function inTurn(send: () => void): void {
  if (waiting.push(send) === 1) setTimeout(takeTurn, PAUSE_MS);
}

function takeTurn(): void {
  for (const send of waiting.splice(0, AT_A_TIME)) send();
  if (waiting.length > 0) setTimeout(takeTurn, PAUSE_MS);
}

/** As for all pages, the request gets an id of our own. */
function send({ request, response, address }: Refused, page: PageRefusal, line: { msg: string; error?: string }): void {
  if (response.destroyed) return;
  const { status, headers, body } = page;
  const requestId = requestIdOf(null);
  const length = Buffer.byteLength(body);
  response.writeHead(status, { ...headers, "content-length": length, [REQUEST_ID_HEADER]: requestId }).end(body);
  log().info({ requestId, method: request.method, status, address, ...line });
}
