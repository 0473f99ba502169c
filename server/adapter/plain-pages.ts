/**
 * Responds to requests for pages without Next: for unknown paths, unsupported methods, and while the pages are not ready.
 * `proxy.ts` would respond the same to the first two, but Next fails to parse some methods before that.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { requestIdOf } from "../../lib/http/request-id";
import { log } from "../../lib/process/log";
import {
  type PageRefusal,
  pagesNotReady,
  refusalFor,
  refuseMethod,
  refuseTarget,
} from "../../lib/session/gate/plain-page";
import { REQUEST_ID_HEADER } from "../../lib/session/page-headers";

const BASE = "http://own.invalid";
/** Files of the build, as the matcher of `proxy.ts` names them. */
const FILES = /^\/(?:_next\/static\/|favicon\.ico$|icon\.svg$)/;

/** Refusals sent together, and the pause after them. Without it, 30 clients that sent nothing else made `/me` 16 times slower. */
const AT_A_TIME = 4;
const PAUSE_MS = 4;
const waiting: (() => void)[] = [];

type Refused = { request: IncomingMessage; response: ServerResponse; address: string };

/** Returns null if Next has to handle the request. `target`: as Next would see it. */
export function findRefusal({ method = "" }: IncomingMessage, target: string): PageRefusal | null {
  const { pathname } = new URL(target, BASE);
  return FILES.test(pathname) ? refuseMethod(method) : refuseTarget(method, pathname);
}

export function refusePage(refused: Refused, refusal: PageRefusal): void {
  inTurn(() => send(refused, refusal, { msg: "a page was refused" }));
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

/** Like every page request, this one gets an id generated here, never the client's. */
function send({ request, response, address }: Refused, page: PageRefusal, line: { msg: string; error?: string }): void {
  if (response.destroyed) return;
  const { status, headers, body } = refusalFor(request.method, request.headers["next-action"], page);
  const requestId = requestIdOf(null);
  const length = Buffer.byteLength(body);
  response.writeHead(status, { ...headers, "content-length": length, [REQUEST_ID_HEADER]: requestId }).end(body);
  log().info({ requestId, method: request.method, status, address, ...line });
}
