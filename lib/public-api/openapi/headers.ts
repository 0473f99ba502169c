/** The headers of responses, and which status has which headers (spec: Limits; contract §§ 3, 4). */
import { BASE_PATH, SERVICE_DESCRIPTION } from "../base-path";
import { type EndpointRow, takesDryRun, takesKey } from "../endpoints/endpoint";
import { CHALLENGE } from "../response";
import { CURSOR, ENTITY_KEY, ETAG, RECORD_ID } from "../schemas/examples";

type Header = { description: string; schema: Record<string, unknown>; example: string | number };

const integer = (minimum: number) => ({ type: "integer", minimum });
const string = { type: "string" };

export const HEADERS = {
  "x-request-id": {
    description: "Names the request: the id that the caller sent, or a new one.",
    schema: string,
    example: "01a1fd30-0325-7043-9348-da7b8275f27a",
  },
  "x-ratelimit-limit": {
    description: "How many requests the window that applied has room for.",
    schema: integer(1),
    example: 600,
  },
  "x-ratelimit-remaining": {
    description: "How many requests that window has room for now.",
    schema: integer(0),
    example: 599,
  },
  "x-ratelimit-reset": {
    description: "When there is room for the next request, in Unix seconds.",
    schema: integer(0),
    example: 1_795_249_200,
  },
  "RateLimit-Policy": {
    description: "The same limit as the IETF draft writes it: `q` requests in `w` seconds, by token or by address.",
    schema: string,
    example: '"token";q=600;w=60',
  },
  RateLimit: {
    description:
      "The same state as the IETF draft writes it: `r` requests are left, and `t` seconds until there is room.",
    schema: string,
    example: '"token";r=599;t=1',
  },
  "retry-after": { description: "How many seconds to wait before the next request.", schema: integer(1), example: 12 },
  ETag: {
    description:
      "The current version; of a record, its `versionId` in quotes. Send it as `If-Match` or `If-None-Match`.",
    schema: { type: "string", pattern: '^"[^"]+"$' },
    example: ETAG,
  },
  Location: {
    description: "The path of what was created.",
    schema: { type: "string", format: "uri-reference" },
    example: `${BASE_PATH}/entities/${ENTITY_KEY}/records/${RECORD_ID}`,
  },
  "WWW-Authenticate": {
    description: 'The scheme to authenticate with. `error="invalid_token"` only where credentials were sent.',
    schema: string,
    example: `${CHALLENGE}, error="invalid_token"`,
  },
  Link: {
    description:
      'Where to read on: for an error what its code means and what to do (`rel="help"`), else the OpenAPI document of the token (`rel="service-desc"`).',
    schema: string,
    example: SERVICE_DESCRIPTION,
  },
  Allow: { description: "The methods that the path takes.", schema: string, example: "GET, HEAD, OPTIONS" },
} as const satisfies Record<string, Header>;

/** Headers that a response has only in some cases. */
export const OCCASIONAL_HEADERS = {
  "x-next-cursor": {
    description: "For CSV: the cursor of the next page. Absent on the last page.",
    schema: string,
    example: CURSOR,
  },
  "x-dry-run": {
    description: "The request was a dry run: nothing was written.",
    schema: { type: "string", const: "true" },
    example: "true",
  },
  "idempotent-replayed": {
    description: "An earlier request with the same `Idempotency-Key` was processed, and this is its response.",
    schema: { type: "string", const: "true" },
    example: "true",
  },
  "x-token-expires": {
    description: "When the token expires; only in its last seven days.",
    schema: { type: "string", format: "date-time" },
    example: "2026-11-29T09:00:00.000Z",
  },
  Deprecation: {
    description:
      "Since when something that the request names or the response has is deprecated (RFC 9745), in Unix seconds.",
    schema: { type: "string", pattern: "^@-?[0-9]+$" },
    example: "@1767225600",
  },
  Sunset: {
    description: "When it is removed (RFC 8594), if that is known.",
    schema: string,
    example: "Fri, 01 Jan 2027 00:00:00 GMT",
  },
  "Accept-Query": {
    description: "The form of bodies that the path takes with QUERY (RFC 10008).",
    schema: string,
    example: "application/json",
  },
} as const satisfies Record<string, Header>;

type HeaderName = keyof typeof HEADERS;
type AnyHeaderName = HeaderName | keyof typeof OCCASIONAL_HEADERS;

const WINDOW: readonly HeaderName[] = [
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "RateLimit-Policy",
  "RateLimit",
];
const OF_STATUS: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ["WWW-Authenticate"],
  405: ["Allow"],
  429: ["retry-after"],
};

/** Headers of the responses to a write, in addition to the operation's own. */
export function writeHeaders(row: EndpointRow): readonly AnyHeaderName[] {
  return [
    ...(takesDryRun(row) ? (["x-dry-run"] as const) : []),
    ...(takesKey(row) ? (["idempotent-replayed"] as const) : []),
  ];
}

/** Headers of successes that can have deprecated fields. */
export const DEPRECATION_HEADERS = ["Deprecation", "Sunset"] as const;

/** References to the headers of a response; `own` are headers that only this operation's response has. */
export function responseHeaders(status: number, own: readonly AnyHeaderName[] = []): Record<string, unknown> {
  // 405 is decided before any rate limit is checked (contract § 1), and both 401 and 405 before the token is known.
  const window = status === 405 ? [] : WINDOW;
  const lastDays = status === 401 || status === 405 ? [] : (["x-token-expires"] as const);
  const help = status >= 400 ? (["Link"] as const) : [];
  const names = ["x-request-id", ...window, ...help, ...(OF_STATUS[status] ?? []), ...own, ...lastDays];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Marked as required: a response without the header has another status. Generators then give a `string`, not an optional one. */
export function headerComponents(): Record<string, unknown> {
  const always = Object.entries(HEADERS).map(([name, header]) => [name, { required: true, ...header }]);
  const { "x-next-cursor": _, "Accept-Query": __, ...occasional } = OCCASIONAL_HEADERS;
  return { ...Object.fromEntries(always), ...occasional };
}
