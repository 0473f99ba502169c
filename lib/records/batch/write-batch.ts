/**
 * Use case: many creates, updates and upserts at once (docs/contract.md, Batch). The outcome is that of the operations one
 * after the other; they are written in sets as far as they do not depend on one another.
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
 * The result of each operation, in their order. For an atomic batch throws the code of the first refused operation, with
 * details of every fault that was found, and writes nothing.
 */
export async function writeBatch(
  caller: Caller,
  access: EntityAccess,
  batch: Batch,
  ending: Ending = "commit",
): Promise<OperationResult[]> {
  return recordTransaction(access.entity.id, (own) => writeBatchWithin(own, caller, access, batch), ending);
}

/** Within a transaction that writes the entity's records. */
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

/** Before any record is locked, as a change of a single parent does it: in another order two could wait for each other. */
async function lockParentsIfWritten({ transaction, caller, access, batch }: Run): Promise<void> {
  const { parentField } = access.entity;
  if (parentField === null || !parentsCanCycle(caller.configuration, access.entity)) return;
  const isWritten = batch.operations.some(
    (operation) => "data" in operation && Object.hasOwn(operation.data, parentField),
  );
  if (isWritten) await lockParents(caller.configuration.organizationId, transaction);
}

/** Operations are judged again where somebody else took the value of an upsert between the query and the write. */
const ATTEMPTS = 3;

async function carryOut(run: Run, indices: number[], attempts: number): Promise<void> {
  const ready = await judgeAll(run, indices);
  const isLost = run.batch.atomic && run.refused.size > 0;
  if (isLost) return refuseAll(run, ready);
  for (const segment of inSegments(run, ready)) await writeSegment(run, segment, attempts);
}

/** Nothing will be written: reports further faults as far as they can be found without writing. */
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
