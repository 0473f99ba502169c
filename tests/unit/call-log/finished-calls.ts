/** Calls as the pipeline hands them over, each like any other save in what a test says. */
import type { FinishedCall } from "@/lib/call-log/finished-call";

export function finishedCall(differences: Partial<FinishedCall> = {}): FinishedCall {
  return {
    tokenId: "0000000000000000000000",
    at: Date.parse("2026-06-01T12:00:00Z"),
    method: "GET",
    endpoint: { name: "records.list", path: "/entities/:entityKey/records" },
    entityKey: "deals",
    status: 200,
    milliseconds: 4,
    requestId: "a request",
    address: "10.0.0.8",
    userAgent: "curl/8.14.1",
    limitPerMinute: 600,
    counted: 1,
    caller: null,
    error: null,
    ...differences,
  };
}
