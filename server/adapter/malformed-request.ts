/**
 * What Node lets pass as a request, and HTTP does not: told by the API, in its form, whatever path was meant. And what Next
 * would take for a page's target, and respond to by itself, without the headers of a page.
 */
import type { IncomingMessage } from "node:http";
import { splitTarget } from "../../lib/http/target";

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

/** No page is called that. */
export const NO_PAGE = "/no-such-page";

/** The path of no page for doubled and reversed slashes (Next would redirect) and escapes that stand for no text (a bare 500). */
export function toPageTarget(target: string): string {
  const { path } = splitTarget(target);
  return isReadable(path) && !/\\|\/\//.test(path) ? target : NO_PAGE;
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
