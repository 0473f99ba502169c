/**
 * Gives records the shape of the current configuration: either within the transaction of a change, while other writers wait, or
 * after the switch, in batches alongside other requests. The latter can be interrupted at any time: the version says what is
 * still to be rewritten, reads are correct in the meantime, and the next apply continues behind the last record that was done.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Configuration, Entity, JsonObject, Reshaping } from "../../../model";
import type { Connection } from "../../../postgres/connection";
import { impatientTransaction } from "../../../postgres/transaction";
import { changesValues } from "../../../query/columns";
import { deriveColumns } from "../../../records/rules/derive";
import {
  type ConfigurationRow,
  findCurrentConfiguration,
  insertConfiguration,
  lockOrganization,
} from "../../../store/configuration";
import { countRecords, listWritten } from "../../../store/records/entity-data";
import { noteEveryRecord } from "../../../store/records/noted-change";
import {
  FIRST_ID,
  findReached,
  keepReached,
  type Reached,
  type Rewrite,
  type RewrittenBatch,
  rewriteAfter,
  rewriteAgain,
} from "../../../store/records/rewrite";
import { REQUEST_DEADLINE_MS } from "../../../time/deadline";
import { compileConfiguration, toStoredConfiguration } from "../../compile";
import type { OnProgress } from "../progress";
import { buildPartition, toPartitionPlan } from "../tables/partition";
import { selectReshapings, toStoredReshaping } from "./reshape";

/** Up to this many records are rewritten in the transaction of the version, in some 50 ms; more than that after it. */
export const REWRITTEN_AT_ONCE = 1_000;

/** The pause before records that were locked by other writers are tried again. */
const LOCKED_PAUSE_MS = 50;
const MAX_AGAIN = 100;

/**
 * `done` is the number of records processed so far, `tookMs` the duration of the last batch. All records up to the id `reached` are
 * done; null if others have locked some of them.
 */
type Batch = { done: number; tookMs: number; reached: string | null };
export type AfterBatch = (batch: Batch) => Promise<void> | void;

export async function rewriteRecords(
  connection: Connection,
  { entity, reshaping }: { entity: Entity; reshaping: Reshaping },
  configuration: Configuration,
  { afterBatch = () => {}, begun = NOTHING }: { afterBatch?: AfterBatch; begun?: Reached } = {},
): Promise<void> {
  const derive = (data: JsonObject) => deriveColumns(entity, data, configuration.entities);
  await rewriteAll(connection, { entityId: entity.id, reshaping, derive, written: "record" }, afterBatch, begun);
}

const NOTHING: Reached = { id: FIRST_ID, count: 0 };

export async function rewriteAll(
  connection: Connection,
  rewrite: Rewrite,
  afterBatch: AfterBatch,
  begun: Reached = NOTHING,
): Promise<void> {
  let done = begun.count;
  let locked: string[] = [];
  for (let last: string | null = begun.id; last !== null; ) {
    const began = performance.now();
    locked = await rewriteLocked(connection, rewrite, locked);
    const batch: RewrittenBatch = await rewriteAfter(connection, rewrite, last);
    locked.push(...batch.locked);
    last = batch.last;
    done += batch.count;
    await afterBatch({ done, tookMs: performance.now() - began, reached: locked.length === 0 ? last : null });
  }
  while (locked.length > 0) {
    await pause(LOCKED_PAUSE_MS);
    locked = await rewriteLocked(connection, rewrite, locked);
  }
}

/** Returns those that are left. */
async function rewriteLocked(connection: Connection, rewrite: Rewrite, locked: string[]): Promise<string[]> {
  if (locked.length === 0) return locked;
  const some = locked.sort().slice(0, MAX_AGAIN);
  const { last, locked: still } = await rewriteAgain(connection, rewrite, some);
  // Deleted records need no rewriting.
  const done = some.filter((id) => last === null || id <= last).length;
  return [...locked.slice(done), ...still];
}

/**
 * Processes the records written from that horizon on, except those that other writers have locked, which are written again
 * later. Returns the number of records written.
 */
export async function goOver(connection: Connection, rewrite: Rewrite, since: string): Promise<number> {
  const written = await listWritten(connection, rewrite.entityId, since);
  let left = written;
  while (left.length > 0) {
    const some = left.slice(0, MAX_AGAIN);
    const { last } = await rewriteAgain(connection, rewrite, some);
    left = left.slice(some.filter((id) => last === null || id <= last).length);
  }
  return written.length;
}

type Rewriting = { connection: Connection; organizationKey: string; actor: string; onProgress: OnProgress };

/**
 * Rewrites the entities that the version in force still reads in two shapes, and adds a version of the same document that reads
 * one. Returns the version then in force; null if there is no such organisation.
 */
export async function finishRewriting(rewriting: Rewriting): Promise<number | null> {
  const { connection, organizationKey, onProgress } = rewriting;
  const current = await findCurrentConfiguration(connection, organizationKey);
  if (current === null) return null;
  const mixed = toStoredConfiguration(current);
  const pending = Object.entries(selectReshapings(mixed.reshaping, "pending"));
  if (pending.length === 0) return current.version;
  const after = compileConfiguration({ ...mixed, reshaping: selectReshapings(mixed.reshaping, "lasting") });
  await drain(current, onProgress);
  for (const [key, reshaping] of pending) {
    const entity = after.entities.get(key);
    const asStored = compileConfiguration(mixed).entities.get(key);
    if (entity === undefined || asStored === undefined) continue;
    const beside = await besideOthers(connection, entity, onProgress);
    const afterBatch = async (batch: Batch) => {
      if (batch.reached !== null) await keepReached(connection, entity.id, batch.reached);
      await beside(batch);
    };
    const begun = await findReached(connection, entity.id);
    await rewriteRecords(connection, { entity: asStored, reshaping }, after, { afterBatch, begun });
    await buildPartition(connection, toPartitionPlan(entity, after), onProgress);
  }
  return impatientTransaction(connection, () => settle(rewriting));
}

const MAX_PAUSE_MS = 200;

/** Pauses after each batch for as long as it took, at most `MAX_PAUSE_MS`, so that other requests get as much time. */
export async function besideOthers(
  connection: Connection,
  { id, key: entity }: Entity,
  onProgress: OnProgress,
): Promise<AfterBatch> {
  const total = await countRecords(connection, id);
  return async ({ done, tookMs }) => {
    onProgress({ step: "records", entity, total, done: Math.min(done, total) });
    await pause(Math.min(tookMs, MAX_PAUSE_MS));
  };
}

/** Afterwards no request of the previous version is running, so no page of a list mixes both shapes. */
async function drain({ age }: ConfigurationRow, onProgress: OnProgress): Promise<void> {
  const left = REQUEST_DEADLINE_MS - age;
  if (left <= 0) return;
  onProgress({ step: "draining", seconds: Math.ceil(left / 1000) });
  await pause(left);
}

async function settle({ connection, organizationKey, actor }: Rewriting): Promise<number> {
  await lockOrganization(connection, organizationKey);
  const current = await findCurrentConfiguration(connection, organizationKey);
  if (current === null) throw new Error(`There is no organisation ${organizationKey}.`);
  const { document, reshaping: present } = toStoredConfiguration(current);
  const pending = Object.entries(selectReshapings(present, "pending"));
  if (pending.length === 0) return current.version;
  for (const [key, own] of pending) {
    // Callers who follow the changes may have seen a record under the former names.
    if (changesValues(own)) await noteEveryRecord(connection, current.entityIds.get(key) ?? "");
  }
  const version = current.version + 1;
  const { name } = document.organization;
  const reshaping = toStoredReshaping(selectReshapings(present, "lasting"));
  await insertConfiguration(connection, { ...current, version, reshaping, name, appliedBy: actor });
  return version;
}
