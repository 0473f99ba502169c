/**
 * The Next door: what Vercel and `next start` run. Turns a web Request into what the pipeline takes, and its reply into a
 * Response; decides nothing.
 */

import { clientAddress } from "@/lib/client-address";
import { env } from "@/lib/env";
import { CallerLeft } from "@/lib/errors";
import type { ArrivingBody } from "@/lib/public-api/arriving-body";
import { BASE_PATH } from "@/lib/public-api/paths";
import type { ApiReply, ApiRequest } from "@/lib/public-api/request";
import { answer } from "@/lib/public-api/route";
import { rawRequestOf } from "@/server/raw-request";

export async function door(request: Request): Promise<Response> {
  return toResponse(await answer(toApiRequest(request)), request.method);
}

function toApiRequest(request: Request): ApiRequest {
  const { headers } = request;
  const found = rawRequestOf(headers);
  const raw = typeof found === "string" ? null : found;
  return {
    method: raw?.method ?? request.method,
    target: found === "astray" ? BASE_PATH : (raw?.target ?? targetOf(request.url)),
    malformed: raw?.malformed ?? null,
    header: (name) => (name === "authorization" && raw !== null ? raw.authorization : headers.get(name)),
    address: addressOf(headers, raw?.peer ?? null),
    signal: () => signalOf(request),
    readBody: (into) => readBody(request, into),
  };
}

function targetOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

/** On Vercel the platform itself names the client, in a header that it lets nobody else write. */
function addressOf(headers: Headers, peer: string | null): string {
  if (process.env.VERCEL === "1") return headers.get("x-vercel-forwarded-for")?.split(",")[0]?.trim() ?? "unknown";
  return clientAddress(peer, headers.get("x-forwarded-for"), env().TRUSTED_PROXY_HOPS);
}

/** The platform's, with a reason of ours. */
function signalOf({ signal }: Request): AbortSignal {
  const left = new AbortController();
  const leave = () => left.abort(new CallerLeft());
  if (signal.aborted) leave();
  else signal.addEventListener("abort", leave, { once: true });
  return left.signal;
}

async function readBody(request: Request, into: ArrivingBody): Promise<void> {
  if (request.body === null || into.isRefused) return;
  for await (const chunk of request.body) {
    into.take(chunk);
    if (into.isRefused) return;
  }
}

function toResponse({ status, headers, body, sent }: ApiReply, method: string): Response {
  // Handed over to Next, which does not say when it has left.
  sent?.();
  const content = Array.isArray(body) ? body.join("") : body;
  return new Response(method === "HEAD" ? null : content, { status, headers });
}
