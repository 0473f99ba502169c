/**
 * The service over one of its adapters, as a child process: started, waited for until it is ready, and stopped by
 * SIGTERM. Which database it uses is the caller's business.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { access } from "node:fs/promises";
import { createInterface } from "node:readline";
import { buildServerIfStale } from "../../scripts/build-if-stale.mjs";
import { freePort } from "./free-port";
import { sendTo } from "./http";
import { descendantsOf, findProcess } from "./processes";

export const ADAPTERS = ["node", "next"] as const;
export type Adapter = (typeof ADAPTERS)[number];

export type Service = {
  origin: string;
  /** The process that was started: the supervisor, if there is one. */
  hostPid: number;
  /** The process that answers for the API, or the first of several; the started one if that cannot be found out. */
  readonly pid: number;
  /** Everything that the process has printed so far. */
  output: () => string;
  /** Sends SIGTERM. Resolves to the exit code; null if a signal ended it. Rejects if it had ended by itself. */
  stop: () => Promise<number | null>;
  /** All of its processes at once, as a crash of the machine would. Also for clearing away: an orderly end first waits a second for balancers. */
  kill: () => Promise<void>;
  /** Kills only the process that was started. */
  killHost: () => Promise<void>;
};

const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 50;
const NEXT = ["node_modules/next/dist/bin/next", "start"];

/** A response that shows that something is up. */
type Sign = { path: string; status: number };
const READY: Sign = { path: "/api/health/ready", status: 200 };
/** Only Next can tell that there is no such file, and no limit counts it. */
const PAGES_THERE: Sign = { path: "/_next/static/none.js", status: 404 };

/** Builds what the Node adapter starts from, unless it is current: other services may be reading it. Next needs `npm run build`. */
export async function buildAdapter(adapter: Adapter): Promise<void> {
  if (adapter === "node") await buildServerIfStale(undefined);
  else await access(".next/BUILD_ID").catch(() => Promise.reject(new Error("Run `npm run build` first.")));
}

/** The secret of the services that tests start. */
export const APP_SECRET = "a secret of the tests, of no use elsewhere";

/** Far beyond what the suite sends, so that only the rows about limits meet one. */
const ROOMY_LIMITS = {
  RATE_LIMIT_REQUESTS_PER_MINUTE: "1000000",
  RATE_LIMIT_AUTH_FAILURES_PER_MINUTE: "1000000",
  RATE_LIMIT_PAGES_PER_MINUTE: "1000000",
  RATE_LIMIT_ACTIONS_PER_MINUTE: "1000000",
};

/** For tests of the API: behind the Node adapter without the pages process, whose start would take most of the time. */
export function startService(
  adapter: Adapter,
  databaseUrl: string,
  environment: Record<string, string> = {},
): Promise<Service> {
  return start(adapter === "node" ? ["dist/server.mjs", "--await-pages"] : NEXT, databaseUrl, environment, [READY]);
}

/** Starts and awaits the pages as well: their start must not disturb what tests measure. */
export function startWithPages(
  adapter: Adapter,
  databaseUrl: string,
  environment: Record<string, string> = {},
): Promise<Service> {
  return start(adapter === "node" ? ["dist/server.mjs"] : NEXT, databaseUrl, environment, [READY, PAGES_THERE]);
}

/** The environment of a service at this port. */
export const environmentOf = (databaseUrl: string, port: number): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  NODE_ENV: "production",
  NEXT_TELEMETRY_DISABLED: "1",
  DATABASE_URL: databaseUrl,
  APP_SECRET,
  APP_URL: `http://127.0.0.1:${port}`,
  HOST: "127.0.0.1",
  PORT: String(port),
  LOG_LEVEL: "info",
  ...ROOMY_LIMITS,
});

async function start(
  program: string[],
  databaseUrl: string,
  environment: Record<string, string>,
  awaited: Sign[],
): Promise<Service> {
  const port = await freePort();
  const args = program === NEXT ? [...NEXT, "-p", String(port), "-H", "127.0.0.1"] : program;
  const child = spawn(process.execPath, args, {
    env: { ...environmentOf(databaseUrl, port), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => (output += chunk));
    createInterface(stream).on("line", printFault);
  }
  const end = async (signal: NodeJS.Signals) => {
    // Requests meant for it were answered by another process, or by none.
    if (hasEnded(child) && !child.killed) {
      throw new Error(`The service ended by itself. It last printed:\n${output.slice(-4_000)}`);
    }
    return stop(child, signal);
  };
  const hostPid = child.pid ?? 0;
  const service: Service = {
    origin: `http://127.0.0.1:${port}`,
    hostPid,
    get pid() {
      return findProcess(hostPid, "api-process") ?? hostPid;
    },
    output: () => output,
    stop: () => end("SIGTERM"),
    kill: async () => {
      const others = descendantsOf(hostPid);
      await end("SIGKILL");
      for (const pid of others) killIfThere(pid);
    },
    killHost: async () => void (await end("SIGKILL")),
  };
  await untilReady(service, child, awaited);
  return service;
}

/** A 500 says nothing to callers; its cause is needed where a test meets one that it does not expect. */
function printFault(line: string): void {
  if (line.includes("request failed")) console.error(line.slice(0, 500));
}

async function untilReady(service: Service, child: ChildProcess, awaited: Sign[]): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  const statusOf = (path: string) =>
    sendTo(service.origin, path, {}).then(
      ({ status }) => status,
      () => 0,
    );
  while (Date.now() < deadline && !hasEnded(child)) {
    const statuses = await Promise.all(awaited.map(({ path }) => statusOf(path)));
    if (statuses.every((status, index) => status === awaited[index]?.status)) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  await stop(child, "SIGTERM");
  throw new Error(`The service did not become ready. It printed:\n${service.output()}`);
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (hasEnded(child)) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.once("exit", resolve);
    child.kill(signal);
  });
}
