/** The first stage: from the request line to the endpoint. The caller is not yet known. */
import type { Caller } from "../authentication/authenticate";
import { ApiError } from "../errors";
import { groupBy } from "../group-by";
import { splitTarget } from "../http/target";
import type { Deadline } from "../time/deadline";
import { describeOtherMethod, describeUnknownPath } from "./advice/unknown-path";
import { BASE_PATH, WHOLE_SERVICE } from "./base-path";
import { ACCEPT_QUERY, type Asked, type EndpointResult, takesDryRun } from "./endpoints/endpoint";
import { ENDPOINTS, type Endpoint } from "./endpoints/registry";
import type { RequestBody } from "./input/body";
import { decode, parseQueryString } from "./input/query-string";
import type { Trace } from "./recording";
import type { ApiRequest } from "./request";
import { MethodNotAllowed } from "./response";

/** A request with its body, deadline and trace, which accompany it through all stages. */
type Incoming = { request: ApiRequest; body: RequestBody; deadline: Deadline; trace: Trace };

export type Matched = Incoming &
  Asked & {
    endpoint: Endpoint;
    /** It is null under the same conditions as `recordId`. */
    entityKey: string | null;
    /** A result that was read while the token was verified (`speculative-read.ts`). */
    earlyRead: Promise<EndpointResult> | null;
    /** Throws an ApiError if the request may not be handled with a caller whose permissions have changed since; null if it may. */
    requireRenewed: ((renewed: Caller) => void) | null;
  };

/** Throws ENTITY_NOT_FOUND for unknown paths, and METHOD_NOT_ALLOWED. */
export function matchRoute(incoming: Incoming): Matched {
  const { request, body, deadline, trace } = incoming;
  const { path, query: queryText } = splitTarget(request.target);
  const route = requireRoute(path, request.operations);
  const method = request.method === "HEAD" ? "GET" : request.method;
  const query = parseQueryString(queryText);
  // With `by`, the last segment can be any value, including one that is a fixed word of another path, such as `query`.
  const endpoints = query.has("by") ? endpointsAt(path) : route.endpoints;
  const endpoint = endpoints.find((each) => each.method === method);
  if (endpoint === undefined) {
    const names = route.endpoints.map(({ name }) => name);
    throw new MethodNotAllowed(methodsOf(route.endpoints), describeOtherMethod(request.method, path, names));
  }
  const { entityKey, recordId, webhookId } = route;
  trace.endpoint = endpoint;
  trace.entityKey = entityKey;
  // Set early, because every response reports it, including refusals before the parameter is parsed.
  trace.isDryRun = takesDryRun(endpoint) && query.get("dryRun")?.join() === "true";
  // Field by field, as in later stages: spreading an object and adding properties takes Node 20 three to five microseconds.
  return {
    request,
    body,
    deadline,
    trace,
    endpoint,
    entityKey,
    recordId,
    webhookId,
    query,
    earlyRead: null,
    requireRenewed: null,
  };
}

/** Throws INVALID_BODY for malformed HTTP. */
export function requireWellFormed({ malformed }: ApiRequest): void {
  if (malformed !== null) throw new ApiError("INVALID_BODY", malformed);
}

/** The response to OPTIONS, for a path or for the whole service; null for any other request. Throws ENTITY_NOT_FOUND. */
export function describeMethods(request: ApiRequest): EndpointResult | null {
  if (request.target === WHOLE_SERVICE) return { status: 204, data: null, allow: methodsOf(ENDPOINTS) };
  if (request.method !== "OPTIONS") return null;
  const { endpoints } = requireRoute(splitTarget(request.target).path, request.operations);
  const isQueried = endpoints.some(({ method }) => method === "QUERY");
  return { status: 204, data: null, allow: methodsOf(endpoints), ...(isQueried ? { headers: ACCEPT_QUERY } : {}) };
}

function methodsOf(endpoints: readonly Endpoint[]): string {
  const methods = endpoints.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  return [...new Set([...methods, "OPTIONS"])].join(", ");
}

/** null for a parameter that the path does not have, or that cannot be decoded. */
type Route = {
  template: string;
  endpoints: readonly Endpoint[];
  entityKey: string | null;
  recordId: string | null;
  webhookId: string | null;
};

function requireRoute(path: string, operations: ApiRequest["operations"]): Route {
  const route = findRoute(path, operations);
  if (route !== null) return route;
  const message = describeUnknownPath(path, (other) => findRoute(other)?.template ?? null);
  throw new ApiError("ENTITY_NOT_FOUND", message);
}

export function findRoute(path: string, operations?: ApiRequest["operations"]): Route | null {
  if (!path.startsWith(`${BASE_PATH}/`)) return null;
  const segments = segmentsOf(path);
  const found = TEMPLATES.find(({ parts }) => fits(parts, segments));
  if (found === undefined) return null;
  const { template } = found;
  const endpoints = found.endpoints.filter(({ operationId }) => operations?.includes(operationId) ?? true);
  const [root, id, , recordId] = segments.map(decode);
  // By position: with `by`, `query` in /entities/:entityKey/records/query is a record's key.
  if (root === "webhooks") return { template, endpoints, entityKey: null, recordId: null, webhookId: id ?? null };
  return { template, endpoints, entityKey: id ?? null, recordId: recordId ?? null, webhookId: null };
}

/** The endpoints of every template that fits the path. */
function endpointsAt(path: string): Endpoint[] {
  return TEMPLATES.filter(({ parts }) => fits(parts, segmentsOf(path))).flatMap(({ endpoints }) => endpoints);
}

function segmentsOf(path: string): string[] {
  return path.slice(BASE_PATH.length + 1).split("/");
}

/** Templates with fixed words come before those with parameters. */
const TEMPLATES = [...groupBy(ENDPOINTS, ({ path }) => path)]
  .map(([template, endpoints]) => ({ template, parts: template.slice(1).split("/"), endpoints }))
  .sort((one, other) => parametersOf(one.parts) - parametersOf(other.parts));

function parametersOf(parts: string[]): number {
  return parts.filter((part) => part.startsWith(":")).length;
}

function fits(parts: string[], segments: string[]): boolean {
  if (parts.length !== segments.length) return false;
  return parts.every((part, index) => (part.startsWith(":") ? segments[index] !== "" : part === segments[index]));
}
