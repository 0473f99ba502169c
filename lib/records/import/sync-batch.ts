/**
 * With `--match FIELD`: a record is updated if the value already exists, and added otherwise. A change is subject to the same
 * rules as in the API. The write tests the version of the record: a record that another writer has changed meanwhile is checked
 * again, finally with a lock.
 */
import type { Field, JsonObject, VerbWord } from "../../model";
import { recordTransaction } from "../../store/records/locks";
import { findStoredRecords, type StoredRecord } from "../../store/records/read";
import type { UniqueRecord } from "../../store/records/unique";
import { type ChangedRecord, updateRecords } from "../../store/records/write";
import { findByKey, toRecordKey } from "../find-by-key";
import { clearedFields } from "../rules/validate";
import { reachOfChanges } from "../rules/write-permissions";
import { changedValues, closesCircles, isChange, isOwnAncestor, toChangedRecord } from "../update";
import { withLock } from "../write";
import { permitChange } from "./author";
import type { MatchedRow } from "./matched-rows";
import { type Prepare, type PreparedRow, pointsToItself, type RefusedRecord } from "./prepare";
import type { Reference } from "./references";
import { type Selection, selectRows } from "./select-rows";
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

/** Attempts without locks. The second one usually succeeds for rows that were stale in the first. */
const FREE_ATTEMPTS = 2;

export async function syncBatch(run: SyncRun, batch: MatchedRow[]): Promise<BatchResult> {
  let result = NOTHING_WRITTEN;
  let rows = batch;
  for (let time = 1; time <= FREE_ATTEMPTS && rows.length > 0; time += 1) {
    const { stale, ...done } = await syncRows(run, rows);
    result = sum(result, { ...done, stale: [] });
    rows = stale;
  }
  for (const row of rows) result = sum(result, await syncLocked(run, row));
  return result;
}

async function syncLocked(run: SyncRun, row: MatchedRow): Promise<BatchResult> {
  const { configuration, entity } = run.destination;
  const key = toRecordKey(run.match, row.value);
  if (key === null) throw new Error("A blank label was refused before.");
  const { stale, ...done } = await recordTransaction(entity.id, (own) =>
    withLock(configuration, entity, key, own, (transaction) => syncRows({ ...run, transaction }, [row])),
  );
  const message = "other writers kept changing the record with this value.";
  const late = stale.map(({ line }) => [{ line, field: run.match.key, message }]);
  return { ...done, refused: [...done.refused, ...late], stale: [] };
}

/** `transaction` is one that holds the locks. */
async function syncRows(run: SyncRun, rows: MatchedRow[]): Promise<BatchResult<MatchedRow>> {
  const { entity } = run.destination;
  const values = rows.map(({ value }) => value);
  const found = await findByKey(entity.id, run.match, values, run.transaction);
  const there = rows.filter(({ value }) => found.has(value));
  const missing = rows.filter(({ value }) => !found.has(value));
  // A change may release a label that a new record takes, so changes come first, unless a change may refer to a new record.
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
  const stale = written.stale.flatMap((prepared) => sources.get(prepared) ?? []);
  return { ...written, refused: [...refused, ...written.refused], stale };
}

type Change = {
  line: number;
  row: StoredRecord;
  /** The whole record after the change. */
  data: JsonObject;
  /** The values that differ from before; possibly none. */
  changed: JsonObject;
  /** Only changed references. */
  references: Reference[];
  verbs: VerbWord[];
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
  const records = await findStoredRecords(entity, ids, [], run.transaction);
  const stored = new Map(records.map((record) => [record.id, record]));
  const refused: RefusedRecord[] = [];
  const stale: MatchedRow[] = [];
  const checked: Change[] = [];
  for (const source of rows) {
    const { id = "", version } = found.get(source.value) ?? {};
    const before = stored.get(id);
    // In another version, the record may have another value of the match field, too.
    const change = before?.version === version && before !== undefined ? checkChange(run, source, before) : null;
    if (change === null) stale.push(source);
    else if (Array.isArray(change)) refused.push(change);
    else checked.push(change);
  }
  const reached = await selectReached(run, checked);
  const changes = reached.kept.filter(isChange);
  const present = reached.kept.length - changes.length;
  // Changes of parents are written one by one, under a lock.
  const waiting =
    run.transaction === undefined
      ? changes.filter((change) => closesCircles(run.destination, run.destination, change))
      : [];
  const ready = waiting.length === 0 ? changes : changes.filter((change) => !waiting.includes(change));
  const written = await writeInHalves(run, ready, (some) => writeChanges(run, some));
  stale.push(...[...waiting, ...written.stale].map(({ source }) => source));
  return {
    ...written,
    present,
    refused: [...refused, ...reached.refused, ...written.refused],
    stale,
  };
}

/** All checks of the change that need no database access. */
function checkChange({ destination, match }: SyncRun, source: MatchedRow, before: StoredRecord) {
  const { line, given } = source;
  const changed = changedValues(before.data, given);
  const { [match.key]: _, ...record } = source.record;
  const { refusals, verbs } = permitChange(destination.author, { record, stored: before.data, changed });
  const cleared = clearedFields(destination.entity, given);
  const wrong: RefusedRecord = [...refusals, ...cleared].map(({ field, message }) => ({ line, field, message }));
  if (wrong.length > 0) return wrong;
  const references = source.references.filter(({ field }) => Object.hasOwn(changed, field));
  return { line, row: before, data: { ...before.data, ...given }, changed, references, verbs, source };
}

/** Keeps the changes that the author may make. */
async function selectReached({ destination, transaction }: SyncRun, changes: Change[]): Promise<Selection<Change>> {
  const { access } = destination.author;
  if (access === null) return { kept: changes, refused: [] };
  const asked = changes.map(({ row, data, verbs }) => ({ stored: row, data, verbs }));
  const reached = await reachOfChanges(access, asked, transaction);
  return selectRows(changes, ({ row }) => {
    // A missing result means that the version has changed, which the write will detect.
    const { before, after } = reached.get(row.id) ?? { before: null, after: null };
    if (before !== null) return "this member may not make this change to this record.";
    return after === null ? null : "this member may not change this record to these values.";
  });
}

async function writeChanges(
  { destination, context, transaction }: SyncRun,
  changes: Change[],
): Promise<BatchResult<Change>> {
  const records: ChangedRecord[] = [];
  for (const change of changes) {
    const record = toChangedRecord(destination, destination, { stored: change.row, data: change.data });
    records.push(record);
    if (transaction === undefined || !closesCircles(destination, destination, change)) continue;
    if (!(await isOwnAncestor(destination, destination, record, transaction))) continue;
    const field = destination.entity.parentField;
    return {
      ...NOTHING_WRITTEN,
      refused: [[{ line: change.line, field, message: "cannot be the parent of this record." }]],
    };
  }
  const updated = await updateRecords(context, records, transaction);
  if (updated.length < records.length) await requireCurrent(context);
  const written = new Set(updated.map(({ id }) => id));
  const stale = changes.filter(({ row }) => !written.has(row.id));
  return { ...NOTHING_WRITTEN, updated: written.size, stale };
}
