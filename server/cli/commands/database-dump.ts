/**
 * `database dump` and `restore`: the whole database in one file. The embedded server needs them because it comes without
 * PostgreSQL's own tools. The file is gzipped lines: a head that describes it, then one line for each row, with the row's table
 * first.
 */
import { createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type { Command } from "commander";
import { z } from "zod";
import type { Connection } from "../../../lib/postgres/connection";
import { withDatabase } from "../database";
import { CommandFailed } from "../failure";
import { linesOf } from "../lines";
import { print } from "../print";

const FORMAT = "public-records-api 1";
const head = z.object({ format: z.literal(FORMAT), migration: z.string() });
const row = z.tuple([z.union([z.object({ table: z.string() }), z.object({ records: z.uuid() })]), z.unknown()]);

/** Rows are inserted in batches: at most this many, and fewer where they are long. */
const ROWS_AT_ONCE = 500;
const BYTES_AT_ONCE = 8 * 1024 * 1024;

export function addDumpCommands(database: Command): void {
  database
    .command("dump <file>")
    .description("Writes the whole database to a file that restore reads. Requests go on meanwhile.")
    .action((file: string) => withOwn((connection) => dump(connection, file)));
  database
    .command("restore <file>")
    .description("Restores a dump into a database that has no organisation yet.")
    .action((file: string) => withOwn((connection) => restore(connection, file)));
}

async function withOwn(work: (connection: Connection) => Promise<void>): Promise<void> {
  const { withOwnConnection } = await import("../../../lib/postgres/transaction");
  await withDatabase(() => withOwnConnection(work));
}

async function dump(connection: Connection, file: string): Promise<void> {
  const { LATEST_MIGRATION } = await import("../../../lib/store/server");
  const { readAllRows } = await import("../../../lib/store/whole-database");
  let rows = 0;
  async function* lines() {
    yield `${JSON.stringify({ format: FORMAT, migration: LATEST_MIGRATION })}\n`;
    for await (const { source, json } of readAllRows(connection)) {
      rows += 1;
      yield `[${JSON.stringify(source)},${json}]\n`;
    }
  }
  await connection.send({ text: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", values: [] });
  // Anyone who can read the file can read every record.
  await pipeline(Readable.from(lines()), createGzip(), createWriteStream(file, { mode: 0o600, flags: "wx" }));
  print(`${rows} rows are in ${file}. Keep APP_SECRET, or the folder DATA_DIR has it in, with it.`);
}

async function restore(connection: Connection, file: string): Promise<void> {
  const { patientTransaction } = await import("../../../lib/postgres/transaction");
  const { isEmpty } = await import("../../../lib/store/whole-database");
  if (!(await isEmpty(connection))) {
    throw new CommandFailed(
      "There are organisations in this database. Restore into an empty one: another DATA_DIR or DATABASE_URL.",
    );
  }
  const rows = await patientTransaction(connection, () => insertLines(connection, file)).catch((error: unknown) => {
    throw isBroken(error)
      ? new CommandFailed(`${file} is not a complete file of \`database dump\`: ${error.message}.`)
      : error;
  });
  await buildIndexes(connection);
  print(`${rows} rows are restored. Followers of changes start over, and people sign in again.`);
}

/** Inserts all rows or none, and returns their number. */
async function insertLines(connection: Connection, file: string): Promise<number> {
  const { LATEST_MIGRATION } = await import("../../../lib/store/server");
  const { continueNumbers, createPartitions, insertRows } = await import("../../../lib/store/whole-database");
  const lines = linesOf(await openDump(file));
  let [rows, bytes, hasPartitions, isHead] = [0, 0, false, true];
  let batch: { key: string; rows: string[] } = { key: "", rows: [] };
  const flush = async () => {
    if (batch.rows.length > 0) await insertRows(connection, JSON.parse(batch.key), batch.rows);
    batch = { key: "", rows: [] };
    bytes = 0;
  };
  for await (const line of lines) {
    if (isHead) {
      requireHead(line, LATEST_MIGRATION);
      isHead = false;
      continue;
    }
    // Only the row's destination is parsed. The row itself stays text, so that its numbers are kept as written.
    const end = line.indexOf("},") + 1;
    const [source] = row.parse([JSON.parse(line.slice(1, end)), null]);
    const key = JSON.stringify(source);
    if (key !== batch.key || batch.rows.length >= ROWS_AT_ONCE || bytes > BYTES_AT_ONCE) await flush();
    if ("records" in source && !hasPartitions) {
      await createPartitions(connection);
      hasPartitions = true;
    }
    batch.key = key;
    batch.rows.push(line.slice(end + 1, -1));
    bytes += line.length;
    rows += 1;
  }
  if (isHead) throw new CommandFailed("The file is empty.");
  await flush();
  if (!hasPartitions) await createPartitions(connection);
  await continueNumbers(connection);
  return rows;
}

/** A failure while reading reaches the caller through the iteration. */
async function openDump(file: string): Promise<AsyncIterable<string>> {
  const handle = await open(file).catch((error: Error) => {
    throw new CommandFailed(`${file} cannot be read: ${error.message}`);
  });
  const texts = createGunzip().setEncoding("utf8");
  pipeline(handle.createReadStream(), texts).catch(() => {});
  return texts;
}

/** Whether the file is not gzip, or is cut off. */
function isBroken(error: unknown): error is Error {
  return error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
}

function requireHead(line: string, migration: string): void {
  const found = head.safeParse(JSON.parse(line));
  if (!found.success) throw new CommandFailed("This is no file of `database dump`.");
  if (found.data.migration !== migration) {
    throw new CommandFailed(
      `The file was written at ${found.data.migration}, and this version is at ${migration}: restore with the version that wrote it, then migrate.`,
    );
  }
}

/**
 * Builds the indexes and foreign keys that the configurations require. If it is interrupted, the next `config apply` does the
 * rest.
 */
async function buildIndexes(connection: Connection): Promise<void> {
  const { read } = await import("../../../lib/postgres/query");
  const { loadCurrentConfiguration } = await import("../../../lib/configuration/load");
  const { toPartitionPlans } = await import("../../../lib/configuration/change/tables/partition");
  const { addForeignKeys, buildMissing } = await import("../../../lib/store/records/partition-structure");
  const organizations = await read<{ id: string }>(
    { text: "SELECT id FROM organizations", values: [] },
    { on: connection },
  );
  for (const { id } of organizations) {
    const configuration = await loadCurrentConfiguration(id);
    const plans = toPartitionPlans(configuration);
    for (const plan of plans) await buildMissing(connection, plan, { later: [], onBuild: () => {} });
    for (const plan of plans) await addForeignKeys(connection, plan);
  }
  await connection.send({ text: "ANALYZE", values: [] });
}
