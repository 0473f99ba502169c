/**
 * Writes operations of one kind that ask for the same verbs: all at once, else without the conflicting ones, else in halves.
 * A refused operation does not keep the others from being written.
 */
import { AccessChanged } from "../../access/require";
import { ApiError } from "../../errors";
import { groupBy } from "../../group-by";
import { savepoint } from "../../postgres/transaction";
import { findByUnique } from "../../store/records/unique";
import { type ChangedRecord, insertRecords, type NewRecord, updateRecords } from "../../store/records/write";
import { takingTurns } from "../../time/turns";
import { toNewRecord } from "../create";
import { closesCircles, isChange, requireNoCycle, toChangedRecord } from "../update";
import { writeContext } from "../write";
import type { Run } from "./judge-all";
import { inKeyOrder, type Ready, verbsOf } from "./segments";
import { findTaken } from "./taken";

/**
 * `overtaken`: whether to leave or refuse upserts that found no record at first and would now. Returns the places of those
 * that are left, to be judged again.
 */
export async function writeGroup(run: Run, group: Ready[], overtaken: "left" | "refused"): Promise<number[]> {
  const [only] = group;
  if (only === undefined) return [];
  try {
    await savepoint(run.transaction, () => write(run, group));
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const left = overtaken === "left" ? await findOvertaken(run, group) : [];
    if (left.length > 0) {
      const others = group.filter((each) => !left.includes(each));
      return [...left.map(({ index }) => index), ...(await writeGroup(run, others, overtaken))];
    }
    if (group.length === 1) {
      run.refused.set(only.index, error);
      return [];
    }
    const others = await refuseTaken(run, group);
    if (others.length < group.length) return writeGroup(run, others, overtaken);
    const middle = group.length >> 1;
    const first = await writeGroup(run, group.slice(0, middle), overtaken);
    return [...first, ...(await writeGroup(run, group.slice(middle), overtaken))];
  }
}

/** The others, after those in conflict are refused. */
export async function refuseTaken({ access, caller, transaction, refused }: Run, group: Ready[]): Promise<Ready[]> {
  const taken = await findTaken(access, writeContext(caller, access, []), group, transaction);
  for (const [{ index }, refusal] of taken) refused.set(index, refusal);
  return group.filter((each) => !taken.has(each));
}

async function findOvertaken({ access, transaction }: Run, group: Ready[]): Promise<Ready[]> {
  const upserts = group.filter(({ kind, match }) => kind === "create" && match !== null);
  const overtaken: Ready[] = [];
  for (const [field, some] of groupBy(upserts, ({ match }) => match?.field)) {
    if (field === undefined) continue;
    const values = some.map(({ match }) => match?.value ?? null);
    const found = await findByUnique(access.entity.id, field, values, transaction);
    overtaken.push(...some.filter(({ match }) => found.has(match?.value ?? null)));
  }
  return overtaken;
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
  const takeTurns = takingTurns();
  // In the order of their keys, so that two batches with the same keys cannot wait for each other.
  for (const { draft } of inKeyOrder(access.entity, group)) {
    records.push(toNewRecord(caller, access, draft));
    await takeTurns();
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
  const takeTurns = takingTurns();
  for (const { change } of group.filter((each) => isChange(each.change))) {
    const record = toChangedRecord(caller, access, change);
    if (closesCircles(caller, access, change)) await requireNoCycle(caller, access, record, transaction);
    records.push(record);
    await takeTurns();
  }
  const updated = records.length === 0 ? [] : await updateRecords(contextOf(run, first), records, transaction);
  // The records are locked, so the caller's access has changed.
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
