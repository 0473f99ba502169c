/** The event streams of this process: how many there can be, and how all of them end with it (docs/contract.md, Streams). */
import type { Readable } from "node:stream";
import { waiting } from "../../changes/waiting";
import { ApiError } from "../../errors";
import { MAX_STREAMS, MAX_STREAMS_OF_TOKEN } from "../../limits";
import { metrics } from "../../process/metrics";
import { runtime } from "../../process/runtime";

/** Streams end when their clients leave, or at once if the client ends them; and clients that were cut off come back after seconds. */
const RETRY_SECONDS = 5;
/** A stream whose reader does not read cannot end in order. */
const ENDING_MS = 1_000;

class OpenStreams {
  private readonly ofTokens = new Map<string, number>();
  private readonly bodies = new Set<Readable>();
  isReleased = false;

  get count(): number {
    return this.bodies.size;
  }

  /** Throws RATE_LIMITED if there are too many. The place is free again once the body is closed. */
  add(tokenId: string, open: () => Readable): Readable {
    const ofToken = this.ofTokens.get(tokenId) ?? 0;
    if (ofToken >= MAX_STREAMS_OF_TOKEN) throw tooMany(OF_TOKEN);
    if (this.bodies.size >= MAX_STREAMS) throw tooMany(OF_PROCESS);
    const body = open();
    this.ofTokens.set(tokenId, ofToken + 1);
    this.bodies.add(body);
    body.once("close", () => this.remove(tokenId, body));
    return body;
  }

  release(): void {
    this.isReleased = true;
    const destroyRest = () => {
      for (const body of this.bodies) body.destroy();
    };
    setTimeout(destroyRest, ENDING_MS).unref();
  }

  private remove(tokenId: string, body: Readable): void {
    this.bodies.delete(body);
    const left = (this.ofTokens.get(tokenId) ?? 1) - 1;
    if (left === 0) this.ofTokens.delete(tokenId);
    else this.ofTokens.set(tokenId, left);
  }
}

export const openStreams = runtime.part("event streams", () => new OpenStreams());

const OF_TOKEN = `This token has ${MAX_STREAMS_OF_TOKEN} streams open, the most that it can have in a process. Close one, or follow with wait= instead.`;
const OF_PROCESS = `This process has ${MAX_STREAMS} streams open, the most that it can have. Try again later, or follow with wait= instead.`;

function tooMany(message: string): ApiError {
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
