/** What is pasted to have a call explained. */
import { describe, expect, it } from "vitest";
import { readRequestId } from "@/app/(member)/explain/read-request-id";

const ID = "01a1fdbf-d201-71d0-a84c-b38263f1785f";

describe("a request id", () => {
  it.each([
    ID,
    `  ${ID}\n`,
    `x-request-id: ${ID}`,
    `HTTP/1.1 403 Forbidden\r\nX-Request-Id: ${ID}\r\ncontent-length: 2`,
    `{"error": {"code": "PERMISSION_DENIED", "message": "No.", "requestId": "${ID}"}}`,
  ])("is read from %j", (input) => {
    expect(readRequestId(input)).toEqual({ kind: "request id", requestId: ID });
  });

  it("may be any text that a caller sends", () => {
    expect(readRequestId("nightly job 7")).toEqual({ kind: "request id", requestId: "nightly job 7" });
  });

  it.each(["", "   "])("is missing in %j", (input) => {
    expect(readRequestId(input)).toEqual({ kind: "nothing" });
  });

  it.each([
    "service_v1_e9wUsrKhODoum6AyAgiQ0f_secret",
    "Authorization: Bearer service_v1_e9wUsrKhODoum6AyAgiQ0f_secret",
    "TOKEN=SERVICE_V1_e9wU",
  ])("is never taken from %j, which holds a token", (input) => {
    expect(readRequestId(input)).toEqual({ kind: "token" });
  });
});
