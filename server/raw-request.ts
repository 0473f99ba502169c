/**
 * What Next does not tell its handlers, and what it would answer itself before they are asked. Node announces each request
 * before Next sees it; there, requests to the interface are noted as they were received (in a header whose name nobody
 * outside of this process can know) and made plain, so that Next's router has nothing to redirect or to choke on.
 */
import { randomUUID } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { notePeer } from "../lib/session/peer";

export type RawRequest = { method: string; target: string; peer: string | null; authorization: string | null };

const INTERFACE = /^\/+api\/v1(?:[/?]|$)/;
/** Targets that Next routes without redirecting, decoding or resolving (`..`) anything. */
const PLAIN = /^\/api\/v1(?:\/(?!\.\.?(?:[/?]|$))[\w.~-]+)+(?:\?.*)?$/;
const UNKNOWN_PATH = "/api/v1";
const ROUTED_METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** With these Next answers for a page instead of calling the route. */
const ROUTER_HEADERS = /^(?:rsc|next-.*|x-nextjs-.*|x-middleware-.*)$/;

/** Next loads this module more than once; all of them must agree on the name. null: nothing is to be noted. */
const shared = globalThis as typeof globalThis & { rawRequestHeader?: string | null };

export function watchRequests(): void {
  if (shared.rawRequestHeader !== undefined) return;
  const header = `x-raw-request-${randomUUID()}`;
  shared.rawRequestHeader = header;
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    if (INTERFACE.test(request.url ?? "")) note(request, header);
    else notePeer(request);
  });
}

/** For the Node door, which reads requests itself and would find them changed by the watch of the Next behind it. */
export function leaveRequestsAlone(): void {
  shared.rawRequestHeader = null;
}

/** null where the server was not watched: then nothing but the headers is known. */
export function rawRequestOf(headers: Headers): RawRequest | null {
  const text = shared.rawRequestHeader ? headers.get(shared.rawRequestHeader) : null;
  return text === null ? null : (JSON.parse(decodeURIComponent(text)) as RawRequest);
}

function note(request: IncomingMessage, header: string): void {
  const raw: RawRequest = {
    method: request.method ?? "",
    target: request.url ?? "",
    peer: request.socket.remoteAddress ?? null,
    // Node keeps the first of two lines only.
    authorization: request.headersDistinct.authorization?.join(", ") ?? null,
  };
  for (const name of Object.keys(request.headers)) if (ROUTER_HEADERS.test(name)) delete request.headers[name];
  request.headers[header] = encodeURIComponent(JSON.stringify(raw));
  if (!PLAIN.test(raw.target)) request.url = UNKNOWN_PATH;
  if (!ROUTED_METHODS.has(raw.method)) request.method = "GET";
}
