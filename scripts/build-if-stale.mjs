/** Builds what is not younger than every file that it is built from: the programs of the server, and the pages. */
import { spawn } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { setPriority } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Of the pages, beside what people wait for: half of the processor's time that others get. */
const NICE = 5;
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CODE = ["lib", "server", "prisma/schema.prisma", "package-lock.json", "tsconfig.json"];
const PRISMA = { product: "generated/prisma/client.ts", sources: ["prisma/schema.prisma", "package-lock.json"] };
const SERVER = { product: "dist/server.mjs", sources: [...CODE, "cli", "scripts/build-server.mjs"] };
const PAGES = {
  product: ".next/BUILD_ID",
  sources: [...CODE, "app", "components", "public", ...configurations()],
};

/**
 * Takes seconds. Whether it had to be built; throws with what the build printed when that fails, as does the other one.
 * @param {AbortSignal | undefined} signal
 */
export async function buildServerIfStale(signal) {
  if (isStale(PRISMA)) await run("postinstall", signal);
  if (!isStale(SERVER)) return false;
  await run("build:server", signal);
  return true;
}

/**
 * Takes most of a minute, and leaves the processor to whatever else is to be done meanwhile.
 * @param {AbortSignal | undefined} signal
 */
export async function buildPagesIfStale(signal) {
  if (!isStale(PAGES)) return false;
  await run("build:pages", signal, NICE);
  return true;
}

export function arePagesStale() {
  return isStale(PAGES);
}

/** @param {{ product: string, sources: string[] }} built */
function isStale({ product, sources }) {
  return Math.max(...sources.map(youngestIn)) >= youngestIn(product);
}

function configurations() {
  return readdirSync(ROOT).filter((name) => /^((instrumentation|proxy)\.ts|(next|postcss)\.config\.\w+)$/.test(name));
}

/**
 * The time of the last change, in milliseconds; 0 for what is not there.
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
  // The npm that runs us where there is one: a second one on the PATH may be of another version.
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
