/**
 * Entities whose table another session keeps locked, such as a manual ALTER TABLE. Each of their requests would wait in vain, in
 * a place of its organisation's share and on a connection. So once a read has, the others are refused at once, and one at a time
 * tries whether the table is free again.
 */
import { LRUCache } from "lru-cache";
import { ApiError } from "../../errors";
import { quoteText } from "../../messages/cut-text";
import type { Entity } from "../../model";
import { isLockTimeout } from "../../postgres/faults";
import { log } from "../../process/log";
import { metrics } from "../../process/metrics";
import { runtime } from "../../process/runtime";

/** Lists try the table again, because no other request waits behind them. After this time without one, any request does. */
const UNTRIED_MS = 5_000;

/** A list runs on a connection of its own, and like a read by key waits for no other lock than that of the table. */
export type LockWaiter = "list" | "read" | "other";
type Lock = { isTried: boolean; endedAt: number };

const locked = runtime.part("locked entities", () => new LRUCache<string, Lock>({ max: 1_000 }));

/** Runs the work of a request of this entity. Throws RATE_LIMITED if the table is locked. */
export async function unlessLocked<T>(entity: Entity, waiter: LockWaiter, work: () => Promise<T> | T): Promise<T> {
  const lock = locked().get(entity.id);
  if (lock === undefined) return noticing(entity, waiter, work);
  const mayTry = waiter === "list" || performance.now() - lock.endedAt > UNTRIED_MS;
  if (lock.isTried || !mayTry) throw entityLocked(entity);
  lock.isTried = true;
  try {
    const result = await noticing(entity, waiter, work);
    locked().delete(entity.id);
    return result;
  } finally {
    lock.isTried = false;
    lock.endedAt = performance.now();
  }
}

async function noticing<T>(entity: Entity, waiter: LockWaiter, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (waiter === "other" || !isLockTimeout(error)) throw error;
    if (!locked().has(entity.id)) {
      locked().set(entity.id, { isTried: false, endedAt: performance.now() });
      log().warn({ entity: entity.key, id: entity.id }, "another session keeps a table locked");
    }
    throw entityLocked(entity, error);
  }
}

function entityLocked({ key }: Entity, cause?: unknown): ApiError {
  metrics()?.shed.inc({ reason: "locked" });
  const message = `Other work on the database keeps the table of ${quoteText(key)} locked. Other entities are not affected. Try again in 1 second.`;
  return new ApiError("RATE_LIMITED", message, { reason: { step: "turn" }, retryAfterSeconds: 1, cause });
}
