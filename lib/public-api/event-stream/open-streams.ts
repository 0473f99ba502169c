/** The event streams of this process: how many there can be, and how all of them end with it (docs/contract.md, Streams). */
import type { Readable } from "node:stream";
import { BUDGETS, openBudget } from "../../budgets";
import { waiting } from "../../changes/waiting";
import { ApiError } from "../../errors";
import { metrics } from "../../process/metrics";
import { runtime } from "../../process/runtime";

/** Streams end when their clients leave, or at once if the client ends them; and clients that were cut off come back after seconds. */
const RETRY_SECONDS = 5;
/** A stream whose reader does not read cannot end in order. */
const ENDING_MS = 1_000;

class OpenStreams {
  private readonly places = openBudget(BUDGETS.streams);
  private readonly bodies = new Set<Readable>();
  isReleased = false;

  get count(): number {
    return this.bodies.size;
  }

  /**
   * `keys` are those of the organization, the member and the token. Throws RATE_LIMITED if there are too many. The place is free
   * again once the body is closed.
   */
  add(keys: string[], open: () => Readable): Readable {
    const release = this.places.tryAcquire(keys);
    if (release === null) throw tooMany(this.places.fullLevel(keys));
    const body = open();
    this.bodies.add(body);
    body.once("close", () => {
      this.bodies.delete(body);
      release();
    });
    return body;
  }

  release(): void {
    this.isReleased = true;
    const destroyRest = () => {
      for (const body of this.bodies) body.destroy();
    };
    setTimeout(destroyRest, ENDING_MS).unref();
  }
}

export const openStreams = runtime.part("event streams", () => new OpenStreams());

const { streams } = BUDGETS;
/** Messages, indexed by the level that is full. */
const TOO_MANY = [
  `This process already has ${streams.process} open streams, its maximum. Try again later`,
  `This organization already has ${streams.organization} open streams, its maximum in a process. Close one`,
  `The tokens of this owner already have ${streams.member} open streams, their maximum in a process. Close one`,
  `This token already has ${streams.token} open streams, its maximum in a process. Close one`,
];

function tooMany(level: number): ApiError {
  const message = `${TOO_MANY[level]}, or follow with wait= instead.`;
  metrics()?.shed.inc({ reason: "streams" });
  return new ApiError("RATE_LIMITED", message, { reason: { step: "turn" }, retryAfterSeconds: RETRY_SECONDS });
}

/** The process is about to end: callers who wait for a change get their response now, and streams end. */
export function releaseWaiting(): void {
  waiting().release();
  openStreams().release();
}

export function measureStreams(): void {
  const help = "Streams of changes that are open.";
  metrics()?.gauge("records_streams_open", help, [], (gauge) => gauge.set(openStreams().count));
}
