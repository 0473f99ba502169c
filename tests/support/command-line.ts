/**
 * The command line as a process, for files with many rows about it: bundled once for the file, because compiling it at every
 * start costs more than the commands do. Against the suite's database and as `npm run admin` starts it: `admin.ts`.
 */
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { build } from "esbuild";
import { afterAll, beforeAll } from "vitest";

export type Outcome = { code: number | null; stdout: string; stderr: string };
export type Surroundings = { input?: string; env?: object };
export type CommandLine = (args: string[], surroundings?: Surroundings) => Promise<Outcome>;

/** Call it at the top of a test file. */
export function openCommandLine(): CommandLine {
  // Beside the server's bundle: the migrations are looked for from there.
  const bundle = `dist/command-line-${process.pid}.mjs`;
  beforeAll(async () => {
    await build({
      entryPoints: ["cli/main.ts"],
      outfile: bundle,
      platform: "node",
      format: "esm",
      bundle: true,
      packages: "external",
      logLevel: "warning",
    });
  });
  afterAll(() => rmSync(bundle, { force: true }));
  return (args, surroundings) => run(bundle, args, surroundings);
}

async function run(bundle: string, args: string[], { input = "", env = {} }: Surroundings = {}): Promise<Outcome> {
  const child = spawn(process.execPath, [bundle, ...args], { env: { ...process.env, ...env } });
  child.stdin.end(input);
  const [stdout, stderr] = [child.stdout, child.stderr].map(async (stream) => (await stream.toArray()).join(""));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, stdout: (await stdout) ?? "", stderr: (await stderr) ?? "" };
}
