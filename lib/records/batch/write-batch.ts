/** Writes a batch as if one operation after another (docs/contract.md, Batch); independent ones share a statement. */
import type { Caller } from "../../authentication/authenticate";
import { ApiError, type ApiErrorOptions, type ErrorCode, type OperationDetail } from "../../errors";
import { groupBy } from "../../group-by";
import type { JsonObject, JsonValue } from "../../model";
import { lockParents } from "../../store/records/locks";
import { findWritten } from "../../store/records/write";
import { notReadable } from "../create";
import { parentsCanCycle } from "../rules/references";
import { projectionOf } from "../view";
import { type InTransaction, inTransaction, type Work } from "../work";
import { type OnceResult, writeOnce } from "../write-once";
import { checkAll, type Run, type Written, withReferences } from "./check-all";
import type { Batch, OperationResult } from "./operation";
import { inParts, inSegments, type Ready, withOwnReferences } from "./segments";
import { inStages } from "./stages";
import { refuseConflicts, writeGroup } from "./write-group";

/** Returns results in order. An atomic batch with a refusal writes nothing, and throws its first code with all faults found. */
export async function writeBatch(work: Work, batch: Batch): Promise<OperationResult[]> {
  return inTransaction(work, async (inside) => resultsOf(await runBatch(inside, batch)));
}

/**
 * `body` is the body as received. A repetition returns the first results, without the records; if nothing was written, it is processed
 * again. Throws like `writeBatch`, and INVALID_BODY if the key was used with another body.
 */
export async function writeBatchOnce(
  work: Work<Caller>,
  batch: Batch,
  body: JsonObject,
  key: string | null,
): Promise<OnceResult<OperationResult[]>> {
  if (key === null) return { result: await writeBatch(work, batch), isReplayed: false };
  const replay = ({ results }: JsonObject) => (results as KeptResult[]).map(fromKept);
  return writeOnce(work, { key, body: ["batch", body] }, replay, async (inside) => {
    const result = await resultsOf(await runBatch(inside, batch));
    const json = { results: result.map(toKept) as JsonValue[] };
    return { result, outcome: result.some(isWritten) ? { json } : null };
  });
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
  const isWritten = batch.operations.some((each) => "data" in each && Object.hasOwn(each.data, parentField));
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
  const left = ready.filter(({ index }) => !run.refused.has(index));
  await refuseConflicts(run, left);
}

/** In characters, for the records of one statement: the driver encodes their values in one iteration of the event loop. */
const PART_SIZE = 64 * 1024;

async function writeSegment(run: Run, segment: Ready[], attempts: number): Promise<void> {
  for (const group of groupBy(segment, (each) => `${each.kind} ${each.verbs}`).values()) {
    for (const part of inParts(group, run.batch.partSize ?? PART_SIZE)) {
      const stale = await writeGroup(run, part, attempts > 1 ? "return" : "refuse");
      if (stale.length > 0) await carryOut(run, stale, attempts - 1);
    }
  }
}

/** One result for each operation. */
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

async function showAll({ access, written, on }: Run): Promise<Map<string, string | null>> {
  const context = { entityId: access.entity.id, visible: access.reach("list"), projection: projectionOf(access, null) };
  const records = [...written.values()].map(({ record }) => record);
  const shown = await findWritten(context, records, on);
  return new Map(shown.map(({ id, envelope }) => [id, envelope]));
}

/** For an atomic batch. `refused` is keyed by the index of the operation. */
function refusalOf(refused: ReadonlyMap<number, ApiError>): ApiError {
  const inOrder = [...refused].sort(([one], [other]) => one - other);
  const [index, first] = inOrder[0] as [number, ApiError];
  const { code, reason, cause } = first;
  const details = inOrder.flatMap(([place, error]) => detailsOf(place, error));
  const message = `Nothing of the batch was written. Operation ${index}: ${first.message}`;
  return new ApiError(code, message, { details, reason, cause });
}

function detailsOf(index: number, { code, message, details, with: earlier }: ApiError): OperationDetail[] {
  const clash = earlier === undefined ? {} : { with: earlier };
  if (details === undefined || details.length === 0) return [{ index, code, ...clash, message }];
  return details.map((detail) => ({
    index,
    code,
    ...("field" in detail ? { field: String(detail.field) } : {}),
    ...clash,
    message: detail.message,
  }));
}

function isWritten(result: OperationResult): boolean {
  return !("error" in result) || result.error.code === "CREATED_RECORD_NOT_READABLE";
}

type KeptResult =
  | { status: 200 | 201; id: string; version: string }
  | ({ code: ErrorCode; message: string } & Pick<ApiErrorOptions, "details" | "with">);

function toKept(result: OperationResult): KeptResult {
  if (!("error" in result)) return { status: result.status, id: result.id, version: result.version };
  const { code, message, details, with: earlier } = result.error;
  return { code, message, ...(details && { details }), ...(earlier === undefined ? {} : { with: earlier }) };
}

function fromKept(kept: KeptResult): OperationResult {
  if (!("code" in kept)) return { ...kept, envelope: null };
  const { code, message, ...options } = kept;
  return { error: new ApiError(code, message, options) };
}
