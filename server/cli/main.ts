/** The command line. Each command loads its modules when called, so that `--help` and `config check` start quickly. */
import { Command, CommanderError } from "commander";
import { loadDotEnv } from "../dot-env";
import { addConfigCommands } from "./commands/config";
import { addDatabaseCommands } from "./commands/database-check";
import { addMaintainCommand } from "./commands/maintain";
import { addMembersCommands } from "./commands/members";
import { addRecordsCommands } from "./commands/records-import";
import { addTokensCommands } from "./commands/tokens";
import { addWebhooksCommands } from "./commands/webhooks";
import { describeFailure, failureToJson } from "./failure";
import { printNote } from "./print";

// Standard output is the result of the command. The log would mix with it, so it is silent unless LOG_LEVEL is set.
process.env.LOG_LEVEL ||= "silent";
loadDotEnv();

// A reader that stops early (`| head`) is not a failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

const asJson = process.argv.includes("--json");

const program = new Command("admin")
  .description("Configures organizations and manages their members, tokens, webhooks and records.")
  .showHelpAfterError("Add --help to see what the command takes.")
  .exitOverride();
// With --json, errors of the parser are reported as JSON too, like all other failures.
if (asJson) program.configureOutput({ writeErr: () => {} });

addConfigCommands(program);
addTokensCommands(program);
addWebhooksCommands(program);
addMembersCommands(program);
addRecordsCommands(program);
addMaintainCommand(program);
addDatabaseCommands(program);

try {
  await program.parseAsync();
} catch (error) {
  // The parser throws for help and the like, too, which is not a failure. Without --json it has already printed its own errors.
  const isTold = error instanceof CommanderError && (error.exitCode === 0 || !asJson);
  if (!isTold) printNote(asJson ? JSON.stringify(failureToJson(error)) : describeFailure(error));
  process.exitCode = error instanceof CommanderError ? error.exitCode : 1;
}
