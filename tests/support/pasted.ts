/** What documents and pages show, run as a reader would: pasted into a shell, or saved as a script. */
import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";

export type Pasted = { stdout: string; stderr: string };

/** Runs it until it ends. `env` is added to PATH alone: a document has to say what else it needs. */
export async function run(command: string, args: string[], folder: string, env: object): Promise<Pasted> {
  return promisify(execFile)(command, args, {
    cwd: folder,
    env: { NODE_ENV: "test", PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
}

/** Every block of a document in one language, in their order. */
export function blocksOf(document: string, language: string): string[] {
  const blocks = readFileSync(document, "utf8").matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm"));
  return [...blocks].map(([, block]) => block ?? "");
}

/** Python scripts use a package that does not come with it. */
export const HAS_PYTHON = spawnSync("python3", ["-c", "import requests"]).status === 0;
