/**
 * Responses to requests for pages that Next is not asked for. Paths that are no page: `proxy.ts` would say the same, but only
 * after Next has taken the request apart; posts are left to it, for it looks at their origin first. And pages that are not
 * ready yet.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { requestIdOf } from "../lib/public-api/request-id";
import { REQUEST_ID_HEADER } from "../lib/session/page-headers";
import { isPagePath } from "../lib/session/page-paths";
import { type PageRefusal, pagesNotReady, unknownPage } from "../lib/session/plain-reply";

const BASE = "http://own.invalid";
const FILES = "/_next/static/";

/** The request's id, for the log: one of our own, as pages have it. */
type Sent = { requestId: string; status: number };

/** `target`: as Next is to see it. */
export function isUnknownPage({ method }: IncomingMessage, target: string): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const { pathname } = new URL(target, BASE);
  return !isPagePath(pathname) && !pathname.startsWith(FILES);
}

export function sendUnknownPage(response: ServerResponse): Sent {
  return send(response, unknownPage());
}

export function sendPagesNotReady(response: ServerResponse): Sent {
  return send(response, pagesNotReady());
}

function send(response: ServerResponse, { status, headers, body }: PageRefusal): Sent {
  const requestId = requestIdOf(null);
  const length = Buffer.byteLength(body);
  response.writeHead(status, { ...headers, "content-length": length, [REQUEST_ID_HEADER]: requestId }).end(body);
  return { requestId, status };
}
