/**
 * A batch of prepared rows → records. What the database refuses is traced to the single row, so that one bad line keeps
 * no other from going in, save those that refer to it. Records that are there already stay as they are.
 */
import type { Entity } from "../../model";
import { sqlState } from "../../postgres/faults";
import { transaction } from "../../postgres/transaction";
import { EVERYTHING } from "../../query/plan";
import { type BulkTarget, findPresent, insertNew, isCurrent } from "../../store/records/bulk";
import type { Destination, PreparedRow, RefusedRecord } from "./prepare";
import type { Present } from "./references";
import { referencedIds, selectWithinScopes, selectWithReferences } from "./select-rows";

export type BatchResult = { created: number; present: number; refused: RefusedRecord[] };

export async function writeBatch(
  destination: Destination,
  present: Present,
  batch: PreparedRow[],
): Promise<BatchResult> {
  const run = { destination, present, target: targetOf(destination) };
  // Before the references, which may lead to rows of this batch: those must be ones that are to be written.
  const { kept, refused } = await selectWithinScopes(run.target, batch);
  return sum({ ...NOTHING_WRITTEN, refused }, await writeRows(run, kept));
}

type Run = { destination: Destination; present: Present; target: BulkTarget };

function targetOf({ configuration, entity, author }: Destination): BulkTarget {
  return {
    organizationId: configuration.organizationId,
    configurationVersion: configuration.version,
    entityId: entity.id,
    createdBy: author.memberId,
  };
}

/** All at once, else in halves. The second half's references are looked at when it is known what became of the first. */
async function writeRows(run: Run, rows: PreparedRow[]): Promise<BatchResult> {
  const { kept, refused } = await selectWithReferences(run.destination, run.present, rows);
  if (kept.length === 0) return { ...NOTHING_WRITTEN, refused };
  const written = await insert(run, kept).catch(async (error) => {
    const [only] = kept;
    if (only !== undefined && kept.length === 1) return refuseRow(run, only, error);
    if (!maySucceedInHalves(run, error)) throw error;
    const middle = kept.length >> 1;
    return sum(await writeRows(run, kept.slice(0, middle)), await writeRows(run, kept.slice(middle)));
  });
  return sum({ ...NOTHING_WRITTEN, refused }, written);
}

/** Throws what the database answers; RefusedRowIsReferenced, with nothing written, where a row would point to nothing. */
async function insert({ destination, target }: Run, batch: PreparedRow[]): Promise<BatchResult> {
  const needed = referencedIds(destination, batch);
  const rows = batch.map((prepared) => prepared.row);
  const written =
    needed.size === 0
      ? await insertNew(target, rows)
      : await transaction(async (database) => {
          const written = await insertNew(target, rows, database);
          const unwritten = [...needed].filter((id) => !written.has(id));
          if (unwritten.length === 0) return written;
          const there = await findPresent(target.entityId, unwritten, EVERYTHING, database);
          if (there.size < unwritten.length) throw new RefusedRowIsReferenced();
          return written;
        });
  const rest = batch.filter(({ row }) => !written.delete(row.id));
  return { ...(await explain(destination, target, rest)), created: batch.length - rest.length };
}

class RefusedRowIsReferenced extends Error {}

function maySucceedInHalves({ destination }: Run, error: unknown): boolean {
  if (error instanceof RefusedRowIsReferenced) return true;
  const state = sqlState(error);
  return state === QUERY_CANCELED || findRowFault(state, destination.entity) !== null;
}

/** Throws the error where it is not the row's fault. */
function refuseRow({ destination }: Run, { line }: PreparedRow, error: unknown): BatchResult {
  const state = sqlState(error);
  if (state === QUERY_CANCELED)
    throw new ImportStopped(`The database did not store the record of line ${line} in the time that it has.`, error);
  const fault = findRowFault(state, destination.entity);
  if (fault === null) throw error;
  return { ...NOTHING_WRITTEN, refused: [[{ line, ...fault }]] };
}

/** Rows that were not written: their id is taken, or their label. */
async function explain({ entity }: Destination, target: BulkTarget, rest: PreparedRow[]): Promise<BatchResult> {
  if (rest.length === 0) return NOTHING_WRITTEN;
  if (!(await isCurrent(target)))
    throw new ImportStopped("The configuration of the organisation was changed meanwhile.");
  const ids = rest.map(({ row }) => row.id);
  const present = await findPresent(target.entityId, ids, EVERYTHING);
  const refused = rest.filter(({ row }) => !present.has(row.id));
  const message = "another record has this label already.";
  return {
    created: 0,
    present: rest.length - refused.length,
    refused: refused.map(({ line }) => [{ line, field: entity.labelField, message }]),
  };
}

const NOTHING_WRITTEN: BatchResult = { created: 0, present: 0, refused: [] };

function sum(left: BatchResult, right: BatchResult): BatchResult {
  return {
    created: left.created + right.created,
    present: left.present + right.present,
    refused: [...left.refused, ...right.refused],
  };
}

/** What is to be said of the row, without the driver's text; `field` null stands for the row as a whole. */
export type RowFault = { field: string | null; message: string };

/** null: not the row's fault, so no other row would fare better. */
export function findRowFault(state: string, entity: Entity): RowFault | null {
  if (state === FOREIGN_KEY_VIOLATION)
    return { field: entity.parentField, message: "the parent is not there any more." };
  const isOfValues = VALUE_CLASSES.some((prefix) => state.startsWith(prefix));
  return isOfValues ? { field: null, message: "the database cannot store these values." } : null;
}

const FOREIGN_KEY_VIOLATION = "23503";
/** Data exceptions, integrity violations, limits of the program such as an index entry's size. */
const VALUE_CLASSES = ["22", "23", "54"];

/** The statement took too long. Of many rows that says nothing against any of them: halves may still do. */
export const QUERY_CANCELED = "57014";

/** Thrown when an import cannot go on. What was written stays, and a second run passes over it. */
export class ImportStopped extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`${reason} What is written stays: run the same command again, and it goes on from there.`, { cause });
    this.name = "ImportStopped";
  }
}
