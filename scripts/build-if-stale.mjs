/** Builds the application unless the build that is there is younger than every file it is made from. */
import { spawn } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SOURCES = ["app", "components", "lib", "server", "public", "prisma/schema.prisma", "scripts/build-server.mjs"];
const SETTINGS = /^(package-lock\.json|tsconfig\.json|(instrumentation|proxy)\.ts|(next|postcss)\.config\.\w+)$/;
const PRODUCTS = [".next/BUILD_ID", "dist/server.mjs"];

/** Answers whether it had to build. Throws with what the build printed when that fails. */
export async function buildIfStale({ signal, onBuild }) {
  const settings = readdirSync(ROOT).filter((name) => SETTINGS.test(name));
  const youngestSource = Math.max(...[...SOURCES, ...settings].map((name) => youngestIn(path.join(ROOT, name))));
  if (youngestSource < Math.min(...PRODUCTS.map((name) => youngestIn(path.join(ROOT, name))))) return false;
  onBuild();
  await run(["run", "build"], signal);
  return true;
}

/** The time of the last change, in milliseconds; 0 for what is not there. */
function youngestIn(file) {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(0, ...readdirSync(file).map((name) => youngestIn(path.join(file, name))));
}

function run(args, signal) {
  // The npm that runs us where there is one: a second one on the PATH may be of another version.
  const [command, first] = process.env.npm_execpath ? [process.execPath, [process.env.npm_execpath]] : ["npm", []];
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...first, ...args], { cwd: ROOT, env, signal, stdio: ["ignore", "pipe", "pipe"] });
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
