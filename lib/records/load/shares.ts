/** Fair shares of the database in this process (contract § 3), rotating by organization, then token. Reads by key need none. */
import { type Budget, openBudget } from "../../budgets";
import { ApiError } from "../../errors";
import { MAX_LISTS_OF_TOKEN, MAX_WAIT_FOR_TURN_MS, MAX_WAIT_OF_BATCH_MS, MAX_WAIT_OF_WRITE_MS } from "../../limits";
import { postgres } from "../../postgres/postgres";
import { env } from "../../process/env";
import { metrics } from "../../process/metrics";
import { runtime } from "../../process/runtime";
import type { Release } from "../../semaphore";

export type Sharer = { organizationId: string; tokenId: string };

/** A token and those that replace it have one share. */
export type Requester = { configuration: { organizationId: string }; token: { rootId: string } };

export function sharerOf({ configuration, token }: Requester): Sharer {
  return { organizationId: configuration.organizationId, tokenId: token.rootId };
}

/** With fewer connections, a token's own list would keep its writes waiting. */
const FEWEST_OF_TOKEN = 2;

/**
 * A batch keeps its connection while it waits for other writers, so the batches of one token get half of the pool. Writes of
 * one record also keep theirs while they wait, so the requests of one organization get at most three quarters, whatever they
 * use them for.
 */
export function databaseBudgets() {
  const { pool, readersAtOnce, batchesAtOnce, connectionsOfOrganization: most } = postgres();
  const batches = Math.max(1, batchesAtOnce - 1);
  return {
    lists: { process: readersAtOnce, ...sharesOf(readersAtOnce, env().API_PROCESSES ?? 1) },
    batches: { process: batchesAtOnce, organization: batches, token: Math.max(1, batches - 1) },
    connections: { process: pool.options.max, organization: most, token: Math.max(FEWEST_OF_TOKEN, most - 1) },
  } satisfies Record<string, Budget>;
}

const lists = runtime.part("list shares", () => openBudget(databaseBudgets().lists));

const batches = runtime.part("batch shares", () => openBudget(databaseBudgets().batches));

/** The pool itself limits all of them together. */
const connections = runtime.part("connection shares", () =>
  openBudget({ ...databaseBudgets().connections, process: Number.POSITIVE_INFINITY }),
);

export function listsOfToken(): number {
  return databaseBudgets().lists.token;
}

/**
 * The api processes of a host divide the database's places. A token gets at least one, and one less than its organization, so
 * that another token always finds one. An organization gets at least two, if that leaves one to others.
 */
export function sharesOf(places: number, processes: number): { organization: number; token: number } {
  const divided = (share: number) => Math.floor(share / processes);
  const organization = Math.max(1, Math.min(2, places - 1), divided(Math.ceil(places / 2)));
  return { organization, token: Math.max(1, Math.min(organization - 1, divided(MAX_LISTS_OF_TOKEN))) };
}

export const LISTS = "Lists, queries and aggregates";

const LIST = { semaphore: lists, named: LISTS };
const BATCH = { semaphore: batches, named: "Batches" };
const CONNECTION = { semaphore: connections, named: "Reads and writes" };

/** The places that each kind of request needs, and how long it waits for all of them. */
const NEEDED = {
  list: { places: [LIST, CONNECTION], waitMs: MAX_WAIT_FOR_TURN_MS },
  feed: { places: [CONNECTION], waitMs: MAX_WAIT_FOR_TURN_MS },
  batch: { places: [BATCH, CONNECTION], waitMs: MAX_WAIT_OF_BATCH_MS },
  write: { places: [CONNECTION], waitMs: MAX_WAIT_OF_WRITE_MS },
};

/** Throws RATE_LIMITED if no place became free in time, and the reason of the signal. */
export async function inShare<T>(
  kind: keyof typeof NEEDED,
  { organizationId, tokenId }: Sharer,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const { places, waitMs } = NEEDED[kind];
  const keys = [organizationId, tokenId];
  const until = performance.now() + waitMs;
  const held: Release[] = [];
  try {
    for (const { semaphore, named } of places) {
      const demand = () => ({ waitMs: until - performance.now(), signal, refusal: () => shareInUse(named) });
      held.push(semaphore().tryAcquire(keys) ?? (await semaphore().acquire(keys, demand())));
    }
    return await work();
  } finally {
    for (const release of held) release();
  }
}

/** RATE_LIMITED without a window. `named` are the requests that fill the share. */
export function shareInUse(named: string): ApiError {
  metrics()?.shed.inc({ reason: "share" });
  const message = `${named} of this token or its organization fill their share of the service. Send fewer at a time, and try again in 1 second.`;
  return new ApiError("RATE_LIMITED", message, { reason: { step: "turn" }, retryAfterSeconds: 1 });
}
