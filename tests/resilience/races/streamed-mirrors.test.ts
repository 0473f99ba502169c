/**
 * Mirrors kept by streams that break at random moments, while many write and permissions change (docs/contract.md, Streams): each
 * that applies what it got, and goes on after the last id, is the API's own list in the end.
 */
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { openEvents } from "../../support/event-stream";
import { startClients } from "../../support/load";
import { figure } from "../../support/long";
import { caughtUp, changesPath, type FeedItem, Mirror } from "../../support/mirror";
import { FOLLOWERS, NoteWriter } from "../../support/note-writer";
import { openOrganization, type RecordView } from "../../support/organization";
import { originOf, tally } from "../../support/parallel";
import { pick } from "../../support/webhook-receivers";

const WRITERS = figure(6, 30);
const REQUESTS = figure(1_500, 60_000);
const LONGEST_STREAM_MS = 700;

/** A copy that is kept by events alone, once its list was walked. */
class StreamedMirror {
  records = new Map<string, RecordView>();
  private lastId = "";
  connections = 0;
  resets = 0;

  constructor(
    private readonly token: string,
    private readonly origin: () => string,
  ) {}

  /** Follows one connection until it is cut, after any block, and applies what came before. */
  async connect(until: () => Promise<unknown>, breaks: "breaks" | "is whole" = "breaks"): Promise<void> {
    const origin = this.origin();
    const headers = this.lastId === "" ? {} : { "last-event-id": this.lastId };
    const path = `${changesPath("notes")}?limit=${pick([1, 7, 100])}`;
    const stream = await openEvents(origin, { path, token: this.token, headers: headers as Record<string, string> });
    expect(stream.status).toBe(200);
    this.connections += 1;
    await until();
    stream.close();
    const arrived = breaks === "breaks" ? Math.ceil(Math.random() * stream.blocks.length) : stream.blocks.length;
    for (const { id, event, data } of stream.blocks.slice(0, arrived)) {
      // The cursor comes before the list that is walked for it.
      if (event === "reset") this.resets += 1;
      if (event === "reset" || (this.lastId === "" && id !== undefined)) await this.walk();
      else if (data !== undefined) this.apply(data as FeedItem);
      this.lastId = id ?? this.lastId;
    }
  }

  private apply(item: FeedItem): void {
    if (item.type === "removed") this.records.delete(item.id);
    else this.records.set(item.record.id, item.record);
  }

  private async walk(): Promise<void> {
    const list = Mirror.of("notes", this.token, this.origin);
    await list.begin();
    this.records = new Map(list.records);
  }
}

it(
  "mirrors over streams that break end up equal to the lists of their owners",
  async ({ annotate }) => {
    const acme = await openOrganization("streamed");
    const notes = new NoteWriter(acme);
    const mirrors = FOLLOWERS.map((name) => new StreamedMirror(acme.token(name), () => originOf(pick([0, 1]))));
    const made: string[] = [];
    const load = startClients(WRITERS, (index) => notes.write(originOf(index), made));

    let isWriting = true;
    const following = mirrors.map(async (mirror) => {
      while (isWriting) await mirror.connect(() => pause(Math.random() * LONGEST_STREAM_MS));
    });
    await load.more(REQUESTS / 2);
    const changed = structuredClone(acme.file);
    const grant = changed.roles.find(({ key }) => key === "redTeam")?.grants[0];
    if (grant !== undefined) grant.where = ["team", "eq", "blue"];
    await acme.apply(changed);
    await load.more(REQUESTS / 2);
    const outcomes = tally((await load.stop()).map(({ answer }) => answer));
    isWriting = false;
    await Promise.all(following);
    const { "200": _ok, "201": _created, "404 RECORD_NOT_FOUND": _gone, ...others } = outcomes;
    expect(others).toEqual({});

    await caughtUp();
    for (const [index, mirror] of mirrors.entries()) {
      const list = Mirror.of("notes", acme.token(FOLLOWERS[index] ?? "rea"), () => originOf(0));
      await list.begin();
      const rest = () => mirror.connect(() => pause(LONGEST_STREAM_MS), "is whole");
      const isEqual = () => rest().then(() => [...mirror.records].sort());
      await expect.poll(isEqual).toEqual([...list.records].sort());
    }
    expect(mirrors[FOLLOWERS.indexOf("red")]?.resets).toBeGreaterThanOrEqual(1);
    const connections = mirrors.reduce((sum, mirror) => sum + mirror.connections, 0);
    await annotate(`${notes.written} writes, followed by ${FOLLOWERS.length} over ${connections} streams.`);
  },
  figure(120_000, 1_200_000),
);
