/**
 * `npm test`: from a bare clone to one line of counts. Installs, builds, and runs the first ring of the tests against real parts;
 * `npm run test:long` runs the rest (`tests/rings.mjs`). Needs only Node: it runs before anything is installed.
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { constants, setPriority } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { install } from "../install.mjs";
import { makeTestFolder, removeTestFolder } from "./folder.mjs";
import { endGroupsOnSignal, startGroup } from "./process-groups.mjs";
import { pathWithPrograms } from "./programs.mjs";
import { ofPlaywright, ofVitest } from "./results.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Variables that could point the tests at a real service. */
const SETTINGS_OF_A_SERVICE =
  /^(DATABASE_|DATA_DIR$|REDIS_|UPSTASH_|OIDC_|APP_|RATE_LIMIT_|TRUSTED_PROXY_HOPS$|WEB_CONCURRENCY$|API_PROCESSES$|CHANGES_RETENTION_DAYS$|METRICS_PORT$|CRON_SECRET$|COMPRESSION$|PAGES$|PORT$|HOST$|LOG_LEVEL$|NODE_ENV$)/;

const IS_FIRST = !process.argv.includes("--long");

process.chdir(ROOT);
install();

const programs = pathWithPrograms();
const folder = await makeTestFolder();
endGroupsOnSignal(() => removeTestFolder(folder));
const env = testEnvironment();
const counts = { passed: 0, skipped: 0 };
const failures = [];

let noBrowser = null;

begin("The build, and what needs none", { first: 5, rest: 6 });
// Generated first and once, because the build and the unit tests both import it and run side by side.
await run("npx", "prisma", "generate");
const [isBuilt] = await Promise.all([build(), runSuites(run, "parts")]);
if (!isBuilt) failures.push("the build, without which the suites of a whole service cannot run");
else if (IS_FIRST) await runFirstRing();
else await runTheRest();
await removeTestFolder(folder);
report();

async function runFirstRing() {
  begin("The API over both adapters, and the quick faults", { first: 4 });
  await runSuites(run, "api-node", "api-next", "side-by-side", "resilience");
  begin("The pages, in a browser", { first: 4 });
  await runScenarios();
}

/** Suites that mostly wait run beside the scenarios, except with `LONG=1`, which also measures. */
async function runTheRest() {
  begin("The API over both adapters, races, and faults one at a time", { rest: 20 });
  await runSuites(run, "api-node", "api-next", "side-by-side", "resilience");
  begin("The pages, in a browser", { rest: 20 });
  if (env.LONG === "1") {
    await runSuites(run, "beside-pages");
    await runScenarios();
  } else {
    await Promise.all([runScenarios(), runSuites(runQuietly, "beside-pages")]);
  }
  begin("Small faults in the rules, each of which a unit test has to notice", { rest: 2 });
  const code = await run("npm", "run", "--silent", "test:mutation");
  if (code !== 0) failures.push("npm run test:mutation; it says above which fault no test notices");
  begin("A report: CPU per request beside the last landing", { rest: 4 });
  await run("node", "--import", "tsx", "scripts/bench/pair.ts");
}

/** Announces the next part, and how many minutes it takes on two idle cores. */
function begin(what, minutes) {
  console.log(`\n${what}: about ${IS_FIRST ? minutes.first : minutes.rest} minutes …`);
}

/** @returns {NodeJS.ProcessEnv} */
function testEnvironment() {
  const inherited = Object.entries(process.env).filter(([name]) => !SETTINGS_OF_A_SERVICE.test(name));
  // The tools that are started set NODE_ENV themselves.
  const own = /** @type {NodeJS.ProcessEnv} */ (Object.fromEntries(inherited));
  const ring = IS_FIRST ? "quick" : "long";
  return { ...own, PATH: programs.path, TMPDIR: folder, TEST_RING: ring, NEXT_TELEMETRY_DISABLED: "1" };
}

async function build() {
  const { arePagesStale, isServerStale } = await import("../build-if-stale.mjs");
  if (!arePagesStale() && !isServerStale()) return true;
  // Stale types of a deleted route would fail the build.
  rmSync(path.join(ROOT, ".next", "dev", "types"), { recursive: true, force: true });
  return (await runBehind("npm", "run", "build:generated")) === 0;
}

/** `runner`: one of the functions below. */
async function runSuites(runner, ...projects) {
  const file = resultsOf(...projects);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const selection = projects.flatMap((project) => ["--project", project]);
  const code = await runner("npx", "vitest", "run", "--config", "tests/vitest.config.ts", ...reporters, ...selection);
  count(ofVitest(readResults(file)), "vitest", code);
}

/** The scenarios of the pages, in a browser. */
async function runScenarios() {
  const { findBrowser } = await import("./browser.mjs");
  const browser = findBrowser();
  noBrowser = browser.reason;
  if (browser.path === null) return;
  const file = resultsOf("scenarios");
  Object.assign(env, { CHROMIUM_PATH: browser.path, PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  const code = await run("npx", "playwright", "test", "--config", "tests/playwright.config.ts");
  count(ofPlaywright(readResults(file)), "playwright", code);
}

/** The file for the JSON report of these projects. */
function resultsOf(...names) {
  return path.join(folder, `${names.join("-")}.json`);
}

function readResults(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

/** If a runner fails without a failed test, the runner itself has failed. */
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
  if (IS_FIRST) console.log("Left to npm run test:long: docs/decisions/0028-the-usual-run.md");
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
  console.log(`${counts.passed} passed, ${failures.length} failed${skipped}`);
  process.exitCode = failures.length > 0 || counts.passed === 0 ? 1 : 0;
}

/** Resolves to the exit code. */
function run(command, ...args) {
  return startGroup(command, args, { cwd: ROOT, env, stdio: ["ignore", "inherit", "inherit"] }).exit;
}

/** Like `run`, while another command uses the terminal: prints the output when the command has ended. */
function runQuietly(command, ...args) {
  return quietly(startGroup(command, args, { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] }));
}

/** Like `runQuietly`, but with a lower priority, since some of the tests beside it have time limits. */
function runBehind(command, ...args) {
  const group = startGroup(command, args, { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
  if (group.child.pid !== undefined) setPriority(group.child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  return quietly(group);
}

async function quietly({ child, exit }) {
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => printed.push(chunk));
  const code = await exit;
  process.stdout.write(Buffer.concat(printed));
  return code;
}
