/**
 * A batch of prepared rows → records. What the database refuses is traced to the single row, so that one bad line keeps
 * no other from going in, save those that refer to it. Records that are there already stay as they are: what `--match`
 * does to them is in sync-batch.ts.
 */
import { ApiError } from "../../errors";
import type { Entity, Field } from "../../model";
import type { Connection } from "../../postgres/connection";
import { FOREIGN_KEY_VIOLATION, isCancelled, sqlState, UNIQUE_VIOLATION } from "../../postgres/faults";
import { transaction } from "../../postgres/transaction";
import { EVERYTHING } from "../../query/plan";
import { insertNew, isAdmitted } from "../../store/records/bulk";
import { takenField } from "../../store/records/conflicts";
import { findVisible } from "../../store/records/read";
import { findByUnique } from "../../store/records/unique";
import type { WriteContext } from "../../store/records/write";
import type { Destination, PreparedRow, RefusedRecord } from "./prepare";
import { Present } from "./references";
import { type PointingRow, referencedIds, selectWithinScopes, selectWithReferences } from "./select-rows";

/** `overtaken`: rows that another writer was faster with; they are to be decided anew. */
export type BatchResult<Row = never> = {
  created: number;
  updated: number;
  present: number;
  refused: RefusedRecord[];
  overtaken: Row[];
};

/** `transaction`: what is written is written in it. */
export type Run = { destination: Destination; present: Present; context: WriteContext; transaction?: Connection };

export async function writeBatch(run: Run, batch: PreparedRow[]): Promise<BatchResult<PreparedRow>> {
  // Before the references, which may lead to rows of this batch: those must be ones that are to be written.
  const { kept, refused } = await selectWithinScopes(batch);
  return sum({ ...NOTHING_WRITTEN, refused }, await writeInHalves(run, kept, (rows) => insert(run, rows)));
}

export function runOf(destination: Destination): Run {
  const { configuration, entity, author } = destination;
  const { organizationId, version: configurationVersion } = configuration;
  const { id, labelField, parentField, fields, scopeFields, reshaping } = entity;
  const context = {
    entityId: id,
    admission: { organizationId, configurationVersion },
    // What the author may do is asked before, to say of each line what is wrong with it.
    scope: EVERYTHING,
    visible: EVERYTHING,
    projection: null,
    conflictFields: { label: labelField, parent: parentField, unique: [...fields.values()] },
    scopeFields,
    reshaping,
  };
  return { destination, present: new Present(configuration, author), context };
}

/** All at once, else in halves. The second half's references are looked at when it is known what became of the first. */
export async function writeInHalves<Row extends PointingRow>(
  run: Run,
  rows: Row[],
  write: (rows: Row[]) => Promise<BatchResult<Row>>,
): Promise<BatchResult<Row>> {
  const { kept, refused } = await selectWithReferences(run.destination, run.present, rows);
  if (kept.length === 0) return { ...NOTHING_WRITTEN, refused };
  const written = await write(kept).catch(async (thrown): Promise<BatchResult<Row>> => {
    // What a conflict is to a caller of the API is of no use here: what PostgreSQL says of it is.
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

/** Throws what the database answers; RefusedRowIsReferenced, with nothing written, where a row would point to nothing. */
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
  // A statement that took too long says nothing against any of many rows.
  return isCancelled(error) || findRowFault(error, destination.entity) !== null;
}

/** Throws the error where it is not the row's fault. */
function refuseRow({ destination }: Run, { line }: PointingRow, error: unknown): BatchResult {
  if (isCancelled(error))
    throw new ImportStopped(`The database did not store the record of line ${line} in the time that it has.`, error);
  const fault = findConflict(error, destination.entity) ?? findRowFault(error, destination.entity);
  if (fault === null) throw error;
  return { ...NOTHING_WRITTEN, refused: [[{ line, ...fault }]] };
}

/** Rows that were not written: their id is taken, or their label, or the value of a unique field. */
async function explain(
  { entity, match }: Destination,
  context: WriteContext,
  rest: PreparedRow[],
): Promise<BatchResult<PreparedRow>> {
  if (rest.length === 0) return NOTHING_WRITTEN;
  await requireCurrent(context);
  const ids = rest.map(({ row }) => row.id);
  const present = await findVisible(context.entityId, ids, EVERYTHING);
  // Whether somebody else was faster comes first: what such a row says is no conflict yet.
  const taken = await findTakenFields(context, [...(match ? [match] : []), ...entity.fields.values()], rest);
  const result: BatchResult<PreparedRow> = { ...NOTHING_WRITTEN, refused: [], overtaken: [] };
  for (const prepared of rest) {
    const field = taken.get(prepared);
    const { line } = prepared;
    if (match !== undefined && field === match) result.overtaken.push(prepared);
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

/** The first unique field whose value another record has, for the rows where there is one. */
async function findTakenFields(
  { entityId }: WriteContext,
  fields: Field[],
  rows: PreparedRow[],
): Promise<Map<PreparedRow, Field>> {
  const taken = new Map<PreparedRow, Field>();
  const unique = fields.filter((field) => field.unique);
  if (unique.length === 0) return taken;
  for (const field of unique) {
    const values = rows.map(({ row }) => row.data[field.key] ?? null);
    const given = values.filter((value) => value !== null);
    const found = await findByUnique(entityId, field, given);
    for (const [index, row] of rows.entries()) {
      const value = values[index] ?? null;
      if (value !== null && found.has(value) && !taken.has(row)) taken.set(row, field);
    }
  }
  return taken;
}

/** What a unique index says against a change; an insert passes such rows over. */
function findConflict(error: unknown, entity: Entity): RowFault | null {
  if (sqlState(error) !== UNIQUE_VIOLATION) return null;
  return takenFault(entity, takenField(error, entity.fields.values()) ?? undefined);
}

/** `field`: none where it is the label. */
function takenFault({ labelField }: Entity, field: Field | undefined): RowFault {
  if (field === undefined) return { field: labelField, message: "another record already has this label." };
  return { field: field.key, message: "another record already has this value." };
}

export const NOTHING_WRITTEN: BatchResult = { created: 0, updated: 0, present: 0, refused: [], overtaken: [] };

export function sum<Row>(left: BatchResult<Row>, right: BatchResult<Row>): BatchResult<Row> {
  return {
    created: left.created + right.created,
    updated: left.updated + right.updated,
    present: left.present + right.present,
    refused: [...left.refused, ...right.refused],
    overtaken: [...left.overtaken, ...right.overtaken],
  };
}

/** What is to be said of the row, without the driver's text; `field` null stands for the row as a whole. */
type RowFault = { field: string | null; message: string };

/** null: not the row's fault, so no other row would fare better. */
function findRowFault(error: unknown, entity: Entity): RowFault | null {
  const state = sqlState(error);
  if (state === FOREIGN_KEY_VIOLATION) return { field: entity.parentField, message: "the parent no longer exists." };
  const isOfValues = VALUE_CLASSES.some((prefix) => state.startsWith(prefix));
  return isOfValues ? { field: null, message: "the database cannot store these values." } : null;
}

/** Data exceptions, integrity violations, limits of the program such as an index entry's size. */
const VALUE_CLASSES = ["22", "23", "54"];

/** Thrown when an import cannot go on. What was written stays, and a second run passes over it. */
export class ImportStopped extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`${reason} What was written stays: run the same command again to continue.`, { cause });
    this.name = "ImportStopped";
  }
}
