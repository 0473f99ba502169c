/**
 * A batch of prepared rows → records. What the database refuses is traced to the single row, so that one bad line keeps
 * no other from going in. Records that are there already stay as they are.
 */
import { EVERYTHING } from "../../query/plan";
import { type BulkTarget, findMatching, findPresent, insertNew, isCurrent } from "../../store/bulk";
import { sqlState } from "../../store/statement";
import { ImportStopped } from "./import-stopped";
import type { Destination, PreparedRow, Refusal } from "./prepare";
import type { Present } from "./references";

export type BatchResult = { created: number; present: number; refusals: Refusal[] };

export async function writeBatch(
  destination: Destination,
  present: Present,
  batch: PreparedRow[],
): Promise<BatchResult> {
  const target = targetOf(destination);
  const referring = await sieveReferences(destination, present, batch);
  const allowed = await sieveScopes(target, referring.kept);
  const written = await insert(destination, target, allowed.kept);
  return { ...written, refusals: [...referring.refusals, ...allowed.refusals, ...written.refusals] };
}

function targetOf({ configuration, entity, author }: Destination): BulkTarget {
  return {
    organizationId: configuration.organizationId,
    configurationVersion: configuration.version,
    entityId: entity.id,
    createdBy: author.memberId,
  };
}

type Sieved = { kept: PreparedRow[]; refusals: Refusal[] };

/** Keeps the rows whose references lead to a record, or to an earlier row of the batch. */
async function sieveReferences({ entity }: Destination, present: Present, batch: PreparedRow[]): Promise<Sieved> {
  const there = await present.among(batch.flatMap((prepared) => prepared.references));
  const earlier = new Set<string>();
  const kept: PreparedRow[] = [];
  const refusals: Refusal[] = [];
  for (const prepared of batch) {
    const missing = prepared.references.filter(
      (reference) => !there.has(reference) && !(reference.entityKey === entity.key && earlier.has(reference.id)),
    );
    for (const { field, entityKey, given } of missing) {
      const message = `there is no record "${given}" of ${entityKey}. It must be there, or stand further up in the file`;
      refusals.push({ line: prepared.line, field, message });
    }
    if (missing.length > 0) continue;
    earlier.add(prepared.row.id);
    kept.push(prepared);
  }
  return { kept, refusals };
}

/** Keeps the rows that lie inside every scope they ask for. */
async function sieveScopes(target: BulkTarget, batch: PreparedRow[]): Promise<Sieved> {
  const outside = new Set<PreparedRow>();
  for (const scope of new Set(batch.flatMap((prepared) => prepared.scopes))) {
    const asking = batch.filter((prepared) => prepared.scopes.includes(scope));
    const rows = asking.map((prepared) => prepared.row);
    const inside = await findMatching(target, rows, scope);
    for (const prepared of asking) if (!inside.has(prepared.row)) outside.add(prepared);
  }
  const message = "this member may not create a record with these values.";
  return {
    kept: batch.filter((prepared) => !outside.has(prepared)),
    refusals: [...outside].map(({ line }) => ({ line, field: null, message })),
  };
}

async function insert(destination: Destination, target: BulkTarget, batch: PreparedRow[]): Promise<BatchResult> {
  if (batch.length === 0) return { created: 0, present: 0, refusals: [] };
  try {
    const written = await insertNew(
      target,
      batch.map((prepared) => prepared.row),
    );
    const rest = batch.filter(({ row }) => !written.delete(row.id));
    return { ...(await explain(destination, target, rest)), created: batch.length - rest.length };
  } catch (error) {
    const fault = rowFault(sqlState(error));
    if (fault === undefined) throw error;
    const [only] = batch;
    if (only !== undefined && batch.length === 1) {
      const refusal = { line: only.line, field: fault.ofParent ? destination.entity.parentField : null };
      return { created: 0, present: 0, refusals: [{ ...refusal, message: fault.message }] };
    }
    const middle = batch.length >> 1;
    return sum(
      await insert(destination, target, batch.slice(0, middle)),
      await insert(destination, target, batch.slice(middle)),
    );
  }
}

/** Rows that were not written: their id is taken, or their label. */
async function explain({ entity }: Destination, target: BulkTarget, rest: PreparedRow[]): Promise<BatchResult> {
  if (rest.length === 0) return { created: 0, present: 0, refusals: [] };
  if (!(await isCurrent(target)))
    throw new ImportStopped("The configuration of the organisation was changed meanwhile.");
  const ids = rest.map(({ row }) => row.id);
  const present = await findPresent(target.entityId, ids, EVERYTHING);
  const refused = rest.filter(({ row }) => !present.has(row.id));
  const message = "another record has this label already.";
  return {
    created: 0,
    present: rest.length - refused.length,
    refusals: refused.map(({ line }) => ({ line, field: entity.labelField, message })),
  };
}

/** Whether an error of PostgreSQL is the fault of a row, and what then to say. Nothing of the driver's text. */
function rowFault(state: string): { message: string; ofParent: boolean } | undefined {
  if (state === FOREIGN_KEY_VIOLATION) return { message: "the parent is not there any more.", ofParent: true };
  // Too much for one statement may still do in halves.
  const isRefused = [...ROW_FAULT_CLASSES].some((prefix) => state.startsWith(prefix)) || state === QUERY_CANCELED;
  return isRefused ? { message: "the database cannot store these values.", ofParent: false } : undefined;
}

const FOREIGN_KEY_VIOLATION = "23503";
const QUERY_CANCELED = "57014";
/** Data exceptions, integrity violations, limits of the program such as an index entry's size. */
const ROW_FAULT_CLASSES = ["22", "23", "54"];

function sum(left: BatchResult, right: BatchResult): BatchResult {
  return {
    created: left.created + right.created,
    present: left.present + right.present,
    refusals: [...left.refusals, ...right.refusals],
  };
}
