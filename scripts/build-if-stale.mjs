/** Builds the programs of the server and the pages, if any source file is newer than the product. */
import { spawn } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { setPriority } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The pages build with half of the processor time that other programs get, because people wait for those. */
const NICE = 5;
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CODE = ["lib", "server", "prisma/schema.prisma", "package-lock.json", "tsconfig.json"];
const PRISMA = { product: "generated/prisma/client.ts", sources: ["prisma/schema.prisma", "package-lock.json"] };
const SERVER = { product: "dist/server.mjs", sources: [...CODE, "scripts/build-server.mjs"] };
const PAGES = {
  product: ".next/BUILD_ID",
  sources: [...CODE, "app", "components", "public", ...configurations()],
};

/**
 * Takes seconds. Returns whether a build was needed. Throws with the output of a failed build, as does `buildPagesIfStale`.
 * @param {AbortSignal | undefined} signal
 */
export async function buildServerIfStale(signal) {
  if (isStale(PRISMA)) await run("postinstall", signal);
  if (!isServerStale()) return false;
  await run("build:server", signal);
  return true;
}

/**
 * Takes most of a minute, at a low priority.
 * @param {AbortSignal | undefined} signal
 */
export async function buildPagesIfStale(signal) {
  if (!isStale(PAGES)) return false;
  await run("build:pages", signal, NICE);
  return true;
}

export function isServerStale() {
  return isStale(SERVER);
}

export function arePagesStale() {
  return isStale(PAGES);
}

/** @param {{ product: string, sources: string[] }} built */
function isStale({ product, sources }) {
  return Math.max(...sources.map(youngestIn)) >= youngestIn(product);
}

function configurations() {
  return readdirSync(ROOT).filter((name) => /^((instrumentation|proxy)\.ts|next\.config\.\w+)$/.test(name));
}

/**
 * The time of the last change, in milliseconds; 0 if the file does not exist.
 * @param {string} name
 * @returns {number}
 */
function youngestIn(name) {
  const file = path.join(ROOT, name);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(0, ...readdirSync(file).map((inner) => youngestIn(path.join(name, inner))));
}

/**
 * @param {string} script
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<void>}
 */
function run(script, signal, priority = 0) {
  // Use the npm that runs this script, if there is one: another one on the PATH may be of a different version.
  const [command, first] = process.env.npm_execpath ? [process.execPath, [process.env.npm_execpath]] : ["npm", []];
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...first, "run", script], {
      cwd: ROOT,
      env,
      signal,
      stdio: ["ignore", "pipe", "pipe"],
    });
    if (child.pid !== undefined) setPriority(child.pid, priority);
    /** @type {Buffer[]} */
    const output = [];
    child.stdout.on("data", (chunk) => output.push(chunk));
    child.stderr.on("data", (chunk) => output.push(chunk));
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The build failed:\n${Buffer.concat(output).toString().trim()}`));
    });
  });
}
