/** The bytes of an error (contract § 4). What every response owes is asked over HTTP, by `tests/support/response-rules.ts`. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "@/lib/errors";
import { publicOrigin } from "@/lib/http/origin";
import { errorResponse, rateLimitHeaders } from "@/lib/public-api/response";

const SENT = "Bearer something";
const WINDOW = { allowed: true, limit: 600, remaining: 599, reset: 1_790_000_060, retryAfter: 60 };
const APPLIED = { name: "token", window: WINDOW } as const;
const EARLY = { requestId: "request", applied: null };

const ALWAYS = {
  "cache-control": "private, no-store",
  vary: "authorization",
  "x-content-type-options": "nosniff",
  "x-request-id": "request",
};
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_790_000_000_500 });
});
afterEach(() => {
  vi.useRealTimers();
});

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };
const helpWith = (code: string) => ({ link: `<${publicOrigin()}/docs/errors#${code}>; rel="help"` });

it("a reset in the past is never sent, however long the response took", () => {
  vi.setSystemTime(1_790_000_065_500);
  expect(rateLimitHeaders(APPLIED)).toMatchObject({ "x-ratelimit-reset": "1790000066" });
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
  ])("on our side reveals only its request id: %j", (fault) => {
    expect(errorResponse(fault, EARLY, SENT)).toEqual({
      status: 500,
      headers: { ...ALWAYS, ...JSON_TYPE, ...helpWith("SERVER_ERROR") },
      body: '{"error":{"code":"SERVER_ERROR","message":"Something failed on our side. Quote the request id when you report it.","requestId":"request"}}',
    });
  });

  it.each([
    Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" }),
    Object.assign(new Error("too many connections"), { code: "53300" }),
    new Error("timeout exceeded when trying to connect"),
  ])("of an unavailable database says when to try again: %s", (fault) => {
    const { status, headers } = errorResponse(fault, EARLY, SENT);
    expect([status, headers["retry-after"]]).toEqual([500, "1"]);
  });
});
