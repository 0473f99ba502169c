/**
 * The Next adapter, for Vercel and `next start`. Translates a web Request into an ApiRequest, and the ApiResponse back; it
 * decides nothing.
 */
import { Readable } from "node:stream";
import { after } from "next/server";
import { callLog } from "@/lib/call-log/record";
import { notedAddress } from "@/lib/http/client-address";
import { handleApiRequest } from "@/lib/mcp/handle-mcp";
import { runsAsFunction } from "@/lib/process/env";
import { BASE_PATH } from "@/lib/public-api/base-path";
import { callerSignal } from "@/lib/public-api/caller-signal";
import { ENDPOINTS, type EndpointName } from "@/lib/public-api/endpoints/registry";
import type { ArrivingBody } from "@/lib/public-api/input/arriving-body";
import type { ApiRequest, ApiResponse } from "@/lib/public-api/request";
import { sendDue } from "@/lib/webhooks/sender";
import { cutOff, type RawRequest, rawRequestOf, tellEncoding, turnOf } from "@/server/adapter/raw-request";

/**
 * The handlers of a route file. It names the endpoints of its path, or none if it handles every other path. Every method has a
 * handler, because Next would respond in its own format to a method without one. Throws if the endpoints do not share a path. The
 * pipeline does the routing itself, because it knows the path as it was received.
 */
export function routes(...names: EndpointName[]) {
  const paths = ENDPOINTS.filter(({ name }) => names.includes(name)).map(({ path }) => path);
  if (new Set(paths).size > 1) throw new Error(`These endpoints do not share a path: ${names.join(", ")}.`);
  return { DELETE: handle, GET: handle, HEAD: handle, OPTIONS: handle, PATCH: handle, POST: handle, PUT: handle };
}

async function handle(request: Request): Promise<Response> {
  const found = rawRequestOf(request.headers);
  const raw = typeof found === "string" ? null : found;
  if (raw !== null) await turnOf(raw);
  const response = await handleApiRequest(toApiRequest(request, found));
  // A serverless function is frozen once its response has been sent, before the call log's interval of a second is over.
  if (runsAsFunction()) after(() => callLog().flush());
  if (runsAsFunction() && mayHaveWritten(request, response)) after(() => sendDue(SENDING_MS));
  const encoding = response.headers["content-encoding"];
  if (raw !== null && encoding !== undefined) tellEncoding(raw, encoding);
  const { body } = response;
  if (raw !== null && body instanceof Readable) body.once("close", () => body.readableEnded || cutOff(raw));
  return toWebResponse(response, request.method);
}

/** How long webhooks are sent after the response to a write, within the time that a function has (vercel.json). */
const SENDING_MS = 8_000;

function mayHaveWritten({ method }: Request, { status }: ApiResponse): boolean {
  return status < 300 && ["POST", "PATCH", "DELETE"].includes(method);
}

function toApiRequest(request: Request, found: ReturnType<typeof rawRequestOf>): ApiRequest {
  const { headers } = request;
  const raw = typeof found === "string" ? null : found;
  return {
    method: raw?.method ?? request.method,
    target: found === "astray" ? BASE_PATH : (raw?.target ?? targetOf(request.url)),
    malformed: raw?.malformed ?? null,
    header: (name) => headerOf(headers, raw, name),
    address: notedAddress(headers),
    signal: () => signalOf(request),
    readBody: (into) => readBody(request, into),
  };
}

function headerOf(headers: Headers, raw: RawRequest | null, name: string): string | null {
  // If Next's own response is out of reach, compression is left to the host; on Vercel it always is.
  if (name === "accept-encoding" && (raw === null || runsAsFunction())) return null;
  if (raw !== null && name === "authorization") return raw.authorization;
  return headers.get(name);
}

function targetOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
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
