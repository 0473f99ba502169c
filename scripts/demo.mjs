/**
 * `npm run demo`: from a bare clone to a running service with data, a token and five lines to paste. Needs nothing but
 * Node: it runs before anything is installed. A second run starts in seconds, with everything as it was left.
 */
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { buildIfStale } from "./build-if-stale.mjs";
import { examples } from "./demo-examples.mjs";
import { install } from "./install.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const READY_POLL_MS = 100;

const stopping = new AbortController();
const inherited = { ...process.env };
const interrupted = new Promise((resolve) => stopping.signal.addEventListener("abort", resolve, { once: true }));

process.chdir(ROOT);
// The log would hide what is shown here.
process.env.LOG_LEVEL ||= "warn";

main().catch((error) => {
  console.error(stopping.signal.aborted ? "Stopped. Another npm run demo goes on from here." : sentence(error));
  process.exitCode = stopping.signal.aborted ? 130 : 1;
});

async function main() {
  const port = await requirePort(process.env.PORT || "3000");
  install();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stopping.abort());
  await buildIfStale({ signal: stopping.signal, onBuild: () => console.log("Building …") });

  const { register } = await import("tsx/esm/api");
  register();
  const { onParentExit } = await import("../server/parent.ts");
  onParentExit(() => stopping.abort());
  const { prepareDemo } = await import("../prisma/demo/prepare.ts");
  const demo = await prepareDemo((text) => console.log(text), stopping.signal);
  try {
    await serve(port, demo.token);
  } finally {
    await demo.release();
  }
}

/** Until somebody stops it. */
async function serve(port, token) {
  const env = { ...inherited, PORT: String(port), LOG_LEVEL: process.env.LOG_LEVEL, NODE_ENV: "production" };
  const server = spawn(process.execPath, ["dist/server.mjs"], { cwd: ROOT, env, stdio: "inherit" });
  const ended = new Promise((resolve) => server.once("exit", (code) => resolve(code ?? 1)));
  const address = `http://localhost:${port}`;
  const first = await Promise.race([isReady(address).then(() => "ready"), interrupted, ended]);
  if (first === "ready") await tell(address, token);
  const code = await Promise.race([ended, interrupted]);
  if (typeof code === "number" && !stopping.signal.aborted) {
    // It has said why.
    process.exitCode = code || 1;
    return;
  }
  server.kill("SIGTERM");
  await ended;
}

async function isReady(address) {
  for (;;) {
    const answer = await fetch(`${address}/api/health/ready`).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok || stopping.signal.aborted) return;
    await delay(READY_POLL_MS);
  }
}

async function tell(address, token) {
  const lines = await examples(`${address}/api/v1`, token);
  console.log(`
The service is at ${address}, the interface at ${address}/api/v1.
Token, valid for seven days and shown this once: ${token}

Paste these lines, in any order:
`);
  for (const { title, command } of lines) console.log(`# ${title}\n${command}\n`);
  console.log("Ctrl-C stops everything; the data stays.");
}

/** Before anything that takes long. 0 stands for any free port. */
async function requirePort(text) {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error(`PORT is "${text}", and must be a number up to 65535.`);
  const probe = createServer();
  await new Promise((resolve, reject) => {
    probe.once("error", (error) => reject(portError(error, port)));
    probe.listen(port, process.env.HOST || "0.0.0.0", resolve);
  });
  const { port: free } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return free;
}

function portError(error, port) {
  if (error.code === "EADDRINUSE")
    return new Error(
      `Port ${port} is in use. Stop what uses it, or choose another one: PORT=${port + 1} npm run demo.`,
    );
  if (error.code === "EACCES")
    return new Error(`Port ${port} needs rights that this user does not have. Choose one above 1023: PORT=3000.`);
  return error;
}

/** What people can act upon; the stack would not help them. */
function sentence(error) {
  const text = error instanceof Error ? error.message : String(error);
  if (/ENOSPC|no space left/i.test(`${error?.code} ${text} ${error?.cause}`))
    return `There is no space left on the disk, and the demo needs some 500 MB in ${process.env.DATA_DIR || ".data"} and ${tmp()}.`;
  return text;
}

function tmp() {
  return path.resolve(process.env.TMPDIR || "/tmp");
}
