/**
 * `node scripts/drill/main.mjs [--times 10] [--acts kill,pause]`: fails the primary over, again and again, under load. Needs root,
 * Debian's packages and `npm run build:server`. What is checked, and what came out: docs/failover.md.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ACTS } from "./acts.mjs";
import { failures, lostWrites, secondsWithoutWrites } from "./checks.mjs";
import { Acknowledged, Mirror, startClients } from "./clients.mjs";
import { NODES, startCluster, untilWhole } from "./cluster.mjs";
import { removeNetwork } from "./network.mjs";
import { requirePrograms, stopAll, until } from "./programs.mjs";
import { startRedis, untilRedisWhole } from "./redis.mjs";
import { ORIGINS, startServices } from "./services.mjs";

const CALM_MS = 3_000;

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
const { values } = parseArgs({ options: { times: { type: "string", default: "10" }, acts: { type: "string" } } });
const acts = values.acts?.split(",") ?? Object.keys(ACTS);
requirePrograms();
const folder = mkdtempSync(path.join(tmpdir(), "drill-"));
chmodSync(folder, 0o755);
const acknowledged = new Acknowledged();

try {
  console.log(`Logs: ${folder}`);
  await startCluster(folder);
  await startRedis(folder);
  const token = await startServices(folder);
  const mirrors = await Promise.all(Object.values(ORIGINS).map((origin) => Mirror.start(origin, token)));
  console.log(
    "| act | host | seconds without writes | failed, by status | failed after | lost | doubled | mirror equal | resets |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|");
  for (let time = 1; time <= Number(values.times); time += 1)
    for (const act of acts) await perform(act, time, token, mirrors);
  await Promise.all(mirrors.map((mirror) => mirror.stop()));
  if (process.exitCode === undefined) rmSync(folder, { recursive: true, force: true });
} finally {
  await stopAll();
  removeNetwork(NODES);
}

async function perform(act, time, token, mirrors) {
  const resets = mirrors.map((mirror) => mirror.resets);
  const clients = startClients(ORIGINS, token, acknowledged, `${act} ${time}`);
  await pause(CALM_MS);
  const since = performance.now();
  await ACTS[act]?.(folder);
  await Promise.all([untilWhole(), untilRedisWhole()]);
  await pause(CALM_MS);
  const outcomes = await clients.stop();
  const { lost, doubled } = await lostWrites(acknowledged);
  for (const [index, way] of Object.keys(ORIGINS).entries()) {
    const mirror = mirrors[index];
    const equal = await until("the mirror equals the list", () => mirror.isEqual(), 60).catch(() => false);
    const { byStatus, after } = failures(outcomes, way, since);
    const seconds = secondsWithoutWrites(outcomes, way).toFixed(1);
    const cells = [
      `${act} ${time}`,
      way,
      seconds,
      JSON.stringify(byStatus),
      after,
      lost,
      doubled,
      equal,
      mirror.resets - resets[index],
    ];
    console.log(`| ${cells.join(" | ")} |`);
    if (lost + doubled > 0 || !equal) process.exitCode = 1;
  }
}
