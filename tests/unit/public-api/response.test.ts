/** The bytes of a response: envelopes and headers (contract § 4). */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "@/lib/errors";
import { publicOrigin } from "@/lib/http/origin";
import { errorResponse, MethodNotAllowed, rateLimitHeaders, successResponse } from "@/lib/public-api/response";

const SENT = "Bearer something";
const WINDOW = { allowed: true, limit: 600, remaining: 599, reset: 1_790_000_060, retryAfter: 60 };
const CONTEXT = { requestId: "request", applied: { name: "token", window: WINDOW } } as const;
const EARLY = { requestId: "request", applied: null };

const ALWAYS = {
  "cache-control": "private, no-store",
  vary: "authorization",
  "x-content-type-options": "nosniff",
  "x-request-id": "request",
};
const LIMITS = {
  "x-ratelimit-limit": "600",
  "x-ratelimit-remaining": "599",
  "x-ratelimit-reset": "1790000060",
  "ratelimit-policy": '"token";q=600;w=60',
  ratelimit: '"token";r=599;t=60',
};
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_790_000_000_500 });
});
afterEach(() => {
  vi.useRealTimers();
});

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };
const helpWith = (code: string) => ({ link: `<${publicOrigin()}/docs/errors#${code}>; rel="help"` });

describe("rate limit headers", () => {
  it("tell both families of the window that applied", () => {
    expect(rateLimitHeaders(CONTEXT.applied)).toEqual(LIMITS);
  });

  it("never tell a reset that is past, however long the answer took", () => {
    vi.setSystemTime(1_790_000_065_500);
    expect(rateLimitHeaders(CONTEXT.applied)).toMatchObject({ "x-ratelimit-reset": "1790000066" });
  });
});

describe("a success", () => {
  it("is data in its envelope, exactly as it is given", () => {
    expect(successResponse({ status: 200, data: '{"a":1.50}' }, CONTEXT)).toEqual({
      status: 200,
      headers: { ...ALWAYS, ...LIMITS, ...JSON_TYPE },
      body: '{"data":{"a":1.50}}',
    });
  });

  it("without a body has no content type", () => {
    expect(successResponse({ status: 304, data: null, version: "v1" }, EARLY)).toEqual({
      status: 304,
      headers: { ...ALWAYS, etag: '"v1"' },
      body: null,
    });
    expect(successResponse({ status: 204, data: null, allow: "GET, OPTIONS" }, EARLY).headers).toEqual({
      ...ALWAYS,
      allow: "GET, OPTIONS",
    });
  });
});

describe("an error", () => {
  it("adds the details of a validation, and never its cause", () => {
    const details = [{ field: "a", message: "is required" }];
    const { body } = errorResponse(
      new ApiError("INVALID_BODY", "text", { details, cause: new Error("private") }),
      EARLY,
      SENT,
    );
    expect(JSON.parse(String(body))).toEqual({
      error: { code: "INVALID_BODY", message: "text", requestId: "request", details },
    });
  });

  it.each([
    new Error("relation records does not exist"),
    "text",
    null,
    undefined,
    { code: "INVALID_BODY", message: "x" },
  ])("of ours tells nothing but its request id: %j", (fault) => {
    expect(errorResponse(fault, EARLY, SENT)).toEqual({
      status: 500,
      headers: { ...ALWAYS, ...JSON_TYPE, ...helpWith("SERVER_ERROR") },
      body: '{"error":{"code":"SERVER_ERROR","message":"Something failed on our side. Quote the request id when you report it.","requestId":"request"}}',
    });
  });

  it.each(["INVALID_TOKEN", "TOKEN_REVOKED", "TOKEN_EXPIRED", "OWNER_INACTIVE"] as const)(
    "of authentication challenges, and speaks of an error only where credentials were sent: %s",
    (code) => {
      const challenge = (sent: string | null) =>
        errorResponse(new ApiError(code, "text"), EARLY, sent).headers["www-authenticate"];
      expect(challenge(SENT)).toBe('Bearer realm="public-records-api", error="invalid_token"');
      expect(challenge(null)).toBe('Bearer realm="public-records-api"');
    },
  );

  it("of a limit says how long to wait", () => {
    const applied = { name: "address", window: { ...WINDOW, remaining: 0, retryAfter: 17 } } as const;
    const { status, headers } = errorResponse(new ApiError("RATE_LIMITED", "text"), { ...EARLY, applied }, SENT);
    expect([status, headers["retry-after"], headers.ratelimit]).toEqual([429, "17", '"address";r=0;t=17']);
  });

  it.each([
    Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" }),
    Object.assign(new Error("too many connections"), { code: "53300" }),
    new Error("timeout exceeded when trying to connect"),
  ])("of a database that is away says when to ask again: %s", (fault) => {
    const { status, headers } = errorResponse(fault, EARLY, SENT);
    expect([status, headers["retry-after"]]).toEqual([500, "1"]);
  });

  it("of a method says which there are", () => {
    const { status, headers } = errorResponse(new MethodNotAllowed("GET, HEAD, OPTIONS"), EARLY, null);
    expect([status, headers.allow]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });
});
