/** Runs the command line (`npm run -s admin`) against the suite's database, as a script would. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";

const run = promisify(execFile);

/** `files` are written to a directory of their own and named, in order, after the arguments. Returns what was printed. */
export async function runAdmin(
  args: string[],
  files: Record<string, string> = {},
  environment: Record<string, string> = {},
): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "admin-"));
  try {
    const paths = Object.keys(files).map((name) => join(directory, name));
    for (const [index, text] of Object.values(files).entries()) await writeFile(paths[index] as string, text);
    const { stdout } = await run(process.execPath, ["--import", "tsx", "server/cli/main.ts", ...args, ...paths], {
      env: { ...process.env, DATABASE_URL: inject("databaseUrl"), LOG_LEVEL: "warn", ...environment },
    });
    return stdout;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
