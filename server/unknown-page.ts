/**
 * Tells of paths that are no page before Next hears of them: `proxy.ts` would say the same, but only after Next has taken the
 * request apart. Posts are left to it, for it looks at their origin first.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { requestIdOf } from "../lib/public-api/request-id";
import { isPagePath } from "../lib/session/gate/page-paths";
import { unknownPage } from "../lib/session/gate/plain-page";
import { REQUEST_ID_HEADER } from "../lib/session/page-headers";

const BASE = "http://own.invalid";
const FILES = "/_next/static/";

/** `target`: as Next is to see it. */
export function isUnknownPage({ method }: IncomingMessage, target: string): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const { pathname } = new URL(target, BASE);
  return !isPagePath(pathname) && !pathname.startsWith(FILES);
}

/** The request's id, for the log: one of our own, as pages have it. */
export function answerUnknownPage(response: ServerResponse): { requestId: string; status: number } {
  const requestId = requestIdOf(null);
  const { status, headers, body } = unknownPage();
  const length = Buffer.byteLength(body);
  response.writeHead(status, { ...headers, "content-length": length, [REQUEST_ID_HEADER]: requestId }).end(body);
  return { requestId, status };
}
