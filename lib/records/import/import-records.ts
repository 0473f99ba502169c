/** Imports records while it reads on, refuses invalid lines one by one, and can be restarted at any time. */
import { ApiError } from "../../errors";
import { COMMAND_LINE } from "../../events";
import { longTransaction } from "../../postgres/administration";
import { write } from "../../postgres/query";
import { auditEventSql } from "../../store/audit-event";
import { analyze } from "../../store/records/partition-structure";
import { databaseMoment } from "../../store/server";
import { sizeOf } from "../batch/operation";
import { pointsToItself } from "../batch/segments";
import type { SourceLine } from "./read/piece";
import { type Destination, toOperations } from "./to-operation";
import { type ImportCounts, ImportStopped, type Line, type Refusal, writeLines } from "./write-lines";

export type ImportListener = {
  /** Called for every wrong field, not always in the order of the file. */
  onRefusal(refusal: Refusal): void;
  onProgress(counts: Readonly<ImportCounts>): void;
};

/** Large enough to be worth a transaction, small enough to be halved when it is refused. */
const BATCH_ROWS = 1_000;
const BATCH_BYTES = 4 * 1024 * 1024;

/** `name` is the source in the audit log. */
type ImportSource = { name: string; lines: AsyncIterable<SourceLine> };

/** Throws ImportStopped if it cannot continue; what was written by then stays. */
export async function importRecords(
  destination: Destination,
  source: ImportSource,
  listener: ImportListener,
): Promise<ImportCounts> {
  const run = new ImportRun(findableBy(destination), await databaseMoment(), listener);
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
  const { created, updated = 0 } = run.counts;
  const { entity } = destination.author.access;
  if (created + updated > 0) await longTransaction((own) => analyze(own, entity.id));
  return run.counts;
}

/** The operator names the field, so the member need not be able to read it. */
function findableBy({ author, match }: Destination): Destination {
  if (match === undefined) return { author };
  return { author: { ...author, access: { ...author.access, findable: new Map([[match.key, match]]) } }, match };
}

type ImportNote = ImportCounts & { file: string; finished: boolean };

async function noteImport({ author, match }: Destination, note: ImportNote): Promise<void> {
  const { caller, access, email } = author;
  const details = { ...note, as: email, ...(match && { match: match.key }) };
  const to = { organizationId: caller.configuration.organizationId, subject: access.entity.key };
  await write(auditEventSql({ ...to, actor: COMMAND_LINE, action: "records.import", details }));
}

class ImportRun {
  readonly counts: ImportCounts;

  private readonly toOperation: ReturnType<typeof toOperations>;
  private readonly places: number;
  private readonly inFlight = new Set<Promise<void>>();
  private failure: unknown;
  private batch: Line[] = [];
  private batchBytes = 0;

  constructor(
    private readonly destination: Destination,
    began: Date,
    private readonly listener: ImportListener,
  ) {
    const { author, match } = destination;
    this.counts = { read: 0, created: 0, ...(match && { updated: 0 }), present: 0, refused: 0 };
    this.toOperation = toOperations(destination, began);
    // One batch is prepared while another is written, unless a record must find an earlier one, or its label, in the database.
    this.places = match !== undefined || pointsToItself(author.access.entity) ? 1 : 2;
  }

  async take(source: SourceLine): Promise<void> {
    this.counts.read += 1;
    const { line } = source;
    const operation =
      "refusal" in source
        ? { op: "none" as const, error: new ApiError("INVALID_BODY", source.refusal) }
        : this.toOperation(line, source.record);
    this.batch.push({ line, operation });
    this.batchBytes += "data" in operation ? sizeOf(operation.data) : 0;
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
    while (this.inFlight.size >= this.places) await Promise.race(this.inFlight);
    this.throwFailure();
    const writing: Promise<void> = this.write(batch).finally(() => this.inFlight.delete(writing));
    this.inFlight.add(writing);
  }

  private async write(batch: Line[]): Promise<void> {
    try {
      const refusals = await writeLines(this.destination, batch, this.counts);
      for (const refusal of refusals) this.listener.onRefusal(refusal);
      this.listener.onProgress(this.counts);
    } catch (error) {
      this.failure ??= error;
    }
  }

  private throwFailure(): void {
    if (this.failure === undefined) return;
    if (this.failure instanceof ImportStopped) throw this.failure;
    const reason = this.failure instanceof Error ? this.failure.message : String(this.failure);
    throw new ImportStopped(`The database rejected a batch (${reason}).`, this.failure);
  }
}
