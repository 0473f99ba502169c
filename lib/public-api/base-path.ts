/** Where the API is, and which paths lead to it. */
import { withoutEscapes } from "../http/target";

/** The version is part of the path (spec: Versioning, 1). */
export const BASE_PATH = "/api/v1";

/** The `Link` to the token's OpenAPI document. */
export const SERVICE_DESCRIPTION = `<${BASE_PATH}/openapi.json>; rel="service-desc"`;

/** The target of `OPTIONS *`, which asks what the service can do, wherever (RFC 9110 § 9.3.7). */
export const WHOLE_SERVICE = "*";

/**
 * Whether a router could take this path, as received, for one of the API. The API itself must respond to every such spelling:
 * a router would redirect, or find the endpoint without the checks before it.
 */
export function leadsToApi(path: string): boolean {
  if (path === WHOLE_SERVICE || isBelowBase(path)) return true;
  if (!OTHER_SPELLING.test(path)) return false;
  const slashed = withoutEscapes(path).replace(/[\\/]+/g, "/");
  const segments: string[] = [];
  for (const segment of slashed.split("/").slice(1)) {
    if (segment === "..") segments.pop();
    else if (segment !== ".") segments.push(segment);
  }
  return isBelowBase(`/${segments.join("/")}`);
}

/** Escapes, backslashes, empty segments, `.` and `..`. */
const OTHER_SPELLING = /[%\\]|\/\/|\/\./;

function isBelowBase(path: string): boolean {
  return path === BASE_PATH || path.startsWith(`${BASE_PATH}/`);
}
