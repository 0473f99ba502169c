/**
 * A real redis-server as a child process, on a free port, keeping nothing on disk. Where the binary is not installed,
 * `HAS_REDIS` says so and tests that need it are skipped by name.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { Redis } from "ioredis";
import { freePort } from "./free-port";

export const HAS_REDIS = spawnSync("redis-server", ["--version"]).status === 0;
/** Goes into the name of a skipped test. */
export const WITHOUT_REDIS = "skipped: redis-server is not installed";

export type RunningRedis = {
  url: string;
  /** Pauses the process with its connections open. Once resumed (`thaw`), it answers what it was sent meanwhile. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
};

const READY_TIMEOUT_MS = 10_000;

/** `settings`: besides those that it needs. */
export async function startRedis(settings: string[] = []): Promise<RunningRedis> {
  const port = await freePort();
  const options = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const child = spawn("redis-server", [...options, "--dir", tmpdir(), ...settings], { stdio: "ignore" });
  const url = `redis://127.0.0.1:${port}`;
  await untilReady(url, child);
  return { url, freeze: () => child.kill("SIGSTOP"), thaw: () => child.kill("SIGCONT"), stop: () => stop(child) };
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const client = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 20 });
  client.on("error", () => undefined);
  const failed = once(child, "exit").then(() => Promise.reject(new Error("redis-server ended before it was ready")));
  const late = AbortSignal.timeout(READY_TIMEOUT_MS);
  const expired = once(late, "abort").then(() => Promise.reject(new Error("redis-server was not ready in time")));
  try {
    await Promise.race([client.ping(), failed, expired]);
  } finally {
    failed.catch(() => undefined);
    expired.catch(() => undefined);
    client.disconnect();
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}
