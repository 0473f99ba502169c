/** The programs of the drill, as child processes. Each writes a log file of its own into the drill's folder. */
import { spawn, spawnSync } from "node:child_process";
import { openSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

export const INSTALL =
  "apt-get install -y --no-install-recommends postgresql-15 patroni python3-etcd etcd-server haproxy redis-server redis-sentinel iproute2";
const NEEDED = [
  "/usr/lib/postgresql/15/bin/postgres",
  "patroni",
  "etcd",
  "haproxy",
  "redis-server",
  "redis-sentinel",
  "ip",
];

/** @type {import("node:child_process").ChildProcess[]} */
const started = [];

/** Throws if a program is missing, or if namespaces cannot be made. */
export function requirePrograms() {
  const missing = NEEDED.filter((program) => spawnSync("which", [program]).status !== 0);
  if (missing.length > 0) throw new Error(`Not installed: ${missing.join(", ")}. As root: ${INSTALL}`);
  if (process.getuid?.() !== 0) throw new Error("The drill makes network namespaces: run it as root.");
}

/**
 * Starts a program, which ends with the drill.
 * @param {string} folder
 * @param {string} name
 * @param {string[]} words
 */
export function start(folder, name, words, env = process.env) {
  const [command = "", ...args] = words;
  const log = openSync(path.join(folder, `${name}.log`), "a");
  const child = spawn(command, args, { env, stdio: ["ignore", log, log], cwd: process.cwd() });
  started.push(child);
  return child;
}

/** Throws with the output if it fails. */
export function run(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: "utf8", ...options });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${error ?? ""}${stderr}${stdout}`);
  return stdout.trim();
}

/** Ends what the drill has started, the last first. */
export async function stopAll() {
  for (const child of started.reverse()) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await Promise.race([ended, pause(5_000).then(() => child.kill("SIGKILL"))]);
  }
}

/** Resolves to the first result that is not null. Failures count as null. */
export async function until(what, look, seconds = 120) {
  const deadline = Date.now() + seconds * 1_000;
  while (Date.now() < deadline) {
    const found = await look().catch(() => null);
    if (found !== null && found !== false) return found;
    await pause(250);
  }
  throw new Error(`Not within ${seconds} seconds: ${what}`);
}
