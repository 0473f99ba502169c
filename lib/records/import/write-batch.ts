/**
 * Writes a batch of prepared rows. If the database refuses a batch, the row at fault is found, so that one bad line prevents no
 * other line from being imported, except those that refer to it. Existing records are not changed; `--match` is in sync-batch.ts.
 */
import { ApiError } from "../../errors";
import type { Connection } from "../../postgres/connection";
import { isCancelled } from "../../postgres/faults";
import { transaction } from "../../postgres/transaction";
import { EVERYTHING } from "../../query/plan";
import { insertNew, isAdmitted } from "../../store/records/bulk";
import { findVisible } from "../../store/records/read";
import type { WriteContext } from "../../store/records/write";
import type { Destination, PreparedRow, RefusedRecord } from "./prepare";
import { Present } from "./references";
import { findConflict, findConflictingFields, findRowFault, takenFault } from "./row-faults";
import { type PointingRow, referencedIds, selectPermitted, selectWithReferences } from "./select-rows";

/** `stale` are rows for which another writer was faster; they have to be checked again. */
export type BatchResult<Row = never> = {
  created: number;
  updated: number;
  present: number;
  refused: RefusedRecord[];
  stale: Row[];
};

/** If `transaction` is given, all writes happen in it. */
export type Run = { destination: Destination; present: Present; context: WriteContext; transaction?: Connection };

export async function writeBatch(run: Run, batch: PreparedRow[]): Promise<BatchResult<PreparedRow>> {
  // Checked before the references, which may point to rows of this batch: those must be rows that will be written.
  const { kept, refused } = await selectPermitted(run.destination, batch);
  return sum({ ...NOTHING_WRITTEN, refused }, await writeInHalves(run, kept, (rows) => insert(run, rows)));
}

export function runOf(destination: Destination): Run {
  const { configuration, entity, author } = destination;
  const { organizationId, version: configurationVersion } = configuration;
  const { id, labelField, parentField, fields, formerFields } = entity;
  const context = {
    entityId: id,
    admission: { organizationId, configurationVersion },
    // The author's permissions were checked before, to report what is wrong with each line.
    scope: EVERYTHING,
    visible: EVERYTHING,
    projection: null,
    conflictFields: { label: labelField, parent: parentField, unique: [...fields.values()] },
    formerFields,
  };
  return { destination, present: new Present(configuration, author), context };
}

/** Writes all rows together, else in halves. The second half's references are checked once the outcome of the first is known. */
export async function writeInHalves<Row extends PointingRow>(
  run: Run,
  rows: Row[],
  write: (rows: Row[]) => Promise<BatchResult<Row>>,
): Promise<BatchResult<Row>> {
  const { kept, refused } = await selectWithReferences(run.destination, run.present, rows);
  if (kept.length === 0) return { ...NOTHING_WRITTEN, refused };
  const written = await write(kept).catch(async (thrown): Promise<BatchResult<Row>> => {
    // The API's message for a conflict does not help here, but PostgreSQL's error does.
    const error = thrown instanceof ApiError ? thrown.cause : thrown;
    const [only] = kept;
    if (only !== undefined && kept.length === 1) return refuseRow(run, only, error);
    if (!maySucceedInHalves(run, error)) throw error;
    const middle = kept.length >> 1;
    const [first, second] = [kept.slice(0, middle), kept.slice(middle)];
    return sum(await writeInHalves(run, first, write), await writeInHalves(run, second, write));
  });
  return sum({ ...NOTHING_WRITTEN, refused }, written);
}

/** Throws the database's error, and RefusedRowIsReferenced, with nothing written, if a row would refer to a missing row. */
async function insert(
  { destination, context, transaction: own }: Run,
  batch: PreparedRow[],
): Promise<BatchResult<PreparedRow>> {
  const needed = referencedIds(destination, batch);
  const rows = batch.map((prepared) => prepared.row);
  const written =
    needed.size === 0
      ? await insertNew(context, rows, own)
      : await transaction(async (database) => {
          const written = await insertNew(context, rows, database);
          const unwritten = [...needed].filter((id) => !written.has(id));
          if (unwritten.length === 0) return written;
          const there = await findVisible(context.entityId, unwritten, EVERYTHING, database);
          if (there.size < unwritten.length) throw new RefusedRowIsReferenced();
          return written;
        });
  const rest = batch.filter(({ row }) => !written.delete(row.id));
  return { ...(await explain(destination, context, rest)), created: batch.length - rest.length };
}

class RefusedRowIsReferenced extends Error {}

function maySucceedInHalves({ destination }: Run, error: unknown): boolean {
  if (error instanceof RefusedRowIsReferenced) return true;
  // A statement that took too long with many rows does not show which of them is at fault.
  return isCancelled(error) || findRowFault(error, destination.entity) !== null;
}

/** Throws the error if it is not the row's fault. */
function refuseRow({ destination }: Run, { line }: PointingRow, error: unknown): BatchResult {
  if (isCancelled(error))
    throw new ImportStopped(`The database did not store the record of line ${line} in the time that it has.`, error);
  const fault = findConflict(error, destination.entity) ?? findRowFault(error, destination.entity);
  if (fault === null) throw error;
  return { ...NOTHING_WRITTEN, refused: [[{ line, ...fault }]] };
}

/** Explains rows that were not written: their id, their label or a unique value already exists. */
async function explain(
  { entity, match }: Destination,
  context: WriteContext,
  rest: PreparedRow[],
): Promise<BatchResult<PreparedRow>> {
  if (rest.length === 0) return NOTHING_WRITTEN;
  await requireCurrent(context);
  const ids = rest.map(({ row }) => row.id);
  const present = await findVisible(context.entityId, ids, EVERYTHING);
  // The match field is checked first: if another writer was faster, the row is stale and has no conflict yet.
  const taken = await findConflictingFields(context, [...(match ? [match] : []), ...entity.fields.values()], rest);
  const result: BatchResult<PreparedRow> = { ...NOTHING_WRITTEN, refused: [], stale: [] };
  for (const prepared of rest) {
    const field = taken.get(prepared);
    const { line } = prepared;
    if (match !== undefined && field === match) result.stale.push(prepared);
    else if (!present.has(prepared.row.id)) result.refused.push([{ line, ...takenFault(entity, field) }]);
    else if (match === undefined) result.present += 1;
    else result.refused.push([{ line, field: "id", message: `the record with this id has another ${match.key}.` }]);
  }
  return result;
}

/** Throws ImportStopped. */
export async function requireCurrent({ admission }: WriteContext): Promise<void> {
  if (!(await isAdmitted(admission)))
    throw new ImportStopped("The configuration of the organisation was changed meanwhile.");
}

export const NOTHING_WRITTEN: BatchResult = { created: 0, updated: 0, present: 0, refused: [], stale: [] };

export function sum<Row>(left: BatchResult<Row>, right: BatchResult<Row>): BatchResult<Row> {
  return {
    created: left.created + right.created,
    updated: left.updated + right.updated,
    present: left.present + right.present,
    refused: [...left.refused, ...right.refused],
    stale: [...left.stale, ...right.stale],
  };
}

/** Thrown if an import cannot continue. What was written stays, and a second run skips it. */
export class ImportStopped extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`${reason} What was written stays: run the same command again to continue.`, { cause });
    this.name = "ImportStopped";
  }
}
