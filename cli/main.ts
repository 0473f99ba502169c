/**
 * The command line: `npm run -s admin -- <command>`. Declares the commands and tells failures; each command loads what
 * it needs when it is called, so that `--help` and `config check` wait for nothing.
 */
import { Command } from "commander";
import { loadDotEnv } from "../server/dot-env";
import { addConfigCommands } from "./config";
import { describeFailure, failureToJson } from "./failure";
import { addMembersCommands } from "./members";
import { addRecordsCommands } from "./records-import";
import { addTokensCommands } from "./tokens";

// Standard output is the command's answer. The log would mix with it, so it speaks only when asked to.
process.env.LOG_LEVEL ||= "silent";
loadDotEnv();

// Somebody who reads the first lines only (`| head`) is not a failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

const program = new Command("admin")
  .description("Configures organisations and manages their members, tokens and records.")
  .showHelpAfterError("Add --help to see what the command takes.");

addConfigCommands(program);
addTokensCommands(program);
addMembersCommands(program);
addRecordsCommands(program);

try {
  await program.parseAsync();
} catch (error) {
  const asJson = process.argv.includes("--json");
  process.stderr.write(`${asJson ? JSON.stringify(failureToJson(error)) : describeFailure(error)}\n`);
  process.exitCode = 1;
}
