/**
 * The demo once everything is installed. Starts a server that responds immediately while its records are imported and its pages
 * built, prints the commands to paste, and runs until it is stopped.
 */
import { spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { type Demo, prepareDemo } from "../../prisma/demo/prepare";
import type { DemoSignIn } from "../../prisma/demo/sign-ins";
import { atEnd, end, ending, run } from "../../server/processes/lifecycle";
import { arePagesStale, buildPagesIfStale, buildServerIfStale } from "../build-if-stale.mjs";
import { forwardFromIpv6, hostName, LOOPBACK, originsAt } from "./addresses";
import { examples } from "./examples";

const READY_POLL_MS = 100;
const INTERRUPTED = 130;

type DemoServer = {
  port: number;
  environment: NodeJS.ProcessEnv;
  demo: Demo;
  /** null if they were built before. */
  pagesBuilt: Promise<unknown> | null;
};

/** `describe` makes the message of a failure. */
export function start(port: number, describe: (error: unknown) => string): void {
  run(() => {
    const ended = runDemo(port).then(end, (error) => {
      if (!ending.aborted) throw new Error(describe(error), { cause: error });
      console.error("Stopped. Another npm run demo goes on from here.");
      process.exitCode = INTERRUPTED;
    });
    atEnd(() => ended.catch(() => {}));
    return ended;
  });
}

async function runDemo(port: number): Promise<void> {
  // Copied now, because DATABASE_URL is set later, to the embedded database. The server has to find that by itself.
  const environment: NodeJS.ProcessEnv = { ...process.env, PORT: String(port) };
  await buildServerIfStale(ending);
  // A rejection is handled where it is awaited, but an earlier step may fail first.
  const pagesBuilt = arePagesStale() ? buildPagesIfStale(ending) : null;
  pagesBuilt?.catch(() => {});
  const demo = await prepareDemo(console.log, ending);
  const { APP_SECRET } = process.env;
  if (!environment.APP_URL) {
    const { APP_URL, APP_ORIGINS } = originsAt(environment.HOST, port);
    Object.assign(environment, { APP_URL, APP_ORIGINS: environment.APP_ORIGINS || APP_ORIGINS });
  }
  const server = { port, environment: { ...environment, APP_SECRET }, demo, pagesBuilt };
  if (environment.HOST === LOOPBACK) forwardFromIpv6(port);
  await serve(server).finally(demo.release);
}

async function serve({ port, environment, demo, pagesBuilt }: DemoServer): Promise<void> {
  const waits = pagesBuilt === null ? [] : ["--await-pages"];
  const server = spawn(process.execPath, ["dist/server.mjs", ...waits], {
    env: environment,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  const ended = new Promise<number>((resolve) => server.once("exit", (code) => resolve(code ?? 1)));
  const pagesToldOf = pagesBuilt?.then(() => server.connected && server.send("the pages are built"));
  const failed = new Promise<never>((_, reject) => pagesToldOf?.catch(reject));
  failed.catch(() => {});
  const stop = () => server.kill("SIGTERM");
  ending.addEventListener("abort", stop, { once: true });
  try {
    ending.throwIfAborted();
    const address = `http://${hostName(environment.HOST)}:${port}`;
    const isUp = await Promise.race([isReady(address), ended.then(() => false), failed]);
    if (isUp) {
      console.log(`The API answers at ${address}/api/v1.`);
      await demo.fill();
      const { token, signIns } = demo;
      await tell({ address, token, signIns, environment, pagesBuilt });
      if (pagesToldOf !== undefined) console.log("The pages are being built …");
      await Promise.race([ended, pagesToldOf]);
      if (server.exitCode === null && !ending.aborted) await tellLink(demo, environment.APP_URL);
    }
  } catch (error) {
    stop();
    await ended;
    throw error;
  }
  const code = await ended;
  // The process has printed why.
  if (!ending.aborted) process.exitCode = code || 1;
}

/** Printed last, so that it stays in sight, and only once the pages are ready, because it works for a quarter of an hour. */
async function tellLink(demo: Demo, pages: string | undefined): Promise<void> {
  const { url } = await demo.makeLink();
  const { pathname, search, hash } = new URL(url);
  console.log(`
To begin in the browser, open this link. It signs you in once, within 15 minutes:
  ${new URL(pathname + search + hash, pages)}

Ctrl-C stops everything; the data stays.`);
}

async function isReady(address: string): Promise<boolean> {
  for (;;) {
    const answer = await fetch(`${address}/api/health/ready`).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok) return true;
    await delay(READY_POLL_MS, undefined, { signal: ending });
  }
}

type Told = {
  address: string;
  token: string;
  signIns: DemoSignIn[];
  environment: NodeJS.ProcessEnv;
  pagesBuilt: Promise<unknown> | null;
};

async function tell({ address, token, signIns, environment, pagesBuilt }: Told): Promise<void> {
  const lines = await examples(`${address}/api/v1`, token);
  const pages = [environment.APP_URL, ...(environment.APP_ORIGINS?.split(",") ?? [])].filter(Boolean).join(" and ");
  console.log(`
The pages are at ${pages}${pagesBuilt === null ? "" : ", once they are built: in a minute"}. Sign in as
${signIns.map(describeSignIn).join("\n")}

The API is at ${address}/api/v1.
Token, valid for seven days and shown this once: ${token}

Paste these lines, in any order:
`);
  for (const { title, command } of lines) console.log(`# ${title}\n${command}\n`);
}

function describeSignIn({ email, password }: DemoSignIn): string {
  return `  ${email.padEnd(20)} ${password ?? "with the password that you have chosen"}`;
}
