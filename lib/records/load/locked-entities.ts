/**
 * Entities whose table another session keeps locked, such as a manual ALTER TABLE. Each request would wait in vain, on a
 * connection and in its organization's share. So once a read has timed out, requests are refused, and one at a time tries the table
 * again. Also writers that cannot write now, because another one keeps the record, or a new configuration changes all records.
 */
import { LRUCache } from "lru-cache";
import type { Caller } from "../../authentication/authenticate";
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
import { isApplying } from "../../store/configuration";

/** Lists try the table again, because no other request waits behind them. After this time without one, any request does. */
const UNTRIED_MS = 5_000;

/** A list has a connection of its own, and like a read by key waits for no lock but the table's. */
export type LockWaiter = "list" | "read" | "write" | "feed";
type Waiting = { entity: Entity; tokenId: string; waiter: LockWaiter };
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

/**
 * Throws RATE_LIMITED if the table is, or may be, locked, or if another writer keeps a record that this one waits for. What `work`
 * throws before it begins to wait, such as a refused parameter, is thrown at once.
 */
export function unlessLocked<T>(waiting: Waiting, work: () => Promise<T> | T): Promise<T> {
  const lock = locked().get(waiting.entity.id);
  const isHeldUp = waiting.waiter === "read" && postgres().pipelines?.records.isHeldUp === true;
  const run = isHeldUp ? () => readAround(waiting, work) : work;
  const working = lock === undefined ? run() : tryAgain(lock, waiting, run);
  return Promise.resolve(working).catch((error: unknown) => {
    throw isLockTimeout(error) ? refusalOf(error, waiting) : error;
  });
}

async function tryAgain<T>(lock: Lock, { entity, waiter }: Waiting, work: () => Promise<T> | T): Promise<T> {
  const mayTry = waiter === "list" || performance.now() - lock.endedAt > UNTRIED_MS;
  if (lock.isTried || !mayTry) throw entityLocked(entity);
  lock.isTried = true;
  try {
    const result = await work();
    locked().delete(entity.id);
    return result;
  } catch (error) {
    Object.assign(lock, { isTried: false, endedAt: performance.now() });
    throw error;
  }
}

function refusalOf(error: unknown, { entity, waiter }: Waiting): unknown {
  if (waiter === "feed") return error;
  if (waiter === "write") return othersAreWriting(error);
  if (!locked().has(entity.id)) {
    locked().set(entity.id, { isTried: false, endedAt: performance.now() });
    log().warn({ entity: entity.key, id: entity.id }, "another session keeps a table locked");
  }
  return entityLocked(entity, error);
}

async function readAround<T>({ entity, tokenId }: Waiting, work: () => Promise<T> | T): Promise<T> {
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

function othersAreWriting(cause: unknown): ApiError {
  const message =
    "Other requests are writing the same records, and this one waited too long. Nothing of it was written: send it again in 1 second.";
  return new ApiError("RATE_LIMITED", message, { cause, reason: { step: "other writers" }, retryAfterSeconds: 1 });
}

const PAUSED_SECONDS = 5;

/**
 * Throws RATE_LIMITED while the entity's records are rewritten (decision 25). A process that was stopped midway pauses nobody.
 */
export async function requireUnpaused({ configuration, pausedEntities }: Caller, { id, key }: Entity): Promise<void> {
  if (pausedEntities === null || !pausedEntities.includes(id)) return;
  if (!(await isApplying(configuration.organizationKey))) return;
  metrics()?.shed.inc({ reason: "paused" });
  const message = `A new configuration is converting the records of ${quoteText(key)}. Reads work meanwhile: send this write again in ${PAUSED_SECONDS} seconds.`;
  throw new ApiError("RATE_LIMITED", message, { reason: { step: "turn" }, retryAfterSeconds: PAUSED_SECONDS });
}
