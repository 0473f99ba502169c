/**
 * Third-party tools that read OpenAPI documents. They would make up a fifth of all that `npm install` brings, so only the
 * long run fetches them, into node_modules/.cache, at the versions that are written here.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

export const TOOLS_FOLDER = path.resolve("node_modules/.cache/openapi-tools");

/**
 * The newest that run on Node 20; but openapi-fetch 0.17.0 treats tuples as arrays, and so accepts any text as an operator.
 * openapi-typescript asks for a TypeScript of its own.
 */
const VERSIONS = {
  "@hey-api/openapi-ts": "0.90.0",
  "@redocly/cli": "2.77.0",
  "@stoplight/prism-cli": "5.14.2",
  "@stoplight/spectral-cli": "6.16.3",
  "@usebruno/converters": "0.23.0",
  express: "5.3.0",
  "express-openapi-validator": "5.6.2",
  "openapi-fetch": "0.16.0",
  "openapi-to-postmanv2": "6.3.3",
  "openapi-typescript": "7.13.0",
  typescript: "5.9.3",
};

type Ran = { code: number | null; output: string };

/** Takes half a minute the first time. Throws what npm says when it cannot. */
export async function fetchTools(): Promise<void> {
  const wanted = `${JSON.stringify({ private: true, dependencies: VERSIONS }, null, 2)}\n`;
  const manifest = path.join(TOOLS_FOLDER, "package.json");
  if (existsSync(manifest) && readFileSync(manifest, "utf8") === wanted) return;
  rmSync(TOOLS_FOLDER, { recursive: true, force: true });
  mkdirSync(TOOLS_FOLDER, { recursive: true });
  const packages = Object.entries(VERSIONS).map(([name, version]) => `${name}@${version}`);
  const options = ["--prefix", TOOLS_FOLDER, "--no-save", "--no-audit", "--no-fund", "--ignore-scripts"];
  const { code, output } = await run("npm", ["install", ...options, ...packages]);
  if (code !== 0) throw new Error(`npm could not fetch the tools:\n${output}`);
  // Last, so that an interrupted run starts again.
  writeFileSync(manifest, wanted);
}

/** The path of a fetched tool's program. */
export function toolPath(name: string): string {
  return path.join(TOOLS_FOLDER, "node_modules", ".bin", name);
}

/** The exports of a fetched tool that is a library. Its types are not known here. */
export function requireTool(name: string) {
  return createRequire(path.join(TOOLS_FOLDER, "package.json"))(name);
}

/** Runs a fetched tool in `folder`. */
export function runTool(name: string, args: string[], folder: string): Promise<Ran> {
  return run(toolPath(name), args, folder);
}

/** `output` has what it wrote to both of its streams. */
function run(command: string, args: string[], cwd?: string): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    const written: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => written.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output: Buffer.concat(written).toString() }));
  });
}
