/**
 * `npm test`: everything from a bare clone to one line of counts. Installs, builds, and runs every Vitest suite and the
 * scenarios of the pages, against real parts. Needs nothing but Node: it runs before anything is installed.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { constants, setPriority, tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { install } from "./install.mjs";
import { pathWithPrograms } from "./programs-for-tests.mjs";
import { ofPlaywright, ofVitest } from "./test-results.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** What would lead the tests to somebody's real service. */
const SETTINGS_OF_A_SERVICE =
  /^(DATABASE_|DATA_DIR$|REDIS_|UPSTASH_|OIDC_|APP_|RATE_LIMIT_|TRUSTED_PROXY_HOPS$|WEB_CONCURRENCY$|API_PROCESSES$|CHANGES_RETENTION_DAYS$|METRICS_PORT$|CRON_SECRET$|COMPRESSION$|PAGES$|PORT$|HOST$|LOG_LEVEL$|NODE_ENV$)/;

process.chdir(ROOT);
install();

const programs = pathWithPrograms();
const env = testEnvironment();
const counts = { passed: 0, skipped: 0 };
const failures = [];

let noBrowser = null;

// First, and once: the build and the suites that need none both import what it writes, and go side by side.
await run("npx", "prisma", "generate");
const [isBuilt] = await Promise.all([build(), runSuites(run, "parts")]);
if (isBuilt) {
  await runSuites(run, "api-node", "api-next", "side-by-side", "resilience");
  await runScenariosAndWhatWaits();
} else {
  failures.push("the build, without which the suites of a whole service cannot run");
}
report();

/** @returns {NodeJS.ProcessEnv} */
function testEnvironment() {
  const inherited = Object.entries(process.env).filter(([name]) => !SETTINGS_OF_A_SERVICE.test(name));
  // The tools that are started say what NODE_ENV is to be.
  const own = /** @type {NodeJS.ProcessEnv} */ (Object.fromEntries(inherited));
  return { ...own, PATH: programs.path, NEXT_TELEMETRY_DISABLED: "1" };
}

async function build() {
  // The types of a route that has since been deleted would fail the build.
  rmSync(path.join(ROOT, ".next", "dev", "types"), { recursive: true, force: true });
  return (await runBehind("npm", "run", "build:generated")) === 0;
}

/** `runner`: of those below. */
async function runSuites(runner, ...projects) {
  await withResults(async (file) => {
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    const selection = projects.flatMap((project) => ["--project", project]);
    const code = await runner("npx", "vitest", "run", ...reporters, ...selection);
    count(ofVitest(readResults(file)), "vitest", code);
  });
}

/** Side by side, but for the long run, in which what waits measures, too. */
async function runScenariosAndWhatWaits() {
  const suites = "beside-pages";
  if (env.LONG !== "1") return Promise.all([runScenarios(), runSuites(runQuietly, suites)]);
  await runSuites(run, suites);
  return runScenarios();
}

/** The pages, in a browser. */
async function runScenarios() {
  const { findBrowser } = await import("./browser-for-tests.mjs");
  const browser = findBrowser();
  noBrowser = browser.reason;
  if (browser.path === null) return;
  await withResults(async (file) => {
    Object.assign(env, { CHROMIUM_PATH: browser.path, PLAYWRIGHT_JSON_OUTPUT_FILE: file });
    const code = await run("npx", "playwright", "test");
    count(ofPlaywright(readResults(file)), "playwright", code);
  });
}

async function withResults(work) {
  const folder = mkdtempSync(path.join(tmpdir(), "public-records-api-results-"));
  try {
    await work(path.join(folder, "results.json"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readResults(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

/** A runner that gives up without a failure of a test has failed outside of them. */
function count(results, runner, code) {
  counts.passed += results.passed;
  counts.skipped += results.skipped;
  failures.push(...results.failures);
  if (code !== 0 && results.failures.length === 0) failures.push(`${runner} ended with ${code}; it says above why`);
}

function report() {
  if (noBrowser !== null) console.log(`Skipped: the scenarios of the pages (${noBrowser}).`);
  for (const reason of Object.values(programs.reasons)) console.log(`Skipped: the rows that need it (${reason}).`);
  if (counts.passed + failures.length === 0) console.error("No test ran.");
  for (const failure of failures) console.log(`Failed: ${failure}`);
  if (env.LONG !== "1") console.log("Left to npm run test:long: docs/decisions/0028-the-usual-run.md");
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
  console.log(`${counts.passed} passed, ${failures.length} failed${skipped}`);
  process.exitCode = failures.length > 0 || counts.passed === 0 ? 1 : 0;
}

/** The exit code. */
function run(command, ...args) {
  return exitOf(command, spawn(command, args, { cwd: ROOT, env, stdio: ["ignore", "inherit", "inherit"] }));
}

/** The same while another command has the terminal: what this one prints is shown when it has ended. */
function runQuietly(command, ...args) {
  return exitQuietly(command, spawn(command, args, { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] }));
}

/** And which takes what time of the processor the other leaves, since some tests have a limit to keep. */
function runBehind(command, ...args) {
  const child = spawn(command, args, { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  return exitQuietly(command, child);
}

async function exitQuietly(command, child) {
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => printed.push(chunk));
  const code = await exitOf(command, child);
  process.stdout.write(Buffer.concat(printed));
  return code;
}

/** A signal that ends this process ends the command first. */
function exitOf(command, child) {
  return new Promise((resolve) => {
    const pass = (signal) => child.kill(signal);
    const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
    for (const signal of signals) process.on(signal, pass);
    child.on("error", (error) => {
      console.error(`${command} could not be started: ${error.message}`);
      resolve(1);
    });
    child.on("close", (code) => {
      for (const signal of signals) process.off(signal, pass);
      resolve(code ?? 1);
    });
  });
}
