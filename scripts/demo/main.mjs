/**
 * `npm run demo`: from a bare clone to a running service with data, a token and six commands to paste. Needs only Node: it runs
 * before anything is installed, and reports a Node that is too old. A second run starts in seconds, with everything as it was
 * left.
 */
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { install } from "../install.mjs";

const LOOPBACK = "127.0.0.1";

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
// The log would hide the demo's own output.
if (!process.env.LOG_LEVEL) process.env.LOG_LEVEL = "warn";

main().catch((error) => {
  console.error(sentence(error));
  process.exitCode = 1;
});

async function main() {
  if (existsSync(".env") && process.loadEnvFile) process.loadEnvFile(".env");
  // The demo shows a token and has known passwords, so only this machine can reach it unless HOST says otherwise.
  process.env.HOST ||= LOOPBACK;
  // Checked before anything that takes long.
  const port = await freePort(process.env.PORT || "3000", process.env.HOST);
  install();
  // Files in TypeScript can be loaded only now.
  const { tsImport } = await import("tsx/esm/api");
  const { start } = await tsImport("./run.ts", import.meta.url);
  start(port, sentence);
}

/** Returns the port if it is free; for 0, any free port. */
async function freePort(text, host) {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error(`PORT is "${text}", and must be a number up to 65535.`);
  const free = await tryPort(port, host);
  // A program that listens there would get what is sent to localhost.
  if (host === LOOPBACK) await tryPort(free, "::1").catch(throwIfInUse);
  return free;
}

/** There may be no such address. */
function throwIfInUse(error) {
  if (error.message.includes("is in use")) throw error;
}

async function tryPort(port, host) {
  const probe = createServer();
  await new Promise((resolve, reject) => {
    probe.once("error", (error) => reject(portError(error, port)));
    probe.listen(port, host, () => resolve(undefined));
  });
  const { port: free } = /** @type {import("node:net").AddressInfo} */ (probe.address());
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

/** A message that people can act on. The stack would not help them. */
function sentence(error) {
  const text = error instanceof Error ? error.message : String(error);
  if (!/ENOSPC|no space left/i.test(`${error?.code} ${text} ${error?.cause}`)) return text;
  const folders = `${path.resolve(process.env.DATA_DIR || ".data")} and ${tmpdir()}`;
  return `There is no space left on the disk: the demo needs some 500 MB in ${folders}.`;
}
