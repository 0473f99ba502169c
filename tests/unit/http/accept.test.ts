/** Which form of a response a client asks for (RFC 9110 § 12.5.1). */
import { expect, it } from "vitest";
import { prefers } from "@/lib/http/accept";

it.each([
  ["text/csv", true],
  ["Text/CSV;header=present", true],
  ["text/csv, */*", true],
  ["application/json;q=0.5,text/csv;q=0.6", true],
  [null, false],
  ["", false],
  ["*/*", false],
  ["text/*", false],
  ["text/csv;q=0", false],
  ["text/csv;q=0.5, */*", false],
  ["text/csv, application/json", false],
  ["application/*, text/csv;q=0.9", false],
])("CSV is preferred by %j: %j", (accept, expected) => {
  expect(prefers("text/csv", accept)).toBe(expected);
});

it.each([
  ["text/event-stream", true],
  ["text/event-stream, application/json;q=0.5", true],
  ["Text/Event-Stream, */*;q=0.1", true],
  ["application/json, text/event-stream", false],
  ["text/event-stream;q=0.5, */*", false],
  ["*/*", false],
  ["text/csv", false],
  [null, false],
])("events are preferred by %j: %j", (accept, expected) => {
  expect(prefers("text/event-stream", accept)).toBe(expected);
});
