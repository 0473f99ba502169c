/** `config check | diff | apply | export`: checks an organization file, and compares it with the configuration in force. */
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import type { Command } from "commander";
import type { Change } from "../../../lib/configuration/change/diff";
import type { Work } from "../../../lib/configuration/change/work";
import type { OrganizationDocument } from "../../../lib/configuration/schema";
import { COMMAND_LINE } from "../../../lib/events";
import { openApplyReport } from "../apply-report";
import { withDatabase } from "../database";
import { failureToJson } from "../failure";
import { JSON_OPTION, ORGANIZATION } from "../options";
import { count, print, printJson, printOutcome } from "../print";

/** Each command has some of them. */
type Options = { json?: true; prune?: true; yes?: true };

/** More records than this are rewritten only with `--yes`. */
const REWRITTEN_UNASKED = 100_000;

const FILE = "the organization's file; - reads standard input";
const PRUNE = "remove what the file no longer has, with its data, and deactivate members that are not in it";

export function addConfigCommands(program: Command): void {
  const config = program.command("config").description("The configuration of an organization.");
  config
    .command("check")
    .description("Checks a file against every rule. Needs no database.")
    .argument("<file>", FILE)
    .option(...JSON_OPTION)
    .action(check);
  config
    .command("diff")
    .description("Shows what applying a file would change.")
    .argument("<file>", FILE)
    .option("--prune", `as if applied with --prune: ${PRUNE}`)
    .option(...JSON_OPTION)
    .action(diff);
  config
    .command("apply")
    .description("Applies a file while requests go on. What has data is kept unless --prune is given.")
    .argument("<file>", FILE)
    .option("--prune", PRUNE)
    .option("--yes", `agree to rewrite more than ${count(REWRITTEN_UNASKED)} records, while their writers are refused`)
    .option(...JSON_OPTION)
    .action(apply);
  config
    .command("export")
    .description("Prints the file of an organization as it stands. Applying that changes nothing.")
    .requiredOption(...ORGANIZATION)
    .option(...JSON_OPTION)
    .action(exportFile);
  config
    .command("schema")
    .description("Prints the JSON Schema of the file, for editors: docs/organization.schema.json.")
    .action(printSchema);
}

async function check(path: string, options: Options): Promise<void> {
  const { ConfigurationError } = await import("../../../lib/configuration/issues");
  try {
    const { entities, roles = [], members = [] } = await readDocument(path);
    const counts = `entities: ${entities.length}, roles: ${roles.length}, members: ${members.length}`;
    printOutcome(options, { valid: true, issues: [] }, `The file is valid (${counts}).`);
  } catch (error) {
    if (!options.json || !(error instanceof ConfigurationError)) throw error;
    printJson({ valid: false, issues: failureToJson(error).error.issues });
    process.exitCode = 1;
  }
}

async function diff(path: string, options: Options): Promise<void> {
  const file = await readDocument(path);
  const { diffConfiguration } = await import("../../../lib/configuration/change/work");
  const { changes, kept, work } = await withDatabase(() => diffConfiguration(file, modeOf(options)));
  if (options.json) return printJson({ changes, kept, work });
  await printChanges(changes, kept);
  for (const each of work) print(describeWork(each));
  if (changes.length === 0) print("Nothing would change.");
}

function describeWork({ entity, records, rewritten, indexes, seconds }: Work): string {
  const parts = [
    ...(rewritten ? [`${count(records)} records to rewrite, while their writers are refused`] : []),
    ...(indexes === 0 ? [] : [indexes === 1 ? "1 index to build" : `${indexes} indexes to build`]),
  ];
  return `  ${entity}: ${parts.join(", ")}: about ${seconds} s`;
}

async function apply(path: string, options: Options): Promise<void> {
  const file = await readDocument(path);
  const { applyConfiguration } = await import("../../../lib/configuration/apply");
  const { onProgress, clear } = openApplyReport(options);
  const applied = await withDatabase(() =>
    applyConfiguration(file, {
      mode: modeOf(options),
      actor: COMMAND_LINE,
      onProgress,
      confirm: (work) => confirm(work, options),
    }).finally(clear),
  );
  const { version, changes, kept } = applied;
  if (options.json) return printJson({ organization: file.organization.key, version, changes, kept });
  await printChanges(changes, kept);
  const outcome = changes.length === 0 ? "Nothing changed" : "Applied";
  print(`${outcome}: "${file.organization.key}" is at version ${version}.`);
}

/** Says what is about to be rewritten. Throws if that is much, and nobody has agreed. */
function confirm(work: Work[], { json, yes }: Options): void {
  for (const each of json ? [] : work) process.stderr.write(`${describeWork(each)}\n`);
  const records = work.reduce((sum, each) => sum + each.records, 0);
  if (yes || records <= REWRITTEN_UNASKED) return;
  const seconds = work.reduce((sum, each) => sum + each.seconds, 0);
  throw new Error(
    `This rewrites ${count(records)} records, which takes about ${seconds} s. Meanwhile, those who write to ${work.map(({ entity }) => entity).join(", ")} are refused with 429. Nothing was changed: with --yes, it is.`,
  );
}

async function exportFile({ organization }: { organization: string }): Promise<void> {
  const { exportConfiguration } = await import("../../../lib/configuration/export");
  const document = await withDatabase(() => exportConfiguration(organization));
  if (document === null) throw new Error(`There is no organization "${organization}".`);
  printJson(document);
}

async function printSchema(): Promise<void> {
  const { organizationJsonSchema } = await import("../../../lib/configuration/schema");
  process.stdout.write(organizationJsonSchema());
}

async function readDocument(path: string): Promise<OrganizationDocument> {
  const { parseDocumentText } = await import("../../../lib/configuration/parse");
  return parseDocumentText(await readSource(path));
}

async function readSource(path: string): Promise<string> {
  if (path === "-") return text(process.stdin);
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new Error(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function printChanges(changes: Change[], kept: Change[]): Promise<void> {
  const { formatChange } = await import("../../../lib/configuration/change/diff");
  for (const change of changes) print(formatChange(change));
  const { MANAGED_ON_PAGES } = await import("../../../lib/configuration/change/members");
  const pages = kept.filter(({ note }) => note === MANAGED_ON_PAGES);
  const data = kept.filter(({ note }) => note !== MANAGED_ON_PAGES);
  if (data.length > 0) print("Not in the file, but kept because of the data (--prune removes them):");
  for (const change of data) print(formatChange(change));
  if (pages.length > 0) print('Different in the file, and kept (`"managedBy": "file"` takes them back):');
  for (const change of pages) print(formatChange(change));
}

function modeOf({ prune }: Options): "keep data" | "prune" {
  return prune ? "prune" : "keep data";
}
