/** Two Redis and a Sentinel. The services reach the primary through HAProxy, because REDIS_URL names one address. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { run, start, until } from "./programs.mjs";

const PORTS = [16_381, 16_382];
const SENTINEL_PORT = 16_383;
/** @type {Record<number, import("node:child_process").ChildProcess>} */
const servers = {};

const ask = (port, ...command) => run("redis-cli", ["-p", String(port), ...command]);

export async function startRedis(folder) {
  for (const port of PORTS)
    startOne(folder, port, port === PORTS[0] ? [] : ["--replicaof", "127.0.0.1", String(PORTS[0])]);
  const file = path.join(folder, "sentinel.conf");
  writeFileSync(
    file,
    `port ${SENTINEL_PORT}
dir ${folder}
sentinel monitor drill 127.0.0.1 ${PORTS[0]} 1
sentinel down-after-milliseconds drill 2000
sentinel failover-timeout drill 5000
`,
  );
  start(folder, "sentinel", ["redis-sentinel", file]);
  await untilRedisWhole();
}

function startOne(folder, port, args) {
  const directory = path.join(folder, `redis-${port}`);
  mkdirSync(directory, { recursive: true });
  const command = ["redis-server", "--port", String(port), "--save", "", "--dir", directory, ...args];
  servers[port] = start(folder, `redis-${port}`, command);
}

function redisPrimary() {
  return Number(ask(SENTINEL_PORT, "sentinel", "get-master-addr-by-name", "drill").split("\n")[1]);
}

/** Kills the primary, and starts it again once the other has its place. Sentinel then makes it follow. */
export async function killRedis(folder) {
  const port = redisPrimary();
  servers[port]?.kill("SIGKILL");
  await until("another Redis is the primary", async () => redisPrimary() !== port);
  startOne(folder, port, []);
}

export function untilRedisWhole() {
  const other = () => PORTS.find((port) => port !== redisPrimary()) ?? 0;
  return until("a Redis that follows the other", async () =>
    /master_link_status:up/.test(ask(other(), "info", "replication")),
  );
}
