/** Storages of contexts that pages use are put to rest once no page is made, and not before. */
import { AsyncLocalStorage } from "node:async_hooks";
import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { restBetween } from "@/server/resting-contexts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const storage = new AsyncLocalStorage<string>();

/** A page, made in a context of its own, and what that context still knows whenever it is asked. */
function ask(name: string, enter = (work: () => void) => storage.run(name, work)) {
  const response = new EventEmitter() as ServerResponse;
  let known: () => string | undefined = () => undefined;
  const pages = restBetween(() =>
    enter(() => {
      // What a callback keeps of the context that it was made in.
      known = AsyncLocalStorage.bind(() => storage.getStore());
    }),
  );
  pages({} as IncomingMessage, response);
  return { known: () => known(), leave: () => response.emit("close") };
}

const ARE_DEAR = Number(process.versions.node.split(".", 1)[0]) < 24;

describe.skipIf(!ARE_DEAR)(`contexts${ARE_DEAR ? "" : " (they cost nothing on this Node)"}`, () => {
  it("a page has its context for as long as it is made, and some seconds more", () => {
    const page = ask("slow");
    vi.advanceTimersByTime(60_000);
    expect(page.known()).toBe("slow");
    page.leave();
    vi.advanceTimersByTime(4_000);
    expect(page.known()).toBe("slow");
    vi.advanceTimersByTime(2_000);
    expect(page.known()).toBeUndefined();
  });

  it("a page that is made meanwhile keeps its own, and the one after a rest has one again", () => {
    const first = ask("first");
    const second = ask("second");
    first.leave();
    vi.advanceTimersByTime(10_000);
    expect(second.known()).toBe("second");
    second.leave();
    vi.advanceTimersByTime(3_000);
    const third = ask("third");
    vi.advanceTimersByTime(10_000);
    expect(third.known()).toBe("third");
    third.leave();
    vi.advanceTimersByTime(10_000);
    expect(third.known()).toBeUndefined();
    const fourth = ask("fourth");
    expect(fourth.known()).toBe("fourth");
    fourth.leave();
  });

  it("a context that is entered, not run, rests as well", () => {
    const page = ask("entered", (work) => {
      storage.enterWith("entered");
      work();
    });
    expect(page.known()).toBe("entered");
    page.leave();
    vi.advanceTimersByTime(10_000);
    expect(page.known()).toBeUndefined();
  });
});
