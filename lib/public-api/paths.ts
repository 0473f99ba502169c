/** From the path as received to the endpoints there: the only place that takes URLs apart. */
import type { Endpoint } from "./endpoints";

/** The interface version is part of the path (spec: Versioning, 1). */
export const BASE_PATH = "/api/v1";

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

/** The path and the query string of a request's target. */
export function splitTarget(target: string): { path: string; query: string } {
  const question = target.indexOf("?");
  return question === -1
    ? { path: target, query: "" }
    : { path: target.slice(0, question), query: target.slice(question + 1) };
}

function fits(template: string, segments: string[]): boolean {
  const expected = template.slice(1).split("/");
  if (expected.length !== segments.length) return false;
  return expected.every((part, index) => (part.startsWith(":") ? segments[index] !== "" : part === segments[index]));
}

function decode(segment: string | undefined): string | null {
  if (segment === undefined) return null;
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
