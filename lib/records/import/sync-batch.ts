/**
 * With `--match FIELD`: a batch of rows → records that are updated where the value is there already, and added where it is
 * not. A change is held to what the API holds it to. The version of a record is tested where it is written: what somebody
 * else has changed meanwhile is judged anew, at last with the record locked.
 */
import type { Field, JsonObject } from "../../model";
import type { PlannedFilter } from "../../query/plan";
import { closesCycle, lockParents, lockRecords, recordTransaction } from "../../store/records/locks";
import { findStoredRecords, type StoredRecord } from "../../store/records/read";
import { findByUnique, type UniqueRecord } from "../../store/records/unique";
import { testChanges, updateRecords } from "../../store/records/write";
import { parentsCanCycle, withNextParents } from "../rules/references";
import { clearedFields } from "../rules/validate";
import { changedValues, closesCircles, isChange, toChangedRecord } from "../update";
import type { MatchedRow } from "./matched-rows";
import { type Prepare, type PreparedRow, pointsToItself, type RefusedRecord } from "./prepare";
import type { Reference } from "./references";
import type { Selection } from "./select-rows";
import {
  type BatchResult,
  NOTHING_WRITTEN,
  type Run,
  requireCurrent,
  sum,
  writeBatch,
  writeInHalves,
} from "./write-batch";

/** `prepare` is for the records that are added. */
type SyncRun = Run & { match: Field; prepare: Prepare };

/** Without locks. The second finds most of those that were overtaken standing still. */
const FREE_ATTEMPTS = 2;

export async function syncBatch(run: SyncRun, batch: MatchedRow[]): Promise<BatchResult> {
  let result = NOTHING_WRITTEN;
  let rows = batch;
  for (let time = 1; time <= FREE_ATTEMPTS && rows.length > 0; time += 1) {
    const { overtaken, ...done } = await syncRows(run, rows);
    result = sum(result, { ...done, overtaken: [] });
    rows = overtaken;
  }
  for (const row of rows) result = sum(result, await syncLocked(run, row));
  return result;
}

/** Takes locks in the order in which updates by the API take them (`withOptimisticRetry`). */
async function syncLocked(run: SyncRun, row: MatchedRow): Promise<BatchResult> {
  const { configuration, entity } = run.destination;
  const { overtaken, ...done } = await recordTransaction(entity.id, async (transaction) => {
    if (parentsCanCycle(configuration, entity)) await lockParents(configuration.organizationId, transaction);
    const found = await findByUnique(entity.id, run.match, [row.value], transaction);
    const ids = [...found.values()].map(({ id }) => id);
    await lockRecords(entity.id, ids, transaction);
    return syncRows({ ...run, transaction }, [row]);
  });
  const message = "other writers kept changing the record with this value.";
  const late = overtaken.map(({ line }) => [{ line, field: run.match.key, message }]);
  return { ...done, refused: [...done.refused, ...late], overtaken: [] };
}

/** `transaction`: one that holds the locks. */
async function syncRows(run: SyncRun, rows: MatchedRow[]): Promise<BatchResult<MatchedRow>> {
  const { entity } = run.destination;
  const values = rows.map(({ value }) => value);
  const found = await findByUnique(entity.id, run.match, values, run.transaction);
  const there = rows.filter(({ value }) => found.has(value));
  const missing = rows.filter(({ value }) => !found.has(value));
  // A change may free a label that a new record takes. Where one may refer to a new record, that comes first.
  if (!pointsToItself(run.destination)) return sum(await updateRows(run, there, found), await addRows(run, missing));
  return sum(await addRows(run, missing), await updateRows(run, there, found));
}

async function addRows(run: SyncRun, rows: MatchedRow[]): Promise<BatchResult<MatchedRow>> {
  const refused: RefusedRecord[] = [];
  const sources = new Map<PreparedRow, MatchedRow>();
  for (const row of rows) {
    const prepared = run.prepare(row.line, row.record);
    if (Array.isArray(prepared)) refused.push(prepared);
    else sources.set(prepared, row);
  }
  if (sources.size === 0) return { ...NOTHING_WRITTEN, refused };
  const written = await writeBatch(run, [...sources.keys()]);
  const overtaken = written.overtaken.flatMap((prepared) => sources.get(prepared) ?? []);
  return { ...written, refused: [...refused, ...written.refused], overtaken };
}

type Change = {
  line: number;
  row: StoredRecord;
  /** The record whole, as it would be. */
  data: JsonObject;
  /** What of it is other than before; there may be nothing. */
  changed: JsonObject;
  /** Those that are changed. */
  references: Reference[];
  scopes: PlannedFilter[];
  source: MatchedRow;
};

async function updateRows(
  run: SyncRun,
  rows: MatchedRow[],
  found: ReadonlyMap<unknown, UniqueRecord>,
): Promise<BatchResult<MatchedRow>> {
  if (rows.length === 0) return NOTHING_WRITTEN;
  const { entity } = run.destination;
  const ids = rows.map(({ value }) => found.get(value)?.id ?? "");
  const records = await findStoredRecords(entity.id, ids, [], run.transaction, entity.reshaping);
  const stored = new Map(records.map((record) => [record.id, record]));
  const refused: RefusedRecord[] = [];
  const overtaken: MatchedRow[] = [];
  const judged: Change[] = [];
  for (const source of rows) {
    const { id = "", version } = found.get(source.value) ?? {};
    const before = stored.get(id);
    // Of another version the record may have another value, too.
    const change = before?.version === version && before !== undefined ? judgeRow(run, source, before) : null;
    if (change === null) overtaken.push(source);
    else if (Array.isArray(change)) refused.push(change);
    else judged.push(change);
  }
  const reached = await selectReached(run, judged);
  const changes = reached.kept.filter(isChange);
  const present = reached.kept.length - changes.length;
  // A change of parents is written one by one, under its lock.
  const waiting =
    run.transaction === undefined
      ? changes.filter((change) => closesCircles(run.destination, run.destination, change))
      : [];
  const ready = waiting.length === 0 ? changes : changes.filter((change) => !waiting.includes(change));
  const written = await writeInHalves(run, ready, (some) => writeChanges(run, some));
  overtaken.push(...[...waiting, ...written.overtaken].map(({ source }) => source));
  return {
    ...written,
    present,
    refused: [...refused, ...reached.refused, ...written.refused],
    overtaken,
  };
}

/** All that can be said of the change without asking the database. */
function judgeRow({ destination, match }: SyncRun, source: MatchedRow, before: StoredRecord) {
  const { line, given } = source;
  const changed = changedValues(before.data, given);
  const { [match.key]: _, ...record } = source.record;
  const { refusals, scopes } = destination.author.judgeChange({ record, stored: before.data, changed });
  const cleared = clearedFields(destination.entity, given);
  const wrong: RefusedRecord = [...refusals, ...cleared].map(({ field, message }) => ({ line, field, message }));
  if (wrong.length > 0) return wrong;
  const references = source.references.filter(({ field }) => Object.hasOwn(changed, field));
  return { line, row: before, data: { ...before.data, ...given }, changed, references, scopes, source };
}

/** Keeps the changes whose records lie inside every scope they ask for, as they are and as they would be. */
async function selectReached({ destination, transaction }: SyncRun, changes: Change[]): Promise<Selection<Change>> {
  const outside = new Map<Change, string>();
  for (const scope of new Set(changes.flatMap(({ scopes }) => scopes))) {
    const asking = changes.filter(({ scopes }) => scopes.includes(scope));
    const versions = asking.map(({ row: { id, version }, data }) => ({ id, version, data }));
    const tested = await testChanges(destination.entity.id, versions, [scope], transaction);
    const reached = new Map(tested.map((each) => [each.id, each]));
    for (const change of asking) {
      // Where there is none, it is of another version by now, which the write finds out.
      const { before: [before = true] = [], after: [after = true] = [] } = reached.get(change.row.id) ?? {};
      if (!before) outside.set(change, "this member may not make this change to this record.");
      else if (!after) outside.set(change, "this member may not change this record to these values.");
    }
  }
  return {
    kept: changes.filter((change) => !outside.has(change)),
    refused: [...outside].map(([{ line }, message]) => [{ line, field: null, message }]),
  };
}

async function writeChanges(
  { destination, context, transaction }: SyncRun,
  changes: Change[],
): Promise<BatchResult<Change>> {
  const { configuration, entity } = destination;
  const records = changes.map(({ row, data }) => toChangedRecord(destination, destination, { stored: row, data }));
  for (const [index, change] of changes.entries()) {
    const { parentEntityId, parentId } = records[index]?.derived ?? {};
    if (transaction === undefined || !closesCircles(destination, destination, change) || !parentEntityId || !parentId)
      continue;
    const parent = { entityId: parentEntityId, id: parentId };
    const held = { nextParents: withNextParents(configuration), transaction };
    if (!(await closesCycle({ entityId: entity.id, id: change.row.id }, parent, held))) continue;
    const refusal = { line: change.line, field: entity.parentField, message: "cannot be the parent of this record." };
    return { ...NOTHING_WRITTEN, refused: [[refusal]] };
  }
  const updated = await updateRecords(context, records, transaction);
  if (updated.length < records.length) await requireCurrent(context);
  const written = new Set(updated.map(({ id }) => id));
  const overtaken = changes.filter(({ row }) => !written.has(row.id));
  return { ...NOTHING_WRITTEN, updated: written.size, overtaken };
}
