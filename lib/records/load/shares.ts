/**
 * Fair shares of the database (contract § 3). Callers decide how expensive a request is, so a token has few requests at work at a
 * time, and an organisation a part of all. The rest wait, in rotation by organisation and then by token. Reads by key need no
 * share. The numbers are those of this process.
 */
import { ApiError } from "../../errors";
import { MAX_LISTS_OF_TOKEN, MAX_WAIT_FOR_TURN_MS, MAX_WAIT_OF_BATCH_MS, MAX_WAIT_OF_WRITE_MS } from "../../limits";
import type { Configuration, Token } from "../../model";
import { postgres } from "../../postgres/postgres";
import { env } from "../../process/env";
import { metrics } from "../../process/metrics";
import { runtime } from "../../process/runtime";
import { type Release, Semaphore } from "../../semaphore";

type Sharer = { organizationId: string; tokenId: string };

type Holder = { configuration: Pick<Configuration, "organizationId">; token: Pick<Token, "rootId"> };

/** A token and those that replace it have one share. */
export function shareOf({ configuration, token }: Holder): Sharer {
  return { organizationId: configuration.organizationId, tokenId: token.rootId };
}

const lists = runtime.part("list shares", () => {
  const all = postgres().readersAtOnce;
  const { ofOrganization, ofToken } = sharesOf(all, env().API_PROCESSES ?? 1);
  return { semaphore: new Semaphore([all, ofOrganization, ofToken]), ofToken };
});

/** How many lists of one token can be at work at a time. */
export function listsOfToken(): number {
  return lists().ofToken;
}

/**
 * The api processes of a host share one database, so they divide the places. A token gets at least one place, and one less than
 * its organisation, so that another token always finds a place. An organisation therefore gets at least two, as long as one is
 * left to others. With a single place, the tokens of an organisation can only alternate.
 */
export function sharesOf(places: number, processes: number): { ofOrganization: number; ofToken: number } {
  const divided = (share: number) => Math.floor(share / processes);
  const ofOrganization = Math.max(1, Math.min(2, places - 1), divided(Math.ceil(places / 2)));
  return { ofOrganization, ofToken: Math.max(1, Math.min(ofOrganization - 1, divided(MAX_LISTS_OF_TOKEN))) };
}

/**
 * Half of the pool, with one place always left to other organisations. A batch keeps a connection of the pool from its first
 * statement to its last, even while it waits for other writers of the same records. Forty batches of one token would take every
 * connection.
 */
const batches = runtime.part("batch shares", () => {
  const all = postgres().batchesAtOnce;
  return new Semaphore([all, Math.max(1, all - 1), all]);
});

/** With fewer, a token's own list would keep its writes waiting. */
const FEWEST_OF_TOKEN = 2;

/**
 * How many connections of the pool the requests of one organisation hold at a time, with whatever. A write of one record is
 * short, but it holds its connection while it waits for other writers of the record. Sixty writes that wait for one batch would
 * leave no connection to other organisations, and those of one token would leave none to its own organisation.
 */
const connections = runtime.part("connection shares", () => {
  const ofOrganization = postgres().connectionsOfOrganization;
  return new Semaphore([Number.POSITIVE_INFINITY, ofOrganization, Math.max(FEWEST_OF_TOKEN, ofOrganization - 1)]);
});

export const LISTS = "Lists, queries and aggregates";

const LIST = { semaphore: () => lists().semaphore, named: LISTS };
const BATCH = { semaphore: batches, named: "Batches" };
const CONNECTION = { semaphore: connections, named: "Reads and writes" };

/** What a request needs a place in, and how long it waits for all of them. */
const NEEDED = {
  list: { places: [LIST, CONNECTION], waitMs: MAX_WAIT_FOR_TURN_MS },
  feed: { places: [CONNECTION], waitMs: MAX_WAIT_FOR_TURN_MS },
  batch: { places: [BATCH, CONNECTION], waitMs: MAX_WAIT_OF_BATCH_MS },
  write: { places: [CONNECTION], waitMs: MAX_WAIT_OF_WRITE_MS },
};

/** Runs the work within the caller's share. Throws RATE_LIMITED if no place became free in time, and the reason of the signal. */
export async function inShare<T>(
  kind: keyof typeof NEEDED,
  { organizationId, tokenId }: Sharer,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const { places, waitMs } = NEEDED[kind];
  const began = performance.now();
  const held: Release[] = [];
  try {
    for (const { semaphore, named } of places) {
      const leftMs = waitMs - (performance.now() - began);
      const demand = { waitMs: leftMs, signal, refusal: () => shareInUse(named) };
      held.push(await semaphore().acquire([organizationId, tokenId], demand));
    }
    return await work();
  } finally {
    for (const release of held) release();
  }
}

/** RATE_LIMITED without a window. `named` are the requests that fill the share. */
export function shareInUse(named: string): ApiError {
  metrics()?.shed.inc({ reason: "share" });
  const message = `${named} of this token or its organisation fill their share of the service. Send fewer at a time, and try again in 1 second.`;
  return new ApiError("RATE_LIMITED", message, { reason: { step: "turn" }, retryAfterSeconds: 1 });
}
