/**
 * The Next adapter, for Vercel and `next start`. Translates a web Request into an ApiRequest, and the ApiResponse back; it
 * decides nothing.
 */
import { Readable } from "node:stream";
import { after } from "next/server";
import { callLog } from "@/lib/call-log/write";
import { handleApiRequest } from "@/lib/entrance";
import { notedAddress } from "@/lib/http/client-address";
import { runsAsFunction } from "@/lib/process/env";
import { callerSignal } from "@/lib/public-api/caller-signal";
import type { EndpointRow } from "@/lib/public-api/endpoints/endpoint";
import type { ArrivingBody } from "@/lib/public-api/input/arriving-body";
import type { ApiRequest, ApiResponse } from "@/lib/public-api/request";
import { sendDue } from "@/lib/webhooks/sender";
import { sentHeaders } from "@/server/adapter/sent-headers";

/**
 * The handlers of a route file, which passes the rows of its path, or none if it handles every other path. Every method has a
 * handler, because Next would respond in its own format to a method without one.
 */
export function routes(...rows: EndpointRow[]) {
  const operations = rows.length === 0 ? undefined : rows.map(({ operationId }) => operationId);
  const each = (request: Request) => handle({ ...toApiRequest(request), operations }, request);
  return { DELETE: each, GET: each, HEAD: each, OPTIONS: each, PATCH: each, POST: each, PUT: each };
}

async function handle(asked: ApiRequest, request: Request): Promise<Response> {
  // Opened here, not where the host starts: Next loads modules a second time there, and errors have another class.
  const calls = callLog();
  const response = await handleApiRequest(asked);
  // A serverless function is frozen once its response has been sent, before the call log's interval of a second is over.
  if (runsAsFunction()) after(() => calls.flush());
  if (runsAsFunction() && mayHaveWritten(request, response)) after(() => sendDue(SENDING_MS));
  return toWebResponse(response, request.method);
}

/** How long webhooks are sent after the response to a write, within the time that a function has (vercel.json). */
const SENDING_MS = 8_000;

function mayHaveWritten({ method }: Request, { status }: ApiResponse): boolean {
  return status < 300 && ["POST", "PATCH", "DELETE"].includes(method);
}

function toApiRequest(request: Request): ApiRequest {
  const { headers } = request;
  const { pathname, search } = new URL(request.url);
  const sent = sentHeaders();
  const target = headers.get(sent.target);
  return {
    // server/next-host.ts noted both.
    method: headers.get(sent.method) ?? request.method,
    target: target === null ? pathname + search : decodeURIComponent(target),
    malformed: null,
    // Compression is left to the host.
    header: (name) => (name === "accept-encoding" ? null : headers.get(name)),
    address: notedAddress(headers),
    signal: () => signalOf(request),
    readBody: (into) => readBody(request, into),
  };
}

/** The request's own signal would be aborted with an error of Next's. */
function signalOf(request: Request): AbortSignal {
  return callerSignal(request, (leave) => {
    if (request.signal.aborted) leave();
    else request.signal.addEventListener("abort", leave);
  });
}

async function readBody(request: Request, into: ArrivingBody): Promise<void> {
  if (request.body === null || into.isRefused) return;
  for await (const chunk of request.body) {
    into.take(chunk);
    if (into.isRefused) return;
  }
}

function toContent(body: ApiResponse["body"]): BodyInit | null {
  if (body instanceof Readable) return Readable.toWeb(body) as ReadableStream;
  return Array.isArray(body) ? body.join("") : (body as BodyInit | null);
}

function toWebResponse({ status, headers, body, sent }: ApiResponse, method: string): Response {
  // Passed on to Next, which does not report when it has been sent.
  sent?.();
  return new Response(method === "HEAD" ? null : toContent(body), { status, headers });
}
