/** What a process has one of is opened once, closed in order, and opened anew after. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { runtime } from "@/lib/process/runtime";

let events: string[];

const first = runtime.part(
  "test: first",
  () => {
    events.push("first opened");
    return {};
  },
  async () => void events.push("first closed"),
);
const second = runtime.part(
  "test: second",
  () => {
    events.push("second opened");
    return { needs: first() };
  },
  async () => {
    events.push("second closed");
  },
);

beforeEach(() => {
  events = [];
});
afterEach(() => runtime.close());

it("the same name gives the same part, even to a module that is loaded twice", () => {
  const again = runtime.part("test: first", () => ({ another: true }));
  expect(again()).toBe(first());
});

it("a part that others need is closed after them", async () => {
  second();
  await runtime.close();
  expect(events).toEqual(["second opened", "first opened", "second closed", "first closed"]);
});

it("a part that cannot be closed keeps no other open, and is reported", async () => {
  runtime.part(
    "test: stuck",
    () => "stuck",
    () => Promise.reject(new Error("stuck")),
  )();
  first();
  runtime.part(
    "test: stuck too",
    () => "stuck",
    () => Promise.reject(new Error("stuck")),
  )();
  await expect(runtime.close()).rejects.toThrow("Not everything could be closed.");
  expect(events).toEqual(["first opened", "first closed"]);
});
