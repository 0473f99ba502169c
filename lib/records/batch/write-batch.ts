/** Writes a batch as if one operation after another (docs/contract.md, Batch); independent ones share a statement. */
import { groupBy } from "../../group-by";
import { lockParents } from "../../store/records/locks";
import { parentsCanCycle } from "../rules/references";
import { type InTransaction, inTransaction, type Work } from "../work";
import { checkAll, type Run, withReferences } from "./check-all";
import type { Batch, OperationResult } from "./operation";
import { refusalOf, resultsOf } from "./results";
import { inParts, inSegments, type Ready, verbsOf, withOwnReferences } from "./segments";
import { inStages } from "./stages";
import { refuseConflicts, writeGroup } from "./write-group";

/** Returns results in order. An atomic batch with a refusal writes nothing, and throws its first code with all faults found. */
export async function writeBatch(work: Work, batch: Batch): Promise<OperationResult[]> {
  return inTransaction(work, async (inside) => resultsOf(await runBatch(inside, batch)));
}

export async function runBatch(inside: InTransaction, batch: Batch): Promise<Run> {
  const run = { ...inside, batch, refused: new Map(), written: new Map(), seen: new Map(), given: new Map() };
  await lockParentsIfWritten(run);
  for (const stage of inStages(run, batch.operations)) {
    await carryOut(run, stage, ATTEMPTS);
    if (batch.atomic && run.refused.size > 0) throw refusalOf(run.refused);
  }
  return run;
}

/** Locked before any record, as when a single parent is changed: in another order, two transactions could deadlock. */
async function lockParentsIfWritten({ on, caller, access, batch }: Run): Promise<void> {
  const { parentField } = access.entity;
  if (parentField === null || !parentsCanCycle(caller.configuration, access.entity)) return;
  const isWritten = batch.operations.some(
    (operation) => "data" in operation && Object.hasOwn(operation.data, parentField),
  );
  if (isWritten) await lockParents(caller.configuration.organizationId, on);
}

/** Operations are checked again if another writer took the value of an upsert between the query and the write. */
const ATTEMPTS = 3;

async function carryOut(run: Run, indices: number[], attempts: number): Promise<void> {
  const ready = await checkAll(run, indices);
  const isLost = run.batch.atomic && run.refused.size > 0;
  if (isLost) return refuseAll(run, ready);
  for (const segment of inSegments(run, ready)) await writeSegment(run, segment, attempts);
}

/** Reports further faults of a batch that will not be written. */
async function refuseAll(run: Run, ready: Ready[]): Promise<void> {
  await withReferences(run, withOwnReferences(run.access.entity, ready));
  await refuseConflicts(
    run,
    ready.filter(({ index }) => !run.refused.has(index)),
  );
}

/** In characters, for the records of one statement: the driver encodes their values in one iteration of the event loop. */
const PART_SIZE = 64 * 1024;

async function writeSegment(run: Run, segment: Ready[], attempts: number): Promise<void> {
  for (const group of groupBy(segment, (each) => `${each.kind} ${verbsOf(each)}`).values()) {
    for (const part of inParts(group, run.batch.partSize ?? PART_SIZE)) {
      const stale = await writeGroup(run, part, attempts > 1 ? "return" : "refuse");
      if (stale.length > 0) await carryOut(run, stale, attempts - 1);
    }
  }
}
