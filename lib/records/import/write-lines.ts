/** Writes lines by a batch of the API. Halves a batch that the database refuses, so that one bad line stops no other. */
import { AccessChanged } from "../../access/require";
import type { ApiError, ErrorDetail } from "../../errors";
import { MAX_OPERATIONS } from "../../limits";
import type { Entity } from "../../model";
import { isCanceled, StatementTimeout, sqlState } from "../../postgres/faults";
import type { Run } from "../batch/check-all";
import type { Operation } from "../batch/operation";
import { pointsToItself } from "../batch/segments";
import { findMatched } from "../batch/subjects";
import { runBatch } from "../batch/write-batch";
import { inTransaction } from "../work";
import type { Author } from "./author";
import type { Destination } from "./to-operation";

export type Line = { line: number; operation: Operation };

/** `field` is null if the whole line is refused. */
export type Refusal = { line: number; field: string | null; message: string };

/** A record is refused once, whatever the number of faults. `present`: not changed. `updated`: only if records are matched. */
export type ImportCounts = { read: number; created: number; updated?: number; present: number; refused: number };

/** Adds what was written to `counts`. Returns the refusals in the order of the file. */
export async function writeLines(destination: Destination, lines: Line[], counts: ImportCounts): Promise<Refusal[]> {
  const ordered = await inOrder(destination, lines);
  // Other writers of these records wait until the transaction ends.
  const size = destination.match === undefined ? lines.length : MAX_OPERATIONS;
  const refusals: Refusal[] = [];
  for (let from = 0; from < ordered.length; from += size)
    refusals.push(...(await writeInHalves(destination.author, ordered.slice(from, from + size), counts)));
  return refusals.sort((one, other) => one.line - other.line);
}

/** A change can release a label that a new record takes, so changes come first, unless they can refer to a new record. */
async function inOrder({ author: { access }, match }: Destination, lines: Line[]): Promise<Line[]> {
  if (match === undefined) return lines;
  const matches = lines.map(({ operation }) =>
    operation.op === "upsert" ? { field: match, value: operation.match.value } : null,
  );
  const found = await findMatched(access.entity.id, matches);
  const there = lines.filter((_, index) => found[index] !== null);
  const missing = lines.filter((_, index) => found[index] === null);
  return pointsToItself(access.entity) ? [...missing, ...there] : [...there, ...missing];
}

async function writeInHalves(author: Author, lines: Line[], counts: ImportCounts): Promise<Refusal[]> {
  const operations = lines.map(({ operation }) => operation);
  // Use as few statements as possible: nothing else waits for the event loop.
  const batch = { operations, atomic: false, shown: false, partSize: Number.POSITIVE_INFINITY };
  try {
    const run = await inTransaction(author, (inside) => runBatch(inside, batch));
    return outcomeOf(run, lines, counts);
  } catch (error) {
    if (error instanceof AccessChanged)
      throw new ImportStopped("The configuration of the organization was changed meanwhile.", error);
    // A batch that took too long does not show which line is at fault.
    const isSlow = isCanceled(error) || error instanceof StatementTimeout;
    if (!isSlow && !VALUE_CLASSES.some((prefix) => sqlState(error).startsWith(prefix))) throw error;
    const [{ line } = { line: 0 }] = lines;
    if (lines.length > 1) {
      const middle = lines.length >> 1;
      const first = await writeInHalves(author, lines.slice(0, middle), counts);
      return [...first, ...(await writeInHalves(author, lines.slice(middle), counts))];
    }
    if (isSlow)
      throw new ImportStopped(`The database did not store the record of line ${line} in the time that it has.`, error);
    counts.refused += 1;
    return [{ line, field: null, message: "the database cannot store these values." }];
  }
}

/** Data exceptions, integrity violations, and program limits such as the size of an index entry. */
const VALUE_CLASSES = ["22", "23", "54"];

function outcomeOf({ access, refused, written }: Run, lines: Line[], counts: ImportCounts): Refusal[] {
  return lines.flatMap(({ line, operation }, index) => {
    const error = refused.get(index);
    const result = written.get(index);
    const isOther = operation.op === "upsert" && error === undefined && result === undefined;
    if (error !== undefined || isOther) counts.refused += 1;
    else if (!result?.isChanged) counts.present += 1;
    else if (result.status === 201) counts.created += 1;
    else counts.updated = (counts.updated ?? 0) + 1;
    if (isOther) return [{ line, field: "id", message: `is that of a record with another ${operation.match.key}` }];
    return error === undefined ? [] : faultsOf(access.entity, error).map((fault) => ({ line, ...fault }));
  });
}

function faultsOf({ lifecycle }: Entity, { message, details, reason }: ApiError): Omit<Refusal, "line">[] {
  if (details !== undefined) return details as ErrorDetail[];
  const text = message.replace(/\bthis token\b/i, (words) => words.replace("token", "member"));
  if (reason?.step === "fields") return reason.fields.map((field) => ({ field, message: text }));
  return [{ field: reason?.step === "lifecycle" ? (lifecycle?.field ?? null) : null, message: text }];
}

/** Earlier writes stay, and a second run skips it. */
export class ImportStopped extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`${reason} What was written stays: run the same command again to continue.`, { cause });
    this.name = "ImportStopped";
  }
}
