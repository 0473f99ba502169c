/** A real PgBouncer as a child process, sharing connections by transaction unless the settings say otherwise. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { freePort } from "./free-port";
import { temporaryFolder } from "./temporary-folder";

export const HAS_PGBOUNCER = spawnSync("pgbouncer", ["--version"]).status === 0;

export type RunningPooler = { url: string; output(): string; stop(): Promise<void> };

/** `settings`: lines of pgbouncer.ini besides those that it needs; a stock one has none. */
export async function startPgBouncer(databaseUrl: string, settings: string[] = []): Promise<RunningPooler> {
  const database = new URL(databaseUrl);
  const port = await freePort();
  const folder = temporaryFolder();
  chmodSync(folder.path, 0o755);
  const file = path.join(folder.path, "pgbouncer.ini");
  const user = decodeURIComponent(database.username);
  const password = database.password === "" ? "" : ` password=${decodeURIComponent(database.password)}`;
  const lines = [
    "[databases]",
    `* = host=${database.hostname} port=${database.port} user=${user}${password}`,
    "[pgbouncer]",
    ...["listen_addr = 127.0.0.1", `listen_port = ${port}`, "auth_type = any", "unix_socket_dir ="],
    ...["pool_mode = transaction", "default_pool_size = 4", ...settings],
  ];
  writeFileSync(file, `${lines.join("\n")}\n`);
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn("pgbouncer", [file], { stdio: ["ignore", "pipe", "pipe"], ...account });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk));
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  await untilReady(url.href, child, () => output);
  return {
    url: url.href,
    output: () => output,
    stop: async () => {
      child.kill("SIGKILL");
      folder.remove();
    },
  };
}

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (let attempt = 0; attempt < 100 && child.exitCode === null; attempt += 1) {
    const client = new pg.Client({ connectionString: url });
    const isReady = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    if (isReady) return;
    await pause(50);
  }
  throw new Error(`PgBouncer did not become ready:\n${output()}`);
}
