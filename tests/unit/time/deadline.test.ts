/** How long a request may be worked on, over all it waits for. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openDeadline, REQUEST_DEADLINE_MS } from "@/lib/time/deadline";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const after = (milliseconds: number) => new Promise<string>((resolve) => setTimeout(resolve, milliseconds, "done"));
const settled = (work: Promise<string>) => work.catch((error: Error) => error.message);

it("adds up waits that follow one another", async () => {
  const deadline = openDeadline();
  const first = deadline.within(after(6_000));
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await first).toBe("done");
  const second = settled(deadline.within(after(5_000)));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await second).toBe("no answer within 4000 ms");
});

it("counts waits at the same time once", async () => {
  const deadline = openDeadline();
  const together = [deadline.within(after(6_000)), deadline.within(after(6_000))];
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await Promise.all(together)).toEqual(["done", "done"]);
  const last = settled(deadline.within(after(3_999)));
  await vi.advanceTimersByTimeAsync(3_999);
  expect(await last).toBe("done");
});

it("does not count the time between waits", async () => {
  const deadline = openDeadline();
  await vi.advanceTimersByTimeAsync(REQUEST_DEADLINE_MS);
  const work = settled(deadline.within(after(REQUEST_DEADLINE_MS - 1)));
  await vi.advanceTimersByTimeAsync(REQUEST_DEADLINE_MS - 1);
  expect(await work).toBe("done");
});
