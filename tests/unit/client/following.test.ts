/** What `follow` does with a stream that begins, breaks, stays silent or does not come; and how it reads its lines. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readEvents, type ServerEvent } from "@/packages/client/src/events";
import { type Fate, gives, loses, RECORD, refuses, scripted } from "./scripted-fetch";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const AT = "2026-01-01T00:00:00.000Z";
const CHANGED = { type: "changed", record: RECORD, at: AT };
const REMOVED = { type: "removed", id: "r2", entityKey: "deals", keys: {}, at: AT };
const changed = (id?: string) =>
  `${id === undefined ? "" : `id: ${id}\n`}event: changed\ndata: ${JSON.stringify(CHANGED)}\n\n`;
const removed = (id: string) => `id: ${id}\nevent: removed\ndata: ${JSON.stringify(REMOVED)}\n\n`;
const BEGINNING = "retry: 1500\n\nid: c0\n\n";

type Ending = "ends" | "breaks" | "stays open";

/** A stream of these texts, in pieces that do not begin where lines do. */
const streams =
  (text: string, ending: Ending = "stays open"): Fate =>
  (_, signal) => {
    const bytes = new TextEncoder().encode(text);
    let at = 0;
    const body = new ReadableStream({
      start: (controller) => signal.addEventListener("abort", () => controller.error(signal.reason)),
      pull(controller) {
        if (at < bytes.length) controller.enqueue(bytes.slice(at, at + 7));
        else if (ending === "ends") controller.close();
        else if (ending === "breaks") controller.error(new TypeError("terminated"));
        at += 7;
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream; charset=utf-8" } });
  };

const page = (items: unknown[], nextCursor: string, reset = false) => gives({ items, nextCursor, more: false, reset });

/** The first so many changes, and the failure if one came before. */
async function take(count: number, fates: Fate[], options: { cursor?: string } = {}) {
  const { deals, sent } = scripted(...fates);
  const controller = new AbortController();
  const changes: unknown[] = [];
  const following = (async () => {
    for await (const change of deals.follow({ ...options, signal: controller.signal })) {
      changes.push(change);
      if (changes.length === count) return null;
    }
    return null;
  })().catch((error: unknown) => error);
  let isDone = false;
  following.then(() => {
    isDone = true;
  });
  for (let seconds = 0; seconds < 2_000 && !isDone; seconds += 1) await vi.advanceTimersByTimeAsync(1_000);
  controller.abort(new Error("the test is over"));
  return { changes, error: await following, sent };
}

const pathsOf = (sent: { path: string }[]) => sent.map(({ path }) => path);

describe("follow", () => {
  it("yields the items of the stream, each with a position to resume from", async () => {
    const fates = [streams(`${BEGINNING}:\n\n${changed()}${removed("c1")}${changed("c2")}`)];
    const { changes, error, sent } = await take(3, fates);
    expect(error).toBeNull();
    expect(changes).toEqual([
      { ...CHANGED, cursor: "c0" },
      { ...REMOVED, cursor: "c1" },
      { ...CHANGED, cursor: "c2" },
    ]);
    expect(pathsOf(sent)).toEqual(["/entities/deals/changes"]);
    expect(sent[0]?.headers.accept).toBe("text/event-stream, application/json;q=0.5");
    expect(sent[0]?.headers).not.toHaveProperty("last-event-id");
  });

  it("reports a reset, with the position after it", async () => {
    const reset = 'id: c7\nevent: reset\ndata: {"type":"reset"}\n\n';
    const { changes } = await take(2, [streams(`retry: 1500\n\n${reset}${changed("c8")}`)], { cursor: "c6" });
    expect(changes).toEqual([
      { type: "reset", cursor: "c7" },
      { ...CHANGED, cursor: "c8" },
    ]);
  });

  it.each<[how: string, ending: Ending]>([
    ["ends", "ends"],
    ["breaks", "breaks"],
  ])("resumes after the last id when a stream %s, after the delay that the service set", async (_, ending) => {
    const { changes, sent } = await take(3, [
      streams(`${BEGINNING}${changed("c1")}${changed()}`, ending),
      streams(`retry: 1500\n\n${changed()}`),
    ]);
    expect(changes.map((change) => (change as { cursor: string }).cursor)).toEqual(["c1", "c1", "c1"]);
    expect(sent[1]?.path).toBe("/entities/deals/changes?cursor=c1");
    expect(sent[1]?.headers["last-event-id"]).toBe("c1");
    expect((sent[1]?.at ?? 0) - (sent[0]?.at ?? 0)).toBe(1_500);
  });

  it.each([
    [0, 1_000],
    [99_999_999_999, 60_000],
  ])("connects again after a second to a minute, if the service says %i ms", async (retry, pause) => {
    const beginning = `retry: ${retry}\n\nid: c0\n\n`;
    const { sent } = await take(2, [streams(`${beginning}${changed("c1")}`, "ends"), streams(changed("c2"))]);
    expect((sent[1]?.at ?? 0) - (sent[0]?.at ?? 0)).toBe(pause);
  });

  it("treats a stream without a line for 40 seconds as broken", async () => {
    const { sent } = await take(2, [streams(`${BEGINNING}${changed("c1")}`), streams(changed("c2"))]);
    expect((sent[1]?.at ?? 0) - (sent[0]?.at ?? 0)).toBe(41_500);
    expect(sent[1]?.headers["last-event-id"]).toBe("c1");
  });

  it("polls if the service has no streams, and loses nothing of the response", async () => {
    const fates = [page([CHANGED, REMOVED], "c1"), page([], "c1"), page([CHANGED], "c2")];
    const { changes, sent } = await take(3, fates, { cursor: "c0" });
    expect(changes).toEqual([
      { ...CHANGED, cursor: "c0" },
      { ...REMOVED, cursor: "c1" },
      { ...CHANGED, cursor: "c2" },
    ]);
    const polled = "/entities/deals/changes?cursor=c1&wait=20";
    expect(pathsOf(sent)).toEqual(["/entities/deals/changes?cursor=c0", polled, polled]);
  });

  it("polls if a proxy buffers the stream, and tries again after ten minutes", async () => {
    const began = Date.now();
    const isLater = () => Date.now() - began > 611_000;
    const fate: Fate = (request, signal) => {
      if (!request.path.includes("wait=")) return (isLater() ? streams(changed("c2")) : streams(""))(request, signal);
      return page(isLater() ? [CHANGED] : [], isLater() ? "c1" : "c0")(request, signal);
    };
    // The first request while polling has no cursor and waits for nothing.
    const { changes, sent } = await take(2, [streams(""), page([], "c0"), fate]);
    expect(changes).toEqual([
      { ...CHANGED, cursor: "c1" },
      { ...CHANGED, cursor: "c2" },
    ]);
    const [first, second] = sent;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBe(10_000);
    expect(second?.path).toBe("/entities/deals/changes");
    const last = sent.at(-1);
    expect(last?.headers["last-event-id"]).toBe("c1");
    expect((last?.at ?? 0) - (second?.at ?? 0)).toBeGreaterThan(600_000);
  });

  it("connects again after faults, and waits as a 429 says", async () => {
    const fates = [loses, refuses(503, "SERVER_ERROR"), refuses(429, "RATE_LIMITED", { "retry-after": "7" })];
    const { changes, sent } = await take(1, [...fates, streams(`${BEGINNING}${changed("c1")}`)]);
    expect(changes).toHaveLength(1);
    expect(sent).toHaveLength(4);
    expect((sent[3]?.at ?? 0) - (sent[2]?.at ?? 0)).toBeGreaterThanOrEqual(7_000);
  });

  it("ends with the refusal when it cannot continue", async () => {
    const fates = [streams(`${BEGINNING}${changed("c1")}`, "ends"), refuses(401, "TOKEN_REVOKED")];
    const { changes, error } = await take(2, fates);
    expect(changes).toHaveLength(1);
    expect(error).toMatchObject({ code: "TOKEN_REVOKED", status: 401 });
  });

  it("ends with the reason of an aborted signal", async () => {
    const { changes, error } = await take(1, [streams(BEGINNING), streams(BEGINNING)]);
    expect(changes).toEqual([]);
    expect(error).toEqual(new Error("the test is over"));
  });
});

async function read(...pieces: string[]): Promise<ServerEvent[]> {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece));
      controller.close();
    },
  });
  const events: ServerEvent[] = [];
  for await (const event of readEvents(body, () => {})) events.push(event);
  return events;
}

const message = (data: string, id?: string) => ({ event: "message", data, ...(id === undefined ? {} : { id }) });

it.each<[what: string, pieces: string[], events: ServerEvent[]]>([
  [
    "end with LF, CR LF or CR",
    ["data: a\n\ndata: b\r\n\r\ndata: c\r\rid: 1\n\n"],
    [message("a"), message("b"), message("c"), message("", "1")],
  ],
  ["are whole also where CR and LF come apart", ["data: a\r", "\n", "data: b\r\n\r", "\n"], [message("a\nb")]],
  ["lose one space after the colon, and have none if there is no colon", ["data:  a\ndata\n\n"], [message(" a\n")]],
  ["that are comments or unknown say nothing", [": hello\n\nid: 3\nother: x\n\n"], [message("", "3")]],
  ["of an event that is not whole are dropped", ["data: a\n\ndata: b\n"], [message("a")]],
])("the lines of a stream %s", async (_, pieces, events) => {
  expect(await read(...pieces)).toEqual(events);
});
