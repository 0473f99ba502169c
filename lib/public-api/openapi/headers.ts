/** The headers of responses, and which status has which headers (spec: Limits; contract §§ 3, 4). */
import { BASE_PATH, SERVICE_DESCRIPTION } from "../base-path";
import { type EndpointRow, takesDryRun, takesKey } from "../endpoints/endpoint";
import { CHALLENGE } from "../response";
import { CURSOR, ENTITY_KEY, ETAG, RECORD_ID } from "../schemas/examples";
import type { Json } from "./entity/json-schema";

const STRING = { type: "string" };
const COUNT = { type: "integer", minimum: 0 };
const POSITIVE = { type: "integer", minimum: 1 };
const TRUE = { type: "string", const: "true" };

function header<Example extends string | number>(description: string, example: Example, schema: Json = STRING) {
  return { description, schema, example };
}

export const HEADERS = {
  "x-request-id": header(
    "Names the request: the id that the caller sent, or a new one.",
    "01a1fd30-0325-7043-9348-da7b8275f27a",
  ),
  "x-ratelimit-limit": header("How many requests the window that applied has room for.", 600, POSITIVE),
  "x-ratelimit-remaining": header("How many requests that window has room for now.", 599, COUNT),
  "x-ratelimit-reset": header(
    "When the window has room again, in Unix seconds; while requests are left, the end of the clock minute.",
    1_795_249_200,
    COUNT,
  ),
  "RateLimit-Policy": header(
    "The same limit as the IETF draft writes it: `q` requests in `w` seconds, by token or by address.",
    '"token";q=600;w=60',
  ),
  RateLimit: header(
    "The same state as the IETF draft writes it: `r` requests are left, and `t` seconds until the reset.",
    '"token";r=599;t=1',
  ),
  "retry-after": header("How many seconds to wait before the next request.", 12, POSITIVE),
  ETag: header(
    "The current version; of a record, its `versionId` in quotes. Send it as `If-Match` or `If-None-Match`.",
    ETAG,
    { type: "string", pattern: '^"[^"]+"$' },
  ),
  Location: header("The path of what was created.", `${BASE_PATH}/entities/${ENTITY_KEY}/records/${RECORD_ID}`, {
    type: "string",
    format: "uri-reference",
  }),
  "WWW-Authenticate": header(
    'The scheme to authenticate with. `error="invalid_token"` only where credentials were sent.',
    `${CHALLENGE}, error="invalid_token"`,
  ),
  Link: header(
    'Where to read on: for an error what its code means and what to do (`rel="help"`), else the OpenAPI document of the token (`rel="service-desc"`).',
    SERVICE_DESCRIPTION,
  ),
  Allow: header("The methods that the path takes.", "GET, HEAD, OPTIONS"),
};

export const OCCASIONAL_HEADERS = {
  "x-next-cursor": header("For CSV: the cursor of the next page. Absent on the last page.", CURSOR),
  "x-dry-run": header("The request was a dry run: nothing was written.", "true", TRUE),
  "idempotent-replayed": header(
    "An earlier request with the same `Idempotency-Key` was processed, and this is its response.",
    "true",
    TRUE,
  ),
  "x-token-expires": header("When the token expires; only in its last seven days.", "2026-11-29T09:00:00.000Z", {
    type: "string",
    format: "date-time",
  }),
  Deprecation: header(
    "Since when something that the request names or the response has is deprecated (RFC 9745), in Unix seconds.",
    "@1767225600",
    { type: "string", pattern: "^@-?[0-9]+$" },
  ),
  Sunset: header("When it is removed (RFC 8594), if that is known.", "Fri, 01 Jan 2027 00:00:00 GMT"),
  "Accept-Query": header("The form of bodies that the path takes with QUERY (RFC 10008).", "application/json"),
};

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

export const DEPRECATION_HEADERS = ["Deprecation", "Sunset"] as const;

/** References to the headers of a response; `own` are headers that only this operation's response has. */
export function responseHeaders(status: number, own: readonly AnyHeaderName[] = []): Json {
  // 405 is decided before any rate limit is checked (contract § 1), and both 401 and 405 before the token is known.
  const window = status === 405 ? [] : WINDOW;
  const lastDays = status === 401 || status === 405 ? [] : (["x-token-expires"] as const);
  const help = status >= 400 ? (["Link"] as const) : [];
  const names = ["x-request-id", ...window, ...help, ...(OF_STATUS[status] ?? []), ...own, ...lastDays];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Marked as required: a response without the header has another status. Generators then give a `string`, not an optional one. */
export function headerComponents(): Json {
  const always = Object.entries(HEADERS).map(([name, header]) => [name, { required: true, ...header }]);
  const { "x-next-cursor": _, "Accept-Query": __, ...occasional } = OCCASIONAL_HEADERS;
  return { ...Object.fromEntries(always), ...occasional };
}
