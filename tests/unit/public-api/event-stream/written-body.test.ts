/** A body that is written over time: no faster than it is read, and not for a reader that does not read. */
import { once } from "node:events";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CallerLeft } from "@/lib/errors";
import { WrittenBody } from "@/lib/public-api/event-stream/written-body";

const KIB = "x".repeat(1024);
let gone: AbortController;
let body: WrittenBody;
beforeEach(() => {
  gone = new AbortController();
  body = new WrittenBody(gone.signal);
});
afterEach(() => {
  vi.useRealTimers();
  body.stream.destroy();
});

/** Writes until there is no room. What was written, and the write that waits. */
async function fill(): Promise<{ kib: number; waiting: Promise<void> }> {
  for (let kib = 1; ; kib += 1) {
    const waiting = body.write(KIB);
    const isDone = await Promise.race([
      waiting.then(() => true),
      new Promise((resolve) => setImmediate(resolve, false)),
    ]);
    if (isDone === false) return { kib, waiting };
  }
}

it("is cut after thirty seconds in which nothing was read", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { waiting } = await fill();
  const cut = expect(waiting).rejects.toBeInstanceOf(CallerLeft);
  vi.advanceTimersByTime(29_999);
  expect(body.stream.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(body.stream.destroyed).toBe(true);
  await cut;
  expect(body.signal.aborted).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

it("ends when the client leaves, or has left before", async () => {
  const { waiting } = await fill();
  const left = expect(waiting).rejects.toBeInstanceOf(CallerLeft);
  gone.abort(new CallerLeft());
  await left;
  await expect(body.write("more")).rejects.toBeInstanceOf(CallerLeft);
  const late = new WrittenBody(gone.signal);
  await once(late.stream, "close");
  await expect(late.write("more")).rejects.toBeInstanceOf(CallerLeft);
});
