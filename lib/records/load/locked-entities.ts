/**
 * Entities whose table another session keeps locked, such as a manual ALTER TABLE. Each request would wait in vain, on a
 * connection and in its organization's share. So once a read has, requests are refused, and one at a time tries the table
 * again.
 */
import { LRUCache } from "lru-cache";
import { type Budget, openBudget } from "../../budgets";
import { ApiError } from "../../errors";
import { MAX_WAIT_FOR_TURN_MS } from "../../limits";
import { quoteText } from "../../messages/cut-text";
import type { Entity } from "../../model";
import { isLockTimeout } from "../../postgres/faults";
import { postgres } from "../../postgres/postgres";
import { log } from "../../process/log";
import { metrics } from "../../process/metrics";
import { runtime } from "../../process/runtime";

/** Lists try the table again, because no other request waits behind them. After this time without one, any request does. */
const UNTRIED_MS = 5_000;

/** A list has a connection of its own, and like a read by key waits for no lock but the table's. */
export type LockWaiter = "list" | "read" | "other";
type Lock = { isTried: boolean; endedAt: number };

const locked = runtime.part("locked entities", () => new LRUCache<string, Lock>({ max: 1_000 }));

/**
 * Reads by key need a connection of the pool while their shared one is held up. Until one has timed out, it is unknown which
 * table is locked; meanwhile one entity may use at most its organization's share minus one.
 */
const detours = runtime.part("reads around a connection that is held up", () =>
  openBudget({ ...detourBudget(), process: Number.POSITIVE_INFINITY }),
);

export function detourBudget(): Budget {
  const { pool, connectionsOfOrganization } = postgres();
  const ofEntity = Math.max(1, pool.options.max - connectionsOfOrganization - 1);
  return { process: pool.options.max, organization: ofEntity, token: Math.max(1, ofEntity - 1) };
}

/** Throws RATE_LIMITED if the table is, or may be, locked. */
export async function unlessLocked<T>(
  entity: Entity,
  tokenId: string,
  waiter: LockWaiter,
  work: () => Promise<T> | T,
): Promise<T> {
  const lock = locked().get(entity.id);
  if (lock === undefined) return await noticing(entity, tokenId, waiter, work);
  const mayTry = waiter === "list" || performance.now() - lock.endedAt > UNTRIED_MS;
  if (lock.isTried || !mayTry) throw entityLocked(entity);
  lock.isTried = true;
  try {
    const result = await noticing(entity, tokenId, waiter, work);
    locked().delete(entity.id);
    return result;
  } finally {
    lock.isTried = false;
    lock.endedAt = performance.now();
  }
}

async function noticing<T>(
  entity: Entity,
  tokenId: string,
  waiter: LockWaiter,
  work: () => Promise<T> | T,
): Promise<T> {
  try {
    return await (waiter === "read" ? readingAround(entity, tokenId, work) : work());
  } catch (error) {
    if (waiter === "other" || !isLockTimeout(error)) throw error;
    if (!locked().has(entity.id)) {
      locked().set(entity.id, { isTried: false, endedAt: performance.now() });
      log().warn({ entity: entity.key, id: entity.id }, "another session keeps a table locked");
    }
    throw entityLocked(entity, error);
  }
}

async function readingAround<T>(entity: Entity, tokenId: string, work: () => Promise<T> | T): Promise<T> {
  if (postgres().pipelines?.records.isHeldUp !== true) return await work();
  const refusal = () => refused("slow", `The database is slow to answer reads of ${quoteText(entity.key)}.`);
  const release = await detours().acquire([entity.id, tokenId], { waitMs: MAX_WAIT_FOR_TURN_MS, refusal });
  try {
    return await work();
  } finally {
    release();
  }
}

function entityLocked({ key }: Entity, cause?: unknown): ApiError {
  const reason = `Other work on the database keeps the table of ${quoteText(key)} locked. Other entities are not affected.`;
  return refused("locked", reason, cause);
}

function refused(reason: "locked" | "slow", sentence: string, cause?: unknown): ApiError {
  metrics()?.shed.inc({ reason });
  const details = { reason: { step: "turn" }, retryAfterSeconds: 1, cause } as const;
  return new ApiError("RATE_LIMITED", `${sentence} Try again in 1 second.`, details);
}
