/**
 * `node scripts/drill/main.mjs [--times 10] [--rate 50] [--acts kill,pause]`: fails the primary over, again and again, under load. Needs root,
 * Debian's packages and `npm run build:server`. What is checked, and what came out: docs/failover.md.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ACTS } from "./acts.mjs";
import { costOf, lostWrites } from "./checks.mjs";
import { Acknowledged, Mirror, startClients } from "./clients.mjs";
import { NODES, startCluster, untilWhole } from "./cluster.mjs";
import { removeNetwork } from "./network.mjs";
import { requirePrograms, stopAll, until } from "./programs.mjs";
import { startRedis, untilRedisWhole } from "./redis.mjs";
import { Requests } from "./requests.mjs";
import { ORIGINS, startServices } from "./services.mjs";

const CALM_MS = 3_000;

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
const { values } = parseArgs({
  options: {
    times: { type: "string", default: "10" },
    rate: { type: "string", default: "50" },
    acts: { type: "string" },
  },
});
const acts = values.acts?.split(",") ?? Object.keys(ACTS);
requirePrograms();
const folder = mkdtempSync(path.join(tmpdir(), "drill-"));
chmodSync(folder, 0o755);
const acknowledged = new Acknowledged();

const clearAway = async () => {
  await stopAll();
  removeNetwork(NODES);
};
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => clearAway().finally(() => process.exit(1)));

try {
  console.log(`Logs: ${folder}`);
  await startCluster(folder);
  await startRedis(folder);
  const token = await startServices(folder);
  const mirrors = await Promise.all(Object.values(ORIGINS).map((origin) => Mirror.start(origin, token)));
  console.log(
    "| act | host | seconds without writes | failed, by status | last failure after, s | lost | doubled | mirror equal | resets |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|");
  for (let time = 1; time <= Number(values.times); time += 1)
    for (const act of acts) await perform(act, time, token, mirrors);
  await Promise.all(mirrors.map((mirror) => mirror.stop()));
  if (process.exitCode === undefined) rmSync(folder, { recursive: true, force: true });
} finally {
  await clearAway();
}

async function perform(act, time, token, mirrors) {
  await until("complete mirrors", async () => mirrors.every(({ complete }) => complete));
  const resets = mirrors.map((mirror) => mirror.resets);
  const clients = startClients(new Requests(ORIGINS, token), Number(values.rate), acknowledged, `${act} ${time}`);
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
    const { seconds, byStatus, after } = costOf(outcomes, way, since);
    const cells = [
      `${act} ${time}`,
      way,
      seconds.toFixed(1),
      JSON.stringify(byStatus),
      after.toFixed(1),
      lost,
      doubled,
      equal,
      mirror.resets - resets[index],
    ];
    console.log(`| ${cells.join(" | ")} |`);
    if (lost + doubled > 0 || !equal) process.exitCode = 1;
  }
}
