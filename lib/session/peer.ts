/**
 * The socket's address, which Next does not tell its pages. Servers note it on each request, in a header whose name nobody
 * outside of this process can know.
 */
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Next loads this module more than once, and the server has its own; all must agree on the name. */
const shared = globalThis as typeof globalThis & { pagePeerHeader?: string };

export function notePeer(request: IncomingMessage): void {
  shared.pagePeerHeader ??= `x-peer-${randomUUID()}`;
  request.headers[shared.pagePeerHeader] = request.socket.remoteAddress ?? "";
}

/** null where no server of ours has noted it. */
export function peerOf(headers: Headers): string | null {
  return (shared.pagePeerHeader && headers.get(shared.pagePeerHeader)) || null;
}
