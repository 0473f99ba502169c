/** Which rows of a batch may be written at all, as far as that is known before the database is asked to. */
import { testCandidates } from "../../store/records/read";
import type { Destination, PreparedRow, RefusedRecord } from "./prepare";
import type { Present, Reference } from "./references";

export type Selection<Row> = { kept: Row[]; refused: RefusedRecord[] };

/** A row that is written, as far as it points to others. */
export type PointingRow = { line: number; row: { id: string }; references: Reference[] };

/** Keeps the rows that lie inside every scope they ask for. */
export async function selectWithinScopes(batch: PreparedRow[]): Promise<Selection<PreparedRow>> {
  const outside = new Set<PreparedRow>();
  for (const scope of new Set(batch.flatMap((prepared) => prepared.scopes))) {
    const asking = batch.filter((prepared) => prepared.scopes.includes(scope));
    const rows = asking.map((prepared) => prepared.row);
    const tested = await testCandidates(rows, [scope]);
    for (const prepared of asking) if (tested.get(prepared.row)?.[0] !== true) outside.add(prepared);
  }
  const message = "this member may not create a record with these values.";
  return {
    kept: batch.filter((prepared) => !outside.has(prepared)),
    refused: [...outside].map(({ line }) => [{ line, field: null, message }]),
  };
}

/** Keeps the rows whose references lead to a record, or to a row before them that is kept. */
export async function selectWithReferences<Row extends PointingRow>(
  { entity }: Destination,
  present: Present,
  batch: Row[],
): Promise<Selection<Row>> {
  const there = await present.among(batch.flatMap((prepared) => prepared.references));
  const earlier = new Set<string>();
  const kept: Row[] = [];
  const refused: RefusedRecord[] = [];
  for (const prepared of batch) {
    const missing = prepared.references.filter(
      (reference) => !there.has(reference) && !(reference.entityKey === entity.key && earlier.has(reference.id)),
    );
    if (missing.length > 0) {
      const ofReference = "It must exist, or appear earlier in the file";
      refused.push(
        missing.map(({ field, entityKey, given }) => {
          const message = `there is no record "${given}" of ${entityKey}. ${ofReference}`;
          return { line: prepared.line, field, message };
        }),
      );
      continue;
    }
    earlier.add(prepared.row.id);
    kept.push(prepared);
  }
  return { kept, refused };
}

/** The ids of rows of the batch that other rows of it refer to: where one is not written, neither may those be. */
export function referencedIds({ entity }: Destination, batch: PreparedRow[]): Set<string> {
  const own = new Set(batch.map(({ row }) => row.id));
  const references = batch.flatMap((prepared) => prepared.references);
  return new Set(references.filter(({ entityKey, id }) => entityKey === entity.key && own.has(id)).map(({ id }) => id));
}
