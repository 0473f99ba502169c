/** Runs PostgreSQL's own programs to completion: to create a data directory, to start the server in it, and to stop it. */
import { spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { atEnd, ending } from "../processes/lifecycle";
import type { Place } from "./place";
import { isServerRunning } from "./postmaster";
import { socketFolder } from "./socket";

/** The longest that the recovery of a database after a crash may take. */
const START_SECONDS = 90;
const STOP_SECONDS = 60;
const POLL_MS = 20;

/** pg_trgm recognizes letters by the system's locale, so "C" is the last choice. Which names exist depends on the system. */
const CHARACTER_LOCALES = ["C.UTF-8", "en_US.UTF-8", "C"];

const SERVER_OPTIONS = {
  listen_addresses: "127.0.0.1",
  max_connections: "200",
  shared_buffers: "192MB",
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  // Logs neither the statements nor the values of failed queries, because they contain records.
  log_min_messages: "log",
  log_checkpoints: "off",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
};

/** Stops glibc from returning each page's memory to the system, which takes a tenth of the server's time for pages. */
const KEPT_MEMORY = {
  MALLOC_MMAP_THRESHOLD_: String(4 * 1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(8 * 1024 * 1024),
};

/** Creates the data directory. It appears complete or not at all. */
export async function initialize(place: Place, password: string): Promise<void> {
  const draft = `${place.directory}.new`;
  const passwordFile = `${place.directory}.password`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  give(place, draft);
  give(place, passwordFile);
  try {
    await initializeDraft(place, draft, passwordFile);
    renameSync(draft, place.directory);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Returns once the server accepts connections. If this process ends before that, the server is stopped; later it keeps running. */
export async function start(place: Place, port: number): Promise<Outcome> {
  const log = logFile(place);
  if (!existsSync(log)) closeSync(openSync(log, "a", 0o600));
  chmodSync(log, 0o600);
  give(place, log);
  const settings = { ...SERVER_OPTIONS, unix_socket_directories: socketFolder(place) ?? '""' };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const common = ["-D", place.directory, "-l", log, "-w", "-t", String(START_SECONDS), "-s"];
  let isOver = false;
  const forgetEnd = atEnd(async () => {
    // A server that has not written its PID yet cannot be stopped.
    while (!isOver && !isServerRunning(place.directory)) await pause(POLL_MS);
    if (!isOver) await stop(place);
  });
  return run(place, "pg_ctl", ["start", ...common, "-o", `-p ${port} ${options.join(" ")}`]).finally(() => {
    isOver = true;
    forgetEnd();
  });
}

/** Ends every connection, and returns once everything is written. */
export async function stop(place: Place): Promise<Outcome> {
  return run(place, "pg_ctl", ["stop", "-D", place.directory, "-m", "fast", "-w", "-t", String(STOP_SECONDS), "-s"]);
}

export function lastLogLines(place: Place): string {
  const log = logFile(place);
  return existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n").slice(-5).join("\n") : "";
}

function logFile(place: Place): string {
  return `${place.directory}.log`;
}

async function initializeDraft(place: Place, draft: string, passwordFile: string): Promise<void> {
  let last: Outcome | undefined;
  for (const locale of CHARACTER_LOCALES) {
    const options = [
      ...["--pgdata", draft, "--username", "postgres", "--pwfile", passwordFile, "--auth", "scram-sha-256"],
      // Code-point order and Unicode's own letters, the same on every system.
      ...["--encoding", "UTF8", "--locale-provider", "builtin", "--builtin-locale", "C.UTF-8"],
      ...["--locale", "C", "--lc-ctype", locale],
    ];
    last = await run(place, "initdb", options, ending);
    if (last.ok) return;
    if (!last.output.includes("locale")) break;
  }
  throw new Error(`The embedded database could not be made in ${place.directory}:\n${last?.output}`);
}

export type Outcome = { ok: boolean; output: string };

function run(place: Place, program: string, args: string[], signal?: AbortSignal): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    // No other variables: PGPORT and the like would change what the programs do.
    const { PATH, NODE_ENV } = process.env;
    const env = { PATH, NODE_ENV, LC_ALL: "C", TZ: "UTC", ...KEPT_MEMORY };
    const child = spawn(path.join(place.programs, program), args, {
      ...place.account,
      cwd: "/",
      env,
      stdio: ["ignore", "pipe", "pipe"],
      signal,
    });
    const output: Buffer[] = [];
    child.stdout.on("data", (part) => output.push(part));
    child.stderr.on("data", (part) => output.push(part));
    child.on("error", (error) => child.pid === undefined && reject(error));
    child.on("close", (code) => resolve({ ok: code === 0, output: Buffer.concat(output).toString().trim() }));
  });
}

function give(place: Place, file: string): void {
  if (place.account !== null) chownSync(file, place.account.uid, place.account.gid);
}
