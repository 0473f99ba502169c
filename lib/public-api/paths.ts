/** From the path as received to the endpoints there: the only place that takes URLs apart. */
import type { Endpoint } from "./endpoints";

/** The interface version is part of the path (spec: Versioning, 1). */
export const BASE_PATH = "/api/v1";

/** The target of `OPTIONS *`, which asks what the service can do, wherever (RFC 9110 § 9.3.7). */
export const WHOLE_SERVICE = "*";

export type Match = { endpoints: Endpoint[]; entityKey: string | null; recordId: string | null };

/** null for a path that no endpoint has. A parameter that cannot be decoded is null: there is nothing of that name. */
export function matchPath(path: string, endpoints: readonly Endpoint[]): Match | null {
  if (!path.startsWith(`${BASE_PATH}/`)) return null;
  const segments = path.slice(BASE_PATH.length + 1).split("/");
  // An endpoint with a fixed word comes before one with a parameter in its place: the registry lists them so.
  const first = endpoints.find((endpoint) => fits(endpoint.path, segments));
  if (first === undefined) return null;
  const [, entityKey, , recordId] = segments;
  return {
    endpoints: endpoints.filter((endpoint) => endpoint.path === first.path),
    entityKey: decode(entityKey),
    recordId: decode(recordId),
  };
}

/**
 * Whether a router may take this path, as received, for one of the interface's. By whatever spelling, it is the interface
 * that answers, which knows only one; a router would redirect, or find the endpoint with none of the checks before it.
 */
export function leadsToInterface(path: string): boolean {
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

/** Escapes, backslashes, empty segments, and segments that mean this place or the one above. */
const OTHER_SPELLING = /[%\\]|\/\/|\/\./;

/** A target as whoever looks for something in it would read it: each escape is one character, and broken ones stay. */
export function withoutEscapes(target: string): string {
  if (!target.includes("%")) return target;
  return target.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function isBelowBase(path: string): boolean {
  return path === BASE_PATH || path.startsWith(`${BASE_PATH}/`);
}

/** A proxy may send the whole address in the request line; what is left is the path and the query string. */
export function withoutOrigin(target: string): string {
  if (!/^https?:\/\//i.test(target)) return target;
  const rest = target.replace(/^https?:\/\/[^/?#]*/i, "");
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/** The path and the query string of a request's target. */
export function splitTarget(target: string): { path: string; query: string } {
  const question = target.indexOf("?");
  return question === -1
    ? { path: target, query: "" }
    : { path: target.slice(0, question), query: target.slice(question + 1) };
}

function fits(template: string, segments: string[]): boolean {
  const expected = partsOf(template);
  if (expected.length !== segments.length) return false;
  return expected.every((part, index) => (part.startsWith(":") ? segments[index] !== "" : part === segments[index]));
}

const parts = new Map<string, string[]>();

/** Of each template once: every request is compared with most of them. */
function partsOf(template: string): string[] {
  const known = parts.get(template) ?? template.slice(1).split("/");
  parts.set(template, known);
  return known;
}

function decode(segment: string | undefined): string | null {
  if (segment === undefined) return null;
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
