/** The paths of the API and of MCP, and which paths lead to them. */
import { withoutEscapes } from "../http/target";

/** The version is part of the path (spec: Versioning, 1). */
export const BASE_PATH = "/api/v1";

/** The path at which programs reach the API by MCP (docs/contract.md, MCP). */
export const MCP_PATH = "/mcp";

/** The `Link` to the token's OpenAPI document. */
export const SERVICE_DESCRIPTION = `<${BASE_PATH}/openapi.json>; rel="service-desc"`;

/** The target of `OPTIONS *`, which asks what the service supports in general (RFC 9110 § 9.3.7). */
export const WHOLE_SERVICE = "*";

/**
 * True if a router could read this path, as received, as a path of the API. The API itself must respond to every such spelling: a
 * router would redirect, or reach the endpoint without the checks in front of it.
 */
export function leadsToApi(path: string): boolean {
  if (path === WHOLE_SERVICE || isOfApi(path)) return true;
  if (!OTHER_SPELLING.test(path)) return false;
  const slashed = withoutEscapes(path).replace(/[\\/]+/g, "/");
  const segments: string[] = [];
  for (const segment of slashed.split("/").slice(1)) {
    if (segment === "..") segments.pop();
    else if (segment !== ".") segments.push(segment);
  }
  return isOfApi(`/${segments.join("/")}`);
}

/**
 * True if a program probably meant the API or MCP: the path lacks the base, has another version or misspells `/mcp`, and the client
 * does not ask for HTML. A program gets the API's response, which says where to go; a browser gets a page.
 */
export function meansApi(path: string, accept: string | null): boolean {
  return WITHOUT_BASE.test(path) && !/\btext\/html\b/i.test(accept ?? "");
}

const WITHOUT_BASE = /^\/(?:(?:api\/)?v\d+(?:\/|$)|(?:api\/)?(?:entities|me|mcp)(?:\/|$))/i;

/** Escapes, backslashes, empty segments, `.` and `..`. */
const OTHER_SPELLING = /[%\\]|\/\/|\/\./;

function isOfApi(path: string): boolean {
  return path === BASE_PATH || path === MCP_PATH || path.startsWith(`${BASE_PATH}/`);
}
