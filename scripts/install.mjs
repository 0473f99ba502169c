/**
 * Brings node_modules to the state of package-lock.json, or returns immediately if it is there already. Needs only Node: it runs
 * before anything is installed.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const OLDEST_NODE = [20, 19];
const PRISMA_CLIENT = path.join(ROOT, "generated", "prisma", "client.ts");

/** Ends the process with one sentence if it fails. */
export function install() {
  requireNode();
  if (!isInstalled()) {
    console.log("Installing the packages of package-lock.json …");
    npm("ci", "--no-audit", "--no-fund");
  }
  // It is missing if npm is configured not to run scripts.
  if (!existsSync(PRISMA_CLIENT)) npm("run", "postinstall");
}

/** npm writes its own list of installed packages last, so an interrupted installation has none. */
function isInstalled() {
  const note = path.join(ROOT, "node_modules", ".package-lock.json");
  if (!existsSync(note)) return false;
  const installed = packagesOf(note);
  return Object.entries(packagesOf(path.join(ROOT, "package-lock.json"))).every(
    ([folder, wanted]) => folder === "" || wanted.optional || wanted.devOptional || isSame(installed[folder], wanted),
  );
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages;
}

function isSame(installed, wanted) {
  return installed !== undefined && installed.version === wanted.version && installed.integrity === wanted.integrity;
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  stop(
    `Node.js ${OLDEST_NODE.join(".")} or newer is needed, and this is ${process.versions.node}: see https://nodejs.org.`,
  );
}

function npm(...args) {
  // Use the npm that runs this script, if there is one: another one on the PATH may be of a different version.
  const [command, first] = process.env.npm_execpath ? [process.execPath, [process.env.npm_execpath]] : ["npm", []];
  const { status, error } = spawnSync(command, [...first, ...args], {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (error !== undefined) stop(`npm could not be started: ${error.message}`);
  if (status !== 0) stop(`npm ${args.join(" ")} failed; what it printed above says why.`);
}

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
