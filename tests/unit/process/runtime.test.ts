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

it("the same name is the same part, as a module that is loaded twice asks for it", () => {
  const again = runtime.part("test: first", () => ({ another: true }));
  expect(again()).toBe(first());
});

it("what others need is closed after them", async () => {
  second();
  await runtime.close();
  expect(events).toEqual(["second opened", "first opened", "second closed", "first closed"]);
});

it("one that cannot be closed keeps no other open, and is told", async () => {
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
