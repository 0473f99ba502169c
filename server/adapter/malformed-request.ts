/** Finds requests that Node accepts but HTTP forbids, and targets that Next would handle itself, without a page's headers. */
import type { IncomingMessage } from "node:http";
import { splitTarget } from "../../lib/http/target";
import { decode } from "../../lib/public-api/input/query-string";
import { headerLines } from "./header-lines";

/** A name or an address, and an optional port. An empty host is valid too (RFC 9110 § 7.2). */
const HOST = /^(?:[\w.-]*|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/** Describes the fault; null for a valid request. `target` has no origin. HTTP/1.0 has no `Host` (RFC 9112 § 3.2). */
export function findMalformation(request: IncomingMessage, target: string): string | null {
  const { host } = request.headers;
  if (host === undefined && request.httpVersion === "1.1") return "The request has no Host header.";
  if (headerLines(request, "host").length > 1) return "The request has more than one Host header.";
  if (host !== undefined && !isHost(host)) return "The Host header names no host.";
  if (target.startsWith("/") || (target === "*" && request.method === "OPTIONS")) return null;
  return "The request's target is no path.";
}

/** Most requests name the same host, and parsing it costs as much as matching the route. */
let lastHost = "";

function isHost(host: string): boolean {
  if (host === lastHost) return true;
  if (!HOST.test(host) || (host !== "" && !URL.canParse(`http://${host}`))) return false;
  lastHost = host;
  return true;
}

/** No page has this path. */
const NO_PAGE = "/no-such-page";

/** Replaces doubled slashes and backslashes, which Next would redirect, and invalid escapes, for which it sends a bare 500. */
export function toPageTarget(target: string): string {
  const { path } = splitTarget(target);
  return decode(path) !== null && !/\\|\/\//.test(path) ? target : NO_PAGE;
}
