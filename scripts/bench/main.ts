/**
 * `npm run bench`: sets its own database up, measures both adapters and their floors in one run, and writes the report. With
 * `--quick` in less time; `-- --growth` and `-- --soak=20` measure how it does with more data, and over time,
 * `-- --webhooks` how many deliveries are sent.
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { env } from "../../lib/process/env";
import { temporaryFolder } from "../../tests/support/temporary-folder";
import { type Dataset, forgetCreated, openDataset } from "./dataset";
import { growth } from "./growth/main";
import { measure, type Row, warmUp } from "./measure";
import { largePagesLine, peakOfLargePages } from "./memory";
import { OPERATIONS, type Operation, requestsOf } from "./operations";
import { type Recorded, recordSteps } from "./recorded";
import { writeReport } from "./report";
import type { Request } from "./requests";
import { soak, soakLines } from "./soak";
import { findPgbench, measureSql } from "./sql";
import { requireBuilds, startTarget, TARGETS, type Target } from "./targets";
import { webhooks } from "./webhooks";

const RECORDS = 100_000;
const DEPTH = 50_000;
/** Operations that query nothing, or only the caller, have no floor; nor do those that are compared with another operation. */
const WITHOUT_FLOOR: Operation[] = ["me", "discovery", "refused", "poll", "batch"];
const READS: Operation[] = ["read", "list", "filter", "deep", "search"];

const isQuick = process.argv.includes("--quick");
const seconds = isQuick ? 1 : 1.25;
/** The better one counts: nothing makes a machine faster for a moment, but its other users make it slower. */
const rounds = isQuick ? 1 : 2;
const sizes = isQuick ? [8] : [8, 64];
/** Each takes long: of 64 at once with one token, some would wait too long for their turn, and get 429 (docs/contract.md, § 3). */
const FEW_AT_ONCE: Operation[] = ["count", "batch"];
/** For the soak within a run: long enough to show that it holds; a trend takes longer. */
const SOAK_MINUTES = 2;

/** The statements that the floors run for each operation. */
type Plan = Map<Operation, Recorded>;

// Set for this process only: it creates the cursor and the token that the targets use.
env().APP_SECRET ??= "a secret of the benchmark, of no use elsewhere";
env().LOG_LEVEL = "silent";
env().RATE_LIMIT_REQUESTS_PER_MINUTE = 1_000_000;

const givenSoak = process.argv.find((argument) => argument.startsWith("--soak="));
if (process.argv.includes("--growth")) await growth();
else if (process.argv.includes("--webhooks")) await webhooks();
else if (givenSoak !== undefined) await soakOnly(Number(givenSoak.slice("--soak=".length)));
else await compare();
process.exit(0);

async function compare(): Promise<void> {
  requireBuilds();
  await withDataset(async (dataset, stepsFile) => {
    const plan = await planOf(dataset);
    writeFileSync(stepsFile, JSON.stringify(Object.assign({}, ...plan.values())));
    const folder = path.dirname(stepsFile);
    // The requests that were recorded have created some.
    await forgetCreated(dataset);
    const rows = await measureTargets(dataset, stepsFile);
    rows.push(...measureStatements(plan, dataset, folder));
    const memory = isQuick ? [] : await memoryLines(dataset, stepsFile);
    writeReport({ rows: sorted(rows), records: RECORDS, memory });
    console.log("Written: scripts/bench/report.md, report.svg, report.json");
  });
}

async function memoryLines(dataset: Dataset, stepsFile: string): Promise<string[]> {
  const soaked = await soak(dataset, SOAK_MINUTES, stepsFile);
  return [largePagesLine(await peakOfLargePages(dataset, stepsFile)), ...soakLines(soaked)];
}

async function soakOnly(minutes: number): Promise<void> {
  await withDataset(async (dataset, stepsFile) => {
    const lines = soakLines(await soak(dataset, minutes, stepsFile)).map((line) => `- ${line}`);
    writeFileSync("scripts/bench/soak.md", ["# An even load for a while", "", ...lines, ""].join("\n"));
    console.log("Written: scripts/bench/soak.md");
  });
}

async function withDataset(work: (dataset: Dataset, stepsFile: string) => Promise<void>): Promise<void> {
  console.log(`Making ${RECORDS.toLocaleString("en")} deals …`);
  const folder = temporaryFolder();
  const dataset = await openDataset(RECORDS);
  const stepsFile = path.join(folder.path, "steps.json");
  writeFileSync(stepsFile, "{}");
  try {
    await work(dataset, stepsFile);
  } finally {
    folder.remove();
    await dataset.close();
  }
}

async function planOf(dataset: Dataset): Promise<Plan> {
  const plan: Plan = new Map();
  for (const operation of OPERATIONS) {
    const requests = WITHOUT_FLOOR.includes(operation) ? [] : await requestsOf(operation, dataset, DEPTH);
    plan.set(operation, await recordSteps(operation, requests, dataset));
  }
  return plan;
}

/** Measures an operation on every target, and again, before the next one: whatever keeps the machine busy affects them all. */
async function measureTargets(dataset: Dataset, stepsFile: string): Promise<Row[]> {
  const rows: Row[] = [];
  const targets: Target[] = [];
  const mix: [Operation, Request[]][] = [];
  for (const operation of READS) mix.push([operation, (await requestsOf(operation, dataset, DEPTH)).slice(0, 9)]);
  try {
    for (const name of TARGETS) {
      const target = await startTarget(name, dataset.url, stepsFile);
      targets.push(target);
      await warmUp(target, mix, dataset);
    }
    for (const operation of OPERATIONS) {
      // Not before its turn, because the feed that is polled must have no changes.
      const requests = await requestsOf(operation, dataset, DEPTH);
      const able = targets.filter(({ name }) => !name.startsWith("floor") || !WITHOUT_FLOOR.includes(operation));
      for (const connections of FEW_AT_ONCE.includes(operation) ? sizes.slice(0, 1) : sizes) {
        const best = new Map<Target, Row>();
        for (const target of Array.from({ length: rounds }, () => able).flat()) {
          const row = await measure(target, operation, requests, dataset, { connections, seconds });
          if (operation === "create" || operation === "batch") await forgetCreated(dataset);
          if (row.requestsPerSecond > (best.get(target)?.requestsPerSecond ?? 0)) best.set(target, row);
        }
        for (const row of best.values()) say(row);
        rows.push(...best.values());
      }
    }
  } finally {
    for (const target of targets) await target.stop();
  }
  return rows;
}

function measureStatements(plan: Plan, dataset: Dataset, folder: string): Row[] {
  const pgbench = findPgbench();
  if (pgbench === null) {
    console.log("The statements alone are left out: this machine has no pgbench.");
    return [];
  }
  return READS.flatMap((operation) =>
    sizes.map((connections) => {
      const options = { connections, seconds: Math.ceil(seconds), folder };
      const [steps = []] = Object.values(plan.get(operation) ?? {});
      const row = measureSql(pgbench, operation, steps, dataset, options);
      say(row);
      return row;
    }),
  );
}

function say({ target, operation, connections, requestsPerSecond, serverCpuMs, postgresCpuMs }: Row): void {
  const costs = `server ${serverCpuMs.toFixed(3)} ms, PostgreSQL ${postgresCpuMs.toFixed(3)} ms`;
  console.log(
    `${target.padEnd(10)} ${operation.padEnd(9)} ${String(connections).padStart(2)} connections ${String(requestsPerSecond).padStart(6)}/s  ${costs}`,
  );
}

function sorted(rows: Row[]): Row[] {
  return OPERATIONS.flatMap((operation) => rows.filter((row) => row.operation === operation));
}
