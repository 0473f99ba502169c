/** `maintain`: deletes what has expired. Processes that run permanently do the same once an hour. */
import type { Command } from "commander";
import { withDatabase } from "../database";
import { JSON_OPTION } from "../options";
import { print, printJson } from "../print";

export function addMaintainCommand(program: Command): void {
  program
    .command("maintain")
    .description("Deletes what has expired, creates partitions for coming changes, and applies the token policy.")
    .option(...JSON_OPTION)
    .action(maintainNow);
}

async function maintainNow({ json }: { json?: true }): Promise<void> {
  const { maintain } = await import("../../../lib/maintenance");
  const done = await withDatabase(maintain);
  const failed = Object.entries(done).flatMap(([task, removed]) => (removed === null ? [task] : []));
  if (json) printJson(done);
  else for (const [task, removed] of Object.entries(done)) print(`${task}: ${removed ?? "failed"}`);
  if (failed.length > 0)
    throw new Error(
      `${failed.join(", ")} failed. Run it as the role that owns the tables, with LOG_LEVEL=warn for why.`,
    );
}
