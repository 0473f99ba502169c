/**
 * Imports a file's records: reads on while earlier batches are being written, refuses invalid lines one by one, and can be
 * restarted at any time. Knows neither files nor terminals.
 */
import { COMMAND_LINE } from "../../events";
import type { Field, JsonObject } from "../../model";
import { write } from "../../postgres/query";
import { auditEventSql } from "../../store/audit";
import { analyzePartition } from "../../store/records/bulk";
import { databaseMoment } from "../../store/server";
import { sizeOf } from "../batch/operation";
import { type MatchedRow, matcherFor } from "./matched-rows";
import {
  type Destination,
  type PreparedRow,
  pointsToItself,
  preparerFor,
  type Refusal,
  type RefusedRecord,
} from "./prepare";
import type { SourceLine } from "./read/source-line";
import { syncBatch } from "./sync-batch";
import { type BatchResult, ImportStopped, runOf, writeBatch } from "./write-batch";

/**
 * The number of records read, and their outcomes. A refused record counts once, however many of its fields are wrong. `present`:
 * existed and was not changed. `updated`: only if records are matched.
 */
export type ImportCounts = { read: number; created: number; updated?: number; present: number; refused: number };

export type ImportListener = {
  /** Called once for every wrong field; not always in the order of the file. */
  onRefusal(refusal: Refusal): void;
  /** Called after every batch. */
  onProgress(counts: Readonly<ImportCounts>): void;
};

/** Large enough to be worth a statement's round trip, small enough to be halved when it is refused. */
const BATCH_ROWS = 1_000;
const BATCH_BYTES = 4 * 1024 * 1024;
/** One batch is prepared while another is written. */
const BATCHES_IN_FLIGHT = 2;

/** `name` is how the audit log names the source. */
type ImportSource = { name: string; lines: AsyncIterable<SourceLine> };

/** Throws ImportStopped if it cannot continue; what was written by then stays. */
export async function importRecords(
  destination: Destination,
  source: ImportSource,
  listener: ImportListener,
): Promise<ImportCounts> {
  const began = await databaseMoment();
  const { match } = destination;
  const run =
    match === undefined
      ? new ImportRun(adding(destination, began), listener)
      : new ImportRun(syncing(destination, match, began), listener);
  const note = (finished: boolean) => noteImport(destination, { file: source.name, finished, ...run.counts });
  try {
    for await (const line of source.lines) await run.take(line);
    await run.finish();
  } catch (error) {
    await run.settle();
    // The import may have stopped because nothing can be written; report that error, not this one.
    await note(false).catch(() => {});
    throw error;
  }
  await note(true);
  if (run.counts.created + (run.counts.updated ?? 0) > 0) await analyzePartition(destination.entity.id);
  return run.counts;
}

/** `finished` is true if the import reached the end. */
type ImportNote = ImportCounts & { file: string; finished: boolean };

async function noteImport({ configuration, entity, author, match }: Destination, note: ImportNote): Promise<void> {
  const details = { ...note, as: author.email, ...(match && { match: match.key }) };
  const to = { organizationId: configuration.organizationId, subject: entity.key };
  await write(auditEventSql({ ...to, actor: COMMAND_LINE, action: "records.import", details }));
}

/** How a record of the file and a batch of records are processed. `places` is how many batches may be in flight. */
type Way<Row> = {
  counts: ImportCounts;
  read(line: number, record: JsonObject): Row | RefusedRecord;
  bytesOf(row: Row): number;
  write(batch: Row[]): Promise<BatchResult<unknown>>;
  places: number;
};

function adding(destination: Destination, began: Date): Way<PreparedRow> {
  const run = runOf(destination);
  return {
    counts: { read: 0, created: 0, present: 0, refused: 0 },
    read: preparerFor(destination, began),
    bytesOf: ({ row }) => sizeOf(row.data),
    write: (batch) => writeBatch(run, batch),
    places: pointsToItself(destination) ? 1 : BATCHES_IN_FLIGHT,
  };
}

function syncing(destination: Destination, match: Field, began: Date): Way<MatchedRow> {
  const run = { ...runOf(destination), match, prepare: preparerFor(destination, began) };
  return {
    counts: { read: 0, created: 0, updated: 0, present: 0, refused: 0 },
    read: matcherFor(destination, match, began),
    bytesOf: ({ record }) => sizeOf(record),
    write: (batch) => syncBatch(run, batch),
    // One at a time, because a label that one record releases is free for later records.
    places: 1,
  };
}

class ImportRun<Row extends PreparedRow | MatchedRow> {
  readonly counts: ImportCounts;

  private readonly inFlight = new Set<Promise<void>>();
  private failure: unknown;
  private batch: Row[] = [];
  private batchBytes = 0;

  constructor(
    private readonly way: Way<Row>,
    private readonly listener: ImportListener,
  ) {
    this.counts = way.counts;
  }

  async take(source: SourceLine): Promise<void> {
    this.counts.read += 1;
    if ("refusal" in source) return this.refuse([{ line: source.line, field: null, message: source.refusal }]);
    const row = this.way.read(source.line, source.record);
    if (Array.isArray(row)) return this.refuse(row);
    this.batch.push(row);
    this.batchBytes += this.way.bytesOf(row);
    if (this.batch.length >= BATCH_ROWS || this.batchBytes >= BATCH_BYTES) await this.send();
  }

  async finish(): Promise<void> {
    await this.send();
    await this.settle();
    this.throwFailure();
  }

  async settle(): Promise<void> {
    await Promise.all(this.inFlight);
  }

  /** Waits for a free place in flight, not for the batch. */
  private async send(): Promise<void> {
    const batch = this.batch;
    if (batch.length === 0) return;
    this.batch = [];
    this.batchBytes = 0;
    while (this.inFlight.size >= this.way.places) await Promise.race(this.inFlight);
    this.throwFailure();
    const writing: Promise<void> = this.write(batch).finally(() => this.inFlight.delete(writing));
    this.inFlight.add(writing);
  }

  private async write(batch: Row[]): Promise<void> {
    try {
      const result = await this.way.write(batch);
      this.counts.created += result.created;
      this.counts.present += result.present;
      if (this.counts.updated !== undefined) this.counts.updated += result.updated;
      for (const refused of result.refused) this.refuse(refused);
      this.listener.onProgress(this.counts);
    } catch (error) {
      this.failure ??= error;
    }
  }

  private refuse(record: RefusedRecord): void {
    this.counts.refused += 1;
    for (const refusal of record) this.listener.onRefusal(refusal);
  }

  private throwFailure(): void {
    if (this.failure === undefined) return;
    if (this.failure instanceof ImportStopped) throw this.failure;
    const reason = this.failure instanceof Error ? this.failure.message : String(this.failure);
    throw new ImportStopped(`The database rejected a batch (${reason}).`, this.failure);
  }
}
