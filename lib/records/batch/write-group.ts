/**
 * Writes operations of one kind that require the same verbs: all together, else without the conflicting ones, else in halves. A
 * refused operation does not prevent the others from being written.
 */
import { AccessChanged } from "../../access/require";
import { ApiError } from "../../errors";
import { savepoint } from "../../postgres/transaction";
import { type ChangedRecord, insertRecords, type NewRecord, updateRecords } from "../../store/records/write";
import { yielder } from "../../time/event-loop";
import { toNewRecord } from "../create";
import { closesCircles, isChange, requireNoCycle, toChangedRecord } from "../update";
import { writeContext } from "../write";
import type { Run } from "./check-all";
import { noteGiven, withClash } from "./clashes";
import { findConflicts } from "./conflicts";
import { inKeyOrder, type Ready, verbsOf } from "./segments";
import { findMatched } from "./subjects";

/**
 * `onStale` says what to do with stale upserts, which found no record at first and would find one now. Returns the
 * indices of those that have to be checked again.
 */
export async function writeGroup(run: Run, group: Ready[], onStale: "return" | "refuse"): Promise<number[]> {
  const [only] = group;
  if (only === undefined) return [];
  try {
    await savepoint(run.transaction, () => write(run, group));
    for (const each of group) noteGiven(run, each);
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const left = onStale === "return" ? await findStale(run, group) : [];
    if (left.length > 0) {
      const others = group.filter((each) => !left.includes(each));
      return [...left.map(({ index }) => index), ...(await writeGroup(run, others, onStale))];
    }
    if (group.length === 1) {
      run.refused.set(only.index, withClash(run, only, error));
      return [];
    }
    const others = await refuseConflicts(run, group);
    if (others.length < group.length) return writeGroup(run, others, onStale);
    const middle = group.length >> 1;
    const first = await writeGroup(run, group.slice(0, middle), onStale);
    return [...first, ...(await writeGroup(run, group.slice(middle), onStale))];
  }
}

/** Refuses the conflicting operations, and returns the others. */
export async function refuseConflicts(run: Run, group: Ready[]): Promise<Ready[]> {
  const { access, caller, transaction, refused } = run;
  const taken = await findConflicts(access, writeContext(caller, access, []), group, transaction);
  for (const each of group) {
    const refusal = taken.get(each);
    if (refusal === undefined) noteGiven(run, each);
    else refused.set(each.index, withClash(run, each, refusal));
  }
  return group.filter((each) => !taken.has(each));
}

async function findStale({ access, transaction }: Run, group: Ready[]): Promise<Ready[]> {
  const upserts = group.filter(({ kind, match }) => kind === "create" && match !== null);
  const found = await findMatched(
    access.entity.id,
    upserts.map(({ match }) => match),
    transaction,
  );
  return upserts.filter((_, index) => found[index] !== null);
}

async function write(run: Run, group: Ready[]): Promise<void> {
  await insert(
    run,
    group.filter((each) => each.kind === "create"),
  );
  await update(
    run,
    group.filter((each) => each.kind === "change"),
  );
}

type Create = Extract<Ready, { kind: "create" }>;

async function insert(run: Run, group: Create[]): Promise<void> {
  const [first] = group;
  if (first === undefined) return;
  const { caller, access, transaction } = run;
  const records: NewRecord[] = [];
  const yieldToEventLoop = yielder();
  // In the order of their keys, so that two batches with the same keys cannot deadlock.
  for (const { draft } of inKeyOrder(access.entity, group)) {
    records.push(toNewRecord(caller, access, draft));
    await yieldToEventLoop();
  }
  const inserted = await insertRecords(contextOf(run, first), records, transaction);
  if (inserted.length < records.length) throw new AccessChanged();
  const byId = new Map(inserted.map((record) => [record.id, record]));
  for (const { index, draft } of group) {
    const record = byId.get(draft.id);
    if (record !== undefined) run.written.set(index, { status: 201, record });
  }
}

type Change = Extract<Ready, { kind: "change" }>;

async function update(run: Run, group: Change[]): Promise<void> {
  const [first] = group;
  if (first === undefined) return;
  const { caller, access, transaction } = run;
  const records: ChangedRecord[] = [];
  const yieldToEventLoop = yielder();
  for (const { change } of group.filter((each) => isChange(each.change))) {
    const record = toChangedRecord(caller, access, change);
    if (closesCircles(caller, access, change)) await requireNoCycle(caller, access, record, transaction);
    records.push(record);
    await yieldToEventLoop();
  }
  const updated = records.length === 0 ? [] : await updateRecords(contextOf(run, first), records, transaction);
  // The records are locked, so it is the caller's access that has changed.
  if (updated.length < records.length) throw new AccessChanged();
  const byId = new Map(updated.map((record) => [record.id, record]));
  for (const { index, change } of group) {
    const { id, version, inside } = change.stored;
    run.written.set(index, { status: 200, record: byId.get(id) ?? { id, version, visible: inside[0] === true } });
  }
}

function contextOf({ caller, access }: Run, first: Ready) {
  return { ...writeContext(caller, access, verbsOf(first)), projection: null };
}
