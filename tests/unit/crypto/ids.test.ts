import { validate, version } from "uuid";
import { afterEach, expect, it, vi } from "vitest";
import { newId } from "@/lib/crypto/random-bytes";

/** The clock of the ids does not go back, so the times rise from row to row. */
const AT = Date.UTC(2090, 0, 1);

afterEach(() => {
  vi.useRealTimers();
});

function idsAt(time: number, count: number): string[] {
  vi.useFakeTimers({ now: time, toFake: ["Date"] });
  return Array.from({ length: count }, newId);
}

it("ids are UUIDs of version 7 that begin with the time", () => {
  const [id = ""] = idsAt(AT, 1);
  expect([validate(id), version(id), id.slice(0, 13)]).toEqual([true, 7, "0371b58b-6800"]);
});

it("ids of one millisecond sort in the order they were made, and also after the clock was set back", () => {
  const ids = [...idsAt(AT + 1, 5_000), ...idsAt(AT - 60_000, 5)];
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(5_005);
});

it("the first ids of two milliseconds share nothing but the time", () => {
  const [first = "", second = ""] = [...idsAt(AT + 2, 1), ...idsAt(AT + 3, 1)];
  expect(first.slice(14)).not.toBe(second.slice(14));
});
