/**
 * Responses to requests for pages that Next is not asked for. Paths that are no page: `proxy.ts` would say the same, but only
 * after Next has taken the request apart; posts are left to it, for it looks at their origin first. And pages that are not
 * ready yet.
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
 * So many are sent at a time, and so long later the next ones. They are cheap, and nobody counts them: 30 clients that asked for
 * nothing else took all of the event loop, and `/me` to 16 times its quiet time.
 */
const AT_A_TIME = 4;
const PAUSE_MS = 4;
const waiting: (() => void)[] = [];

/** What is refused, and to whom. */
type Refused = { request: IncomingMessage; response: ServerResponse; address: string };

/** `target`: as Next is to see it. */
export function isUnknownPage({ method }: IncomingMessage, target: string): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const { pathname } = new URL(target, BASE);
  return !isPagePath(pathname) && !pathname.startsWith(FILES);
}

export function refuseUnknownPage(refused: Refused): void {
  inTurn(() => send(refused, unknownPage(), { msg: "a page was refused" }));
}

/** `error`: why, for the log. */
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

/** The request's id is one of our own, as pages have it. */
function send({ request, response, address }: Refused, page: PageRefusal, line: { msg: string; error?: string }): void {
  if (response.destroyed) return;
  const { status, headers, body } = page;
  const requestId = requestIdOf(null);
  const length = Buffer.byteLength(body);
  response.writeHead(status, { ...headers, "content-length": length, [REQUEST_ID_HEADER]: requestId }).end(body);
  log().info({ requestId, method: request.method, status, address, ...line });
}
