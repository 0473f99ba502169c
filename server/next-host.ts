/**
 * Prepares a process that Next itself hosts: `next start`, or a function of Vercel. The processes of `server/main.ts` prepare
 * themselves.
 */
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { addressOf, noteAddress } from "../lib/http/client-address";
import { splitTarget, withoutOrigin } from "../lib/http/target";
import { keepMaintaining } from "../lib/maintenance";
import { requireServerEnv, runsAsFunction } from "../lib/process/env";
import { BASE_PATH, leadsToApi } from "../lib/public-api/base-path";
import { releaseWaiting } from "../lib/public-api/event-stream/open-streams";
import { keepSending } from "../lib/webhooks/sender";
import { NO_PAGE, toPageTarget } from "./adapter/malformed-request";
import { isSentInHaste } from "./adapter/pipelining";
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

/** Says to the adapter with which method a request was sent. */
const SENT_METHOD = "x-sent-method";

/** Node announces each request before Next hides its socket and its repeated headers from the handlers. */
function watchRequests(): void {
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (isSentInHaste(request, response)) {
      // The client never sees a response, so the cheapest will do.
      request.url = BASE_PATH;
      return;
    }
    request.url = toRoutedTarget(withoutOrigin(request.url ?? "/"));
    delete request.headers[SENT_METHOD];
    if (request.method === "QUERY") {
      // Next knows no such method. As GET it would lose its body.
      request.headers[SENT_METHOD] = "QUERY";
      request.method = "POST";
    }
    noteAddress(request, addressOf(request));
    // Node keeps only the first of two lines, so a request with two could pass as its caller.
    const authorization = request.headersDistinct.authorization?.join(", ");
    if (authorization !== undefined) request.headers.authorization = authorization;
  });
}

/** Next would redirect some targets, whatever is in them, and send a bare 500 for others. */
function toRoutedTarget(target: string): string {
  const routed = toPageTarget(target);
  return routed === NO_PAGE && leadsToApi(splitTarget(target).path) ? BASE_PATH : routed;
}

/** Frozen between requests: no clock of ours runs, and connections that are idle must not outlive the function. */
async function prepareFunction(): Promise<void> {
  const { attachDatabasePool } = await import("@vercel/functions/db-connections");
  const { postgres } = await import("../lib/postgres/postgres");
  attachDatabasePool(postgres().pool);
}
