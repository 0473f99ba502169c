/** `npm run bench -- --growth`: what stays flat while the records become a thousand times as many. */
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { temporaryFolder } from "../tests/support/temporary-folder";
import { openDataset } from "./dataset";
import { measure } from "./measure";
import { type Operation, requestsOf } from "./operations";
import { startTarget } from "./targets";

const DEFAULT_SIZES = [10_000, 100_000, 1_000_000, 10_000_000];
const OPERATIONS: Operation[] = ["read", "list", "filter", "deep", "search"];
const CONNECTIONS = 1;
const SECONDS = 4;

type Growth = { records: number; operation: Operation; p50Ms: number; postgresCpuMs: number };

/** `--sizes=10000,100000` for others than the default. */
export async function growth(): Promise<void> {
  const given = process.argv.find((argument) => argument.startsWith("--sizes="));
  const sizes = given === undefined ? DEFAULT_SIZES : given.slice("--sizes=".length).split(",").map(Number);
  const found: Growth[] = [];
  for (const records of sizes) found.push(...(await measureSize(records)));
  writeFileSync("bench/growth.md", markdown(sizes, found));
  console.log("Written: bench/growth.md");
}

async function measureSize(records: number): Promise<Growth[]> {
  console.log(`Making ${records.toLocaleString("en")} deals …`);
  const folder = temporaryFolder();
  const stepsFile = path.join(folder.path, "steps.json");
  writeFileSync(stepsFile, "{}");
  const dataset = await openDataset(records);
  const target = await startTarget("node", dataset.url, stepsFile);
  const found: Growth[] = [];
  for (const operation of OPERATIONS) {
    // The deepest page that every size of 100,000 or more has; and the same share of larger ones.
    const requests = await requestsOf(operation, dataset, Math.max(1, Math.floor(records / 10)));
    const options = { connections: CONNECTIONS, seconds: SECONDS };
    const { p50Ms, postgresCpuMs } = await measure(target, operation, requests, dataset, options);
    found.push({ records, operation, p50Ms, postgresCpuMs });
    console.log(
      `${String(records).padStart(9)} ${operation.padEnd(7)} p50 ${p50Ms} ms, PostgreSQL ${postgresCpuMs} ms`,
    );
  }
  await target.stop();
  await dataset.close();
  rmSync(folder.path, { recursive: true, force: true });
  return found;
}

function markdown(sizes: number[], found: Growth[]): string {
  const cell = (operation: Operation, records: number) => {
    const row = found.find((each) => each.operation === operation && each.records === records);
    return row === undefined ? "" : `${row.p50Ms} (${row.postgresCpuMs})`;
  };
  return [
    "# What growth costs",
    "",
    `The median of a call in milliseconds, one at a time, and in brackets the CPU of PostgreSQL per call. \`deep\` is the page behind a tenth of all records. Made by \`npm run bench -- --growth\`.`,
    "",
    `| operation | ${sizes.map((size) => `${size.toLocaleString("en")} records`).join(" | ")} |`,
    `| --- | ${sizes.map(() => "---").join(" | ")} |`,
    ...OPERATIONS.map((operation) => `| ${operation} | ${sizes.map((size) => cell(operation, size)).join(" | ")} |`),
    "",
  ].join("\n");
}
