/**
 * What Next does not tell its handlers: the address of the socket, the target as it was received, and whether a header
 * came twice. Node announces each request before Next sees it; what is noted then travels in a header whose name nobody
 * outside of this process can know.
 */
import { randomUUID } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";

export type RawRequest = { peer: string | null; target: string; authorization: string | null };

/** Next loads this module more than once; all of them must agree on the name. */
const shared = globalThis as typeof globalThis & { rawRequestHeader?: string };

export function watchRequests(): void {
  if (shared.rawRequestHeader !== undefined) return;
  const header = `x-raw-request-${randomUUID()}`;
  shared.rawRequestHeader = header;
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    const raw: RawRequest = {
      peer: request.socket.remoteAddress ?? null,
      target: request.url ?? "/",
      authorization: request.headersDistinct.authorization?.join(", ") ?? null,
    };
    request.headers[header] = encodeURIComponent(JSON.stringify(raw));
  });
}

/** null where the server was not watched: then nothing but the headers is known. */
export function rawRequestOf(headers: Headers): RawRequest | null {
  const text = shared.rawRequestHeader === undefined ? null : headers.get(shared.rawRequestHeader);
  return text === null ? null : (JSON.parse(decodeURIComponent(text)) as RawRequest);
}
