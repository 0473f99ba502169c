/**
 * The command line: `npm run -s admin -- <command>`. Declares the commands and tells failures; each command loads what
 * it needs when it is called, so that `--help` and `config check` wait for nothing.
 */
import { Command, CommanderError } from "commander";
import { loadDotEnv } from "../server/dot-env";
import { addConfigCommands } from "./commands/config";
import { addDatabaseCommands } from "./commands/database-check";
import { addMaintainCommand } from "./commands/maintain";
import { addMembersCommands } from "./commands/members";
import { addRecordsCommands } from "./commands/records-import";
import { addTokensCommands } from "./commands/tokens";
import { tellFailure } from "./failure";

// Standard output is the command's answer. The log would mix with it, so it speaks only when asked to.
process.env.LOG_LEVEL ||= "silent";
loadDotEnv();

// Somebody who reads the first lines only (`| head`) is not a failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

const asJson = process.argv.includes("--json");

const program = new Command("admin")
  .description("Configures organisations and manages their members, tokens and records.")
  .showHelpAfterError("Add --help to see what the command takes.")
  .exitOverride();
// What a command cannot be read by is told as every other failure, where a script is to read it.
if (asJson) program.configureOutput({ writeErr: () => {} });

addConfigCommands(program);
addTokensCommands(program);
addMembersCommands(program);
addRecordsCommands(program);
addMaintainCommand(program);
addDatabaseCommands(program);

try {
  await program.parseAsync();
} catch (error) {
  // Help and its like end in one that is no failure; without --json the parser has told the others itself.
  const isTold = error instanceof CommanderError && (error.exitCode === 0 || !asJson);
  if (!isTold) tellFailure(error, asJson ? "json" : "text");
  process.exitCode = error instanceof CommanderError ? error.exitCode : 1;
}
