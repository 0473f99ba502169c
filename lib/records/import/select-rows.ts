/** Selects the rows of a batch that can be written, as far as is known before the write. */
import type { EntityAccess } from "../../access/compile";
import { groupBy } from "../../group-by";
import type { VerbWord } from "../../model";
import { reachOfNew } from "../rules/write-permissions";
import type { Destination, PreparedRow, RefusedRecord } from "./prepare";
import type { Present, Reference } from "./references";

export type Selection<Row> = { kept: Row[]; refused: RefusedRecord[] };

/** A row to be written, as far as its references matter. */
export type PointingRow = { line: number; row: { id: string }; references: Reference[] };

/** Keeps the rows that the author may create. */
export async function selectPermitted({ author }: Destination, batch: PreparedRow[]): Promise<Selection<PreparedRow>> {
  return selectByVerbs(author.access, batch, async (access, some, verbs) => {
    const rows = some.map(({ row }) => row);
    const missing = await reachOfNew(access, rows, verbs);
    return ({ row }) => (missing.get(row) === null ? null : "this member may not create a record with these values.");
  });
}

/** Asks `check` once for all rows that require the same verbs. It returns, for each row, why the author may not write it, or null. */
export async function selectByVerbs<Row extends { line: number; verbs: VerbWord[] }>(
  access: EntityAccess | null,
  rows: Row[],
  check: (access: EntityAccess, rows: Row[], verbs: VerbWord[]) => Promise<(row: Row) => string | null>,
): Promise<Selection<Row>> {
  if (access === null) return { kept: rows, refused: [] };
  const refusals = new Map<Row, string>();
  for (const group of groupBy(rows, ({ verbs }) => verbs.join(" ")).values()) {
    const refusalOf = await check(access, group, group[0]?.verbs ?? []);
    for (const row of group) {
      const message = refusalOf(row);
      if (message !== null) refusals.set(row, message);
    }
  }
  return {
    kept: rows.filter((row) => !refusals.has(row)),
    refused: [...refusals].map(([{ line }, message]) => [{ line, field: null, message }]),
  };
}

/** Keeps the rows whose references point to a record, or to an earlier row that is kept. */
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

/** The ids of rows to which other rows of the batch refer: if one is not written, those must not be either. */
export function referencedIds({ entity }: Destination, batch: PreparedRow[]): Set<string> {
  const own = new Set(batch.map(({ row }) => row.id));
  const references = batch.flatMap((prepared) => prepared.references);
  return new Set(references.filter(({ entityKey, id }) => entityKey === entity.key && own.has(id)).map(({ id }) => id));
}
