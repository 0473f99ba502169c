/**
 * `node --import tsx scripts/bench/pair.ts [commit or folder]` compares this build with an earlier one, by default with the
 * commit of `last-landing`. Both get the same bursts of requests in turn. The report is the CPU time that the processes of
 * each service take per request, which a busy machine changes little. It never fails: it says why it was left out.
 */
import { type ChildProcess, execFileSync, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../tests/support/free-port";
import { temporaryFolder } from "../../tests/support/temporary-folder";
import { OWNER } from "./database";
import type { Dataset } from "./dataset";
import { load, textFor } from "./measure";
import { BATCH, DEAL, type Operation, requestsOf } from "./operations";
import { ORGANIZATION } from "./organization";
import { cpuOfFamilyMs } from "./processes";

const COMPARED: Operation[] = ["read", "list", "filter", "create", "update", "refused"];
const RECORDS = 2_000;
const WARM_UP_SECONDS = 3;
const ROUNDS = 6;
const UP_TIMEOUT_MS = 60_000;
const WHOLE_TIMEOUT_MS = 240_000;
const NODE = { name: "node" } as const;

type Service = { child: ChildProcess; port: number; token: string; recordIds: string[] };

const folder = temporaryFolder();
const children: ChildProcess[] = [];
const late = pause(WHOLE_TIMEOUT_MS).then(() => Promise.reject(new Error("it took too long")));
try {
  await Promise.race([compareWith(process.argv[2] ?? readFileSync("scripts/bench/last-landing", "utf8").trim()), late]);
} catch (error) {
  const [reason] = String(error).split("\n");
  console.log(`The comparison with an earlier build was left out: ${reason}.`);
}
for (const child of children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
  child.kill();
  await once(child, "exit");
}
folder.remove();
process.exit();

async function compareWith(given: string): Promise<void> {
  await compare(await open(earlierBuild(given), "before"), await open(process.cwd(), "now"));
}

async function compare(...services: [Service, Service]): Promise<void> {
  console.log("CPU of the service per request, in ms (median of the rounds)\noperation    before     now   ratio");
  for (const operation of COMPARED) {
    for (const service of services) await burst(service, operation, WARM_UP_SECONDS);
    const rounds: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1)
      for (const side of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
        rounds[side].push(await burst(services[side], operation, 1));
    const [before, now] = rounds.map(median) as [number, number];
    const columns = [before.toFixed(3).padStart(7), now.toFixed(3).padStart(8), (now / before).toFixed(2).padStart(8)];
    console.log(operation.padEnd(12) + columns.join(""));
  }
}

/** Returns milliseconds of CPU per request. */
async function burst({ child, port, token, recordIds }: Service, operation: Operation, seconds: number) {
  const requests = await requestsOf(operation, { recordIds } as Dataset, 0);
  const texts = requests.map((request) => textFor(NODE, operation, request, token));
  const pid = child.pid ?? 0;
  const before = cpuOfFamilyMs(pid);
  const { count, failures } = await load({ port, connections: 8, seconds, requests: texts });
  if (Object.keys(failures).length > 0) throw new Error(`${operation} was answered by ${JSON.stringify(failures)}`);
  return (cpuOfFamilyMs(pid) - before) / count;
}

/** The folder of a build that exists, or a new one of the commit. It has the packages and the pages of this build. */
function earlierBuild(given: string): string {
  if (existsSync(given) && statSync(given).isDirectory()) return path.resolve(given);
  const checkout = path.join(folder.path, "checkout");
  mkdirSync(checkout);
  const archive = path.join(folder.path, "archive.tar");
  execFileSync("git", ["archive", `--output=${archive}`, given], { stdio: ["ignore", "ignore", "pipe"] });
  execFileSync("tar", ["-xf", archive, "-C", checkout]);
  if (readFileSync(path.join(checkout, "package-lock.json"), "utf8") !== readFileSync("package-lock.json", "utf8"))
    throw new Error(`${given} has other packages: build it, and name its folder`);
  for (const name of ["node_modules", ".next"]) symlinkSync(path.resolve(name), path.join(checkout, name));
  for (const script of ["postinstall", "build:server"]) npm(checkout, process.env, script);
  return checkout;
}

/** Starts a build with a database of its own, and creates the same records in each. */
async function open(cwd: string, name: string): Promise<Service> {
  const port = await freePort();
  const limits = { RATE_LIMIT_REQUESTS_PER_MINUTE: "1000000000", RATE_LIMIT_AUTH_FAILURES_PER_MINUTE: "1000000000" };
  const env = { PATH: process.env.PATH, PORT: String(port), HOST: "127.0.0.1", WEB_CONCURRENCY: "1", ...limits };
  const own = { ...env, NODE_ENV: "production" as const, DATA_DIR: path.join(folder.path, name) };
  const child = spawn(process.execPath, ["dist/server.mjs"], { cwd, env: own, stdio: ["ignore", "ignore", "inherit"] });
  children.push(child);
  for (const until = performance.now() + UP_TIMEOUT_MS; ; await pause(100)) {
    const ready = await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => null);
    if (ready?.ok) break;
    if (performance.now() > until || child.exitCode !== null) throw new Error(`${cwd} did not start`);
  }
  const file = path.join(folder.path, "organization.json");
  writeFileSync(file, JSON.stringify(ORGANIZATION));
  npm(cwd, own, "admin", "config", "apply", file);
  const member = ["--organization", ORGANIZATION.organization.key, "--member", OWNER.email];
  const { token } = JSON.parse(npm(cwd, own, "admin", "tokens", "create", ...member, "--name", "Pair", "--json"));
  const recordIds: string[] = [];
  const body = JSON.stringify({ operations: Array(BATCH).fill({ op: "create", data: DEAL }) });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  while (recordIds.length < RECORDS) {
    const url = `http://127.0.0.1:${port}/api/v1/entities/deals/records/batch`;
    const { data } = JSON.parse(await (await fetch(url, { method: "POST", headers, body })).text());
    recordIds.push(...data.results.map(({ id }: { id: string }) => id));
  }
  return { child, port, token, recordIds };
}

function npm(cwd: string, env: NodeJS.ProcessEnv, script: string, ...given: string[]): string {
  const stdio = ["ignore", "pipe", "ignore"] satisfies StdioOptions;
  return execFileSync("npm", ["run", "-s", script, "--", ...given], { cwd, env, stdio, encoding: "utf8" });
}

function median(values: number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1] ?? 0;
}
