/**
 * Use case: many creates, updates and upserts as one (docs/contract.md, Batch). It ends as the operations one after the other
 * would; written are they in sets, as far as none of a set depends on another one of it.
 */
import type { EntityAccess } from "../../access/compile";
import type { Caller } from "../../authentication/authenticate";
import { groupBy } from "../../group-by";
import type { Connection } from "../../postgres/connection";
import type { Ending } from "../../postgres/transaction";
import { lockParents, recordTransaction } from "../../store/records/locks";
import { parentsCanCycle } from "../rules/references";
import { judgeAll, type Run, withReferences } from "./judge-all";
import type { Batch, OperationResult } from "./operation";
import { refusalOf, resultsOf } from "./results";
import { inParts, inSegments, inStages, type Ready, verbsOf, withOwnReferences } from "./segments";
import { refuseTaken, writeGroup } from "./write-group";

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
    await carryOut(run, stage, ATTEMPTS);
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

/** How often operations are judged: anew where somebody else took the value of an upsert between the look and the write. */
const ATTEMPTS = 3;

async function carryOut(run: Run, indices: number[], attempts: number): Promise<void> {
  const ready = await judgeAll(run, indices);
  const isLost = run.batch.atomic && run.refused.size > 0;
  if (isLost) return refuseAll(run, ready);
  for (const segment of inSegments(run, ready)) await writeSegment(run, segment, attempts);
}

/** Nothing is going to be written: what else is wrong is told at once, as far as it can be told without writing. */
async function refuseAll(run: Run, ready: Ready[]): Promise<void> {
  await withReferences(run, withOwnReferences(run.access.entity, ready));
  await refuseTaken(
    run,
    ready.filter(({ index }) => !run.refused.has(index)),
  );
}

async function writeSegment(run: Run, segment: Ready[], attempts: number): Promise<void> {
  const ready = await withReferences(run, segment);
  for (const group of groupBy(ready, (each) => `${each.kind} ${verbsOf(each)}`).values()) {
    for (const part of inParts(group)) {
      const overtaken = await writeGroup(run, part, attempts > 1 ? "left" : "refused");
      if (overtaken.length > 0) await carryOut(run, overtaken, attempts - 1);
    }
  }
}
