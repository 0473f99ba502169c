/** The statements alone, as PostgreSQL's own pgbench sends them; for machines that have it. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Dataset } from "./dataset";
import type { Row } from "./measure";
import type { Operation } from "./operations";
import { cpuOfFamilyMs } from "./processes";
import type { Step } from "./recorded";

/** The settings of the service's connections that plans depend on. */
const OPTIONS = "-c jit=off -c max_parallel_workers_per_gather=0";
const DEBIAN = "/usr/lib/postgresql";

/** null: this machine has none. */
export function findPgbench(): string | null {
  const folders = [...(process.env.PATH ?? "").split(":")];
  if (existsSync(DEBIAN)) folders.push(...readdirSync(DEBIAN).map((version) => `${DEBIAN}/${version}/bin`));
  return folders.map((folder) => path.join(folder, "pgbench")).find((file) => existsSync(file)) ?? null;
}

/** Reads only: the second step of a write needs values that the first one reads. */
export function measureSql(
  pgbench: string,
  operation: Operation,
  [step]: Step[],
  dataset: Dataset,
  { connections, seconds, folder }: { connections: number; seconds: number; folder: string },
): Row {
  if (step === undefined) throw new Error(`${operation} has no statement.`);
  const file = path.join(folder, `${operation}.sql`);
  writeFileSync(file, `${withValues(step)};\n`);
  const before = cpuOfFamilyMs(dataset.postmaster);
  const options = ["-n", "-f", file, "-c", String(connections), "-T", String(seconds), "-M", "prepared"];
  const output = execFileSync(pgbench, [...options, dataset.url], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, PGOPTIONS: `${OPTIONS} -c plan_cache_mode=force_${step.mode}_plan` },
  });
  const count = Number(/actually processed: (\d+)/.exec(output)?.[1]);
  const latency = Number(/latency average = ([\d.]+) ms/.exec(output)?.[1]);
  const postgresCpuMs = Number(((cpuOfFamilyMs(dataset.postmaster) - before) / count).toFixed(3));
  const rate = Math.round(count / seconds);
  const times = { p50Ms: latency, p99Ms: latency };
  return {
    target: "sql",
    operation,
    connections,
    requestsPerSecond: rate,
    ...times,
    serverCpuMs: 0,
    postgresCpuMs,
    rssMb: 0,
  };
}

/** pgbench can bind only its own variables. */
function withValues({ text, values }: Step): string {
  return text.replace(/\$(\d+)/g, (parameter, number) => {
    const given = values[Number(number) - 1];
    if (given === undefined || !("value" in given)) throw new Error(`${parameter} has no value that stays the same.`);
    return literal(given.value);
  });
}

export function literal(value: unknown): string {
  if (value === null) return "NULL";
  if (Array.isArray(value)) return `'{${value.map((item) => `"${String(item)}"`).join()}}'`;
  return typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : `'${String(value).replaceAll("'", "''")}'`;
}
