/** `records import`: imports a file of records into an entity, with the same validation as the API. */
import type { ReadStream } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import type { Command } from "commander";
import type { Entity, Field } from "../../../lib/model";
import type { ReadFile } from "../../../lib/records/import/read/read-file";
import type { Destination } from "../../../lib/records/import/to-operation";
import { withDatabase } from "../database";
import { openImportReport } from "../import-report";
import { JSON_OPTION, ORGANIZATION } from "../options";
import { requireMember, requireOrganization } from "../organization";

type ImportOptions = { organization: string; entity: string; file: string; match?: string; as?: string; json?: true };

const CHUNK_BYTES = 256 * 1024;

const HELP = `
A record is an object of field key and value, with three optional members beside them:
  id       any text that names the record where it comes from. With it, a second import of the
           same record finds it there and leaves it as it is. References may name it.
  created, updated   ISO 8601 date and time; only without --as.
.json    one array of records.
.ndjson  one record per line.
.csv     the first line names the fields; an empty cell is null, a multiselect is a|b.

Bad lines are named and refused; the others go in. The same command can be run again at any time:
records that are there already are passed over. The exit code is 1 when a line was refused.

With --match FIELD a record whose value of that unique field is there already is updated: the fields
that the file gives replace its values, others stay. Records of other values are added. No record is
deleted. "id", "created" and "updated" are for records that are added.`;

export function addRecordsCommands(program: Command): void {
  const records = program.command("records").description("Records in bulk.");
  records
    .command("import")
    .description("Loads records from a file.")
    .requiredOption(...ORGANIZATION)
    .requiredOption("--entity <key>", "the entity's key")
    .requiredOption("--file <path>", "a .json, .ndjson or .csv file")
    .option("--match <field>", "update the record that has the same value of this unique field, and add the others")
    .option(
      "--as <email>",
      "act as this member, with its permissions; default: the system, which can write every field",
    )
    .option(...JSON_OPTION)
    .addHelpText("after", HELP)
    .action(importFile);
}

async function importFile(options: ImportOptions): Promise<void> {
  const { importRecords } = await import("../../../lib/records/import/import-records");
  const { ImportStopped } = await import("../../../lib/records/import/write-lines");
  const reader = await requireReader(options.file);
  const input = await openFile(options.file);
  const interrupt = () => input.stream.destroy(new ImportStopped("Interrupted."));
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);

  const counts = await withDatabase(async () => {
    const destination = await findDestination(options);
    const { entity } = destination.author.access;
    const source = { name: path.basename(options.file), lines: reader(input.stream, entity) };
    const report = openImportReport(options, () => input.stream.bytesRead / input.size);
    const counts = await importRecords(destination, source, report).finally(() => report.clear());
    report.printSummary(counts);
    return counts;
  });
  if (counts.refused > 0) process.exitCode = 1;
}

async function requireReader(file: string): Promise<ReadFile> {
  const { findReader, FORMATS } = await import("../../../lib/records/import/read/read-file");
  const reader = findReader(file);
  if (reader !== null) return reader;
  throw new Error(`${file} is none of the formats that can be read: ${Object.keys(FORMATS).join(", ")}.`);
}

/** Opens the file before anything else, so that a wrong name fails immediately. */
async function openFile(file: string): Promise<{ stream: ReadStream; size: number }> {
  try {
    const handle = await open(file);
    const { size } = await handle.stat();
    const stream = handle.createReadStream({ highWaterMark: CHUNK_BYTES });
    // An interruption may come before it is read, and its reader gets the error all the same.
    stream.on("error", () => {});
    return { stream, size };
  } catch (error) {
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function findDestination({ organization, entity: key, as, match: field }: ImportOptions): Promise<Destination> {
  const { loadConfiguration } = await import("../../../lib/configuration/load");
  const { authorOf } = await import("../../../lib/records/import/author");
  const { id, configurationVersion } = await requireOrganization(organization);
  const configuration = await loadConfiguration(id, configurationVersion);
  const entity = configuration.entities.get(key);
  if (entity === undefined) {
    const known = [...configuration.entities.keys()].join(", ");
    throw new Error(`"${organization}" has no entity "${key}". It has: ${known}.`);
  }
  const matched = field === undefined ? {} : { match: requireKey(entity, field) };
  const member = as === undefined ? null : await requireMember(organization, as);
  if (member?.active === false) throw new Error(`${as} is not active: members activate makes it so.`);
  return { author: authorOf(configuration, entity, member), ...matched };
}

function requireKey(entity: Entity, key: string): Field {
  const { fields, uniqueFields } = entity;
  const field = uniqueFields.includes(key) ? fields.get(key) : undefined;
  if (field !== undefined) return field;
  const keys = [...fields.keys()].filter((each) => uniqueFields.includes(each));
  const known = keys.length === 0 ? "It has none" : `It has: ${keys.join(", ")}`;
  throw new Error(`"${key}" is not a unique field of ${entity.key}. ${known}.`);
}
