/** The error table is the spec's (spec: Errors), no row more and none less, beside the one declared extension. */
import { describe, expect, it } from "vitest";
import { ApiError, ERROR_STATUS, type ErrorCode } from "@/lib/errors";

const SPEC: [status: number, code: ErrorCode][] = [
  [400, "INVALID_BODY"],
  [400, "INVALID_FILTERS"],
  [400, "INVALID_LIMIT"],
  [400, "INVALID_CURSOR"],
  [400, "INVALID_SORT"],
  [400, "FIELD_NOT_QUERYABLE"],
  [401, "INVALID_TOKEN"],
  [401, "TOKEN_REVOKED"],
  [401, "TOKEN_EXPIRED"],
  [401, "OWNER_INACTIVE"],
  [403, "PERMISSION_DENIED"],
  [403, "CREATED_RECORD_NOT_READABLE"],
  [404, "ENTITY_NOT_FOUND"],
  [404, "RECORD_NOT_FOUND"],
  [409, "DUPLICATE_LABEL"],
  [409, "PARENT_REFERENCE"],
  [412, "PRECONDITION_FAILED"],
  [428, "PRECONDITION_REQUIRED"],
  [429, "RATE_LIMITED"],
  [500, "SERVER_ERROR"],
];

it("the error table has every code of the spec with its status, and METHOD_NOT_ALLOWED", () => {
  const expected = [...SPEC, [405, "METHOD_NOT_ALLOWED"]].map(([status, code]) => [code, status]).sort();
  expect(Object.entries(ERROR_STATUS).sort()).toEqual(expected);
});

describe("an ApiError", () => {
  it("keeps the private cause apart from the public text", () => {
    const cause = new Error("duplicate key value violates unique constraint");
    const error = new ApiError("DUPLICATE_LABEL", "public text", { cause });
    expect({ ...error, message: error.message }).toEqual({
      name: "ApiError",
      code: "DUPLICATE_LABEL",
      details: undefined,
      message: "public text",
    });
    expect([error.cause, error.status]).toEqual([cause, 409]);
  });

  it("captures no stack, and leaves other errors theirs", () => {
    expect(new ApiError("INVALID_BODY", "text").stack).not.toContain("\n    at ");
    expect(new Error("text").stack).toContain("\n    at ");
  });
});
