/** How long a stream keeps the room of a page, and how long it waits for some. The rest is asked over HTTP, in `tests/api`. */
import type { Readable } from "node:stream";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type ChangesPage, listChanges } from "@/lib/changes/list";
import { runtime } from "@/lib/process/runtime";
import { openChangeStream } from "@/lib/public-api/event-stream/change-stream";
import { WANTED } from "../../../support/wanted";

vi.mock("@/lib/changes/list", async (original) => ({
  ...(await original<typeof import("@/lib/changes/list")>()),
  requireFeed: () => {},
  listChanges: vi.fn(),
}));

const open: Readable[] = [];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(async () => {
  for (const stream of open.splice(0)) stream.destroy();
  await runtime.close();
  vi.useRealTimers();
});

/** All tokens are those of one member. */
function openStream(token: string): Readable {
  type Following = Parameters<typeof openChangeStream>[0];
  const caller = {
    configuration: { organizationId: "acme" },
    member: { id: "ada" },
    token: { rootId: token },
    pausedEntities: null,
    asOf: Number.POSITIVE_INFINITY,
  };
  const following = { caller, request: { method: "GET", signal: () => WANTED } } as unknown as Following;
  const stream = openChangeStream(following, { cursor: "c0", limit: 100, fields: null }) as Readable;
  open.push(stream);
  return stream;
}

const PAGE: ChangesPage = {
  items: [{ type: "changed", text: "x".repeat(200_000) }],
  nextCursor: "c1",
  more: true,
  reset: false,
  end: { transaction: "1", sequence: "1" },
  sent: () => {},
};

it("a reader that takes a little now and then gets sixty seconds for the page", async () => {
  vi.mocked(listChanges).mockResolvedValue(PAGE);
  const stream = openStream("slow");
  await vi.advanceTimersByTimeAsync(1_000);
  // The page was dropped, is read again here, and is not dropped any more.
  for (const milliseconds of [25_000, 25_000, 9_999]) {
    expect(stream.read()).not.toBeNull();
    await vi.advanceTimersByTimeAsync(milliseconds);
  }
  expect(vi.mocked(listChanges)).toHaveBeenCalledTimes(2);
  expect(stream.destroyed).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(stream.destroyed).toBe(true);
});

it("a stream without room for its page ends cleanly after twenty seconds, so that its client need not wait", async () => {
  vi.mocked(listChanges).mockReturnValue(new Promise(() => {}));
  // Each takes 256 KiB while its page is read: together the 2 MiB of the member.
  for (const token of ["one", "one", "one", "one", "two", "two", "two", "two"]) openStream(token);
  const stream = openStream("three").resume();
  await vi.advanceTimersByTimeAsync(19_999);
  expect(stream.readableEnded).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await new Promise(setImmediate);
  expect(stream.readableEnded).toBe(true);
  expect(stream.errored).toBeNull();
});
