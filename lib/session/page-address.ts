/**
 * The client's address, for pages, actions and what comes before them. A server derives it once for each request and notes it
 * for Next, which does not tell its pages, in a header whose name nobody outside of this process can know.
 */
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Next loads this module more than once, and the server has its own; all must agree on the name. */
const shared = globalThis as typeof globalThis & { pageAddressHeader?: string };

export function noteAddress(request: IncomingMessage, address: string): void {
  shared.pageAddressHeader ??= `x-address-${randomUUID()}`;
  request.headers[shared.pageAddressHeader] = address;
}

/** On Vercel the platform itself names the client, in a header that it lets nobody else write. */
export function pageAddress(received: Headers): string {
  if (process.env.VERCEL === "1") return received.get("x-vercel-forwarded-for")?.split(",")[0]?.trim() ?? "unknown";
  return (shared.pageAddressHeader && received.get(shared.pageAddressHeader)) || "unknown";
}
