/** What Node lets pass as a request, and HTTP does not: told by the interface, in its form, whatever path was meant. */
import type { IncomingMessage } from "node:http";

/** A name or an address, and perhaps a port. Empty is a host, too (RFC 9110 § 7.2). */
const HOST = /^(?:[\w.-]*|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/** What is wrong, in a sentence; null for a request. `target`: without an origin. HTTP/1.0 knows no `Host` (RFC 9112 § 3.2). */
export function findMalformation(request: IncomingMessage, target: string): string | null {
  const { host } = request.headers;
  if (host === undefined && request.httpVersion === "1.1") return "The request has no Host header.";
  if (hasTwoHosts(request.rawHeaders)) return "The request has more than one Host header.";
  if (host !== undefined && !isHost(host)) return "The Host header names no host.";
  if (target.startsWith("/") || (target === "*" && request.method === "OPTIONS")) return null;
  return "The request's target is no path.";
}

/** Node keeps the first of several only. */
function hasTwoHosts(rawHeaders: string[]): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  return count > 1;
}

function isHost(host: string): boolean {
  return HOST.test(host) && (host === "" || URL.canParse(`http://${host}`));
}
