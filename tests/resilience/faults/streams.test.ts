/** Many streams of changes at a time, idle, unread, and when their process ends (docs/contract.md, Streams). */
import { afterAll, describe, expect, inject, it } from "vitest";
import { type Block, type EventStream, openEvents } from "../../support/event-stream";
import { freePort } from "../../support/free-port";
import { send } from "../../support/http";
import { caughtUp, changesPath, type FeedPage } from "../../support/mirror";
import { dataOf, errorOf, type IssuedTo, openOrganization } from "../../support/organization";
import { openService } from "../../support/own-service";
import { openRelayedService } from "../../support/relayed-service";
import { startService } from "../../support/service";

const STREAMS = 500;
const OF_TOKEN = 4;
const OF_MEMBER = 100;
/** An unread stream is cut after thirty seconds, and some for a busy machine. */
const UNREAD_MS = 45_000;
const LARGE = { count: 80, characters: 500_000 };

const acme = await openOrganization("streaming");
const other = await openOrganization("neighbor");
/** As many as their organizations have. */
const READERS = [
  [acme, "rea"],
  [acme, "wim"],
  [acme, "ada"],
  [acme, "apo"],
  [other, "rea"],
] as const;
const path = changesPath("samples");
const metricsPort = await freePort();
const open: EventStream[] = [];
afterAll(() => {
  for (const stream of open) stream.close();
});

async function openAt(origin: string, token: string, query = ""): Promise<EventStream> {
  const stream = await openEvents(origin, { path: `${path}${query}`, token });
  open.push(stream);
  return stream;
}

async function cursorNow(origin: string): Promise<string> {
  await caughtUp();
  return dataOf<FeedPage>(await send(origin, { path, token: acme.token("rea") })).nextCursor;
}

async function createLarge(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1)
    await acme.create("ada", "samples", { name: `large ${index}`, json: "x".repeat(LARGE.characters) });
  await caughtUp();
}

describe(`${STREAMS} streams of one process`, () => {
  const service = openService({ METRICS_PORT: String(metricsPort), WEB_CONCURRENCY: "1" });

  async function sumOf(name: string): Promise<number> {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const lines = text.split("\n").filter((line) => line.startsWith(`${name}{`));
    return lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
  }

  it("are all that a process takes, and hear of revocations", async () => {
    const issued: IssuedTo[] = [];
    for (const [organization, member] of READERS)
      for (let index = 0; index < OF_MEMBER / OF_TOKEN; index += 1) issued.push(await organization.issue(member));
    const streams: EventStream[] = [];
    for (const { text } of issued)
      streams.push(...(await Promise.all(Array.from({ length: OF_TOKEN }, () => openAt(service.origin, text)))));
    expect(streams.map(({ status }) => status)).toEqual(Array(STREAMS).fill(200));
    await expect.poll(() => streams.filter((stream) => stream.lastId() !== "").length).toBe(STREAMS);
    expect(await sumOf("records_streams_open")).toBe(STREAMS);

    const more = other.token("wim");
    const refused = await send(service.origin, { path, token: more, headers: { accept: "text/event-stream" } });
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "5"]);
    expect(errorOf(refused).message).toContain("This process already has 500 open streams");

    await acme.revoke(issued[0]?.id ?? "");
    await Promise.all(streams.slice(0, OF_TOKEN).map((stream) => stream.untilEnd()));
    for (const organization of [acme, other]) await organization.create("ada", "samples", { name: "for all" });
    const reached = () => streams.filter((stream) => stream.events().length === 1).length;
    await expect.poll(reached).toBe(STREAMS - OF_TOKEN);
    expect(streams.slice(OF_TOKEN).every((stream) => stream.end() === null)).toBe(true);
    for (const stream of streams) stream.close();
    await expect.poll(() => sumOf("records_streams_open")).toBe(0);
  });

  it(
    "a reader that stops reading is cut off, and misses nothing when it comes back",
    async () => {
      const cursor = await cursorNow(service.origin);
      await createLarge(LARGE.count);
      const token = (await acme.issue("rea")).text;
      const unread = await openAt(service.origin, token, `?cursor=${cursor}`);
      unread.pause();
      expect(await sumOf("records_streams_open")).toBe(1);
      await expect.poll(() => sumOf("records_streams_open"), { timeout: UNREAD_MS }).toBe(0);
      const again = await openAt(service.origin, token, `?cursor=${cursor}`);
      expect(await again.untilEvents(LARGE.count)).toHaveLength(LARGE.count);
    },
    UNREAD_MS + 30_000,
  );
});

describe("unread streams of a member", () => {
  const service = openService();

  it("keep no reader of their organization waiting, and have every record whole when they are read", async () => {
    const cursor = await cursorNow(service.origin);
    await createLarge(LARGE.count);
    const unread: EventStream[] = [];
    for (let index = 0; index < OF_MEMBER / OF_TOKEN; index += 1) {
      const { text } = await acme.issue("wim");
      const opened = Array.from({ length: OF_TOKEN }, () => openAt(service.origin, text, `?cursor=${cursor}`));
      for (const stream of await Promise.all(opened)) unread.push(stream);
      for (const stream of unread) stream.pause();
    }
    expect(unread.map(({ status }) => status)).toEqual(Array(OF_MEMBER).fill(200));
    const refused = await send(service.origin, {
      path,
      token: acme.token("wim"),
      headers: { accept: "text/event-stream" },
    });
    expect(errorOf(refused).message).toContain("The tokens of this owner already have 100 open streams");
    const read = await openAt(service.origin, acme.token("rea"), `?cursor=${cursor}`);
    const events = await read.untilEvents(LARGE.count);
    const [first, ...others] = unread;
    for (const stream of others) stream.close();
    first?.resume();
    const withoutId = ({ event, data }: Block) => ({ event, data });
    expect((await first?.untilEvents(LARGE.count))?.map(withoutId)).toEqual(events.map(withoutId));
    first?.close();
  });
});

it("SIGTERM ends streams at once, an unread one too", async () => {
  const service = await startService("node", inject("databaseUrl"));
  const cursor = await cursorNow(service.origin);
  await createLarge(LARGE.count / 2);
  const streams = [await openAt(service.origin, acme.token("rea")), await openAt(service.origin, acme.token("wim"))];
  const unread = await openAt(service.origin, acme.token("ada"), `?cursor=${cursor}`);
  unread.pause();
  await expect.poll(() => streams.map((stream) => stream.blocks.length)).toEqual([2, 2]);
  const stopped = service.stop();
  expect(await Promise.all(streams.map((stream) => stream.untilEnd()))).toEqual(["whole", "whole"]);
  expect(await stopped).toBe(0);
});

describe("a database that is away for a moment", () => {
  const under = openRelayedService();

  it("loses no stream and no change", async () => {
    const stream = await openAt(under.service.origin, acme.token("rea"));
    await expect.poll(() => stream.blocks.length).toBe(2);
    under.relay.cut();
    await acme.create("ada", "samples", { name: "meanwhile" });
    under.relay.restore();
    const [event] = await stream.untilEvents(1);
    expect(event?.data).toHaveProperty("record.data.name", "meanwhile");
    expect(stream.end()).toBeNull();
  });
});
