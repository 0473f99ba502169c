/**
 * The client's address, for pages, actions and what comes before them. A server derives it once for each request and notes it
 * for Next, which does not tell its pages, in a header whose name nobody outside of this process can know.
 */
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { runtime } from "../runtime";

const addressHeader = runtime.part("header of the client's address", () => `x-address-${randomUUID()}`);

export function noteAddress(request: IncomingMessage, address: string): void {
  request.headers[addressHeader()] = address;
}

/** On Vercel the platform itself names the client, in a header that it lets nobody else write. */
export function pageAddress(received: Headers): string {
  if (process.env.VERCEL === "1") return received.get("x-vercel-forwarded-for")?.split(",")[0]?.trim() ?? "unknown";
  return received.get(addressHeader()) ?? "unknown";
}
