/**
 * Use case: many creates, updates and upserts as one (docs/contract.md, Batch). It ends as the operations one after the other
 * would; written are they in sets, as far as none of a set depends on another one of it.
 */
import type { EntityAccess } from "../../access/compile";
import { AccessChanged } from "../../access/require";
import type { Caller } from "../../authentication/authenticate";
import { ApiError, type OperationDetail } from "../../errors";
import { groupBy } from "../../group-by";
import type { Connection } from "../../postgres/connection";
import { type Ending, savepoint } from "../../postgres/transaction";
import { planScope } from "../../query/plan";
import { lockParents, recordTransaction } from "../../store/records/locks";
import { findByUnique } from "../../store/records/unique";
import {
  type ChangedRecord,
  findWritten,
  insertRecords,
  type NewRecord,
  updateRecords,
  type WrittenRecord,
} from "../../store/records/write";
import { takingTurns } from "../../time/turns";
import { notReadable, toNewRecord } from "../create";
import { projectionOf } from "../read";
import { parentsCanCycle } from "../rules/references";
import { closesCircles, isChange, requireNoCycle, toChangedRecord } from "../update";
import { writeContext } from "../write";
import { judgeAll, type Run, type Written, withReferences } from "./judge-all";
import type { Batch, OperationResult } from "./operation";
import { inKeyOrder, inParts, inSegments, inStages, type Ready, verbsOf, withOwnValues } from "./segments";
import { findTaken } from "./taken";

/**
 * What became of each operation, in their order. Throws, of an atomic batch, the code of the first operation that is refused,
 * with details of every one that could be judged; nothing is written then.
 */
export async function writeBatch(
  caller: Caller,
  access: EntityAccess,
  batch: Batch,
  ending: Ending = "commit",
): Promise<OperationResult[]> {
  return recordTransaction(access.entity.id, (own) => writeBatchWithin(own, caller, access, batch), ending);
}

/** The same within a transaction that writes the entity's records. */
export async function writeBatchWithin(
  transaction: Connection,
  caller: Caller,
  access: EntityAccess,
  batch: Batch,
): Promise<OperationResult[]> {
  const run = { transaction, caller, access, batch, refused: new Map(), written: new Map(), seen: new Map() };
  await lockParentsIfWritten(run);
  for (const stage of inStages(access.entity, batch.operations)) {
    await carryOut(run, stage, 1);
    if (batch.atomic && run.refused.size > 0) throw refusalOf(run.refused);
  }
  return resultsOf(run);
}

/** Before any record is locked, as a change of parents by itself does it: the other way round, two could wait for each other. */
async function lockParentsIfWritten({ transaction, caller, access, batch }: Run): Promise<void> {
  const { parentField } = access.entity;
  if (parentField === null || !parentsCanCycle(caller.configuration, access.entity)) return;
  const isWritten = batch.operations.some(
    (operation) => "data" in operation && Object.hasOwn(operation.data, parentField),
  );
  if (isWritten) await lockParents(caller.configuration.organizationId, transaction);
}

/** How often upserts are judged anew, whose value somebody else took between the look and the write. */
const ATTEMPTS = 3;

async function carryOut(run: Run, indices: number[], attempt: number): Promise<void> {
  const ready = await judgeAll(run, indices);
  const isLost = run.batch.atomic && run.refused.size > 0;
  if (isLost) return refuseAll(run, ready);
  for (const segment of inSegments(run, ready)) await writeSegment(run, segment, attempt);
}

/** Nothing is going to be written: what else is wrong is told at once, as far as it does not depend on operations before. */
async function refuseAll(run: Run, ready: Ready[]): Promise<void> {
  const own = withOwnValues(run.access.entity, await withReferences(run, ready));
  await refuseTaken(run, own);
}

async function writeSegment(run: Run, segment: Ready[], attempt: number): Promise<void> {
  const ready = await withReferences(run, segment);
  for (const group of groupBy(ready, (each) => `${each.kind} ${verbsOf(each)}`).values())
    for (const part of inParts(group)) await writeGroup(run, part, attempt);
}

/** All at once, else without what is taken, else in halves: what was refused is one operation's, and keeps no other from being written. */
async function writeGroup(run: Run, group: Ready[], attempt: number): Promise<void> {
  if (group.length === 0) return;
  try {
    await savepoint(run.transaction, () => write(run, group));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const overtaken = attempt < ATTEMPTS ? await findOvertaken(run, group) : [];
    if (overtaken.length > 0) {
      await writeGroup(
        run,
        group.filter((each) => !overtaken.includes(each)),
        attempt,
      );
      return carryOut(
        run,
        overtaken.map(({ index }) => index),
        attempt + 1,
      );
    }
    const [only] = group;
    if (only !== undefined && group.length === 1) return void run.refused.set(only.index, error);
    const others = await refuseTaken(run, group);
    if (others.length < group.length) return writeGroup(run, others, attempt);
    const middle = group.length >> 1;
    await writeGroup(run, group.slice(0, middle), attempt);
    await writeGroup(run, group.slice(middle), attempt);
  }
}

/** Gives those of the group whose labels and unique values no other record has. */
async function refuseTaken({ access, caller, transaction, refused }: Run, group: Ready[]): Promise<Ready[]> {
  const taken = await findTaken(access, writeContext(caller, access, []), group, transaction);
  for (const [{ index }, refusal] of taken) refused.set(index, refusal);
  return group.filter((each) => !taken.has(each));
}

/** Upserts that found no record, and would by now. */
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

/** `group`: of one kind and the same verbs. Throws the conflicts. */
async function write({ caller, access, transaction, written }: Run, group: Ready[]): Promise<void> {
  const context = { ...writeContext(caller, access, verbsOf(group[0] as Ready)), projection: null };
  // In the order of their keys: two batches that take the same ones wait for one another then, and not in a circle.
  const creates = inKeyOrder(
    access.entity,
    group.filter((each) => each.kind === "create"),
  );
  const changes = group.filter((each) => each.kind === "change");
  const real = changes.filter(({ change }) => isChange(change));
  const takeTurns = takingTurns();
  const changed: ChangedRecord[] = [];
  for (const { change } of real) {
    const record = toChangedRecord(caller, access, change);
    if (closesCircles(caller, access, change)) await requireNoCycle(caller, access, record, transaction);
    changed.push(record);
    await takeTurns();
  }
  const drafts: NewRecord[] = [];
  for (const { draft } of creates) {
    drafts.push(toNewRecord(caller, access, draft));
    await takeTurns();
  }
  const records = new Map<string, WrittenRecord>();
  const note = (some: WrittenRecord[]) => {
    for (const record of some) records.set(record.id, record);
  };
  if (drafts.length > 0) note(await insertRecords(context, drafts, transaction));
  if (changed.length > 0) note(await updateRecords(context, changed, transaction));
  // Their records are locked, so it was not they that changed.
  if (records.size < drafts.length + changed.length) throw new AccessChanged();
  for (const { index, draft } of creates)
    written.set(index, { status: 201, record: records.get(draft.id) as WrittenRecord });
  for (const { index, change } of changes) {
    const { id, version, inside } = change.stored;
    written.set(index, { status: 200, record: records.get(id) ?? { id, version, visible: inside[0] === true } });
  }
}

async function resultsOf(run: Run): Promise<OperationResult[]> {
  const { refused, written, batch } = run;
  const envelopes = batch.shown ? await showAll(run) : new Map<string, string | null>();
  return batch.operations.map((_, index): OperationResult => {
    const error = refused.get(index);
    if (error !== undefined) return { error };
    const { status, record } = written.get(index) as Written;
    if (status === 201 && !record.visible) return { error: notReadable() };
    return { status, id: record.id, version: record.version, envelope: envelopes.get(record.id) ?? null };
  });
}

async function showAll({ access, written, transaction }: Run): Promise<Map<string, string | null>> {
  const { entity } = access;
  const visible = planScope(access.scopeOf("list"), entity);
  const context = { entityId: entity.id, visible, projection: projectionOf(access, null) };
  const records = [...written.values()].map(({ record }) => record);
  const shown = await findWritten(context, records, transaction);
  return new Map(shown.map(({ id, envelope }) => [id, envelope]));
}

function refusalOf(refused: ReadonlyMap<number, ApiError>): ApiError {
  const inOrder = [...refused].sort(([one], [other]) => one - other);
  const [index, first] = inOrder[0] as [number, ApiError];
  const details = inOrder.flatMap(([place, error]) => detailsOf(place, error));
  const message = `Nothing of the batch was written. Operation ${index}: ${first.message}`;
  return new ApiError(first.code, message, {
    details,
    ...(first.reason && { reason: first.reason }),
    cause: first.cause,
  });
}

function detailsOf(index: number, { code, message, details }: ApiError): OperationDetail[] {
  if (details === undefined || details.length === 0) return [{ index, code, message }];
  return details.map((detail) => ({
    index,
    code,
    ...("field" in detail ? { field: String(detail.field) } : {}),
    message: detail.message,
  }));
}
