/** Writes operations that require the same verbs: all together, else without the conflicting ones, else in halves. */
import { AccessChanged } from "../../access/require";
import { ApiError } from "../../errors";
import type { VerbWord } from "../../model";
import { savepoint } from "../../postgres/transaction";
import { type ChangedRecord, insertRecords, type NewRecord, updateRecords } from "../../store/records/write";
import { yielder } from "../../time/event-loop";
import { toNewRecord } from "../create";
import { closesCircles, isChange, requireNoCycle, toChangedRecord } from "../update";
import { writeContext } from "../write";
import { type Run, withoutPresent, withReferences } from "./check-all";
import { findConflicts, noteGiven, withClash } from "./conflicts";
import { inKeyOrder, type Ready } from "./segments";
import { findMatched } from "./subjects";

/** `onStale`: for upserts that found no record at first and would find one now. Returns the indices to check again. */
export async function writeGroup(run: Run, given: Ready[], onStale: "return" | "refuse"): Promise<number[]> {
  const group = await withoutPresent(run, await withReferences(run, given));
  const [only] = group;
  if (only === undefined) return [];
  try {
    await savepoint(run.on, () => write(run, group, only.verbs));
    for (const each of group) noteGiven(run, each);
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const absent = await withoutPresent(run, group);
    if (absent.length < group.length) return writeGroup(run, absent, onStale);
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

/** Returns the operations without conflicts. */
export async function refuseConflicts(run: Run, group: Ready[]): Promise<Ready[]> {
  const { access, on, refused } = run;
  const taken = await findConflicts(access, writeContext(run, []), group, on);
  for (const each of group) {
    const refusal = taken.get(each);
    if (refusal === undefined) noteGiven(run, each);
    else refused.set(each.index, withClash(run, each, refusal));
  }
  return group.filter((each) => !taken.has(each));
}

async function findStale({ access, on }: Run, group: Ready[]): Promise<Ready[]> {
  const upserts = group.filter(({ kind, match }) => kind === "create" && match !== null);
  const matches = upserts.map(({ match }) => match);
  const found = await findMatched(access.entity.id, matches, on);
  return upserts.filter((_, index) => found[index] !== null);
}

const STATUS = { create: 201, change: 200 } as const;

async function write(run: Run, group: Ready[], verbs: VerbWord[]): Promise<void> {
  const { on, written } = run;
  const creates: NewRecord[] = [];
  const changes: ChangedRecord[] = [];
  const yieldToEventLoop = yielder();
  // In the order of their keys, so that two batches with the same keys cannot deadlock.
  for (const each of inKeyOrder(group)) {
    if (each.kind === "create") creates.push(toNewRecord(run, each));
    else if (isChange(each)) {
      const record = toChangedRecord(run, each);
      if (closesCircles(run, each)) await requireNoCycle(run, record);
      changes.push(record);
    }
    await yieldToEventLoop();
  }
  const context = { ...writeContext(run, verbs), projection: null };
  const inserted = creates.length === 0 ? [] : await insertRecords(context, creates, on);
  const updated = changes.length === 0 ? [] : await updateRecords(context, changes, on);
  // The records are locked, so it is the caller's access that has changed.
  if (inserted.length + updated.length < creates.length + changes.length) throw new AccessChanged();
  const byId = new Map([...inserted, ...updated].map((record) => [record.id, record]));
  for (const each of group) {
    const record = byId.get(each.kind === "create" ? each.id : each.stored.id);
    if (record !== undefined) written.set(each.index, { status: STATUS[each.kind], isChanged: true, record });
    else if (each.kind === "change") {
      const { id, version, inside } = each.stored;
      written.set(each.index, { status: 200, isChanged: false, record: { id, version, visible: inside[0] === true } });
    }
  }
}
