/** Prepares a process that Next hosts: `next start`, or a function of Vercel. Those of `server/main.ts` prepare themselves. */
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { addressOf, noteAddress } from "../lib/http/client-address";
import { splitTarget, withoutOrigin } from "../lib/http/target";
import { keepMaintaining } from "../lib/maintenance";
import { requireServerEnv, runsAsFunction } from "../lib/process/env";
import { BASE_PATH, leadsToApi } from "../lib/public-api/base-path";
import { releaseWaiting } from "../lib/public-api/event-stream/open-streams";
import { keepSending } from "../lib/webhooks/sender";
import { headerLines } from "./adapter/header-lines";
import { toPageTarget } from "./adapter/malformed-request";
import { isSentInHaste } from "./adapter/pipelining";
import { sentHeaders } from "./adapter/sent-headers";
import { logConsole } from "./console-log";
import { setV8Flags } from "./v8-flags";

export async function prepareNextHost(): Promise<void> {
  if ("isBehindNodeAdapter" in globalThis) return;
  requireServerEnv();
  if (process.env.NODE_ENV === "production") logConsole();
  setV8Flags();
  watchRequests();
  if (runsAsFunction()) return prepareFunction();
  // Next, which ends the process, waits for responses that are under way, and a stream would never end.
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, releaseWaiting);
  keepMaintaining();
  keepSending();
}

/** With these, Next responds as for a page. */
const ROUTER_HEADERS = /^(?:rsc|next-.*|x-nextjs-.*|x-middleware-.*)$/;
/** Targets that Next routes unchanged: any other goes to the route of unknown paths. */
const PLAIN = /^(?:\/mcp|\/api\/v1(?:\/(?!\.\.?(?:[/?]|$))[\w.~-]+)+)(?:\?.*)?$/;
const ROUTED_METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Node announces each request before Next hides its socket and its repeated headers from the handlers. */
function watchRequests(): void {
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (isSentInHaste(request, response)) {
      // The client never sees a response, so the cheapest will do.
      request.url = BASE_PATH;
      return;
    }
    route(request);
    noteAddress(request, addressOf(request));
    // With only the first of two lines, a request with two could pass as its caller.
    const authorization = headerLines(request, "authorization");
    if (authorization.length > 1) request.headers.authorization = authorization.join(", ");
  });
}

/** Next would redirect some targets, whatever is in them, and send a bare 500 for others and for unknown methods. */
function route(request: IncomingMessage): void {
  const { method = "GET", headers } = request;
  const target = withoutOrigin(request.url ?? "/");
  request.url = toPageTarget(target);
  if (!leadsToApi(splitTarget(target).path)) return;
  for (const name of Object.keys(headers)) if (ROUTER_HEADERS.test(name)) delete headers[name];
  const sent = sentHeaders();
  headers[sent.target] = encodeURIComponent(target);
  if (!PLAIN.test(target)) request.url = BASE_PATH;
  if (ROUTED_METHODS.has(method)) return;
  headers[sent.method] = method;
  // A GET would lose its body.
  request.method = method === "QUERY" ? "POST" : "GET";
}

/** A function is frozen between requests: timers do not run, and idle connections must not outlive it. */
async function prepareFunction(): Promise<void> {
  const { attachDatabasePool } = await import("@vercel/functions/db-connections");
  const { postgres } = await import("../lib/postgres/postgres");
  attachDatabasePool(postgres().pool);
}
