/** Pages of a stream: whole for whoever reads, dropped and read again for those who stop, and never mixed with later ones. */
import type { Readable } from "node:stream";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ChangesPage } from "@/lib/changes/list";
import { CallerLeft } from "@/lib/errors";
import { PageWriter } from "@/lib/public-api/event-stream/page-writer";
import { WrittenBody } from "@/lib/public-api/event-stream/written-body";

let body: WrittenBody;
let writer: PageWriter;
let left: number[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  body = new WrittenBody(new AbortController().signal);
  writer = new PageWriter(body);
  left = [];
});
afterEach(() => {
  body.stream.destroy();
  vi.useRealTimers();
});

const itemOf = (text: string) =>
  ({ type: "changed", text: JSON.stringify({ type: "changed", record: text }) }) as const;

/** `sealed` is the cursor after the page. */
const pageOf = (texts: string[], sealed = "c1", sequence = "1"): ChangesPage => ({
  items: texts.map(itemOf),
  nextCursor: sealed,
  more: false,
  reset: false,
  end: { transaction: "1", sequence },
  sent: () => {},
});
const write = (page: ChangesPage) => writer.write(page, "c0", (length) => left.push(length));

/** Longer than what waits for a reader. */
const LONG = "x".repeat(100_000);
const BLOCK = `id: c1\nevent: changed\ndata: {"type":"changed","record":"${LONG}"}\n\n`;

/** What waits for the reader: the lines before the data, and twice 8 KiB of these. */
const AHEAD = "id: c1\nevent: changed\ndata: ".length + 16_384;

/** Takes what there is now. */
function take(stream: Readable): string {
  let text = "";
  for (let chunk = stream.read(); chunk !== null; chunk = stream.read()) text += chunk;
  return text;
}

/** Everything that comes until the promise is settled. */
async function takeUntil(settled: Promise<unknown>): Promise<string> {
  const chunks: string[] = [];
  body.stream.setEncoding("utf8").on("data", (chunk: string) => chunks.push(chunk));
  await settled;
  await new Promise((resolve) => setImmediate(resolve));
  return chunks.join("");
}

it("a page is written whole for a reader that reads", async () => {
  const written = write(pageOf([LONG, "next"], "c9"));
  const text = await takeUntil(written);
  expect(await written).toBe("c9");
  expect(text).toBe(
    `event: changed\ndata: {"type":"changed","record":"${LONG}"}\n\nid: c9\nevent: changed\ndata: {"type":"changed","record":"next"}\n\n`,
  );
});

it("characters of two units are not cut in two", async () => {
  const text = await takeUntil(write(pageOf(["a🌍".repeat(20_000), "🌍".repeat(20_000)])));
  expect(text).not.toContain("\uFFFD");
  expect(text).toContain("a🌍".repeat(20_000));
});

it("a page is dropped if its reader takes nothing for a second, and resumes where it stopped", async () => {
  const written = write(pageOf([LONG]));
  let isOver = false;
  void written.then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await written).toBeNull();
  expect(left).toEqual([BLOCK.length - AHEAD]);
  const first = take(body.stream);
  expect(first).toBe(BLOCK.slice(0, AHEAD));
  expect(await body.hasRoom()).toBe(true);
  const again = write(pageOf([LONG], "the same cursor, sealed again"));
  const rest = await takeUntil(again);
  expect(await again).toBe("c1");
  expect(first + rest).toBe(BLOCK);
});

it.each([
  ["the record has changed", pageOf([`y${LONG}`])],
  ["the page ends elsewhere, and its cursor was sent", pageOf([LONG], "c2", "2")],
])("the stream ends if %s meanwhile", async (_, later) => {
  const dropped = write(pageOf([LONG]));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await dropped).toBeNull();
  take(body.stream);
  await expect(write(later)).rejects.toBeInstanceOf(CallerLeft);
  expect(body.stream.destroyed).toBe(true);
});

it("any page can follow one that was dropped", async () => {
  const dropped = write(pageOf([LONG]));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await dropped).toBeNull();
  take(body.stream);
  const rest = takeUntil(write(pageOf([LONG])).then(() => write(pageOf(["next"], "c2", "2"))));
  expect(await rest).toBe(`${BLOCK.slice(AHEAD)}id: c2\nevent: changed\ndata: {"type":"changed","record":"next"}\n\n`);
});

it("data is one line, even if its JSON has several", async () => {
  const items = [{ type: "changed", text: '{"type":"changed",\n "record":"x\\ny"}' }] as const;
  expect(await takeUntil(write({ ...pageOf([]), items: [...items] }))).toBe(
    'id: c1\nevent: changed\ndata: {"type":"changed",  "record":"x\\ny"}\n\n',
  );
});
