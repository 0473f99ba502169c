/**
 * The command line as a process, for files with many rows about it: bundled once for the file, because compiling it at every
 * start costs more than the commands do. `admin.ts` runs it on the suite's database, as `npm run admin` starts it.
 */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { symlinkSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll } from "vitest";
import { temporaryFolder } from "./temporary-folder";

export type Outcome = { code: number | null; stdout: string; stderr: string };
export type Surroundings = { input?: string; env?: object };
export type CommandLine = (args: string[], surroundings?: Surroundings) => Promise<Outcome>;

/** Files that the bundle looks for next to its own folder. */
const BESIDE = ["node_modules", "prisma"];

/** Call it at the top of a test file. */
export function openCommandLine(): CommandLine {
  const folder = temporaryFolder();
  beforeAll(async () => {
    for (const name of BESIDE) symlinkSync(path.resolve(name), path.join(folder.path, name));
    await build({
      entryPoints: { admin: "server/cli/main.ts" },
      outdir: path.join(folder.path, "dist"),
      outExtension: { ".js": ".mjs" },
      platform: "node",
      format: "esm",
      bundle: true,
      // As in the server's bundle, a command loads what it uses, in half of the time.
      splitting: true,
      packages: "external",
      logLevel: "warning",
    });
  });
  afterAll(() => folder.remove());
  return (args, surroundings) => run(path.join(folder.path, "dist", "admin.mjs"), args, surroundings);
}

async function run(bundle: string, args: string[], { input = "", env = {} }: Surroundings = {}): Promise<Outcome> {
  const child = spawn(process.execPath, [bundle, ...args], { env: { ...process.env, ...env } });
  child.stdin.end(input);
  return outcomeOf(child);
}

export async function outcomeOf(child: ChildProcessWithoutNullStreams): Promise<Outcome> {
  const [stdout, stderr] = [child.stdout, child.stderr].map(async (stream) => (await stream.toArray()).join(""));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, stdout: (await stdout) ?? "", stderr: (await stderr) ?? "" };
}
