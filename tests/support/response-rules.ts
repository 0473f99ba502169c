/**
 * The rules that every answer under `/api/v1` keeps, whatever was asked (spec: What the service does, 4 and 5; Errors;
 * contract § 4). Checked on every row of the API suite.
 */
import { expect } from "vitest";
import { type Answer, type Call, headerList } from "./http";

/** The spec's error table, written out a second time on purpose: the expectation does not come from the code. */
const STATUS_OF_CODE: Record<string, number> = {
  INVALID_BODY: 400,
  INVALID_FILTERS: 400,
  INVALID_LIMIT: 400,
  INVALID_CURSOR: 400,
  INVALID_SORT: 400,
  FIELD_NOT_QUERYABLE: 400,
  INVALID_TOKEN: 401,
  TOKEN_REVOKED: 401,
  TOKEN_EXPIRED: 401,
  OWNER_INACTIVE: 401,
  PERMISSION_DENIED: 403,
  CREATED_RECORD_NOT_READABLE: 403,
  ENTITY_NOT_FOUND: 404,
  RECORD_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  DUPLICATE_LABEL: 409,
  PARENT_REFERENCE: 409,
  PRECONDITION_FAILED: 412,
  PRECONDITION_REQUIRED: 428,
  RATE_LIMITED: 429,
  SERVER_ERROR: 500,
};

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** contract § 4: 1 to 200 characters from space to `~`; anything else counts as not supplied. */
const SUPPLIED_REQUEST_ID = /^[ -~]{1,200}$/;
/** The codes whose details name fields (contract § 4). */
const WITH_DETAILS = ["INVALID_BODY", "DUPLICATE_LABEL", "PARENT_REFERENCE"];
/** Matches stack traces, statements and messages of a driver. */
const INTERNALS =
  /\bat \S+ \(.+:\d+:\d+\)|node_modules|node:internal|\.[cm]?[jt]s:\d+|\bselect .+ from\b|\binsert into\b|\bupdate "?\w+"? set\b|syntax error at|violates|relation "|column "|duplicate key value|prisma|postgres|ECONNREFUSED|\bpg_|"stack"/i;

/** Answers sent before the address is checked (contract § 1, steps 1 and 2) need no rate limit headers. */
export type Stage = "after the gate" | "before the gate";

export function expectAnswerRules(answer: Answer, call: Call, stage: Stage): void {
  expectRequestId(answer, call);
  expectSafeHeaders(answer);
  if (stage === "after the gate") expectRateLimitHeaders(answer);
  if (call.method === "HEAD" || answer.status === 204 || answer.status === 304) {
    expect(answer.text).toBe("");
    return;
  }
  if (answer.status === 200 && answer.headers["content-type"]?.startsWith("text/csv")) {
    expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8; header=present");
    return;
  }
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  if (answer.status >= 400) expectErrorEnvelope(answer);
  // For tools that do not know the envelope.
  else if (call.path.split("?")[0] === "/openapi.json") expect(Object.keys(answer.json as object)[0]).toBe("openapi");
  else expect(Object.keys(answer.json as object)).toEqual(["data"]);
}

function expectErrorEnvelope(answer: Answer): void {
  expect(Object.keys(answer.json as object)).toEqual(["error"]);
  const { error } = answer.json as { error: Record<string, unknown> };
  const { details, ...always } = error;
  expect(always).toStrictEqual({
    code: expect.any(String),
    message: expect.stringMatching(/\S/),
    requestId: answer.headers["x-request-id"],
  });
  expect(STATUS_OF_CODE[String(error.code)]).toBe(answer.status);
  expect(answer.text).not.toMatch(INTERNALS);
  expect(String(answer.headers.link)).toMatch(/^<https?:\/\/[^/>]+\/docs\/errors#[A-Z_]+>; rel="help"$/);
  expect(answer.headers.link).toContain(`#${error.code}>`);
  if (answer.status === 401) expect(answer.headers["www-authenticate"]).toMatch(/^Bearer\b/);
  if (answer.status === 429) expect(Number(answer.headers["retry-after"])).toBeGreaterThanOrEqual(1);
  if (details === undefined) return;
  expect(WITH_DETAILS).toContain(error.code);
  expect(Array.isArray(details)).toBe(true);
  for (const detail of details as { index?: number; field?: string }[]) {
    const text = expect.any(String);
    // The details of a batch say which operation is meant, and name a field only if they are about one.
    const field = detail.index === undefined || detail.field !== undefined ? { field: text } : {};
    const operation = detail.index === undefined ? {} : { index: expect.any(Number), code: text };
    expect(detail).toStrictEqual({ ...operation, ...field, message: text });
  }
}

function expectRequestId(answer: Answer, call: Call): void {
  const supplied = headerList(call.headers).filter(([name]) => name.toLowerCase() === "x-request-id");
  const only = supplied.length === 1 ? supplied[0]?.[1] : undefined;
  if (only !== undefined && SUPPLIED_REQUEST_ID.test(only) && only === only.trim()) {
    expect(answer.headers["x-request-id"]).toBe(only);
  } else if (supplied.length < 2) expect(answer.headers["x-request-id"]).toMatch(UUID_V7);
}

function expectSafeHeaders({ headers, status }: Answer): void {
  expect(headers["cache-control"]).toBe("private, no-store");
  expect(String(headers.vary).toLowerCase().split(/, */)).toContain("authorization");
  expect(headers["x-content-type-options"]).toBe("nosniff");
  for (const name of ["set-cookie", "x-powered-by", "server"]) expect(headers).not.toHaveProperty(name);
  expect(Object.keys(headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
  if (status !== 304) expect(status < 300 || status >= 400, `no redirect, but ${status}`).toBe(true);
  if (headers.etag !== undefined) expect(headers.etag).toMatch(/^"[^"]+"$/);
}

/** Both families (contract § 3), and never a limit that a limiter in trouble would show. */
export function expectRateLimitHeaders({ headers, status }: Answer): void {
  const [limit, remaining, reset] = ["limit", "remaining", "reset"].map((part) =>
    String(headers[`x-ratelimit-${part}`]),
  );
  expect(limit).toMatch(/^[1-9]\d*$/);
  expect(remaining).toMatch(/^\d+$/);
  // A fault of the service itself counts against nobody.
  expect(Number(remaining)).toBeLessThan(Number(limit) + (status === 500 ? 1 : 0));
  expect(reset).toMatch(/^\d{10}$/);
  // Uses the time of the answer: some are checked only when all have arrived.
  const answeredMs = headers.date === undefined ? Date.now() : Date.parse(headers.date);
  const secondsAhead = Number(reset) - answeredMs / 1000;
  expect(secondsAhead).toBeGreaterThan(-2);
  expect(secondsAhead).toBeLessThanOrEqual(62);
  expect(headers["ratelimit-policy"]).toMatch(new RegExp(`^"[^"]+";.*\\bq=${limit}\\b`));
  expect(headers.ratelimit).toMatch(new RegExp(`^"[^"]+";.*\\br=${remaining}\\b`));
}
